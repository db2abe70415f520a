// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.table.Table;
import dev.eider.base.table.TableColumn;
import dev.eider.base.table.TableFunction;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.formats.glob.FileGlob;
import dev.eider.formats.glob.GlobFunction;
import dev.eider.formats.glob.RowsTable;
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
      List<String> paths =
          FileGlob.of(context).paths(name, arguments.get(0), "csv", options.files.allowEmpty());
      if (paths.isEmpty()) {
        return new RowsTable(
            "READ_CSV", List.of(new TableColumn("empty", LogicalType.BOOLEAN)), List::of);
      }
      return new ReadCsv(paths, options, context, cache).bind();
    }
  }
}
