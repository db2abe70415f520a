// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides whether the first row is a header, and what the columns are called. */
final class HeaderSniffer {
  /** Words that a normalised name may not be. */
  private static final Set<String> KEYWORDS =
      Set.of(
          ("abort absolute access action add admin after aggregate all also alter always "
                  + "analyse analyze and anti any approx array as asc asof assertion assignment "
                  + "asymmetric at attach attribute authorization backward before begin binary "
                  + "both by cache call called cascade cascaded case cast catalog centuries "
                  + "century chain characteristics check checkpoint class close cluster collate "
                  + "collation column columns comment comments commit committed compression "
                  + "concurrently configuration conflict connect connection constraint constraints "
                  + "content continue conversion copy cost create cross csv cube current cursor "
                  + "cycle data database day days deallocate decade decades declare default "
                  + "defaults deferrable deferred definer delete delimiter delimiters depends desc "
                  + "describe destroy detach dictionary disable discard disconnect distance "
                  + "distinct do document domain double drop each else enable encoding encrypted "
                  + "end enum error escape event exact except exclude excluding exclusive execute "
                  + "explain export export_state extension extensions external false family fetch "
                  + "filter first following for force foreign forward freeze from full function "
                  + "functions generated glob global grant granted group groups handler having "
                  + "header hold hour hours identity if ignore ilike immediate immutable implicit "
                  + "import in include including increment index indexes inherit inherits "
                  + "initially inline inner input insensitive insert install instead intersect "
                  + "into invoker is isnull isolation join json key label lambda language large "
                  + "last lateral leading leakproof left level like limit listen load local "
                  + "location lock locked logged macro map mapping match matched materialized "
                  + "maxvalue merge method microsecond microseconds millennia millennium "
                  + "millisecond milliseconds minute minutes minvalue mode month months move name "
                  + "names natural nearest new next no not nothing notify notnull nowait null "
                  + "nulls object of off offset oids old on only operator option options or order "
                  + "ordinality others outer over overlaps overriding owned owner parallel parser "
                  + "partial partition partitioned passing password percent persistent pivot "
                  + "pivot_longer pivot_wider placing plans policy positional pragma preceding "
                  + "prepare prepared preserve primary prior privileges procedural procedure "
                  + "program publication qualify quarter quarters quote range read reassign "
                  + "recheck recursive ref references referencing refresh register reindex "
                  + "relative release rename repeatable replace replica reset resource resources "
                  + "respect restart restrict returning returns revoke right role rollback rollup "
                  + "rows rule sample savepoint schema schemas scope scroll search second seconds "
                  + "secret secure security select semi sequence sequences serializable server "
                  + "session set sets share show similar similarity simple skip snapshot some "
                  + "sorted source sql stable standalone start statement statistics stdin stdout "
                  + "storage stored strict strip struct subscription summarize symmetric sysid "
                  + "system table tables tablesample tablespace target temp template temporary "
                  + "text then ties to trailing transaction transform trigger true truncate "
                  + "trusted try_cast tuple type types unbounded uncommitted unencrypted union "
                  + "unique unknown unlisten unlogged unpack unpivot until update use user using "
                  + "vacuum valid validate validator value variable variadic varying verbose "
                  + "version view views virtual volatile week weeks when where whitespace window "
                  + "with within without work wrapper write xml year years yes zone")
              .split(" "));

  private final CsvOptions options;
  private final String path;
  private final TypeSniffer types;
  private final boolean manyFiles;
  private final CsvDialect dialect;
  private final List<String> names = new ArrayList<>();
  private boolean firstRowDropped;

  HeaderSniffer(
      CsvOptions options, String path, TypeSniffer types, boolean manyFiles, CsvDialect dialect) {
    this.options = options;
    this.path = path;
    this.types = types;
    this.manyFiles = manyFiles;
    this.dialect = dialect;
  }

  List<String> names() {
    return names;
  }

  /** Whether a first row that is neither header nor data is to be left out. */
  boolean firstRowDropped() {
    return firstRowDropped;
  }

  /** Decides, and fills {@link #names()}; answers whether the first row is a header. */
  boolean detect(List<@Nullable String> first, int rows, int columns) {
    if (rows == 0) {
      generate(columns);
      replaceNames(first, columns);
      return false;
    }
    if (!options.nullPadding && first.size() != columns) {
      if (!options.dropsRows()) {
        throw tooShort(first, columns);
      }
      generate(columns);
      firstRowDropped = true;
      replaceNames(first, columns);
      return false;
    }
    boolean header = options.columnsSet ? matchesSetColumns(first) : looksLikeHeader(first);
    if (options.header != null) {
      header = options.header;
    }
    if (header) {
      takeNames(first, columns);
    } else {
      generate(columns);
    }
    replaceNames(first, columns);
    return header;
  }

  private boolean looksLikeHeader(List<@Nullable String> first) {
    boolean consistent = true;
    boolean allText = true;
    boolean allNull = true;
    for (int c = 0; c < first.size(); c++) {
      String value = first.get(c);
      if (value != null) {
        allNull = false;
      }
      LogicalType type = types.guess(c);
      if (type.id() != TypeId.VARCHAR) {
        allText = false;
        if (value != null && !types.fits(value.getBytes(StandardCharsets.UTF_8), type)) {
          consistent = false;
        }
      }
    }
    return allText || allNull || !consistent;
  }

  private boolean matchesSetColumns(List<@Nullable String> first) {
    int count = options.names.size();
    if (count != first.size() && count + 1 != first.size()) {
      return false;
    }
    boolean same = true;
    for (int c = 0; c < count && same; c++) {
      String value = first.get(c);
      if (value == null) {
        return false;
      }
      same = value.equals(options.names.get(c));
    }
    if (same) {
      return true;
    }
    boolean allText = true;
    boolean consistent = true;
    for (int c = 0; c < count; c++) {
      LogicalType type = options.types.get(c);
      String value = first.get(c);
      if (type.id() != TypeId.VARCHAR) {
        allText = false;
        if (value != null && !types.fits(value.getBytes(StandardCharsets.UTF_8), type)) {
          consistent = false;
        }
      }
    }
    // A file of texts whose first row names other columns: only data can be told from a header by
    // its types, so the row is kept (a row too many is seen, a lost row is not).
    return !allText && !consistent;
  }

  private void generate(int columns) {
    names.clear();
    for (int c = 0; c < columns; c++) {
      names.add(generated(columns, c));
    }
  }

  private static String generated(int columns, int column) {
    String digits = Integer.toString(column);
    int width = Integer.toString(Math.max(0, columns - 1)).length();
    return "column" + "0".repeat(Math.max(0, width - digits.length())) + digits;
  }

  private void takeNames(List<@Nullable String> first, int columns) {
    Map<String, Integer> seen = new HashMap<>();
    for (int c = 0; c < first.size(); c++) {
      String value = first.get(c);
      String name;
      if (value == null || value.isEmpty() || !options.normalizeNames && value.isBlank()) {
        name = generated(columns, c);
      } else {
        name = value;
      }
      name = options.normalizeNames ? normalize(name) : trim(name);
      String key = name.toLowerCase(Locale.ROOT);
      while (seen.containsKey(key)) {
        int count = seen.merge(key, 1, Integer::sum);
        name = name + "_" + count;
        key = name.toLowerCase(Locale.ROOT);
      }
      names.add(name);
      seen.put(key, 0);
    }
    for (int c = first.size(); c < columns; c++) {
      names.add(generated(columns, c));
    }
  }

  private static String trim(String text) {
    int from = 0;
    int to = text.length();
    while (from < to && Character.isSpaceChar(text.charAt(from))) {
      from++;
    }
    while (to > from && Character.isSpaceChar(text.charAt(to - 1))) {
      to--;
    }
    return text.substring(from, to);
  }

  /** A name of ASCII letters, digits and underscores in lower case that needs no quotes. */
  static String normalize(String name) {
    String decomposed = Normalizer.normalize(name, Normalizer.Form.NFKD);
    StringBuilder ascii = new StringBuilder();
    for (int i = 0; i < decomposed.length(); i++) {
      char c = decomposed.charAt(i);
      if (c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z') {
        ascii.append(c);
      } else if (Character.isWhitespace(c)) {
        ascii.append(' ');
      }
    }
    String cleaned = ascii.toString().strip().replaceAll(" +", "_").toLowerCase(Locale.ROOT);
    if (cleaned.isEmpty()) {
      cleaned = "_";
    }
    return KEYWORDS.contains(cleaned) || Character.isDigit(cleaned.charAt(0))
        ? "_" + cleaned
        : cleaned;
  }

  private void replaceNames(List<@Nullable String> first, int columns) {
    List<String> given = options.names;
    if (options.columnsSet) {
      for (int c = 0; c < given.size(); c++) {
        if (c < names.size()) {
          names.set(c, given.get(c));
        } else {
          names.add(given.get(c));
        }
      }
      while (names.size() > given.size()) {
        names.remove(names.size() - 1);
      }
      return;
    }
    boolean lenient =
        options.files.unionByName()
            || manyFiles
            || Boolean.TRUE.equals(options.files.hivePartitioning());
    if (given.size() > names.size() && !lenient) {
      if (!options.nullPadding) {
        throw tooShort(first, given.size());
      }
    }
    for (int c = 0; c < given.size(); c++) {
      if (c < names.size()) {
        names.set(c, given.get(c));
      } else if (!lenient) {
        names.add(given.get(c));
      }
    }
  }

  private EiderException tooShort(List<@Nullable String> first, int expected) {
    return EiderException.invalidInput(
        SniffErrors.header(options, path, first, expected, dialect.delimiterText()));
  }

  /** Puts the types that the user set in place of the guesses. */
  void replaceTypes(List<LogicalType> guesses) {
    if (options.columnsSet || options.types.isEmpty() && options.typesByName == null) {
      return;
    }
    Map<String, LogicalType> byName = options.typesByName;
    if (byName == null) {
      if (names.size() < options.types.size()) {
        throw EiderException.binder(
            "read_csv: "
                + options.types.size()
                + " types were provided, but CSV file only has "
                + names.size()
                + " columns");
      }
      for (int c = 0; c < options.types.size(); c++) {
        guesses.set(c, options.types.get(c));
      }
      return;
    }
    List<String> missing = new ArrayList<>();
    for (Map.Entry<String, LogicalType> entry : byName.entrySet()) {
      boolean found = false;
      for (int c = 0; c < names.size(); c++) {
        if (names.get(c).equalsIgnoreCase(entry.getKey())) {
          guesses.set(c, entry.getValue());
          found = true;
        }
      }
      if (!found) {
        missing.add("\"" + entry.getKey() + "\"");
      }
    }
    if (!missing.isEmpty() && !options.files.unionByName()) {
      throw EiderException.binder(
          "COLUMN_TYPES error: Columns with names: "
              + String.join(",", missing)
              + " do not exist in the CSV File");
    }
  }
}
