// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.FileFormat;
import dev.eider.base.table.ScanContext;
import dev.eider.base.table.TableWriter;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.formats.glob.Compression;
import dev.eider.formats.glob.FileGlob;
import dev.eider.formats.write.DirectoryOptions;
import dev.eider.formats.write.FileOpener;
import dev.eider.formats.write.FileSeries;
import dev.eider.io.codec.Codec;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** CSV as a format of COPY. */
public final class CsvFormat implements FileFormat {
  @Override
  public String name() {
    return "csv";
  }

  @Override
  public boolean matches(String path) {
    if (FileGlob.isStdin(path)) {
      return true;
    }
    String lower = path.toLowerCase(Locale.ROOT);
    if (lower.endsWith(".gz")) {
      lower = lower.substring(0, lower.length() - 3);
    } else if (lower.endsWith(".zst")) {
      lower = lower.substring(0, lower.length() - 4);
    }
    return path.equals("/dev/stdin")
        || lower.endsWith(".csv")
        || lower.endsWith(".tsv")
        || lower.contains(".csv?")
        || lower.contains(".tsv?");
  }

  @Override
  public String readFunction() {
    return "read_csv_auto";
  }

  @Override
  public Map<String, LogicalType> writeOptions() {
    Map<String, LogicalType> types = new HashMap<>(DirectoryOptions.TYPES);
    for (String name :
        List.of(
            "delim",
            "sep",
            "delimiter",
            "separator",
            "quote",
            "escape",
            "comment",
            "dateformat",
            "date_format",
            "timestampformat",
            "timestamp_format",
            "compression",
            "new_line",
            "prefix",
            "suffix")) {
      types.put(name, LogicalType.VARCHAR);
    }
    for (String name : List.of("header", "strict_mode", "preserve_order")) {
      types.put(name, LogicalType.BOOLEAN);
    }
    for (String name : List.of("nullstr", "null", "force_quote", "force_not_null")) {
      types.put(name, LogicalType.ANY);
    }
    return types;
  }

  @Override
  public TableWriter write(
      String path,
      List<String> columnNames,
      List<LogicalType> columnTypes,
      Map<String, Value> options,
      ScanContext context) {
    DirectoryOptions directory = DirectoryOptions.of(options);
    // Options of columns that are left out of the files are errors in any case.
    CsvWriter.Style all = style(directory.rest(), columnNames);
    Codec codec = Compression.of(all.compression, directory.partitioned() ? "" : path);
    return directory.open(
        path,
        columnNames,
        columnTypes,
        switch (codec) {
          case GZIP -> "csv.gz";
          case ZSTD -> "csv.zst";
          case NONE -> "csv";
        },
        (names, types) -> new Opener(names, style(directory.rest(), names), codec, context),
        context);
  }

  private record Opener(List<String> names, CsvWriter.Style style, Codec codec, ScanContext context)
      implements FileOpener {
    @Override
    public TableWriter open(String path) {
      return open(FileSeries.single(path, style.temporaryFile, context));
    }

    @Override
    public TableWriter open(FileSeries files) {
      return CsvWriter.open(files, codec, names, style, context);
    }
  }

  private static CsvWriter.Style style(Map<String, Value> options, List<String> columns) {
    CsvWriter.Style style = new CsvWriter.Style(columns.size());
    for (Map.Entry<String, Value> entry : options.entrySet()) {
      String name = entry.getKey().toLowerCase(Locale.ROOT);
      Value value = entry.getValue();
      switch (name) {
        case "delim", "sep", "delimiter", "separator" ->
            style.delimiter =
                OptionsParser.text(name, value)
                    .replace("\\t", "\t")
                    .getBytes(StandardCharsets.UTF_8);
        case "quote" -> {
          style.quote = OptionsParser.character(name, value);
          if (!options.containsKey("escape")) {
            style.escape = style.quote;
          }
        }
        case "escape" -> style.escape = OptionsParser.character(name, value);
        case "comment" -> OptionsParser.character(name, value);
        case "header" -> style.header = OptionsParser.bool(name, value);
        case "nullstr", "null" -> {
          if (value.type().id() == TypeId.LIST && value.asList().size() > 1) {
            throw EiderException.binder(
                "CSV Writer function option " + name + " only accepts one nullstr value.");
          }
          style.nullText = OptionsParser.text(name, value).getBytes(StandardCharsets.UTF_8);
        }
        case "force_quote" -> forceQuote(name, value, columns, style);
        case "dateformat", "date_format" ->
            style.date = TimeFormat.of(OptionsParser.text(name, value));
        case "timestampformat", "timestamp_format" -> {
          String text = OptionsParser.text(name, value);
          style.timestamp =
              TimeFormat.of(text.equalsIgnoreCase("iso") ? "%Y-%m-%dT%H:%M:%S.%fZ" : text);
        }
        case "compression" ->
            style.compression = OptionsParser.text(name, value).toLowerCase(Locale.ROOT);
        case "new_line" ->
            style.newLine =
                OptionsParser.text(name, value)
                    .replace("\\r", "\r")
                    .replace("\\n", "\n")
                    .getBytes(StandardCharsets.UTF_8);
        case "prefix" ->
            style.prefix = OptionsParser.text(name, value).getBytes(StandardCharsets.UTF_8);
        case "suffix" ->
            style.suffix = OptionsParser.text(name, value).getBytes(StandardCharsets.UTF_8);
        case "force_not_null" ->
            throw EiderException.binder("Option \"force_not_null\" is not supported for writing");
        case "format", "strict_mode", "preserve_order" -> {}
        case "use_tmp_file" -> style.temporaryFile = OptionsParser.bool(name, value);
        default -> throw EiderException.binder("Unrecognized option CSV writer \"" + name + "\"");
      }
    }
    verify(style, options);
    return style;
  }

  private static void verify(CsvWriter.Style style, Map<String, Value> options) {
    if (style.delimiter.length > 4) {
      throw EiderException.invalidInput("The delimiter option cannot exceed a size of 4 bytes.");
    }
    exclusive("DELIMITER", "QUOTE", style.delimiter, style.quote);
    if (style.escape != style.quote) {
      exclusive("DELIMITER", "ESCAPE", style.delimiter, style.escape);
    }
    if (options.containsKey("prefix") != options.containsKey("suffix")) {
      throw EiderException.binder(
          "COPY ... (FORMAT CSV) must have both PREFIX and SUFFIX, or none at all");
    }
    if (options.containsKey("prefix")) {
      if (options.containsKey("header") && style.header) {
        throw EiderException.binder(
            "COPY ... (FORMAT CSV)'s HEADER cannot be combined with PREFIX/SUFFIX");
      }
      style.header = false;
    }
  }

  private static void exclusive(String one, String other, byte[] delimiter, byte b) {
    for (byte d : delimiter) {
      if (b != 0 && d == b) {
        throw EiderException.binder(
            one + " must not appear in the " + other + " specification and vice versa");
      }
    }
  }

  private static void forceQuote(
      String name, Value value, List<String> columns, CsvWriter.Style style) {
    List<Value> items = value.type().id() == TypeId.LIST ? value.asList() : List.of(value);
    if (items.isEmpty() || items.get(0).type().id() == TypeId.BOOLEAN) {
      throw EiderException.binder("\"" + name + "\" expects a column list or * as parameter");
    }
    for (Value item : items) {
      String wanted = String.valueOf(item.object());
      boolean found = wanted.equals("*");
      for (int i = 0; i < columns.size(); i++) {
        if (wanted.equals("*") || columns.get(i).equalsIgnoreCase(wanted)) {
          style.forceQuote[i] = true;
          found = true;
        }
      }
      if (!found) {
        throw EiderException.binder(
            "\"" + name + "\" expected to find " + wanted + ", but it was not found in the table");
      }
    }
  }
}
