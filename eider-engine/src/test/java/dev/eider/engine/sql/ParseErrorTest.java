// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is refused, with which words, and at which place. */
class ParseErrorTest {
  private static EiderException fail(String sql) {
    return assertThrows(EiderException.class, () -> SqlParser.parse(sql), sql);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          SELECT 1 2                        | 2      | 9
          SELECT a b c FROM t               | c      | 11
          SELECT (1                         | 1      | 8
          SELECT [1,2 FROM t                | FROM   | 12
          SELECT 1 +                        | +      | 9
          SELECT 1 + ;                      | ;      | 11
          SELECT 1 2 * FROM t               | 2      | 9
          SELECT users..id FROM users       | ..     | 12
          SELECT 1 OFFSET                   | OFFSET | 9
          SELECT * FROM t GROUP t           | t      | 22
          SELECT * FROM a JOIN b            | b      | 21
          SELECT * FROM a JOIN b;           | ;      | 22
          SELECT * FROM t WHERE a WHERE b   | WHERE  | 24
          SELECT * FROM t WHERE a IN (,)    | ,      | 28
          SELECT a, b,, FROM t              | ,      | 12
          SELECT {'a': 1, 'b': }            | }      | 21
          SELECT sum(a) OVER (PARTITION BY ) FROM t | ) | 33
          SELECT count(*) FILTER (WHERE )   | )      | 30
          SELECT 1 AS 1col                  | 1      | 12
          SELECT 2 'y'                      | 'y'    | 9
          SELECT 1 $x                       | $      | 9
          CREATE TABLE 1 (i INT)            | 1      | 13
          DROP TABLE                        | TABLE  | 5
          ALTER TABEL t                     | TABEL  | 6
          INSERT INTO t                     | t      | 12
          SELECT left                       | left   | 7
          SELECT * FROM t AS left           | left   | 19
          SELECT a FROM select              | select | 14
          SELECT * FROM x QUALIFY a WINDOW w AS () | WINDOW | 26
          SELECT 1; SELEC 2                 | SELEC  | 10
          """)
  void syntaxErrors(String sql, String near, int position) {
    EiderException error = fail(sql);
    assertEquals(ErrorType.PARSER, error.type());
    assertEquals(
        "syntax error at or near \"" + near + "\"", error.detail().lines().findFirst().get());
    assertEquals(position, error.position());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          SELECT 'abc                       | unterminated string literal
          SELECT "abc                       | unterminated quoted identifier
          SELECT ""                         | zero-length delimited identifier
          SELECT 1 /* a /* b */             | unterminated /* comment at or near "/* a /* b */"
          SELECT $$abc                      | unterminated dollar-quoted string
          SELECT FROM t                     | SELECT clause without selection list
          SELECT 1 = 2 = 3                  | Chained comparisons are not supported, use AND to combine comparisons
          SELECT a IS DISTINCT FROM b IS DISTINCT FROM c | Chained comparisons are not supported, use AND to combine comparisons
          SELECT 'a'::VARCHAR[1:2]          | Subscript/slice cannot be applied directly after a cast operator (e.g. x::TYPE[1:3] is not allowed). Wrap the cast in parentheses: (x::TYPE)[1:3]
          SELECT l[]                        | Empty subscript '[]' is not allowed
          SELECT sum(1) OVER w              | window "w" does not exist
          SELECT sum(1) OVER (w ROWS 1 PRECEDING) FROM t WINDOW w AS (ROWS 2 PRECEDING) | cannot copy window "w" because it has a frame clause
          SELECT 1 FROM t WINDOW w AS (), w AS () | window "w" is already defined
          SELECT sum(sum(1) OVER ()) OVER (ORDER BY sum(1) OVER ()) | window functions are not allowed in window definitions
          SELECT s.t.* FROM t               | Did not expect more than one column in front of a star expression
          SELECT * EXCLUDE (a, a) FROM t    | Duplicate entry "a" in EXCLUDE list
          SELECT * EXCLUDE (a) REPLACE (1 AS a) FROM t | Column "a" cannot occur in both EXCLUDE and REPLACE list
          SELECT a::TIME(3)                 | Type TIME does not allow any modifiers
          SELECT a::INT[0]                  | Array size must be greater than 0
          SELECT INTERVAL '1' YEAR TO MONTH | YEAR TO MONTH is not supported
          SELECT #0                         | Positional reference node needs to be >= 1
          SELECT $0                         | Parameter numbers must be greater than 0
          SELECT median(a IGNORE NULLS)     | RESPECT/IGNORE NULLS is not supported for non-window functions
          SELECT sum(a) WITHIN GROUP (ORDER BY b) | Unknown ordered aggregate "sum".
          SELECT 2 ^ ANY([1])               | Unsupported comparison "^" for ANY/ALL subquery
          SELECT x'ABC'                     | Invalid hex string literal: must have an even number of digits
          VALUES (1, 2), (3)                | VALUES lists must all be the same length, expected 2 entries but found a list with 1 entry
          WITH a AS (SELECT 1), A AS (SELECT 2) FROM a | Duplicate CTE name "A"
          CREATE TABLE t ()                 | Table must have at least one column!
          CREATE TABLE t (a)                | Column "a" must have a type or be defined as a GENERATED column.
          CREATE TABLE t (a INT CHECK ((SELECT 1) > a)) | subqueries prohibited in CHECK constraints
          CREATE TABLE t (a INT REFERENCES u ON DELETE CASCADE) | FOREIGN KEY constraints cannot use CASCADE, SET NULL or SET DEFAULT
          CREATE OR REPLACE TABLE IF NOT EXISTS t (a INT) | Cannot specify both OR REPLACE and IF NOT EXISTS within single create statement
          CREATE SEQUENCE s INCREMENT 0     | Increment must not be zero
          CREATE SEQUENCE s MINVALUE 5 START 4 | START value (4) cannot be less than MINVALUE (5)
          CREATE MACRO m(a, a) AS 1         | Duplicate parameter "a" in macro definition
          UPDATE t SET (a, b) = (1, 2, 3)   | Could not perform assignment, expected 2 values, got 3
          UPDATE t SET t.a = 1              | Qualified column names in UPDATE .. SET not supported
          SET threads = 1, 2                | SET can only contain a single value
          PREPARE p AS DROP TABLE t         | DROP_STATEMENT is not a preparable statement
          (DESCRIBE t) ORDER BY 1           | DESCRIBE with ORDER BY not allowed - wrap the statement in a subquery instead
          COPY t TO 'f' (HEADER, HEADER)    | Unexpected duplicate option "HEADER"
          SELECT e'\\000'                    | Null character not permitted in escape string literal
          """)
  void saidInWords(String sql, String detail) {
    assertEquals(detail, fail(sql.replace("\\\\", "\\")).detail());
  }

  @Test
  void mixedParametersAreNotThereYet() {
    EiderException error = fail("SELECT $1, $a");
    assertEquals(ErrorType.NOT_IMPLEMENTED, error.type());
    assertEquals("Mixing named and positional parameters is not supported yet", error.detail());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SELEC 1                    | SELECT
          SELECT 1 FROMM t           | FROM
          SELECT * FRMO t            | FROM
          SELECT * FROM t WHER a = 1 | WHERE
          SELECT a FROM t GRUOP BY a | GROUP
          SELECT a FROM t ODER BY a  | ORDER
          INSRET INTO t VALUES (1)   | INSERT
          CRAETE TABLE t (a INT)     | CREATE
          """)
  void misspeltKeywords(String sql, String meant) {
    EiderException error = fail(sql);
    assertTrue(error.detail().endsWith("\nDid you mean \"" + meant + "\"?"), () -> error.detail());
  }

  @Test
  void noSuggestionWithoutALikelyWord() {
    assertEquals("syntax error at or near \"c\"", fail("SELECT a b c").detail());
    assertEquals("syntax error at or near \"2\"", fail("SELECT zzz qqqq 2").detail());
  }
}
