// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.formats.glob.FileOptions;
import dev.eider.formats.scan.TypeNames;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads the named parameters of the reader, and the options of COPY FROM, which are the same. */
final class OptionsParser {
  /** The parameters of {@code read_csv} and their types. */
  static final Map<String, LogicalType> PARAMETERS = new LinkedHashMap<>();

  static {
    LogicalType texts = LogicalType.list(LogicalType.VARCHAR);
    for (String name :
        List.of(
            "sep",
            "delim",
            "delimiter",
            "quote",
            "new_line",
            "escape",
            "dateformat",
            "date_format",
            "timestampformat",
            "timestamp_format",
            "compression",
            "max_line_size",
            "maximum_line_size",
            "rejects_table",
            "rejects_scan",
            "decimal_separator",
            "comment",
            "encoding",
            "thousands")) {
      PARAMETERS.put(name, LogicalType.VARCHAR);
    }
    for (String name :
        List.of(
            "nullstr",
            "null",
            "columns",
            "auto_type_candidates",
            "column_types",
            "dtypes",
            "types",
            "filename",
            "hive_types",
            "hive_type")) {
      PARAMETERS.put(name, LogicalType.ANY);
    }
    for (String name :
        List.of(
            "header",
            "auto_detect",
            "all_varchar",
            "normalize_names",
            "ignore_errors",
            "store_rejects",
            "parallel",
            "null_padding",
            "allow_quoted_nulls",
            "strict_mode",
            "hive_partitioning",
            "union_by_name",
            "hive_types_autocast",
            "allow_empty")) {
      PARAMETERS.put(name, LogicalType.BOOLEAN);
    }
    for (String name :
        List.of(
            "sample_size", "skip", "rejects_limit", "rejects_line_size_limit", "files_to_sniff")) {
      PARAMETERS.put(name, LogicalType.BIGINT);
    }
    PARAMETERS.put("buffer_size", LogicalType.UBIGINT);
    PARAMETERS.put("force_not_null", LogicalType.ANY);
    PARAMETERS.put("names", texts);
    PARAMETERS.put("column_names", texts);
  }

  private final CsvOptions options = new CsvOptions();
  private final TypeNames.UserTypes userTypes;

  private OptionsParser(TypeNames.UserTypes userTypes) {
    this.userTypes = userTypes;
  }

  /**
   * Reads all.
   *
   * @throws EiderException BINDER or INVALID_INPUT for a bad value, BINDER for an unknown name
   */
  static CsvOptions parse(Map<String, Value> named, TypeNames.UserTypes userTypes) {
    OptionsParser parser = new OptionsParser(userTypes);
    for (Map.Entry<String, Value> entry : named.entrySet()) {
      String name = entry.getKey().toLowerCase(Locale.ROOT);
      parser.read(name, entry.getValue());
      switch (name) {
        case "column_types",
            "types",
            "dtypes",
            "auto_detect",
            "auto_type_candidates",
            "columns",
            "names",
            "filename",
            "hive_partitioning",
            "union_by_name",
            "hive_types",
            "hive_types_autocast",
            "allow_empty" -> {}
        default -> parser.options.given.put(name, sqlText(entry.getValue()));
      }
    }
    parser.verify();
    return parser.options;
  }

  private static String sqlText(Value value) {
    if (value.isNull()) {
      return "NULL";
    }
    return switch (value.type().id()) {
      case VARCHAR, STRING_LITERAL -> "'" + value.asString().replace("'", "''") + "'";
      case LIST -> {
        List<String> items = new ArrayList<>();
        for (Value item : value.asList()) {
          items.add(sqlText(item));
        }
        yield "[" + String.join(", ", items) + "]";
      }
      default -> value.get().toString();
    };
  }

  private void read(String name, Value value) {
    switch (name) {
      case "delim", "sep", "delimiter", "separator" -> {
        String text = text(name, value).replace("\\t", "\t");
        if (text.getBytes(StandardCharsets.UTF_8).length > 4) {
          throw EiderException.invalidInput(
              "The delimiter option cannot exceed a size of 4 bytes.");
        }
        if (options.delimiter != null) {
          throw EiderException.binder(
              "CSV Reader function option delim and sep are aliases, only one can be supplied");
        }
        options.delimiter = text;
      }
      case "quote" -> options.quote = character(name, value);
      case "escape" -> options.escape = character(name, value);
      case "comment" -> options.comment = character(name, value);
      case "new_line" -> options.newLine = newLine(text(name, value));
      case "header" -> options.header = bool(name, value);
      case "nullstr", "null", "nulls" -> options.nullStrings = nullStrings(name, value);
      case "compression" -> options.compression = text(name, value).toLowerCase(Locale.ROOT);
      case "strict_mode" -> {
        options.strict = bool(name, value);
        options.strictSet = true;
      }
      case "auto_detect" -> {
        options.autoDetect = bool(name, value);
        options.autoDetectSet = true;
      }
      case "sample_size" -> {
        long size = number(name, value);
        if (size < 1 && size != -1) {
          throw EiderException.binder(
              "Unsupported parameter for SAMPLE_SIZE: cannot be smaller than 1");
        }
        options.sampleSize = size == -1 ? -1 : (size + 2047) / 2048 * 2048;
      }
      case "skip" -> {
        long skip = number(name, value);
        if (skip < 0) {
          throw EiderException.invalidInput(
              "skip_rows option from read_csv scanner, must be equal or higher than 0");
        }
        options.skip = skip;
      }
      case "max_line_size", "maximum_line_size" -> {
        options.maxLine = number(name, value);
        if (options.maxLine < 0) {
          throw EiderException.binder(
              "Invalid value for MAX_LINE_SIZE parameter: it cannot be smaller than 0");
        }
      }
      case "date_format", "dateformat" -> {
        String text = text(name, value);
        options.dateFormat = text.equalsIgnoreCase("auto") ? null : TimeFormat.of(text);
      }
      case "timestamp_format", "timestampformat" -> {
        String text = text(name, value);
        options.timestampFormat = text.equalsIgnoreCase("auto") ? null : TimeFormat.of(text);
      }
      case "ignore_errors" -> {
        options.ignoreErrors = bool(name, value);
        options.ignoreErrorsSet = true;
      }
      case "buffer_size" -> {
        options.bufferSize = number(name, value);
        if (options.bufferSize == 0) {
          throw EiderException.invalidInput("Buffer Size option must be higher than 0");
        }
      }
      case "decimal_separator" -> {
        String text = text(name, value);
        if (!text.equals(".") && !text.equals(",")) {
          throw EiderException.binder(
              "Unsupported parameter for DECIMAL_SEPARATOR: should be '.' or ','");
        }
        options.decimalSeparator = (byte) text.charAt(0);
      }
      case "null_padding" -> options.nullPadding = bool(name, value);
      case "parallel" -> options.parallel = bool(name, value);
      case "allow_quoted_nulls" -> options.quotedNulls = bool(name, value);
      case "force_not_null" -> forceNotNull(name, value);
      case "encoding" -> options.encoding = text(name, value);
      case "thousands" -> {
        String text = value.isNull() ? "" : text(name, value);
        if (text.length() > 1) {
          throw EiderException.binder(
              "Unsupported parameter for THOUSANDS: should be max one character");
        }
        options.thousands = text.isEmpty() ? 0 : (byte) text.charAt(0);
      }
      default -> readMore(name, value);
    }
  }

  private void readMore(String name, Value value) {
    switch (name) {
      case "store_rejects" -> {
        options.storeRejects = bool(name, value);
        options.storeRejectsSet = true;
      }
      case "rejects_table" -> {
        options.rejectsTable = tableName("REJECTS_TABLE option", name, value);
        options.rejectsTableSet = true;
      }
      case "rejects_scan" -> {
        options.rejectsScan = tableName("rejects_scan option", name, value);
        options.rejectsScanSet = true;
      }
      case "rejects_limit" -> {
        options.rejectsLimit = number(name, value);
        if (options.rejectsLimit < 0) {
          throw EiderException.binder(
              "Unsupported parameter for REJECTS_LIMIT: cannot be negative");
        }
      }
      case "rejects_line_size_limit" -> {
        options.rejectsLineLimit = number(name, value);
        if (options.rejectsLineLimit < 0) {
          throw EiderException.binder(
              "Unsupported parameter for REJECTS_LINE_SIZE_LIMIT: cannot be negative");
        }
      }
      case "columns" -> columns(value);
      case "names", "column_names" -> names(name, value);
      case "types", "dtypes", "column_types" -> types(name, value);
      case "auto_type_candidates" -> candidates(value);
      case "all_varchar" -> options.allVarchar = flag(name, value);
      case "normalize_names" -> options.normalizeNames = flag(name, value);
      case "files_to_sniff" -> {
        long count = number(name, value);
        if (count < 1 && count != -1) {
          throw EiderException.binder(
              "Unsupported parameter for files_to_sniff: value must be -1 for all files or higher"
                  + " than one.");
        }
        options.filesToSniff = count == -1 ? Integer.MAX_VALUE : (int) Math.min(count, 1 << 30);
      }
      case "format", "auto" -> {}
      default -> {
        if (!options.files.take(name, value, userTypes)) {
          throw EiderException.binder("Unrecognized option for CSV reader " + name);
        }
      }
    }
  }

  private static String tableName(String what, String name, Value value) {
    String text = text(name, value);
    if (text.isEmpty()) {
      throw EiderException.binder(what + " cannot be empty");
    }
    if (!text.matches("[a-z_][a-z0-9_]*")) {
      throw EiderException.binder(
          "rejects_scan option: " + text + " requires quotes to be used as an identifier");
    }
    return text;
  }

  private void columns(Value value) {
    if (!options.names.isEmpty()) {
      throw EiderException.binder("read_csv column_names/names can only be supplied once");
    }
    if (!(value.type() instanceof LogicalType.Struct struct) || value.isNull()) {
      throw EiderException.binder("read_csv columns requires a struct as input");
    }
    List<LogicalType> types = new ArrayList<>();
    for (int i = 0; i < struct.fields().size(); i++) {
      options.names.add(struct.fields().get(i).name());
      Value type = value.asList().get(i);
      if (type.isNull() || type.type().id() != TypeId.VARCHAR) {
        throw EiderException.binder("read_csv requires a type specification as string");
      }
      types.add(TypeNames.parse(type.asString(), userTypes));
    }
    if (types.isEmpty()) {
      throw EiderException.binder("read_csv requires at least a single column as input!");
    }
    if (!options.types.isEmpty()) {
      sameTypes(types, options.types);
    }
    options.columnsSet = true;
    options.types = types;
    options.typesByName = null;
  }

  private static void sameTypes(List<LogicalType> columns, List<LogicalType> types) {
    if (columns.size() != types.size()) {
      throw EiderException.binder(
          "read_csv: the 'columns' option specifies "
              + columns.size()
              + " column(s), but 'types'/'dtypes'/'column_types' specifies "
              + types.size()
              + " type(s). When both are provided they must agree. Consider removing the 'type'"
              + " option.");
    }
    for (int i = 0; i < types.size(); i++) {
      if (!columns.get(i).equals(types.get(i))) {
        throw EiderException.binder(
            "read_csv: column type mismatch at position "
                + (i + 1)
                + ": 'columns' specifies '"
                + columns.get(i)
                + "' but 'types'/'dtypes'/'column_types' specifies '"
                + types.get(i)
                + "'. When both are provided they must agree. Consider removing the"
                + " 'type' option.");
      }
    }
  }

  private void names(String name, Value value) {
    if (!options.names.isEmpty()) {
      throw EiderException.binder("read_csv column_names/names can only be supplied once");
    }
    if (value.isNull()) {
      throw EiderException.binder("read_csv \"" + name + "\" cannot be NULL");
    }
    LinkedHashSet<String> seen = new LinkedHashSet<>();
    for (Value item : value.asList()) {
      if (item.isNull()) {
        throw EiderException.binder("read_csv \"" + name + "\" parameter cannot have a NULL value");
      }
      String text = item.asString();
      if (text.isBlank()) {
        throw EiderException.binder(
            "read_csv \"" + name + "\" cannot have empty (or all whitespace) value");
      }
      if (!seen.add(text.toLowerCase(Locale.ROOT))) {
        throw EiderException.binder(
            "read_csv \"" + name + "\" must have unique values. \"" + text + "\" is repeated.");
      }
      options.names.add(text);
    }
  }

  private void types(String name, Value value) {
    if (!options.columnsSet && (!options.types.isEmpty() || options.typesByName != null)) {
      throw EiderException.binder("read_csv column_types/types/dtypes can only be supplied once");
    }
    List<LogicalType> parsed = new ArrayList<>();
    Map<String, LogicalType> byName = null;
    if (value.type() instanceof LogicalType.Struct struct) {
      byName = new LinkedHashMap<>();
      for (int i = 0; i < struct.fields().size(); i++) {
        Value type = value.asList().get(i);
        if (type.type().id() != TypeId.VARCHAR) {
          throw EiderException.binder(
              "read_csv \"" + name + "\" requires a type specification as string");
        }
        LogicalType one = TypeNames.parse(type.asString(), userTypes);
        parsed.add(one);
        byName.put(struct.fields().get(i).name(), one);
      }
    } else if (value.type() instanceof LogicalType.ListOf && !value.isNull()) {
      for (Value item : value.asList()) {
        if (item.type().id() != TypeId.VARCHAR) {
          throw EiderException.binder(
              "read_csv \"" + name + "\" requires a list of types (varchar) as input");
        }
        parsed.add(TypeNames.parse(item.asString(), userTypes));
      }
    } else {
      throw EiderException.binder("read_csv \"" + name + "\" requires a struct or list as input");
    }
    if (options.columnsSet) {
      sameTypes(options.types, parsed);
    } else {
      options.types = byName == null ? parsed : new ArrayList<>();
      options.typesByName = byName;
    }
  }

  private void candidates(Value value) {
    if (!(value.type() instanceof LogicalType.ListOf) || value.isNull()) {
      throw EiderException.binder("read_csv auto_types requires a list as input");
    }
    if (value.asList().isEmpty()) {
      throw EiderException.binder("auto_type_candidates requires at least one type");
    }
    List<TypeId> order =
        List.of(
            TypeId.VARCHAR,
            TypeId.DOUBLE,
            TypeId.FLOAT,
            TypeId.DECIMAL,
            TypeId.BIGNUM,
            TypeId.HUGEINT,
            TypeId.BIGINT,
            TypeId.INTEGER,
            TypeId.SMALLINT,
            TypeId.TINYINT,
            TypeId.TIMESTAMP_TZ,
            TypeId.TIMESTAMP,
            TypeId.DATE,
            TypeId.TIME,
            TypeId.BOOLEAN,
            TypeId.SQLNULL);
    LogicalType[] chosen = new LogicalType[order.size()];
    chosen[0] = LogicalType.VARCHAR;
    chosen[order.size() - 1] = LogicalType.SQLNULL;
    for (Value item : value.asList()) {
      if (item.type().id() != TypeId.VARCHAR) {
        throw EiderException.binder("auto_type_candidates requires a type specification as string");
      }
      LogicalType type = TypeNames.parse(item.asString(), userTypes);
      int rank = order.indexOf(type.id());
      if (rank < 0) {
        throw EiderException.binder(
            "Auto Type Candidate of type " + type.id() + " is not accepted as a valid input");
      }
      chosen[rank] = type;
    }
    List<LogicalType> list = new ArrayList<>();
    for (LogicalType type : chosen) {
      if (type != null) {
        list.add(type);
      }
    }
    options.candidates = list;
  }

  private void forceNotNull(String name, Value value) {
    if (value.isNull()) {
      throw EiderException.binder("Invalid value for 'force_not_null' parameter");
    }
    if (value.type() instanceof LogicalType.ListOf) {
      for (Value item : value.asList()) {
        options.forceNotNull.add(item.asString().toLowerCase(Locale.ROOT));
      }
    } else {
      String text = String.valueOf(value.object());
      if (text.equals("*")) {
        options.forceNotNullAll = true;
      } else {
        options.forceNotNull.add(text.toLowerCase(Locale.ROOT));
      }
    }
  }

  private static List<String> nullStrings(String name, Value value) {
    List<String> found = new ArrayList<>();
    if (value.type() instanceof LogicalType.ListOf list) {
      List<Value> items = value.isNull() ? List.of() : value.asList();
      if (items.size() == 1 && list.child() instanceof LogicalType.ListOf) {
        items = items.get(0).asList();
      }
      if (items.isEmpty()) {
        throw EiderException.binder(
            "CSV Reader function option \""
                + name
                + "\" requires a non-empty list of possible null strings (varchar) as input");
      }
      for (Value item : items) {
        if (item.isNull()) {
          throw EiderException.binder(
              "CSV Reader function option \""
                  + name
                  + "\" does not accept NULL values as a valid nullstr option");
        }
        if (item.type().id() != TypeId.VARCHAR) {
          throw EiderException.binder(
              "CSV Reader function option \""
                  + name
                  + "\" requires a non-empty list of possible null strings (varchar) as input");
        }
        found.add(item.asString());
      }
    } else if (value.type().id() == TypeId.VARCHAR || value.type().id() == TypeId.STRING_LITERAL) {
      found.add(value.isNull() ? "" : value.asString());
    } else {
      throw EiderException.binder(
          "CSV Reader function option \"" + name + "\" requires a string or a list as input");
    }
    return found;
  }

  private static CsvDialect.NewLine newLine(String text) {
    return switch (text) {
      case "\\n", "\n" -> CsvDialect.NewLine.LF;
      case "\\r", "\r" -> CsvDialect.NewLine.CR;
      case "\\r\\n", "\r\n" -> CsvDialect.NewLine.CRLF;
      default -> throw EiderException.invalidInput("This is not accepted as a newline: " + text);
    };
  }

  static Byte character(String name, Value value) {
    byte[] text = text(name, value).getBytes(StandardCharsets.UTF_8);
    if (text.length > 1) {
      throw EiderException.invalidInput("The " + name + " option cannot exceed a size of 1 byte.");
    }
    return text.length == 0 ? 0 : text[0];
  }

  private static boolean flag(String name, Value value) {
    if (value.isNull()) {
      throw EiderException.binder("read_csv \"" + name + "\" cannot be NULL");
    }
    return bool(name, value);
  }

  static boolean bool(String name, Value value) {
    return FileOptions.bool(name, value);
  }

  static String text(String name, Value value) {
    return FileOptions.text(name, value);
  }

  private static long number(String name, Value value) {
    if (value.isNull()) {
      throw EiderException.binder("\"" + name + "\" expects a non-null integer value");
    }
    if (value.type() instanceof LogicalType.ListOf) {
      if (value.asList().size() != 1) {
        throw EiderException.binder(
            "\"" + name + "\" expects a single argument as an integer value");
      }
      return number(name, value.asList().get(0));
    }
    if (value.get() instanceof String text) {
      try {
        return Long.parseLong(text.strip());
      } catch (NumberFormatException e) {
        throw EiderException.conversion(
            "Could not convert string '" + text + "' to INT64 for the option " + name);
      }
    }
    return ((Number) value.get()).longValue();
  }

  /** Characters that mean two things at once. */
  private void verifyCharacters() {
    String delimiter = options.delimiter == null ? "," : options.delimiter;
    Byte quote = options.quote == null ? (Byte) (byte) '"' : options.quote;
    Byte escape = options.escape == null ? quote : options.escape;
    Byte comment = options.comment;
    overlap(text(quote), delimiter, "QUOTE", "DELIMITER");
    overlap(text(escape), delimiter, "ESCAPE", "DELIMITER");
    if (comment != null && comment != 0) {
      if (comment.equals(quote)) {
        overlap(text(comment), text(quote), "COMMENT", "QUOTE");
      }
      if (options.delimiter != null || !options.autoDetect) {
        overlap(text(comment), delimiter, "COMMENT", "DELIMITER");
      }
    }
    if (options.thousands != 0 && options.thousands == options.decimalSeparator) {
      overlap("x", "x", "THOUSANDS", "DECIMAL_SEPARATOR");
    }
    for (String nullText : options.nullStrings) {
      if (nullText.isEmpty()) {
        continue;
      }
      if (options.delimiter != null && nullText.contains(delimiter)) {
        overlap(delimiter, nullText, "DELIMITER", "NULL");
      }
      if (options.quote != null) {
        overlap(text(quote), nullText, "QUOTE", "NULL");
      }
      boolean escaped =
          !options.strict
              && nullText.length() == 2
              && text(escape).equals(nullText.substring(0, 1));
      if (options.escape != null && !escaped) {
        overlap(text(escape), nullText, "ESCAPE", "NULL");
      }
    }
  }

  private static String text(Byte b) {
    return b == 0 ? "" : String.valueOf((char) (b & 0xFF));
  }

  private static void overlap(String one, String other, String oneName, String otherName) {
    if (!one.isEmpty() && other.contains(one)) {
      throw EiderException.binder(
          oneName + " must not appear in the " + otherName + " specification and vice versa");
    }
  }

  private void verify() {
    verifyCharacters();
    if (options.rejectsTableSet && options.storeRejectsSet && !options.storeRejects) {
      throw EiderException.binder(
          "REJECTS_TABLE option is only supported when store_rejects is not manually set to"
              + " false");
    }
    if (options.rejectsScanSet && options.storeRejectsSet && !options.storeRejects) {
      throw EiderException.binder(
          "REJECTS_SCAN option is only supported when store_rejects is not manually set to false");
    }
    if (options.rejectsTable.equalsIgnoreCase(options.rejectsScan)) {
      throw EiderException.binder(
          "The names of the rejects scan and rejects error tables can't be the same. Use different"
              + " names for these tables.");
    }
    if (options.rejectsTableSet || options.rejectsScanSet) {
      options.storeRejects = true;
    }
    if (options.storeRejects) {
      if (options.ignoreErrorsSet && !options.ignoreErrors) {
        throw EiderException.binder(
            "STORE_REJECTS option is only supported when IGNORE_ERRORS is not manually set to"
                + " false");
      }
      options.ignoreErrors = true;
      if (options.files.unionByName()) {
        throw EiderException.binder(
            "REJECTS_TABLE option is not supported when UNION_BY_NAME is set to true");
      }
    }
    if (options.rejectsLimit != 0 && !options.storeRejects) {
      throw EiderException.binder(
          "REJECTS_LIMIT option is only supported when REJECTS_TABLE is set to a table name");
    }
    if (options.bufferSize >= 0 && options.maxLine > options.bufferSize) {
      throw EiderException.invalidInput(
          "Buffer Size of "
              + options.bufferSize
              + " must be a higher value than the maximum line size "
              + options.maxLine);
    }
  }
}
