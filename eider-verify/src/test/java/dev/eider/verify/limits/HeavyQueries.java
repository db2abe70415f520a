// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.limits;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * One query for each kind of operator that holds rows. Each answers a few rows (counts and
 * checksums), in one order, whatever the plan did. {@code N} stands for a number of rows.
 */
final class HeavyQueries {
  /** A query and what it is about. */
  record Heavy(String name, String sql) {
    /** Whether it goes to disk when memory is short. */
    boolean spills() {
      return !IN_MEMORY.contains(name);
    }

    /** Whether the state of one group has to be in memory. */
    boolean mayBeRefused() {
      return LARGE_STATES.contains(name);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** Queries that hold little, or nothing that can be written to disk. */
  private static final Set<String> IN_MEMORY =
      Set.of("median", "unnest", "limit with offset", "cross product", "sample");

  private static final Set<String> LARGE_STATES =
      Set.of("list", "ordered string_agg", "median", "median by group");

  private HeavyQueries() {}

  private static String rows(long count) {
    return "(SELECT i, hash(i) % 1000003 AS k, hash(i + 7) AS h,"
        + " 'text number ' || (hash(i + 1) % 99991) AS s FROM range("
        + count
        + ") t(i))";
  }

  private static String check(String columns, String from) {
    return "SELECT count(*), sum(hash(" + columns + ")::HUGEINT) FROM (" + from + ")";
  }

  /** All of them, over so many rows. */
  static List<Heavy> of(long n) {
    String t = rows(n);
    String half = rows(n / 2);
    List<Heavy> all = new ArrayList<>();
    all.add(
        new Heavy(
            "sort",
            "SELECT sum(p * (h % 1000)::HUGEINT) FROM (SELECT h, row_number() OVER () AS p FROM"
                + " (SELECT * FROM "
                + t
                + " ORDER BY h, i))"));
    all.add(
        new Heavy(
            "sort by text",
            "SELECT sum(p * (h % 1000)::HUGEINT) FROM (SELECT h, row_number() OVER () AS p FROM"
                + " (SELECT * FROM "
                + t
                + " ORDER BY s DESC, i))"));
    all.add(
        new Heavy(
            "sort with offset",
            check("h, i", "SELECT * FROM " + t + " ORDER BY h OFFSET " + (n / 3))));
    all.add(
        new Heavy(
            "top n", check("h, i, s", "SELECT * FROM " + t + " ORDER BY h LIMIT " + (n / 10))));
    all.add(
        new Heavy(
            "large top n", check("h, s", "SELECT * FROM " + t + " ORDER BY h LIMIT " + (n / 2))));
    all.add(new Heavy("limit", check("h, s", "SELECT * FROM " + t + " LIMIT " + (n - n / 8))));
    all.add(
        new Heavy(
            "limit with offset",
            check("h, s", "SELECT * FROM " + t + " LIMIT 1000 OFFSET " + (n - n / 4))));
    all.add(new Heavy("limit percent", check("h, s", "SELECT * FROM " + t + " LIMIT 70%")));
    all.add(
        new Heavy(
            "group by",
            check("h, c, m", "SELECT h, count(*) AS c, min(s) AS m FROM " + t + " GROUP BY h")));
    all.add(
        new Heavy(
            "group by text",
            check("s, c, m", "SELECT s, count(*) AS c, max(h) AS m FROM " + t + " GROUP BY s")));
    all.add(new Heavy("distinct", check("k, s", "SELECT DISTINCT k, s FROM " + t)));
    all.add(
        new Heavy(
            "distinct on",
            check("k, i", "SELECT DISTINCT ON (k) k, i, s FROM " + t + " ORDER BY k, i")));
    all.add(
        new Heavy(
            "distinct on without order",
            "SELECT count(*), sum(k) FROM (SELECT DISTINCT ON (k) k, s FROM " + t + ")"));
    all.add(
        new Heavy(
            "count distinct",
            "SELECT count(DISTINCT h), count(DISTINCT s), count(DISTINCT k) FROM " + t));
    all.add(
        new Heavy(
            "count distinct by group",
            check("g, c", "SELECT k % 10 AS g, count(DISTINCT h) AS c FROM " + t + " GROUP BY g")));
    for (String type : List.of("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN")) {
      all.add(
          new Heavy(
              "hash " + type.toLowerCase(java.util.Locale.ROOT),
              check(
                  "ai, bi, bs",
                  "SELECT a.i AS ai, b.i AS bi, b.s AS bs FROM "
                      + t
                      + " a "
                      + type
                      + " "
                      + half
                      + " b ON a.h = b.h + 0 AND a.i % 3 < 2")));
    }
    all.add(
        new Heavy(
            "semi join",
            check("i, s", "SELECT * FROM " + t + " WHERE h IN (SELECT h FROM " + half + ")")));
    all.add(
        new Heavy(
            "anti join",
            check(
                "i, s",
                "SELECT * FROM "
                    + t
                    + " a WHERE NOT EXISTS (SELECT 1 FROM "
                    + half
                    + " b WHERE b.h = a.h)")));
    all.add(
        new Heavy(
            "mark join",
            "SELECT count(*), sum((h IN (SELECT h FROM " + half + "))::INT) FROM " + t));
    all.add(
        new Heavy(
            "range join",
            check(
                "ai, bi",
                "SELECT a.i AS ai, b.i AS bi FROM "
                    + half
                    + " a JOIN "
                    + t
                    + " b ON b.i > a.i AND b.i < a.i + 3")));
    all.add(
        new Heavy(
            "range left join",
            check(
                "ai, bi",
                "SELECT a.i AS ai, b.i AS bi FROM "
                    + half
                    + " a LEFT JOIN "
                    + t
                    + " b ON b.i * 2 > a.i AND b.i * 2 < a.i + 2")));
    all.add(
        new Heavy(
            "range full join",
            check(
                "ai, bi",
                "SELECT a.i AS ai, b.i AS bi FROM (SELECT * FROM "
                    + half
                    + " WHERE i % 1000 = 0) a FULL JOIN "
                    + t
                    + " b ON b.i > a.i AND b.i < a.i + 3 AND b.s != a.s")));
    all.add(
        new Heavy(
            "merge join",
            check(
                "ai, bi",
                "SELECT a.i AS ai, b.i AS bi FROM (SELECT * FROM "
                    + half
                    + " WHERE i < 20) a LEFT JOIN "
                    + t
                    + " b ON b.i < a.i")));
    all.add(
        new Heavy(
            "range semi join",
            check(
                "i",
                "SELECT i FROM "
                    + half
                    + " a WHERE EXISTS (SELECT 1 FROM "
                    + t
                    + " b WHERE b.i > a.i + "
                    + (n - n / 3)
                    + ")")));
    all.add(
        new Heavy(
            "asof join",
            check(
                "ai, bk",
                "SELECT a.i AS ai, b.k AS bk FROM "
                    + half
                    + " a ASOF JOIN "
                    + t
                    + " b ON a.k >= b.k")));
    all.add(
        new Heavy(
            "asof left join by key",
            check(
                "ai, bi",
                "SELECT a.i AS ai, b.i AS bi FROM "
                    + half
                    + " a ASOF LEFT JOIN (SELECT * FROM "
                    + t
                    + " WHERE i % 3 = 0) b ON a.k % 100 = b.k % 100 AND a.i > b.i")));
    all.add(
        new Heavy(
            "nested loop join",
            check(
                "ai, bi",
                "SELECT a.i AS ai, b.i AS bi FROM (SELECT * FROM "
                    + half
                    + " WHERE i < 5) a LEFT JOIN "
                    + t
                    + " b ON (a.i + b.i) % 7 = 3")));
    all.add(
        new Heavy(
            "cross product",
            check(
                "ai, bi, bs",
                "SELECT a.i AS ai, b.i AS bi, b.s AS bs FROM range(4) a(i), " + t + " b")));
    all.add(
        new Heavy(
            "window",
            check(
                "i, r, m",
                "SELECT i, row_number() OVER (PARTITION BY k % 1000 ORDER BY h, i) AS r, max(s)"
                    + " OVER (PARTITION BY k % 1000 ORDER BY h, i ROWS 3 PRECEDING) AS m FROM "
                    + t)));
    all.add(
        new Heavy(
            "window of one partition",
            check(
                "i, r, m",
                "SELECT i, rank() OVER w AS r, lag(s) OVER w AS m FROM "
                    + t
                    + " WINDOW w AS (ORDER BY h, i)")));
    all.add(
        new Heavy(
            "moving window of one partition",
            check(
                "i, d, m, r, l",
                "SELECT i, dense_rank() OVER w AS d, row_number() OVER w AS r, max(s) OVER (w ROWS"
                    + " BETWEEN 2 PRECEDING AND 3 FOLLOWING) AS m, lead(i, 7) OVER w AS l FROM "
                    + t
                    + " WINDOW w AS (ORDER BY k % 1000, i % 100, i)")));
    all.add(
        new Heavy(
            "ranks of one partition",
            check(
                "k, d, r",
                "SELECT k, dense_rank() OVER w AS d, rank() OVER w AS r FROM "
                    + t
                    + " WINDOW w AS (ORDER BY k % 100)")));
    all.add(
        new Heavy(
            "union",
            check("k, s", "SELECT k, s FROM " + t + " UNION SELECT k + 1, s FROM " + half)));
    all.add(
        new Heavy(
            "except", check("k, s", "SELECT k, s FROM " + t + " EXCEPT SELECT k, s FROM " + half)));
    all.add(
        new Heavy(
            "intersect all",
            check("k, s", "SELECT k, s FROM " + t + " INTERSECT ALL SELECT k, s FROM " + half)));
    all.add(
        new Heavy(
            "materialized cte",
            "WITH c AS MATERIALIZED (SELECT * FROM "
                + t
                + ") SELECT (SELECT count(*) FROM c), (SELECT sum(h::HUGEINT) FROM c),"
                + " (SELECT max(s) FROM c)"));
    all.add(
        new Heavy(
            "recursive cte",
            "WITH RECURSIVE c(r, i, s) AS (SELECT 0, i, s FROM "
                + half
                + " UNION ALL SELECT r + 1, i, s FROM c WHERE r < 2) SELECT count(*), sum(i),"
                + " max(s) FROM c"));
    all.add(
        new Heavy(
            "list",
            check("g, l", "SELECT k % 1000 AS g, len(list(i)) AS l FROM " + t + " GROUP BY g")));
    all.add(
        new Heavy(
            "ordered string_agg",
            check(
                "g, l",
                "SELECT k % 1000 AS g, string_agg(s, ',' ORDER BY h) AS l FROM "
                    + half
                    + " GROUP BY g")));
    all.add(new Heavy("median", "SELECT median(h), median(i), quantile_cont(k, 0.1) FROM " + t));
    all.add(
        new Heavy(
            "median by group",
            check("g, m", "SELECT k % 1000 AS g, median(i) AS m FROM " + t + " GROUP BY g")));
    all.add(new Heavy("unnest", check("u", "SELECT unnest(range(i % 20)) AS u FROM " + t)));
    all.add(
        new Heavy(
            "positional join",
            check(
                "ai, bi",
                "SELECT a.i AS ai, b.i AS bi FROM " + t + " a POSITIONAL JOIN " + half + " b")));
    all.add(
        new Heavy(
            "sample",
            "SELECT count(*) FROM (SELECT * FROM " + t + " USING SAMPLE 10000 ROWS (reservoir))"));
    return all;
  }
}
