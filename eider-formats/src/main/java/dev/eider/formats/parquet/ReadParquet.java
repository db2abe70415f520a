// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.Table;
import dev.eider.base.table.TableColumn;
import dev.eider.base.table.TableFunction.BindContext;
import dev.eider.base.table.TableFunction.ColumnCast;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.formats.glob.FileList;
import dev.eider.formats.glob.FileOptions;
import dev.eider.formats.glob.PartitionedFiles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes a {@link ParquetTable} of files and options: reads footers, unites schemas. */
final class ReadParquet {
  private final ParquetOptions options;
  private final BindContext context;
  private final List<String> names = new ArrayList<>();
  private final List<LogicalType> types = new ArrayList<>();

  private ReadParquet(ParquetOptions options, BindContext context) {
    this.options = options;
    this.context = context;
  }

  /**
   * The table of some files. With hive partitions, and unless the columns are those of all files,
   * only the first one is opened: the others when it is known which are wanted.
   */
  static Table bind(FileList list, ParquetOptions options, BindContext context, Footers footers) {
    boolean mayDefer = options.schema == null && !options.files.unionByName();
    List<String> known = mayDefer ? list.known() : list.all();
    Map<String, LogicalType> partitions =
        options.schema == null ? options.files.partitions(known) : Map.of();
    if (!mayDefer || partitions.isEmpty() || list.isWhole() && known.size() == 1) {
      List<String> paths = mayDefer ? list.all() : known;
      List<ParquetFile> files = footers.readAll(paths, options.binaryAsText, context);
      return new ReadParquet(options, context).table(files.getFirst(), files, partitions);
    }
    ParquetFile first =
        footers.readAll(List.of(known.getFirst()), options.binaryAsText, context).getFirst();
    return new PartitionedFiles(
        new ReadParquet(options, context).table(first, List.of(first), partitions),
        list,
        partitions,
        context,
        paths ->
            new ReadParquet(options, context)
                .table(first, footers.readAll(paths, options.binaryAsText, context), partitions));
  }

  /** The table of {@code files}, with the columns of the first file of all. */
  private ParquetTable table(
      ParquetFile first, List<ParquetFile> files, Map<String, LogicalType> partitions) {
    GivenSchema given = options.schema;
    if (given == null) {
      schema(options.files.unionByName() ? files : List.of(first));
    } else {
      given.columns().forEach(column -> add(column.name(), column.type()));
    }
    int fileColumns = names.size();
    int rowNumber = -1;
    if (options.fileRowNumber) {
      if (hasColumn("file_row_number")) {
        throw EiderException.binder(
            "Failed to read file \""
                + first.path()
                + "\": Using file_row_number option on file with column named file_row_number is"
                + " not supported");
      }
      rowNumber = add("file_row_number", LogicalType.BIGINT);
    }
    int filename = options.files.addPathColumns(names, types, partitions);
    int visible = names.size();
    if (filename < 0 && !hasColumn("filename")) {
      filename = add("filename", LogicalType.VARCHAR);
    }
    if (rowNumber < 0 && !hasColumn("file_row_number")) {
      rowNumber = add("file_row_number", LogicalType.BIGINT);
    }
    int fileIndex = hasColumn("file_index") ? -1 : add("file_index", LogicalType.UBIGINT);
    int groupNumber =
        hasColumn("file_row_group_number") ? -1 : add("file_row_group_number", LogicalType.UBIGINT);
    List<TableColumn> columns = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      columns.add(new TableColumn(names.get(i), types.get(i), i >= visible));
    }
    List<ParquetTable.Part> parts = new ArrayList<>();
    for (int f = 0; f < files.size(); f++) {
      ParquetFile file = files.get(f);
      int[] mapping = given == null ? mapping(file, fileColumns) : mapping(file, given);
      Value[] constants = new Value[names.size()];
      ColumnCast[] casts = new ColumnCast[names.size()];
      for (int i = 0; i < names.size(); i++) {
        if (i == filename) {
          constants[i] = Value.of(file.path());
        } else if (i == fileIndex) {
          constants[i] = new Value(LogicalType.UBIGINT, (long) f);
        } else if (partitions.containsKey(names.get(i))) {
          constants[i] = FileOptions.pathValue(file.path(), names.get(i), types.get(i), context);
          mapping[i] = -1;
        } else if (mapping[i] >= 0) {
          casts[i] = cast(file, mapping[i], i);
        } else if (i != rowNumber && i != groupNumber && mapping[i] != ParquetTable.MISSING) {
          constants[i] =
              given != null && i < fileColumns
                  ? given.columns().get(i).missing()
                  : Value.nullOf(types.get(i));
        }
      }
      parts.add(new ParquetTable.Part(file, mapping, constants, casts));
    }
    return new ParquetTable(
        columns, first.path(), parts, rowNumber, groupNumber, options.mayHaveNan);
  }

  private int add(String name, LogicalType type) {
    names.add(name);
    types.add(type);
    return names.size() - 1;
  }

  private boolean hasColumn(String wanted) {
    for (String name : names) {
      if (name.equalsIgnoreCase(wanted)) {
        return true;
      }
    }
    return false;
  }

  private void schema(List<ParquetFile> files) {
    Map<String, Integer> index = new HashMap<>();
    for (ParquetFile file : files) {
      for (SchemaNode column : file.columns()) {
        Integer known = index.get(column.name().toLowerCase(Locale.ROOT));
        if (known == null) {
          index.put(column.name().toLowerCase(Locale.ROOT), names.size());
          add(column.name(), column.type());
        } else if (!types.get(known).equals(column.type())) {
          types.set(known, context.commonType(types.get(known), column.type()));
        }
      }
    }
  }

  private int[] mapping(ParquetFile file, GivenSchema given) {
    int[] mapping = java.util.Arrays.copyOf(given.mapping(file), names.size());
    java.util.Arrays.fill(mapping, given.columns().size(), mapping.length, -1);
    return mapping;
  }

  private int[] mapping(ParquetFile file, int fileColumns) {
    int[] mapping = new int[names.size()];
    java.util.Arrays.fill(mapping, -1);
    for (int i = 0; i < fileColumns; i++) {
      int column =
          i < file.columns().size() && file.columns().get(i).name().equals(names.get(i))
              ? i
              : file.indexOf(names.get(i));
      mapping[i] = column < 0 && !options.files.unionByName() ? ParquetTable.MISSING : column;
    }
    return mapping;
  }

  private static boolean isNested(LogicalType type) {
    return switch (type.id()) {
      case STRUCT, LIST, MAP, ARRAY -> true;
      default -> false;
    };
  }

  /** Writers that know no values of a nested column write it as some plain type, all NULL. */
  private static ColumnCast onlyNulls(LogicalType from, LogicalType to) {
    return (source, count, target) -> {
      for (int i = 0; i < count; i++) {
        if (!source.isNull(i)) {
          throw EiderException.conversion(
              "Unimplemented type for cast (" + from + " -> " + to + ")");
        }
        target.setNull(i);
      }
    };
  }

  private @Nullable ColumnCast cast(ParquetFile file, int column, int target) {
    SchemaNode node = file.columns().get(column);
    LogicalType from = node.type();
    LogicalType to = types.get(target);
    if (from.equals(to)) {
      return null;
    }
    ColumnCast known = context.columnCast(from, to);
    boolean mayBeNull = options.files.unionByName() && isNested(to) && !isNested(from);
    ColumnCast cast = known == null && mayBeNull ? onlyNulls(from, to) : known;
    String where =
        "In file \""
            + file.path()
            + "\" the column \""
            + names.get(target)
            + "\" has type "
            + from
            + ", but we are trying to read it as type "
            + to
            + ".\nThis can happen when reading multiple Parquet files. The schema information is"
            + " taken from the first Parquet file by default. Possible solutions:\n"
            + "* Enable the union_by_name=True option to combine the schema of all Parquet files\n"
            + "* Use a COPY statement to automatically derive types from an existing table.";
    String failed =
        "Error while reading file \""
            + file.path()
            + "\": failed to cast column \""
            + names.get(target)
            + "\" from type "
            + from
            + " to "
            + to
            + ": ";
    if (cast == null) {
      throw EiderException.conversion(failed + "there is no such cast\n\n" + where);
    }
    return (source, count, result) -> {
      try {
        cast.cast(source, count, result);
      } catch (EiderException e) {
        throw new EiderException(e.type(), failed + e.detail() + "\n\n" + where, e);
      }
    };
  }
}
