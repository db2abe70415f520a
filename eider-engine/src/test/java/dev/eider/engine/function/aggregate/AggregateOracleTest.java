// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.engine.function.AggregateCalls;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Aggregates give the values and errors of the reference, whether rows come at once, by groups, in
 * parts that are combined, or through spilled states.
 */
class AggregateOracleTest {
  private static final String[] ANY_TYPE = {
    "count(x)",
    "min(x)",
    "max(x)",
    "first(x)",
    "last(x)",
    "any_value(x)",
    "list(x)",
    "array_agg(x)",
    "mode(x)",
    "histogram(x)",
    "entropy(x)",
    "arbitrary(x)",
    "min(x, 2)",
    "max(x, 3)",
    "max(x, 100)",
    "min(x, 0)",
    "min(x, NULL)",
    "arg_min(x, x)",
    "arg_max(x, x)",
    "arg_min(x, x, 2)",
    "arg_max_null(x, x)",
    "quantile_disc(x, 0.5)",
    "quantile_disc(x, 0.1)",
    "quantile_disc(x, [0, 0.25, 0.9, 1])",
    "quantile_disc(x, -0.25)",
    "quantile_disc(x, 1.5)",
    "quantile_disc(x, NULL)",
    "median(x)",
    "approx_count_distinct(x)",
    "approx_top_k(x, 2)"
  };
  private static final String[] NUMBERS = {
    "sum(x)",
    "avg(x)",
    "mean(x)",
    "median(x)",
    "quantile_cont(x, 0.5)",
    "quantile_cont(x, 0.3)",
    "quantile_cont(x, -0.3)",
    "quantile_cont(x, [0.1, 0.5, 1])",
    "mad(x)",
    "stddev(x)",
    "stddev_pop(x)",
    "stddev_samp(x)",
    "var_pop(x)",
    "var_samp(x)",
    "variance(x)",
    "sem(x)",
    "skewness(x)",
    "kurtosis(x)",
    "kurtosis_pop(x)",
    "product(x)",
    "kahan_sum(x)",
    "fsum(x)",
    "favg(x)",
    "sumkahan(x)",
    "geomean(x)",
    "bit_and(x)",
    "bit_or(x)",
    "bit_xor(x)",
    "reservoir_quantile(x, 0.5)",
    "reservoir_quantile(x, [0.25, 0.75], 100)",
    "approx_quantile(x, 0.5)",
    "approx_quantile(x, [0, 0.25, 1])",
    "histogram(x, [0, 2, 5])",
    "histogram_exact(x, [2, 3, 7])",
    "bool_and(x)",
    "string_agg(x, '-')"
  };

  private final List<String> wrong = new ArrayList<>();

  private AggregateCalls table(String type, String... rows) {
    return new AggregateCalls(wrong, List.of(type), List.of(rows));
  }

  @Test
  void numbers() {
    for (String type :
        List.of(
            "TINYINT",
            "SMALLINT",
            "INTEGER",
            "BIGINT",
            "HUGEINT",
            "UTINYINT",
            "USMALLINT",
            "UINTEGER",
            "UBIGINT",
            "UHUGEINT",
            "FLOAT",
            "DOUBLE",
            "DECIMAL(4,1)",
            "DECIMAL(18,3)",
            "DECIMAL(38,10)")) {
      AggregateCalls some = table(type, "3", "1", "NULL", "7", "2", "7", "5");
      some.check(ANY_TYPE);
      some.check(NUMBERS);
      AggregateCalls nulls = table(type, "NULL", "NULL");
      nulls.check(ANY_TYPE);
      nulls.check(NUMBERS);
      AggregateCalls one = table(type, "4");
      one.check(ANY_TYPE);
      one.check(NUMBERS);
      AggregateCalls none = table(type);
      none.check(ANY_TYPE);
      none.check(NUMBERS);
    }
    AggregateCalls.assertNoneDiffers(wrong);
  }

  @Test
  void extremes() {
    table("DOUBLE", "1e308", "1e308", "-1e308").check("sum(x)", "avg(x)", "min(x)", "max(x)");
    table("DOUBLE", "'nan'", "1", "'inf'", "'-inf'", "-0.0", "0.0")
        .check(
            "min(x)",
            "max(x)",
            "median(x)",
            "mode(x)",
            "list(x)",
            "quantile_disc(x, 0.5)",
            "histogram(x)",
            "max(x, 3)",
            "count(x)",
            "stddev(x)");
    table("BIGINT", "9223372036854775807", "9223372036854775807", "-9223372036854775808")
        .check("sum(x)", "avg(x)", "min(x)", "max(x)", "median(x)", "bit_xor(x)");
    table("HUGEINT", "170141183460469231731687303715884105727", "1").check("sum(x)", "avg(x)");
    table("UBIGINT", "18446744073709551615", "1", "9223372036854775808")
        .check("sum(x)", "avg(x)", "min(x)", "max(x)", "median(x)", "quantile_disc(x, 0.5)");
    table("DECIMAL(38,0)", "99999999999999999999999999999999999999", "1").check("sum(x)");
    table("INTEGER", "0", "0", "0", "0").check("skewness(x)", "kurtosis(x)", "geomean(x)");
    table("DOUBLE", "1e100", "1", "-1e100").check("kahan_sum(x)", "favg(x)");
    AggregateCalls.assertNoneDiffers(wrong);
  }

  @Test
  void otherTypes() {
    String longer = "'a text that is longer than twelve bytes'";
    for (AggregateCalls some :
        List.of(
            table("VARCHAR", "'b'", longer, "NULL", "'a'", "'b'", "'ü'", "''"),
            table("BOOLEAN", "true", "NULL", "false", "true"),
            table("DATE", "'2020-01-01'", "NULL", "'1999-12-31'", "'2020-01-01'", "'infinity'"),
            table("TIMESTAMP", "'2020-01-01 10:00:00'", "NULL", "'1999-12-31 01:02:03.5'"),
            table("TIMESTAMPTZ", "'2020-01-01 10:00:00+02'", "'1999-12-31 01:02:03.5+00'"),
            table("TIME", "'10:00:00'", "'01:02:03.5'", "NULL"),
            table("INTERVAL", "'1 month'", "'2 days'", "'5 hours'", "NULL", "'2 days'"),
            table("UUID", "'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'", "NULL"),
            table("INTEGER[]", "[1, 2]", "NULL", "[3]", "[1, NULL]", "[1, 2]"),
            table("VARCHAR[]", "['a', " + longer + "]", "['b']"),
            table("BLOB", "'\\xFFa'", "'b'"))) {
      some.check(ANY_TYPE);
      some.check("avg(x)", "string_agg(x)", "string_agg(x, '; ')", "string_agg(x, NULL)");
      some.check("count(*)", "mad(x)", "quantile_cont(x, 0.5)", "approx_quantile(x, 0.5)");
    }
    table("VARCHAR").check(ANY_TYPE);
    table("VARCHAR", "'a'", "NULL", "'b'")
        .check(
            "string_agg(x)",
            "group_concat(x, '')",
            "listagg(x, ' and ')",
            "string_agg(x, x)",
            "histogram(x, ['a', 'aa'])",
            "histogram_exact(x, ['a', 'c'])",
            "histogram(x, NULL)",
            "histogram(x, [NULL])",
            "sum(x)",
            "approx_top_k(x, 0)",
            "approx_top_k(x, NULL)");
    AggregateCalls.assertNoneDiffers(wrong);
  }

  @Test
  void truthAndBits() {
    AggregateCalls truth = table("BOOLEAN", "true", "NULL", "false", "true");
    truth.check("bool_and(x)", "bool_or(x)", "count_if(x)", "countif(x)", "sum(x)", "avg(x)");
    table("BOOLEAN").check("bool_and(x)", "bool_or(x)", "count_if(x)", "sum(x)");
    table("BOOLEAN", "NULL").check("bool_and(x)", "bool_or(x)", "count_if(x)");
    table("BIT", "'101'", "'110'", "NULL").check("bit_and(x)", "bit_or(x)", "bit_xor(x)");
    table("BIT", "'101'", "'11'").check("bit_and(x)");
    AggregateCalls bits = table("INTEGER", "3", "1", "NULL", "5");
    bits.check(
        "bitstring_agg(x, 0, 10)",
        "bitstring_agg(x, 1, 5)",
        "bitstring_agg(x, 0, 4)",
        "bitstring_agg(x, 5, 1)",
        "bitstring_agg(x)",
        "bitstring_agg(x, 0, NULL)");
    table("INTEGER", "NULL").check("bitstring_agg(x, 0, 10)");
    AggregateCalls.assertNoneDiffers(wrong);
  }

  @Test
  void pairs() {
    String[] calls = {
      "corr(y, x)",
      "covar_pop(y, x)",
      "covar_samp(y, x)",
      "regr_avgx(y, x)",
      "regr_avgy(y, x)",
      "regr_count(y, x)",
      "regr_intercept(y, x)",
      "regr_r2(y, x)",
      "regr_slope(y, x)",
      "regr_sxx(y, x)",
      "regr_sxy(y, x)",
      "regr_syy(y, x)",
      "arg_min(x, y)",
      "arg_max(x, y)",
      "arg_min_null(x, y)",
      "arg_max_null(x, y)",
      "arg_min_nulls_last(x, y)",
      "arg_max_nulls_last(x, y)",
      "arg_min(x, y, 2)",
      "arg_max(x, y, 2)",
      "max_by(x, y)",
      "min_by(x, y)",
      "arg_max_nulls_last(x, y, 3)",
      "arg_min_nulls_last(x, y, 9)",
      "weighted_avg(x, y)",
      "wavg(x, y)"
    };
    List<String> types = List.of("DOUBLE", "DOUBLE");
    List<List<String>> tables =
        List.of(
            List.of("1; 5.5", "2; 3", "NULL; 0", "4; NULL", "9; 9", "3; 4"),
            List.of("1; 1"),
            List.of("1; 2", "1; 3"),
            List.of("1; 2", "2; 2"),
            List.of("NULL; NULL"),
            List.of());
    for (List<String> rows : tables) {
      new AggregateCalls(wrong, types, rows).check(calls);
    }
    new AggregateCalls(
            wrong,
            List.of("VARCHAR", "DATE"),
            List.of(
                "'a'; '2020-01-01'",
                "'a longer text than twelve bytes'; '2021-01-01'",
                "NULL; NULL"))
        .check("arg_min(x, y)", "arg_max(x, y)", "arg_max(y, x)", "arg_max(x, y, 5)");
    AggregateCalls.assertNoneDiffers(wrong);
  }
}
