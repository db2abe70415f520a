// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session.catalog;

import dev.eider.base.table.Table;
import dev.eider.base.table.TableColumn;
import dev.eider.base.table.TableFunction;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.LogicalType.Field;
import dev.eider.base.type.Value;
import dev.eider.engine.function.cast.ValueCasts;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * {@code test_all_types()}: a column of every type, with a low value, a high one and NULL. For
 * tests of whatever has to work for all types.
 */
final class AllTypesFunction implements TableFunction {
  private static final int LABEL_COUNT = 300;

  /** A number that no fixed-width integer holds; its text is not made before it is asked for. */
  private static String huge() {
    return new BigDecimal(Double.MAX_VALUE).toPlainString();
  }

  /** A column, its values as text. */
  private record Sample(String name, LogicalType type, String low, String high) {
    Value value(String text) {
      return ValueCasts.cast(Value.of(text), type);
    }
  }

  @Override
  public String name() {
    return "test_all_types";
  }

  @Override
  public List<List<LogicalType>> signatures() {
    return List.of(List.of());
  }

  @Override
  public Map<String, LogicalType> namedParameters() {
    return Map.of();
  }

  @Override
  public Table bind(List<Value> arguments, Map<String, Value> named, BindContext context) {
    List<TableColumn> columns = new ArrayList<>();
    List<List<Value>> rows = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (Sample sample : samples()) {
      columns.add(new TableColumn(sample.name(), sample.type()));
      rows.get(0).add(sample.value(sample.low()));
      rows.get(1).add(sample.value(sample.high()));
      rows.get(2).add(Value.nullOf(sample.type()));
    }
    return new RowsTable(name(), columns, rows);
  }

  /** The low and the high value of a type; none when it is not among the samples. */
  static List<Value> extremes(LogicalType type) {
    for (Sample sample : samples()) {
      if (sample.type().equals(type)) {
        return List.of(sample.value(sample.low()), sample.value(sample.high()));
      }
    }
    return List.of();
  }

  private static Sample sample(String name, LogicalType type, String low, String high) {
    return new Sample(name, type, low, high);
  }

  private static LogicalType pair(LogicalType a, LogicalType b) {
    return LogicalType.struct(List.of(new Field("a", a), new Field("b", b)));
  }

  private static List<String> labels() {
    List<String> labels = new ArrayList<>();
    for (int i = 0; i < LABEL_COUNT; i++) {
      labels.add("enum_" + i);
    }
    return labels;
  }

  private static List<Sample> samples() {
    List<String> labels = labels();
    List<Sample> samples = new ArrayList<>();
    samples.add(sample("bool", LogicalType.BOOLEAN, "false", "true"));
    samples.add(sample("tinyint", LogicalType.TINYINT, "-128", "127"));
    samples.add(sample("smallint", LogicalType.SMALLINT, "-32768", "32767"));
    samples.add(sample("int", LogicalType.INTEGER, "-2147483648", "2147483647"));
    samples.add(
        sample("bigint", LogicalType.BIGINT, "-9223372036854775808", "9223372036854775807"));
    samples.add(
        sample(
            "hugeint",
            LogicalType.HUGEINT,
            "-170141183460469231731687303715884105728",
            "170141183460469231731687303715884105727"));
    samples.add(
        sample("uhugeint", LogicalType.UHUGEINT, "0", "340282366920938463463374607431768211455"));
    samples.add(sample("utinyint", LogicalType.UTINYINT, "0", "255"));
    samples.add(sample("usmallint", LogicalType.USMALLINT, "0", "65535"));
    samples.add(sample("uint", LogicalType.UINTEGER, "0", "4294967295"));
    samples.add(sample("ubigint", LogicalType.UBIGINT, "0", "18446744073709551615"));
    samples.add(sample("bignum", LogicalType.BIGNUM, "-" + huge(), huge()));
    samples.add(sample("date", LogicalType.DATE, "5877642-06-25 (BC)", "5881580-07-10"));
    samples.add(sample("time", LogicalType.TIME, "00:00:00", "24:00:00"));
    samples.add(
        sample(
            "timestamp",
            LogicalType.TIMESTAMP,
            "290309-12-22 (BC) 00:00:00",
            "294247-01-10 04:00:54.775806"));
    samples.add(
        sample(
            "timestamp_s",
            LogicalType.TIMESTAMP_S,
            "290309-12-22 (BC) 00:00:00",
            "294247-01-10 04:00:54"));
    samples.add(
        sample(
            "timestamp_ms",
            LogicalType.TIMESTAMP_MS,
            "290309-12-22 (BC) 00:00:00",
            "294247-01-10 04:00:54.775"));
    samples.add(
        sample(
            "timestamp_ns",
            LogicalType.TIMESTAMP_NS,
            "1677-09-22 00:00:00",
            "2262-04-11 23:47:16.854775806"));
    samples.add(sample("time_tz", LogicalType.TIME_TZ, "00:00:00+15:59:59", "24:00:00-15:59:59"));
    samples.add(
        sample(
            "timestamp_tz",
            LogicalType.TIMESTAMP_TZ,
            "290309-12-22 (BC) 00:00:00+00",
            "294247-01-10 04:00:54.775806+00"));
    samples.add(sample("float", LogicalType.FLOAT, "-3.4028235e+38", "3.4028235e+38"));
    samples.add(
        sample(
            "double", LogicalType.DOUBLE, "-1.7976931348623157e+308", "1.7976931348623157e+308"));
    samples.add(sample("dec_4_1", LogicalType.decimal(4, 1), "-999.9", "999.9"));
    samples.add(sample("dec_9_4", LogicalType.decimal(9, 4), "-99999.9999", "99999.9999"));
    samples.add(
        sample(
            "dec_18_6", LogicalType.decimal(18, 6), "-999999999999.999999", "999999999999.999999"));
    samples.add(
        sample(
            "dec38_10",
            LogicalType.decimal(38, 10),
            "-9999999999999999999999999999.9999999999",
            "9999999999999999999999999999.9999999999"));
    samples.add(
        sample(
            "uuid",
            LogicalType.UUID,
            "00000000-0000-0000-0000-000000000000",
            "ffffffff-ffff-ffff-ffff-ffffffffffff"));
    samples.add(
        sample(
            "interval",
            LogicalType.INTERVAL,
            "00:00:00",
            "83 years 3 months 999 days 00:16:39.999999"));
    samples.add(sample("varchar", LogicalType.VARCHAR, "🦆🦆🦆🦆🦆🦆", "goo\0se"));
    samples.add(
        sample("blob", LogicalType.BLOB, "thisisalongblob\\x00withnullbytes", "\\x00\\x00\\x00a"));
    samples.add(sample("bit", LogicalType.BIT, "0010001001011100010101011010111", "10101"));
    samples.add(
        sample(
            "small_enum",
            LogicalType.enumOf(List.of("DUCK_DUCK_ENUM", "GOOSE")),
            "DUCK_DUCK_ENUM",
            "GOOSE"));
    samples.add(
        sample("medium_enum", LogicalType.enumOf(labels), labels.getFirst(), labels.getLast()));
    samples.add(
        sample(
            "large_enum",
            LogicalType.enumOf(List.of("enum_0", "enum_69999")),
            "enum_0",
            "enum_69999"));
    samples.add(
        sample(
            "int_array",
            LogicalType.list(LogicalType.INTEGER),
            "[]",
            "[42, 999, NULL, NULL, -42]"));
    samples.add(
        sample(
            "double_array",
            LogicalType.list(LogicalType.DOUBLE),
            "[]",
            "[42.0, nan, inf, -inf, NULL, -42.0]"));
    samples.add(
        sample(
            "date_array",
            LogicalType.list(LogicalType.DATE),
            "[]",
            "[1970-01-01, infinity, -infinity, NULL, 2022-05-12]"));
    samples.add(
        sample(
            "timestamp_array",
            LogicalType.list(LogicalType.TIMESTAMP),
            "[]",
            "['1970-01-01 00:00:00', infinity, -infinity, NULL, '2022-05-12 16:23:45']"));
    samples.add(
        sample(
            "timestamptz_array",
            LogicalType.list(LogicalType.TIMESTAMP_TZ),
            "[]",
            "['1970-01-01 00:00:00+00', infinity, -infinity, NULL, '2022-05-12 23:23:45+00']"));
    samples.add(
        sample(
            "varchar_array",
            LogicalType.list(LogicalType.VARCHAR),
            "[]",
            "[🦆🦆🦆🦆🦆🦆, goose, NULL, '']"));
    samples.add(
        sample(
            "nested_int_array",
            LogicalType.list(LogicalType.list(LogicalType.INTEGER)),
            "[]",
            "[[], [42, 999, NULL, NULL, -42], NULL, [], [42, 999, NULL, NULL, -42]]"));
    samples.add(
        sample(
            "struct",
            pair(LogicalType.INTEGER, LogicalType.VARCHAR),
            "{'a': NULL, 'b': NULL}",
            "{'a': 42, 'b': 🦆🦆🦆🦆🦆🦆}"));
    samples.add(
        sample(
            "struct_of_arrays",
            pair(LogicalType.list(LogicalType.INTEGER), LogicalType.list(LogicalType.VARCHAR)),
            "{'a': NULL, 'b': NULL}",
            "{'a': [42, 999, NULL, NULL, -42], 'b': [🦆🦆🦆🦆🦆🦆, goose, NULL, '']}"));
    samples.add(
        sample(
            "array_of_structs",
            LogicalType.list(pair(LogicalType.INTEGER, LogicalType.VARCHAR)),
            "[]",
            "[{'a': NULL, 'b': NULL}, {'a': 42, 'b': 🦆🦆🦆🦆🦆🦆}, NULL]"));
    samples.add(
        sample(
            "map",
            LogicalType.map(LogicalType.VARCHAR, LogicalType.VARCHAR),
            "{}",
            "{key1=🦆🦆🦆🦆🦆🦆, key2=goose}"));
    samples.add(
        sample(
            "union",
            new LogicalType.Union(
                List.of(
                    new Field("name", LogicalType.VARCHAR),
                    new Field("age", LogicalType.SMALLINT))),
            "Frank",
            "5"));
    samples.add(
        sample(
            "fixed_int_array",
            LogicalType.array(LogicalType.INTEGER, 3),
            "[NULL, 2, 3]",
            "[4, 5, 6]"));
    samples.add(
        sample(
            "fixed_varchar_array",
            LogicalType.array(LogicalType.VARCHAR, 3),
            "[a, NULL, c]",
            "[d, e, f]"));
    samples.add(
        sample(
            "fixed_nested_int_array",
            LogicalType.array(LogicalType.array(LogicalType.INTEGER, 3), 3),
            "[[NULL, 2, 3], NULL, [NULL, 2, 3]]",
            "[[4, 5, 6], [NULL, 2, 3], [4, 5, 6]]"));
    samples.add(
        sample(
            "fixed_nested_varchar_array",
            LogicalType.array(LogicalType.array(LogicalType.VARCHAR, 3), 3),
            "[[a, NULL, c], NULL, [a, NULL, c]]",
            "[[d, e, f], [a, NULL, c], [d, e, f]]"));
    samples.add(
        sample(
            "fixed_struct_array",
            LogicalType.array(pair(LogicalType.INTEGER, LogicalType.VARCHAR), 3),
            "[{'a': NULL, 'b': NULL}, {'a': 42, 'b': 🦆🦆🦆🦆🦆🦆}, {'a': NULL, 'b': NULL}]",
            "[{'a': 42, 'b': 🦆🦆🦆🦆🦆🦆}, {'a': NULL, 'b': NULL}, {'a': 42, 'b': 🦆🦆🦆🦆🦆🦆}]"));
    samples.add(
        sample(
            "struct_of_fixed_array",
            pair(
                LogicalType.array(LogicalType.INTEGER, 3),
                LogicalType.array(LogicalType.VARCHAR, 3)),
            "{'a': [NULL, 2, 3], 'b': [a, NULL, c]}",
            "{'a': [4, 5, 6], 'b': [d, e, f]}"));
    samples.add(
        sample(
            "fixed_array_of_int_list",
            LogicalType.array(LogicalType.list(LogicalType.INTEGER), 3),
            "[[], [42, 999, NULL, NULL, -42], []]",
            "[[42, 999, NULL, NULL, -42], [], [42, 999, NULL, NULL, -42]]"));
    samples.add(
        sample(
            "list_of_fixed_int_array",
            LogicalType.list(LogicalType.array(LogicalType.INTEGER, 3)),
            "[[NULL, 2, 3], [4, 5, 6], [NULL, 2, 3]]",
            "[[4, 5, 6], [NULL, 2, 3], [4, 5, 6]]"));
    samples.add(sample("time_ns", LogicalType.TIME_NS, "00:00:00", "24:00:00"));
    samples.add(
        sample(
            "tuple",
            LogicalType.struct(
                List.of(new Field("", LogicalType.INTEGER), new Field("", LogicalType.VARCHAR))),
            "(NULL, NULL)",
            "(42, 🦆🦆🦆🦆🦆🦆)"));
    return samples;
  }
}
