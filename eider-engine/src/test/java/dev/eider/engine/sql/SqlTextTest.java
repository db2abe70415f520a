// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.TypeName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Canonical texts as the reference implementation gives them to columns without alias. */
class SqlTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiterString = " => ",
      quoteCharacter = '`',
      textBlock =
          """
          1+1 => (1 + 1)
          count(*) => count_star()
          count() => count_star()
          count(*) filter (where true) => count_star() FILTER (WHERE true)
          t.a => a
          case when a=1 then 2 else 3 end => CASE  WHEN ((a = 1)) THEN (2) ELSE 3 END
          case a when 1 then 'x' end => CASE  WHEN ((a = 1)) THEN ('x') ELSE NULL END
          a::int => CAST(a AS INTEGER)
          -1 => -1
          - 1 => -1
          - -5 => 5
          -a => (-(a))
          +a => (+(a))
          @a => (@(a))
          5! => factorial(5)
          'a'||'b' => ('a' || 'b')
          not bo => (NOT bo)
          a is null => (a IS NULL)
          bo is true => (CAST(bo AS BOOLEAN) IS NOT DISTINCT FROM true)
          bo is not false => (CAST(bo AS BOOLEAN) IS DISTINCT FROM false)
          bo is unknown => (bo IS NULL)
          a is not distinct from b => (a IS NOT DISTINCT FROM b)
          a between 1 and 2 => (a BETWEEN 1 AND 2)
          a not between 1 and 2 => (NOT (a BETWEEN 1 AND 2))
          a in (1,2) => (a IN (1, 2))
          a not in (1,2) => (NOT (a IN (1, 2)))
          a in (select 1) => (a = ANY(SELECT 1))
          1 in l => contains(l, 1)
          a > all(select 1) => (NOT (a <= ANY(SELECT 1)))
          a = any([1,2]) => (a = ANY(SELECT unnest(list_value(1, 2))))
          s like 'x' => (s ~~ 'x')
          s not like 'x' => (s !~~ 'x')
          s ilike 'x' => (s ~~* 'x')
          s glob 'x' => (s ~~~ 'x')
          s not glob 'x' => (NOT (s ~~~ 'x'))
          s similar to 'x' => regexp_full_match(s, 'x')
          s not similar to 'x' => (NOT regexp_full_match(s, 'x'))
          s like 'x' escape 'y' => like_escape(s, 'x', 'y')
          s ~ 'x' => regexp_matches(s, 'x')
          s !~* 'x' => (NOT regexp_matches(s, 'x', 'i'))
          [1,2] => list_value(1, 2)
          array[1,2] => (ARRAY[1, 2])
          {'a':1, 'b c': 2} => struct_pack(a := 1, "b c" := 2)
          map {'a':1} => "map"(list_value('a'), list_value(1))
          row(1,2) => "row"(1, 2)
          (1,2) => "row"(1, 2)
          l[1] => l[1]
          l[1:2:1] => l[1:2:1]
          l[-1:] => l[-1:]
          (st).y => (st).y
          st['x'].z => (st['x']).z
          extract(year from d) => date_part('YEAR', d)
          extract(dow from d) => date_part('dow', d)
          substring(s from 1 for 2) => "substring"(s, 1, 2)
          substring(s for 2) => "substring"(s, 1, 2)
          trim(both 'x' from s) => "trim"(s, 'x')
          trim(leading from s) => ltrim(s)
          position('a' in s) => "position"(s, 'a')
          overlay(s placing 'a' from 1 for 2) => "overlay"(s, 'a', 1, 2)
          d at time zone 'UTC' => timezone('UTC', d)
          try(a) => TRY(a)
          coalesce(a,b) => COALESCE(a, b)
          ifnull(a,b) => COALESCE(a, b)
          nullif(a,b) => "nullif"(a, b)
          if(bo,1,2) => "if"(bo, 1, 2)
          interval '1 day' => CAST('1 day' AS INTERVAL)
          interval 1 day => to_days(CAST(trunc(CAST(1 AS DOUBLE)) AS INTEGER))
          interval '1' hour => to_hours(CAST(trunc(CAST('1' AS DOUBLE)) AS BIGINT))
          interval 2 seconds => to_seconds(CAST(2 AS DOUBLE))
          date '2020-01-01' => CAST('2020-01-01' AS date)
          timestamp '2020-01-01' => CAST('2020-01-01' AS TIMESTAMP)
          x'AB' => X'AB'
          b'0101' => B'0101'
          1_000 => 1_000
          .5 => .5
          exists(select 1) => EXISTS(SELECT 1)
          not exists(select 1) => (NOT EXISTS(SELECT 1))
          (select 1) => (SELECT 1)
          [x+1 for x in l] => list_apply(l, (lambda x: (x + 1)))
          s.upper().lower() => lower(s.upper())
          (s).upper() => upper(s)
          j->'a' => (j -> 'a')
          sum(a) filter (where a>1) => sum(a) FILTER (WHERE (a > 1))
          sum(distinct a) => sum(DISTINCT a)
          string_agg(s, ',' order by a desc) => string_agg(s, ',' ORDER BY a DESC)
          percentile_cont(0.5) within group (order by a) => quantile_cont(0.5 ORDER BY a)
          mode() within group (order by a) => "mode"() WITHIN GROUP ( ORDER BY a)
          count(*) over () => count() OVER ()
          first(a) over (order by b) => first_value(a) OVER (ORDER BY b)
          lag(a ignore nulls) over (order by b) => lag(a IGNORE NULLS) OVER (ORDER BY b)
          a collate nocase.noaccent => a COLLATE "nocase.noaccent"
          a ** b => (a ** b)
          a <> b => (a != b)
          a == b => (a = b)
          a and b and c => (a AND b AND c)
          (a and b) and c => (a AND b AND c)
          a or b and not c => (a OR (b AND (NOT c)))
          a -> b = c => (a -> (b = c))
          2^3^2 => ((2 ^ 3) ^ 2)
          -2^2 => (-2 ^ 2)
          SUM(a) => sum(a)
          grouping_id(a, b) => GROUPING(a, b)
          $1 => $1
          # 2 => #2
          key+1 => ("key" + 1)
          "A b"+1 => ("A b" + 1)
          Q.KEY+1 => (Q."KEY" + 1)
          """)
  void columnNames(String sql, String expected) {
    assertEquals(expected, SqlText.columnName(SqlParser.parseExpression(sql)));
  }

  @Test
  void textThatTheTableAboveCannotHold() {
    assertEquals("'a\nb'", SqlText.columnName(SqlParser.parseExpression("E'a\\nb'")));
    assertEquals("(1 | (2 + 4))", SqlText.columnName(SqlParser.parseExpression("1 | 2 + 4")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          int4                 | int4
          Integer              | INTEGER
          dec(5)               | DECIMAL(5)
          character varying(3) | VARCHAR(3)
          real                 | FLOAT
          json                 | "json"
          text                 | text
          timestamp(0)         | TIMESTAMP_S
          timestamp(7)         | TIMESTAMP_NS
          timestamp with time zone | TIMESTAMP WITH TIME ZONE
          int array[4]         | INTEGER[4]
          struct(a int, "b c" text[]) | STRUCT(a INTEGER, "b c" text[])
          map(int, varchar)    | MAP(INTEGER, VARCHAR)
          enum('a', 'b')       | enum('a', 'b')
          main.mood            | main.mood
          """)
  void typeNames(String sql, String expected) {
    Expr.Cast cast = (Expr.Cast) SqlParser.parseExpression("CAST(NULL AS " + sql + ")");
    TypeName type = cast.type();
    assertEquals(expected, SqlText.render(type));
  }

  @Test
  void queriesInsideExpressions() {
    assertEquals(
        "(SELECT a FROM ((q AS t1(a) INNER JOIN q AS t2 ON ((t1.a = t2.\"key\"))) LEFT JOIN q AS t3"
            + " USING (\"key\")) LIMIT 1)",
        SqlText.render(
            SqlParser.parseExpression(
                "(select a from q t1(a) join q t2 on t1.a=t2.key left join q t3 using (key) limit"
                    + " 1)")));
    assertEquals(
        "((SELECT 1) UNION ALL (SELECT 2) LIMIT 1)",
        SqlText.render(SqlParser.parseExpression("(select 1 union all select 2 limit 1)")));
  }

  @Test
  void quoting() {
    assertEquals("abc", SqlText.quote("abc"));
    assertEquals("Abc1", SqlText.quote("Abc1"));
    assertEquals("\"1a\"", SqlText.quote("1a"));
    assertEquals("\"a\"\"b\"", SqlText.quote("a\"b"));
    assertEquals("\"SELECT\"", SqlText.quote("SELECT"));
    assertEquals("\"\"", SqlText.quote(""));
    assertEquals("\"é\"", SqlText.quote("é"));
    assertEquals("'it''s'", SqlText.literal("it's"));
  }
}
