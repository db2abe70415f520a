// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import dev.eider.engine.sql.ast.Query;
import dev.eider.engine.sql.ast.Sample;
import dev.eider.engine.sql.ast.TableAlias;
import dev.eider.engine.sql.ast.TableRef;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes table references. */
final class TableText {
  private final SqlWriter w;

  TableText(SqlWriter writer) {
    this.w = writer;
  }

  void write(TableRef ref) {
    switch (ref) {
      case TableRef.NamedTable table -> named(table);
      case TableRef.TableFunction function -> function(function);
      case TableRef.Subquery subquery -> {
        w.addIf(subquery.lateral(), "LATERAL ").add('(');
        w.queries.write(subquery.query());
        w.add(')');
        alias(subquery.alias());
        tableSample(subquery.sample());
      }
      case TableRef.Parenthesized parenthesized -> {
        w.add('(');
        write(parenthesized.inner());
        w.add(')');
        alias(parenthesized.alias());
        tableSample(parenthesized.sample());
      }
      case TableRef.Join join -> join(join);
      case TableRef.Pivot pivot -> pivot(pivot);
      case TableRef.Unpivot unpivot -> unpivot(unpivot);
      case TableRef.Show show -> {
        w.add('(');
        show(show);
        w.add(')');
        alias(show.alias());
      }
    }
  }

  /** Writes PIVOT, UNPIVOT, DESCRIBE, SHOW and SUMMARIZE as statements; false for other tables. */
  boolean writeAsStatement(TableRef ref) {
    switch (ref) {
      case TableRef.Show show -> show(show);
      case TableRef.Pivot pivot -> pivotStatement(pivot);
      case TableRef.Unpivot unpivot -> {
        return unpivotStatement(unpivot);
      }
      case TableRef.NamedTable ignored -> {
        return false;
      }
      case TableRef.TableFunction ignored -> {
        return false;
      }
      case TableRef.Subquery ignored -> {
        return false;
      }
      case TableRef.Parenthesized ignored -> {
        return false;
      }
      case TableRef.Join ignored -> {
        return false;
      }
    }
    return true;
  }

  private void named(TableRef.NamedTable table) {
    if (table.isFile()) {
      w.literal(table.name().name());
    } else {
      w.name(table.name());
    }
    alias(table.alias());
    TableRef.At at = table.at();
    if (at != null) {
      w.add(" AT (").add(at.unit()).add(" => ");
      w.expressions.write(at.value());
      w.add(')');
    }
    tableSample(table.sample());
  }

  private void function(TableRef.TableFunction function) {
    w.addIf(function.lateral(), "LATERAL ").name(function.name()).add('(');
    w.list(function.arguments(), w.expressions::argument).add(')');
    w.addIf(function.withOrdinality(), " WITH ORDINALITY");
    alias(function.alias());
    tableSample(function.sample());
  }

  void alias(@Nullable TableAlias alias) {
    if (alias != null) {
      w.add(" AS ").name(alias.name());
      if (!alias.columns().isEmpty()) {
        w.nameList(alias.columns());
      }
    }
  }

  private void tableSample(@Nullable Sample sample) {
    if (sample != null) {
      w.add(" TABLESAMPLE ");
      sample(sample);
    }
  }

  /** The sample without its introducing word. */
  void sample(Sample sample) {
    if (sample.method() != null) {
      w.name(sample.method());
    }
    w.add('(');
    w.expressions.write(sample.count());
    w.add(sample.isPercent() ? " PERCENT)" : " ROWS)");
    if (sample.seed() != null) {
      w.add(" REPEATABLE (").add(sample.seed().toString()).add(')');
    }
  }

  // --- joins: the left side may be a long chain

  private void join(TableRef.Join outermost) {
    List<TableRef.Join> chain = new ArrayList<>();
    TableRef leftmost = outermost;
    while (leftmost instanceof TableRef.Join join) {
      chain.add(join);
      leftmost = join.left();
      w.add('(');
    }
    write(leftmost);
    for (int i = chain.size() - 1; i >= 0; i--) {
      joinRest(chain.get(i));
      w.add(')');
    }
  }

  private void joinRest(TableRef.Join join) {
    w.add(' ');
    switch (join.flavor()) {
      case NATURAL -> w.add("NATURAL ");
      case ASOF -> w.add("ASOF ");
      case REGULAR -> {}
    }
    switch (join.kind()) {
      case MARK, SINGLE -> w.add("JOIN BY (TYPE ").add(join.kind().name()).add(") ");
      case INNER, LEFT, RIGHT, FULL, SEMI, ANTI, CROSS, POSITIONAL ->
          w.add(join.kind().name()).add(" JOIN ");
    }
    write(join.right());
    if (join.on() != null) {
      w.add(" ON (");
      w.expressions.write(join.on());
      w.add(')');
    }
    if (!join.using().isEmpty()) {
      w.add(" USING ").nameList(join.using());
    }
  }

  // --- PIVOT and UNPIVOT

  private void pivotStatement(TableRef.Pivot pivot) {
    w.add("PIVOT ");
    write(pivot.source());
    if (!pivot.columns().isEmpty()) {
      w.add(" ON ").list(pivot.columns(), this::pivotColumn);
    }
    if (!pivot.aggregates().isEmpty()) {
      w.add(" USING ").list(pivot.aggregates(), w.queries::item);
    }
    groupBy(pivot.groupBy());
  }

  private void groupBy(List<String> columns) {
    if (!columns.isEmpty()) {
      w.add(" GROUP BY ").names(columns);
    }
  }

  private void pivotColumn(TableRef.PivotColumn column) {
    if (column.on().size() == 1) {
      w.expressions.write(column.on().getFirst());
    } else {
      w.add('(').list(column.on(), w.expressions::write).add(')');
    }
    if (column.enumName() != null) {
      w.add(" IN ").name(column.enumName());
    } else if (column.subquery() != null) {
      w.add(" IN (");
      w.queries.write(column.subquery());
      w.add(')');
    } else if (!column.values().isEmpty()) {
      w.add(" IN (").list(column.values(), w.queries::item).add(')');
    }
  }

  private void pivot(TableRef.Pivot pivot) {
    write(pivot.source());
    w.add(" PIVOT (").list(pivot.aggregates(), w.queries::item).add(" FOR ");
    w.list(pivot.columns(), " ", this::pivotColumn);
    groupBy(pivot.groupBy());
    w.add(')');
    alias(pivot.alias());
  }

  private boolean unpivotStatement(TableRef.Unpivot unpivot) {
    if (unpivot.columns().size() != 1 || unpivot.includeNulls()) {
      return false;
    }
    TableRef.UnpivotColumn column = unpivot.columns().getFirst();
    w.add("UNPIVOT ");
    write(unpivot.source());
    w.add(" ON ").list(column.sources(), w.queries::item);
    w.add(" INTO NAME ").name(column.name()).add(" VALUE ").names(unpivot.valueColumns());
    return true;
  }

  private void unpivot(TableRef.Unpivot unpivot) {
    write(unpivot.source());
    w.add(" UNPIVOT ").addIf(unpivot.includeNulls(), "INCLUDE NULLS ").add('(');
    if (unpivot.valueColumns().size() == 1) {
      w.name(unpivot.valueColumns().getFirst());
    } else {
      w.nameList(unpivot.valueColumns());
    }
    w.add(" FOR ");
    w.list(
        unpivot.columns(),
        " ",
        column -> {
          w.name(column.name()).add(" IN (");
          w.list(column.sources(), w.queries::item).add(')');
        });
    w.add(')');
    alias(unpivot.alias());
  }

  // --- DESCRIBE and SHOW

  private void show(TableRef.Show show) {
    switch (show.kind()) {
      case DESCRIBE -> w.add("DESCRIBE");
      case SUMMARIZE -> w.add("SUMMARIZE");
      case TABLES -> w.add("SHOW TABLES");
      case TABLES_FROM -> w.add("SHOW TABLES FROM");
      case ALL_TABLES -> w.add("SHOW ALL TABLES");
      case DATABASES -> w.add("SHOW DATABASES");
      case SCHEMAS -> w.add("SHOW SCHEMAS");
      case VARIABLES -> w.add("SHOW VARIABLES");
      case SETTING_OR_TABLE -> w.add("SHOW");
    }
    Query query = show.query();
    if (query != null) {
      w.add(' ');
      w.queries.write(query);
    }
    if (show.name() != null) {
      w.add(' ');
      if (show.isFile()) {
        w.literal(show.name().name());
      } else {
        w.name(show.name());
      }
    }
  }
}
