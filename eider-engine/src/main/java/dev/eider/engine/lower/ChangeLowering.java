// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.lower;

import dev.eider.base.catalog.CatalogEntry.TableEntry;
import dev.eider.base.type.LogicalType;
import dev.eider.engine.execute.OperatorNode;
import dev.eider.engine.execute.OperatorNode.Detail;
import dev.eider.engine.execute.operator.ChangeSink;
import dev.eider.engine.execute.operator.NotNullCheck;
import dev.eider.engine.execute.operator.ProjectOperator;
import dev.eider.engine.execute.operator.WriteSink;
import dev.eider.engine.execute.pipeline.Chain;
import dev.eider.engine.execute.pipeline.Source;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.plan.LogicalOperator;
import java.util.ArrayList;
import java.util.List;

/** Statements that write: INSERT, UPDATE, DELETE, CREATE TABLE AS, COPY TO. */
final class ChangeLowering {
  private static final Runnable NOTHING = () -> {};

  private final Lowering lowering;

  ChangeLowering(Lowering lowering) {
    this.lowering = lowering;
  }

  private Lowered input(LogicalOperator plan) {
    return lowering.ordered(lowering.operator(plan), plan.output());
  }

  private static int[] numbers(int count) {
    int[] numbers = new int[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = i;
    }
    return numbers;
  }

  private Lowered write(
      String name, Detail detail, Lowered input, WriteSink sink, List<ColumnRef> output) {
    return write(name, detail, input, sink, sink.source(), output);
  }

  private Lowered write(
      String name,
      Detail detail,
      Lowered input,
      WriteSink sink,
      Source source,
      List<ColumnRef> output) {
    int number = lowering.number();
    Chain chain = lowering.breakPipeline(name, input, sink, number, source);
    return new Lowered(
        chain, output, new OperatorNode(number, name, List.of(detail), Lowering.inputs(input)));
  }

  Lowered insert(LogicalOperator.Insert insert) {
    Lowered input = input(insert.input());
    TableEntry target = insert.target();
    NotNullCheck check = NotNullCheck.of(target, numbers(input.columns().size()));
    WriteSink sink =
        new WriteSink(
            context -> target.table().append(context),
            NOTHING,
            check,
            insert.returning() ? input.types() : null);
    return write("INSERT", Detail.of("Table", target.name()), input, sink, insert.output());
  }

  Lowered createTableAs(LogicalOperator.CreateTableAs create) {
    Lowered input = input(create.input());
    TableEntry target = create.target();
    LoweringContext context = lowering.context();
    WriteSink sink =
        new WriteSink(
            scan -> target.table().append(scan),
            () -> context.publisher().publish(create.database(), create.schema(), target),
            NotNullCheck.NONE,
            null);
    return write(
        "CREATE_TABLE_AS", Detail.of("Table", target.name()), input, sink, create.output());
  }

  Lowered copyTo(LogicalOperator.CopyTo copy) {
    Lowered input = input(copy.input());
    List<LogicalType> types = input.types();
    WriteSink sink =
        new WriteSink(
            context ->
                copy.format()
                    .write(copy.path(), copy.columnNames(), types, copy.options(), context),
            NOTHING,
            NotNullCheck.NONE,
            null);
    return write(
        "COPY_TO_FILE",
        Detail.of("File", copy.path()),
        input,
        sink,
        copy.output().size() > 1 ? sink.filesSource() : sink.source(),
        copy.output());
  }

  Lowered update(LogicalOperator.Update update) {
    Lowered input = input(update.input());
    int[] columns = new int[update.columns().size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = update.columns().get(i);
    }
    return change(
        "UPDATE",
        input,
        update.target(),
        columns,
        update.returning() ? 1 + columns.length : -1,
        update.output());
  }

  Lowered delete(LogicalOperator.Delete delete) {
    return change(
        "DELETE",
        input(delete.input()),
        delete.target(),
        null,
        delete.returning() ? 1 : -1,
        delete.output());
  }

  private Lowered change(
      String name,
      Lowered input,
      TableEntry target,
      int @org.jspecify.annotations.Nullable [] columns,
      int returnFrom,
      List<ColumnRef> output) {
    int number = lowering.number();
    NotNullCheck check = columns == null ? NotNullCheck.NONE : NotNullCheck.of(target, columns);
    ChangeSink sink = new ChangeSink(target.table(), input.types(), columns, check, returnFrom);
    Chain chain = lowering.breakPipeline(name, input, sink, number, sink.source());
    if (returnFrom >= 0) {
      List<BoundExpr> returned = new ArrayList<>();
      for (int i = returnFrom; i < input.columns().size(); i++) {
        returned.add(new BoundExpr.InputRef(i, input.columns().get(i).type()));
      }
      chain = chain.then(new ProjectOperator(returned), -1);
    }
    return new Lowered(
        chain,
        output,
        new OperatorNode(
            number, name, List.of(Detail.of("Table", target.name())), Lowering.inputs(input)));
  }
}
