// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.TableFunction.BindContext;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.formats.glob.FileOptions;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The options of {@code read_parquet}. */
final class ParquetOptions {
  static final Map<String, LogicalType> PARAMETERS = parameters();

  final FileOptions files = new FileOptions();
  boolean binaryAsText;
  boolean fileRowNumber;

  /** The columns of the table, where the user gives them. */
  @Nullable GivenSchema schema;

  /** Whether NaN may hide outside of the bounds that files tell of floating point columns. */
  boolean mayHaveNan = true;

  private static Map<String, LogicalType> parameters() {
    Map<String, LogicalType> parameters = new LinkedHashMap<>(FileOptions.parameters());
    parameters.put("binary_as_string", LogicalType.ANY);
    parameters.put("file_row_number", LogicalType.ANY);
    parameters.put("can_have_nan", LogicalType.ANY);
    parameters.put("compression", LogicalType.ANY);
    parameters.put("parquet_version", LogicalType.ANY);
    parameters.put("debug_use_openssl", LogicalType.ANY);
    parameters.put("encryption_config", LogicalType.ANY);
    parameters.put("schema", LogicalType.ANY);
    return parameters;
  }

  static ParquetOptions of(Map<String, Value> named, BindContext context) {
    ParquetOptions options = new ParquetOptions();
    Value asString = context.setting("binary_as_string");
    options.binaryAsText = asString != null && Boolean.TRUE.equals(asString.object());
    named.forEach((name, value) -> options.take(name, value, context));
    if (options.schema != null
        && (options.files.unionByName() || Boolean.TRUE.equals(options.files.hivePartitioning()))) {
      throw EiderException.binder(
          "Parquet schema cannot be combined with union_by_name=true or hive_partitioning=true");
    }
    return options;
  }

  private void take(String name, Value value, BindContext context) {
    if (files.take(name, value, context::namedType)) {
      return;
    }
    if (value.isNull()) {
      throw EiderException.invalidInput("Cannot use NULL as argument for " + name);
    }
    switch (name) {
      case "binary_as_string" -> binaryAsText = FileOptions.bool(name, value);
      case "file_row_number" -> fileRowNumber = FileOptions.bool(name, value);
      case "schema" -> schema = GivenSchema.of(value, context);
      case "can_have_nan" -> mayHaveNan = FileOptions.bool(name, value);
      // Options of the writer, which the reader finds in the file.
      case "compression", "parquet_version", "debug_use_openssl" -> {}
      case "encryption_config" ->
          throw EiderException.notImplemented(
              "reading encrypted Parquet files (encryption_config); decrypt the file first");
      default -> throw EiderException.binder("Unrecognized option for Parquet reader " + name);
    }
  }
}
