// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.Table;
import dev.eider.base.table.TableColumn;
import dev.eider.base.table.TableFunction;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.formats.glob.FileGlob;
import dev.eider.formats.glob.GlobFunction;
import dev.eider.formats.glob.RowsTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The table functions of this package. */
public final class CsvFunctions {
  private CsvFunctions() {}

  /**
   * {@code read_csv}, {@code read_csv_auto} and {@code sniff_csv}, which share what was sniffed,
   * and {@code glob}. Made once for a database: mappings and sniffed schemas are kept in them.
   */
  public static List<TableFunction> all() {
    SniffCache cache = new SniffCache();
    return List.of(
        new Read("read_csv", cache),
        new Read("read_csv_auto", cache),
        new SniffCsv(cache),
        new GlobFunction());
  }

  /** The paths of a first argument: one pattern or a list of them. */
  static List<String> paths(String function, Value argument, FileGlob glob, boolean allowEmpty) {
    List<String> patterns = new ArrayList<>();
    if (argument.isNull()) {
      throw EiderException.parser("\"" + function + "\" cannot take NULL list as parameter", -1);
    }
    if (argument.type().id() == TypeId.LIST) {
      for (Value item : argument.asList()) {
        if (item.isNull()) {
          throw EiderException.parser(
              "\"" + function + "\" reader cannot take NULL input as parameter", -1);
        }
        patterns.add(item.asString());
      }
      if (patterns.isEmpty()) {
        throw EiderException.io(function + " reader needs at least one file to read", null);
      }
    } else {
      patterns.add(argument.asString());
    }
    List<String> paths = new ArrayList<>();
    for (String pattern : patterns) {
      paths.addAll(glob.expand(pattern, "csv", allowEmpty));
    }
    if (paths.isEmpty() && !allowEmpty) {
      throw EiderException.io(
          "No files found that match the pattern \"" + patterns.get(0) + "\"", null);
    }
    return paths;
  }

  private record Read(String name, SniffCache cache) implements TableFunction {
    @Override
    public List<List<LogicalType>> signatures() {
      return List.of(List.of(LogicalType.VARCHAR), List.of(LogicalType.list(LogicalType.VARCHAR)));
    }

    @Override
    public Map<String, LogicalType> namedParameters() {
      return OptionsParser.PARAMETERS;
    }

    @Override
    public Table bind(List<Value> arguments, Map<String, Value> named, BindContext context) {
      CsvOptions options = OptionsParser.parse(named, context::namedType);
      options.casts = context::textCast;
      List<String> paths = paths(name, arguments.get(0), FileGlob.of(context), options.allowEmpty);
      if (paths.isEmpty()) {
        return new RowsTable(
            "READ_CSV", List.of(new TableColumn("empty", LogicalType.BOOLEAN)), List::of);
      }
      return new ReadCsv(paths, options, context, cache).bind();
    }
  }
}
