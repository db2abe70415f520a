// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.glob;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.TableFunction;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.formats.scan.TypeNames;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The options that the readers of all formats share: FILENAME, HIVE_PARTITIONING, HIVE_TYPES,
 * HIVE_TYPES_AUTOCAST, UNION_BY_NAME and ALLOW_EMPTY; and the columns that come of them.
 */
public final class FileOptions {
  private boolean filename;
  private String filenameColumn = "filename";
  private @Nullable Boolean hivePartitioning;
  private boolean hiveAutocast = true;
  private final Map<String, LogicalType> hiveTypes = new LinkedHashMap<>();
  private boolean unionByName;
  private boolean allowEmpty;

  /** The parameters and their types, for signatures. */
  public static Map<String, LogicalType> parameters() {
    Map<String, LogicalType> parameters = new LinkedHashMap<>();
    for (String name :
        List.of(
            "filename",
            "hive_partitioning",
            "union_by_name",
            "hive_types",
            "hive_types_autocast",
            "allow_empty")) {
      parameters.put(name, LogicalType.ANY);
    }
    return parameters;
  }

  /** Takes an option if it is one of these; answers whether it is. */
  public boolean take(String name, Value value, TypeNames.UserTypes userTypes) {
    switch (name) {
      case "filename" -> {
        notNull(name, value);
        if (value.type().id() == TypeId.VARCHAR) {
          // A text is a name, also one that reads like a flag.
          filename = true;
          filenameColumn = value.asString();
        } else {
          filename = bool(name, value);
        }
      }
      case "hive_partitioning" -> {
        notNull(name, value);
        hivePartitioning = bool(name, value);
      }
      case "hive_types_autocast", "hive_type_autocast" -> hiveAutocast = bool(name, value);
      case "hive_types", "hive_type" -> {
        if (!(value.type() instanceof LogicalType.Struct struct)) {
          throw EiderException.invalidInput(
              "'hive_types' only accepts a STRUCT('name':VARCHAR, ...), but '"
                  + value.type()
                  + "' was provided");
        }
        for (int i = 0; i < struct.fields().size(); i++) {
          hiveTypes.put(
              struct.fields().get(i).name(),
              TypeNames.parse(value.asList().get(i).asString(), userTypes));
        }
      }
      case "union_by_name" -> {
        notNull(name, value);
        unionByName = bool(name, value);
      }
      case "allow_empty" -> allowEmpty = bool(name, value);
      default -> {
        return false;
      }
    }
    return true;
  }

  /** What HIVE_PARTITIONING was set to, or null. */
  public @Nullable Boolean hivePartitioning() {
    return hivePartitioning;
  }

  public boolean unionByName() {
    return unionByName;
  }

  public boolean allowEmpty() {
    return allowEmpty;
  }

  /** The partition columns of these files; none when they are not partitioned. */
  public Map<String, LogicalType> partitions(List<String> paths) {
    boolean wanted =
        hivePartitioning != null
            ? hivePartitioning
            : HivePartitions.detect(paths) || !hiveTypes.isEmpty();
    return wanted ? HivePartitions.columns(paths, hiveTypes, hiveAutocast) : Map.of();
  }

  /** Adds filename and partitions to the columns; answers the number of the former, or -1. */
  public int addPathColumns(
      List<String> names, List<LogicalType> types, Map<String, LogicalType> partitions) {
    int number = -1;
    if (filename) {
      for (String name : names) {
        if (name.equalsIgnoreCase(filenameColumn)) {
          throw EiderException.binder(
              "Option filename adds column \""
                  + filenameColumn
                  + "\", but a column with this name is already in the file. Try setting a"
                  + " different name: filename='<filename column name>'");
        }
      }
      number = names.size();
      names.add(filenameColumn);
      types.add(LogicalType.VARCHAR);
    }
    for (Map.Entry<String, LogicalType> entry : partitions.entrySet()) {
      int existing = -1;
      for (int i = 0; i < names.size(); i++) {
        if (names.get(i).equalsIgnoreCase(entry.getKey())) {
          existing = i;
        }
      }
      if (existing >= 0) {
        types.set(existing, entry.getValue());
      } else {
        names.add(entry.getKey());
        types.add(entry.getValue());
      }
    }
    return number;
  }

  /** The value of a partition column in a file; of the types that need no session. */
  public static Value pathValue(String path, String name, LogicalType type) {
    String text = HivePartitions.parse(path).get(name);
    return text == null ? Value.nullOf(type) : HivePartitions.value(text, type);
  }

  /** The value of a partition column in a file. */
  public static Value pathValue(
      String path, String name, LogicalType type, TableFunction.BindContext context) {
    String text = HivePartitions.parse(path).get(name);
    return text == null ? Value.nullOf(type) : HivePartitions.value(text, type, context);
  }

  private static void notNull(String name, Value value) {
    if (value.isNull()) {
      throw EiderException.invalidInput("Cannot use NULL as argument for " + name);
    }
  }

  /** An option's value as text; NULL is the empty text. */
  public static String text(String name, Value value) {
    if (value.isNull()) {
      return "";
    }
    if (value.type() instanceof LogicalType.ListOf) {
      if (value.asList().size() != 1) {
        throw EiderException.binder("\"" + name + "\" expects a single argument as a string value");
      }
      return text(name, value.asList().get(0));
    }
    if (!(value.get() instanceof String text)) {
      throw EiderException.binder("\"" + name + "\" expects a string argument!");
    }
    return text;
  }

  /** An option's value as a flag: TRUE, 1, 'on', or an empty list (the name alone). */
  public static boolean bool(String name, Value value) {
    if (value.isNull()) {
      throw EiderException.binder(
          "\"" + name + "\" expects a non-null boolean value (e.g. TRUE or 1)");
    }
    if (value.type() instanceof LogicalType.ListOf) {
      List<Value> items = value.asList();
      if (items.isEmpty()) {
        return true;
      }
      if (items.size() > 1) {
        throw EiderException.binder(
            "\"" + name + "\" expects a single argument as a boolean value (e.g. TRUE or 1)");
      }
      return bool(name, items.get(0));
    }
    Object object = value.get();
    if (object instanceof Boolean b) {
      return b;
    }
    if (object instanceof Integer || object instanceof Long || object instanceof BigInteger) {
      if (value.type().id() != TypeId.DECIMAL) {
        return ((Number) object).longValue() != 0;
      }
    }
    if (object instanceof String text) {
      switch (text.toLowerCase(Locale.ROOT)) {
        case "true", "t", "1", "on", "yes" -> {
          return true;
        }
        case "false", "f", "0", "off", "no" -> {
          return false;
        }
        default -> {}
      }
    }
    throw EiderException.binder(
        "\""
            + name
            + "\" expected an argument of type BOOLEAN: it expects a boolean value"
            + " (e.g. TRUE or 1)");
  }
}
