// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import dev.eider.base.table.Table;
import dev.eider.base.table.TableColumn;
import dev.eider.base.table.TableFunction;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.formats.glob.FileGlob;
import dev.eider.formats.glob.FileList;
import dev.eider.formats.glob.RowsTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The table functions of this package. */
public final class ParquetFunctions {
  static final List<List<LogicalType>> PATHS =
      List.of(List.of(LogicalType.VARCHAR), List.of(LogicalType.list(LogicalType.VARCHAR)));

  private ParquetFunctions() {}

  /**
   * {@code read_parquet} and {@code parquet_scan}, and those that show metadata. Made once for a
   * database: footers are kept in them.
   */
  public static List<TableFunction> all() {
    Footers footers = new Footers();
    List<TableFunction> functions = new ArrayList<>(MetadataFunction.all(footers));
    functions.add(new Read("read_parquet", footers));
    functions.add(new Read("parquet_scan", footers));
    return functions;
  }

  private record Read(String name, Footers footers) implements TableFunction {
    @Override
    public List<List<LogicalType>> signatures() {
      return PATHS;
    }

    @Override
    public Map<String, LogicalType> namedParameters() {
      return ParquetOptions.PARAMETERS;
    }

    @Override
    public Table bind(List<Value> arguments, Map<String, Value> named, BindContext context) {
      ParquetOptions options = ParquetOptions.of(named, context);
      FileList files =
          FileGlob.of(context).files(name, arguments.get(0), "parquet", options.files.allowEmpty());
      if (files.known().isEmpty()) {
        return new RowsTable(
            "READ_PARQUET", List.of(new TableColumn("empty", LogicalType.BOOLEAN)), List::of);
      }
      return ReadParquet.bind(files, options, context, footers);
    }
  }
}
