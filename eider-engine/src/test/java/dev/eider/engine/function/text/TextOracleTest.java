// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.text;

import dev.eider.engine.function.OracleCalls;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Functions over text give the values and errors of the reference. */
class TextOracleTest {
  private static final List<String> TEXTS =
      List.of(
          "''",
          "'a'",
          "'Hello, World'",
          "'a much longer text, beyond the inline size'",
          "'äöü ßéñ'",
          "'ÀÉÎ a longer one ĀĂĄ'",
          "'日本語テキスト'",
          "'🦆🦆 duck'",
          "'  padded  '",
          "'tab\tand\nnewline'",
          "'a%b_c'",
          "'foo.bar.baz'",
          "'/home/user/file.tar.gz'",
          "'C:\\dir\\file.txt'",
          "'aXbXc'",
          "NULL");
  private static final List<String> NUMBERS =
      List.of("0", "1", "2", "3", "5", "100", "-1", "-2", "-5", "-100", "NULL");

  private final OracleCalls calls = new OracleCalls();

  @Test
  void oneText() {
    for (String name :
        List.of(
            "length",
            "len",
            "char_length",
            "character_length",
            "strlen",
            "bit_length",
            "upper",
            "ucase",
            "lower",
            "lcase",
            "reverse",
            "strip_accents",
            "trim",
            "ltrim",
            "rtrim",
            "ascii",
            "unicode",
            "ord",
            "md5",
            "sha1",
            "sha256",
            "hex",
            "to_hex",
            "bin",
            "url_encode",
            "url_decode",
            "nfc_normalize",
            "parse_filename",
            "parse_dirname",
            "parse_dirpath",
            "parse_path",
            "length_grapheme",
            "regexp_escape",
            "md5_number",
            "to_binary",
            "encode",
            "parse_formatted_bytes")) {
      calls.each(name + "($1)", TEXTS);
    }
    calls.each("base64(encode($1))", TEXTS);
    calls.each("octet_length(encode($1))", TEXTS);
    calls.each("from_base64(base64(encode($1)))", TEXTS);
    calls.assertNoneDiffers();
  }

  @Test
  void textAndNumber() {
    for (String name :
        List.of(
            "left",
            "right",
            "repeat",
            "substring",
            "substr",
            "left_grapheme",
            "right_grapheme",
            "substring_grapheme")) {
      for (String n : NUMBERS) {
        if (!name.startsWith("repeat") || !n.equals("100")) {
          calls.each(name + "($1, " + n + ")", TEXTS);
        }
      }
    }
    for (String n : NUMBERS) {
      for (String m : List.of("0", "1", "3", "100", "-1", "-3", "-100", "NULL")) {
        calls.each("substring($1, " + n + ", " + m + ")", TEXTS.subList(0, 7));
      }
      calls.each("lpad($1, " + n + ", 'xy')", TEXTS);
      calls.each("rpad($1, " + n + ", 'ü🦆')", TEXTS);
      calls.each("lpad($1, " + n + ", '')", TEXTS.subList(0, 3));
      calls.each("split_part($1, '.', " + n + ")", TEXTS);
      calls.each("split_part($1, '', " + n + ")", TEXTS.subList(0, 5));
    }
    calls.assertNoneDiffers();
  }

  @Test
  void twoTexts() {
    List<String> parts =
        List.of("''", "'a'", "'o'", "'.'", "'X'", "'🦆'", "'本'", "' '", "'longer text, beyond'");
    for (String name :
        List.of(
            "contains",
            "starts_with",
            "ends_with",
            "prefix",
            "suffix",
            "instr",
            "strpos",
            "position",
            "trim",
            "ltrim",
            "rtrim",
            "string_split",
            "levenshtein",
            "damerau_levenshtein",
            "hamming",
            "jaccard",
            "jaro_similarity",
            "jaro_winkler_similarity",
            "concat",
            "regexp_matches",
            "regexp_full_match",
            "string_split_regex")) {
      if (!name.equals("position")) {
        calls.combine(name + "($1, $2)", TEXTS, parts);
      }
    }
    calls.combine("$1 || $2", TEXTS, parts);
    calls.combine("replace($1, $2, 'ZZ')", TEXTS, parts);
    calls.combine("concat_ws($2, $1, NULL, 'z')", TEXTS, parts);
    calls.combine("hamming($1, $1)", TEXTS, List.of("''"));
    calls.combine("jaro_winkler_similarity($1, reverse($1))", TEXTS, List.of("''"));
    calls.combine("damerau_levenshtein($1, reverse($1))", TEXTS, List.of("''"));
    calls.assertNoneDiffers();
  }

  @Test
  void patterns() {
    List<String> likes =
        List.of(
            "'%'",
            "''",
            "'_'",
            "'a%'",
            "'%a'",
            "'%o%'",
            "'H_llo%'",
            "'%a%b%'",
            "'a\\%b%'",
            "'__🦆%'",
            "'%本%'",
            "'_%_'",
            "'%%'",
            "'%,%W%'",
            "'ä%'",
            "'Ä%'",
            "'%É%'",
            "NULL");
    for (String kind : List.of("LIKE", "NOT LIKE", "ILIKE", "NOT ILIKE")) {
      calls.combine("$1 " + kind + " $2", TEXTS, likes);
    }
    calls.combine(
        "$1 GLOB $2",
        TEXTS,
        List.of(
            "'*'",
            "''",
            "'?'",
            "'a*'",
            "'*[a-c]*'",
            "'[!a]*'",
            "'*.*'",
            "'\\**'",
            "'*[]]*'",
            "'[a'",
            "'H?llo*'",
            "NULL"));
    calls.combine(
        "$1 LIKE $2 ESCAPE '$'",
        TEXTS.subList(0, 12),
        List.of("'a$%b$_c'", "'%$_%'", "'a$'", "'$$'", "'%'"));
    calls.combine("$1 ILIKE $2 ESCAPE '\\'", TEXTS, List.of("'A\\%B%'", "'%\\_%'"));
    calls.assertNoneDiffers();
  }

  @Test
  void regularExpressions() {
    List<String> patterns =
        List.of(
            "''",
            "'a'",
            "'[a-z]+'",
            "'(\\w+)\\W+(\\w+)'",
            "'^.'",
            "'.$'",
            "'(?i)HELLO'",
            "'\\d+'",
            "'(a)|(b)'",
            "'('",
            "'a{2,1}'",
            "'(?=x)'",
            "'\\p{L}+'",
            "'[[:alpha:]]+'",
            "'x*'",
            "'\\s+'",
            "NULL");
    for (String call :
        List.of(
            "regexp_matches($1, $2)",
            "regexp_full_match($1, $2)",
            "regexp_extract($1, $2)",
            "regexp_extract($1, $2, 1)",
            "regexp_extract_all($1, $2)",
            "regexp_replace($1, $2, '<\\0>')",
            "regexp_replace($1, $2, '-', 'g')",
            "string_split_regex($1, $2)",
            "regexp_matches($1, $2, 'i')")) {
      calls.combine(call, TEXTS, patterns);
    }
    calls.checkLines(
        """
        regexp_replace('hello world', '(\\w+) (\\w+)', '\\2 \\1')
        regexp_replace('hello', 'l', 'L', 'gi')
        regexp_replace('hello', 'l', '$1', 'g')
        regexp_replace('hello', 'l', '\\', 'g')
        regexp_replace('a.b.c', '.', 'x', 'l')
        regexp_replace('a.b.c', '.', 'x', 'lg')
        regexp_extract('2020-01-05', '(\\d+)-(\\d+)-(\\d+)', ['y', 'm', 'd'])
        regexp_extract('nothing', '(\\d+)-(\\d+)-(\\d+)', ['y', 'm', 'd'])
        regexp_extract('2020-01-05', '(\\d+)-(\\d+)-(\\d+)', ['y', 'm', 'd', 'x'])
        regexp_extract('abc', '(a)(b)(c)', 3)
        regexp_extract('abc', '(a)(b)(c)', 4)
        regexp_extract('abc', '(a)(b)(c)', 10)
        regexp_extract('abc', '(a)(b)(c)', -1)
        regexp_extract('ABC', '(b)', 1, 'i')
        regexp_extract_all('a1b2c3', '([a-z])(\\d)', 2)
        regexp_extract_all('a1b2c3', '([a-z])(\\d)', 3)
        regexp_extract_all('aaa', 'a*')
        regexp_matches('a\nb', 'a.b')
        regexp_matches('a\nb', 'a.b', 's')
        regexp_matches('a\nb', '^b', 'm')
        regexp_matches('abc', 'B', 'q')
        regexp_matches('abc', 'B', 'g')
        regexp_matches('abc', 'B', NULL)
        regexp_split_to_array('a1b22c', '\\d+')
        string_split_regex('a b  c', ' ')
        string_split_regex('abc', '')
        'abc' SIMILAR TO 'a.c'
        'abc' SIMILAR TO 'b'
        'abc' ~ 'a.c'
        """);
    calls.assertNoneDiffers();
  }

  @Test
  void others() {
    calls.checkLines(
        """
        concat()
        concat(NULL)
        concat(1, 'a', NULL, 2.5, true)
        concat('a', DATE '2020-01-01')
        concat_ws(',', 1, NULL, 'b')
        concat_ws(NULL, 'a', 'b')
        concat_ws(',', NULL, NULL)
        concat_ws(',', '', 'a')
        1 || 'a'
        'a' || NULL
        X'41' || X'42'
        'a' || X'42'
        1 || 2
        translate('hello', 'el', 'ip')
        translate('hello', 'el', 'i')
        translate('hello', '', 'i')
        translate('häß🦆', 'äß🦆', 'as!')
        translate(NULL, 'a', 'b')
        chr(65)
        chr(0)
        chr(8364)
        chr(129414)
        chr(-1)
        chr(55296)
        chr(1114112)
        chr(NULL)
        to_base(10, 2)
        to_base(10, 2, 8)
        to_base(255, 16)
        to_base(-5, 2)
        to_base(0, 36)
        to_base(35, 36)
        to_base(5, 1)
        to_base(5, 37)
        to_base(9223372036854775807, 2)
        to_base(10, 2, 65)
        bin(5)
        bin(0)
        bin(-1)
        bin(5::UBIGINT)
        bin(5::HUGEINT)
        bin((-5)::HUGEINT)
        to_binary(10)
        hex(255)
        hex(0)
        hex(-1)
        hex(255::UBIGINT)
        hex(255::HUGEINT)
        hex((-255)::HUGEINT)
        hex(X'00FF')
        unhex('48656c6C6f')
        unhex('F')
        unhex('zz')
        unhex('')
        from_hex('0a')
        unbin('0110')
        unbin('1')
        unbin('2')
        unbin('')
        unbin('010000010100001')
        from_base64('aGVsbG8=')
        from_base64('aGVsbG8')
        from_base64('a?==')
        from_base64('')
        decode('abc'::BLOB)
        decode(X'FF')
        encode('ä')
        format_bytes(0)
        format_bytes(1)
        format_bytes(1023)
        format_bytes(1024)
        format_bytes(1536)
        format_bytes(1048576)
        format_bytes(123456789012)
        format_bytes(-5000)
        format_bytes(9223372036854775807)
        formatReadableSize(1500)
        formatReadableDecimalSize(1500)
        formatReadableDecimalSize(999)
        formatReadableDecimalSize(123456789012345)
        bar(5, 0, 10)
        bar(5, 0, 10, 20)
        bar(0, 0, 10, 20)
        bar(10, 0, 10, 20)
        bar(11, 0, 10, 20)
        bar(3.3, 0, 10, 7)
        bar(-1, 0, 10, 7)
        bar(1, 0, 10, 0)
        bar(1, 0, 10, 1001)
        bar(5, 10, 0, 10)
        bar('nan'::DOUBLE, 0, 10)
        bar(1, 0, 'inf'::DOUBLE)
        md5_number('abc')
        md5_number(X'00')
        overlay('abcdef', 'XY', 2)
        overlay('abcdef', 'XY', 2, 3)
        overlay('abcdef', 'XY', 10)
        overlay('abcdef', 'XY', 0)
        overlay('abcdef', 'XY', -1)
        overlay('abcdef', 'XY', 2, 0)
        overlay('abcdef', 'XY', 2, -1)
        overlay('aäcdef', 'ÜY', 2, 1)
        path_join('a', 'b')
        path_join('a/', 'b', 'c')
        path_join('/a', '/b')
        path_join('a', '')
        path_join('', 'b')
        path_join('a', '..', 'b')
        parse_formatted_bytes('1 KB')
        parse_formatted_bytes('1KiB')
        parse_formatted_bytes('1.5 GB')
        parse_formatted_bytes('1500')
        parse_formatted_bytes('-1 KB')
        parse_formatted_bytes('1 XB')
        parse_dirname('path/to/file.csv', 'system')
        parse_dirname('path\\to\\file.csv', 'backslash')
        parse_dirname('path/to\\file.csv', 'forward_slash')
        parse_dirname('path/to\\file.csv', 'both_slash')
        parse_dirname('path/to\\file.csv', 'nonsense')
        parse_filename('path/to/file.csv', true)
        parse_filename('path/to/file.csv', false)
        parse_filename('path/to/file.csv', true, 'system')
        parse_filename('path/to/file.tar.gz', true)
        parse_filename('path/to/.hidden', true)
        parse_path('path/to/file.csv', 'system')
        parse_path('path\\to/file.csv', 'backslash')
        parse_path('/a//b/')
        parse_dirpath('path/to\\file.csv', 'backslash')
        parse_dirpath('file')
        starts_with('abc', 'ab')
        'abc' ^@ 'ab'
        repeat(X'4142', 3)
        repeat('ab', 0)
        repeat('ab', -1)
        length(X'4142')
        bit_length('ä')
        strlen('ä')
        levenshtein('kitten', 'sitting')
        editdist3('kitten', 'sitting')
        mismatches('abc', 'abd')
        damerau_levenshtein('hello', 'ehllo')
        jaro_similarity('duck', 'duckdb', 0.5)
        jaro_winkler_similarity('duck', 'duckdb', 0.99)
        jaro_winkler_similarity('martha', 'marhta')
        lower('İ')
        upper('ß')
        upper('ŉ')
        lower('Σ')
        upper('ǆ')
        reverse('e\u0301a')
        length_grapheme('🤦🏼‍♂️')
        length('🤦🏼‍♂️')
        substring_grapheme('🤦🏼‍♂️a🇩🇪b', 2, 2)
        left_grapheme('🤦🏼‍♂️a🇩🇪b', 1)
        right_grapheme('🤦🏼‍♂️a🇩🇪b', 2)
        reverse('🤦🏼‍♂️')
        url_encode('a b/ä?&=~-_.')
        url_decode('a%20b%2Fx')
        url_decode('a%2')
        url_decode('%zz')
        url_decode('%FF')
        url_decode('a+b')
        strip_accents('ñ Å ø ł Ж й')
        substring('hello', 2)
        substring('hello', 2.6, 1)
        substring(X'616263', 2)
        position('b' IN 'abc')
        left('abc', NULL)
        lpad('a', 5, NULL)
        replace('aaa', 'a', '')
        replace('abc', 'b', NULL)
        split_part('a,b,c', ',', 2)
        split_part('a,b,c', ',', -1)
        split_part(NULL, ',', -1)
        """);
    calls.assertNoneDiffers();
  }

  @Test
  void printf() {
    calls.checkLines(
        """
        printf('%d', 5)
        printf('%5d|%-5d|%05d', 5, 5, 5)
        printf('%s and %s', 'a', 'b')
        printf('%10s|%-10s|', 'ab', 'cd')
        printf('%.2f', 3.14159)
        printf('%8.3f|', 3.14159)
        printf('%e', 12345.678)
        printf('%g', 0.0001)
        printf('%x %X %o', 255, 255, 8)
        printf('%c', 65)
        printf('%%')
        printf('%d', 'x')
        printf('%d')
        printf('%s', 5)
        printf('%d', 5.5)
        printf('%i', 7)
        printf('%u', 7)
        printf('%+d', 7)
        printf('%,d', 1234567)
        printf('%''d', 1234567)
        printf('%_d', 1234567)
        printf('%,.2f', 1234567.891)
        printf('%d', 9223372036854775807)
        printf('%d', 170141183460469231731687303715884105727)
        printf('%s', NULL)
        printf(NULL, 1)
        printf('%s %s', 'a', 1.5::DOUBLE)
        printf('%s', true)
        printf('%d', true)
        printf('%s', DATE '2020-01-01')
        printf('plain')
        printf('%5.1f%%', 12.34)
        printf('%.3s', 'abcdef')
        printf('%.50f', 0.1::DOUBLE)
        printf('%q', 1)
        format('{}', 5)
        format('{} {}', 'a', 'b')
        format('{1} {0}', 'a', 'b')
        format('{:d}', 5)
        format('{:5d}|{:<5d}|{:^5d}|{:>5d}', 5, 5, 5, 5)
        format('{:05d}', 42)
        format('{:+d} {: d}', 42, 42)
        format('{:x} {:X} {:#x} {:b} {:o}', 255, 255, 255, 5, 8)
        format('{:s}', 'abc')
        format('{:10s}|{:>10s}|{:*^10s}|', 'abc', 'abc', 'abc')
        format('{:.2f}', 3.14159)
        format('{:.3}', 3.14159::DOUBLE)
        format('{}', 3.0::DOUBLE)
        format('{}', 1e20::DOUBLE)
        format('{}', 0.1::FLOAT)
        format('{:,}', 1234567)
        format('{:_}', 1234567)
        format('{:''}', 1234567)
        format('{:t.}', 1234567)
        format('{:t,.2f}', 1234567.891)
        format('{:e}', 12345.678)
        format('{:g}', 12345.678)
        format('{:%}', 0.25)
        format('{{}}')
        format('{')
        format('}')
        format('{} {}', 'a')
        format('{2}', 'a')
        format('{:d}', 'x')
        format('{:d}', 5.5)
        format('{}', NULL)
        format('{}', true)
        format('{}', DATE '2020-01-01')
        format('{:.2f}%', 99.123)
        format('{:.1f}', 1)
        format('{:c}', 65)
        format('{}', 170141183460469231731687303715884105727)
        format('{:>8}', 'ä🦆')
        format('{a}', 5)
        format('{:y}', 5)
        """);
    calls.assertNoneDiffers();
  }
}
