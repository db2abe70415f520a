// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.json;

import dev.eider.base.error.EiderException;
import dev.eider.base.json.DecodeOptions;
import dev.eider.base.json.JsonShape;
import dev.eider.base.table.TableColumn;
import dev.eider.base.table.TableFunction.BindContext;
import dev.eider.base.table.TableFunction.ColumnCast;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.formats.glob.Compression;
import dev.eider.formats.glob.FileOptions;
import dev.eider.io.codec.Codec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes a {@link JsonTable} of files and options: finds layouts and, unless given, the columns. */
final class ReadJson {
  private final List<String> paths;
  private final JsonOptions options;
  private final BindContext context;
  private final List<String> names = new ArrayList<>();
  private final List<LogicalType> types = new ArrayList<>();
  private final List<SchemaSampler.Seen> seen = new ArrayList<>();
  private boolean records;
  private long recordBytes;

  ReadJson(List<String> paths, JsonOptions options, BindContext context) {
    this.paths = paths;
    this.options = options;
    this.context = context;
  }

  JsonTable bind() {
    DecodeOptions.Casts casts = casts(context);
    names.addAll(options.names);
    types.addAll(options.types);
    if (options.objects) {
      names.add("json");
      types.add(LogicalType.JSON);
      options.autoDetect = false;
    }
    if (options.records == JsonOptions.Records.AUTO && types.size() > 1) {
      options.records = JsonOptions.Records.YES;
    }
    if (!types.isEmpty()) {
      options.autoDetect = false;
    } else if (!options.autoDetect) {
      throw EiderException.binder(
          "When auto_detect=false, read_json requires columns to be specified through the"
              + " \"columns\" parameter.");
    }
    if (!options.autoDetect && options.records == JsonOptions.Records.NO && types.size() != 1) {
      throw EiderException.binder(
          "read_json requires a single column to be specified through the \"columns\" parameter"
              + " when \"records\" is set to 'false'.");
    }
    TextFormats formats = new TextFormats(options, casts);
    JsonShape shape = new JsonShape(formats);
    SchemaSampler sampler = new SchemaSampler(options, context, shape);
    boolean sampled =
        !options.objects && (options.autoDetect || options.records == JsonOptions.Records.AUTO);
    look(sampler, sampled);
    recordBytes = sampler.recordBytes();
    records = options.records == JsonOptions.Records.YES;
    if (sampled) {
      schema(shape);
    }
    return table(casts, formats);
  }

  private void look(SchemaSampler sampler, boolean sampled) {
    for (String path : paths) {
      context.checkInterrupted();
      boolean late = seen.size() >= options.maxSampleFiles && !options.files.unionByName();
      if (!late && (sampled || options.layout == JsonLayout.AUTO)) {
        seen.add(sampler.sample(path, sampled));
      } else {
        // Its layout, if it is not known, is looked for when the scan comes to it.
        boolean remote = context.objects().isRemote(path);
        seen.add(
            new SchemaSampler.Seen(
                options.layout, remote ? context.objects().version(path) : null));
      }
    }
  }

  private void schema(JsonShape shape) {
    LogicalType type =
        shape.type(
            new JsonShape.Rules(options.maxDepth, options.fieldAppearance, options.mapInference));
    if (options.records == JsonOptions.Records.AUTO) {
      records = type instanceof LogicalType.Struct;
    }
    if (!names.isEmpty()) {
      return;
    }
    if (!records) {
      names.add("json");
      types.add(checked(type));
      return;
    }
    if (!(type instanceof LogicalType.Struct struct)) {
      throw EiderException.binder(
          "json_read expected records, but got non-record JSON instead."
              + "\n Try setting records='auto' or records='false'.");
    }
    for (LogicalType.Field field : struct.fields()) {
      names.add(field.name());
      types.add(checked(field.type()));
    }
  }

  /** The type with no two fields of a struct whose names differ in case only. */
  private LogicalType checked(LogicalType type) {
    return switch (type) {
      case LogicalType.ListOf list -> LogicalType.list(checked(list.child()));
      case LogicalType.MapOf map -> LogicalType.map(checked(map.key()), checked(map.value()));
      case LogicalType.Struct struct -> {
        Set<String> seen = new HashSet<>();
        List<LogicalType.Field> fields = new ArrayList<>();
        for (LogicalType.Field field : struct.fields()) {
          if (seen.add(field.name().toLowerCase(Locale.ROOT))) {
            fields.add(new LogicalType.Field(field.name(), checked(field.type())));
          } else if (!options.ignoreErrors) {
            throw EiderException.notImplemented(
                "Duplicate name \""
                    + field.name()
                    + "\" in struct auto-detected in JSON, try ignore_errors=true");
          }
        }
        yield LogicalType.struct(fields);
      }
      default -> type;
    };
  }

  private JsonTable table(DecodeOptions.Casts casts, TextFormats formats) {
    List<String> keys = new ArrayList<>(names);
    if (options.autoDetect) {
      renameDuplicates();
    }
    int fileColumns = names.size();
    Map<String, LogicalType> partitions = options.files.partitions(paths);
    int filename = options.files.addPathColumns(names, types, partitions);
    int visible = names.size();
    if (filename < 0 && !hasColumn("filename")) {
      filename = add("filename", LogicalType.VARCHAR);
    }
    int fileIndex = hasColumn("file_index") ? -1 : add("file_index", LogicalType.UBIGINT);
    List<TableColumn> columns = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      columns.add(new TableColumn(names.get(i), types.get(i), i >= visible));
    }
    List<JsonFile> files = new ArrayList<>();
    for (int f = 0; f < paths.size(); f++) {
      String path = paths.get(f);
      @Nullable Value[] constants = new Value[names.size()];
      for (int i = 0; i < names.size(); i++) {
        if (i == filename) {
          constants[i] = Value.of(path);
        } else if (i == fileIndex) {
          constants[i] = new Value(LogicalType.UBIGINT, (long) f);
        } else if (partitions.containsKey(names.get(i))) {
          constants[i] = FileOptions.pathValue(path, names.get(i), types.get(i), context);
        }
      }
      boolean packed = Compression.of(options.compression, path) != Codec.NONE;
      files.add(new JsonFile(path, seen.get(f).layout(), packed, seen.get(f).object(), constants));
    }
    return new JsonTable(
        columns, keys, fileColumns, files, options, records, casts, formats, recordBytes);
  }

  /** Keys that differ in case only are one name to SQL: later ones get a number. */
  private void renameDuplicates() {
    Map<String, Integer> counts = new HashMap<>();
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      Integer count = counts.get(name.toLowerCase(Locale.ROOT));
      while (count != null) {
        counts.put(name.toLowerCase(Locale.ROOT), count + 1);
        name = name + "_" + (count + 1);
        count = counts.get(name.toLowerCase(Locale.ROOT));
      }
      counts.put(name.toLowerCase(Locale.ROOT), 0);
      names.set(i, name);
    }
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

  private static DecodeOptions.Casts casts(BindContext context) {
    return type -> {
      ColumnCast cast = context.columnCast(LogicalType.VARCHAR, type);
      if (cast == null || type.id() == TypeId.SQLNULL) {
        throw EiderException.notImplemented(
            "Cannot read a value of type " + type + " from a json file");
      }
      return cast::cast;
    };
  }
}
