// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.catalog.CatalogEntry.ColumnDefinition;
import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.table.FileFormat;
import dev.eider.base.table.Table;
import dev.eider.base.table.TableFunction;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.Expressions;
import dev.eider.engine.function.cast.Casts;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.sql.ast.DataStatement;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.Option;
import dev.eider.engine.sql.ast.Query;
import dev.eider.engine.sql.ast.QueryNode;
import dev.eider.engine.sql.ast.SelectItem;
import dev.eider.engine.sql.ast.TableRef;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Binds COPY FROM and COPY TO. */
final class CopyBinder {
  /** Of an option that was written without one: a flag that is on. */
  private static final Value NO_VALUE = new Value(LogicalType.BOOLEAN, true);

  private final StatementContext context;

  CopyBinder(StatementContext context) {
    this.context = context;
  }

  BoundStatement bind(DataStatement.Copy copy) {
    String path = path(copy.file(), copy.isFrom());
    Map<String, Value> options = options(copy.options());
    FileFormat format = format(options.remove("format"), path, copy.span().start());
    if (!format.tellsOfNullOptions()) {
      refuseNulls(copy.options(), options);
    }
    return copy.isFrom() ? from(copy, format, path, options) : to(copy, format, path, options);
  }

  private String path(Expr file, boolean isFrom) {
    BoundExpr bound =
        new ExpressionBinder(context, new Scope(), null, CteScope.EMPTY)
            .bind(file, Clause.CONSTANT);
    if (bound instanceof BoundExpr.Parameter parameter) {
      if (isFrom) {
        throw new EiderException(
            ErrorType.PARAMETER_NOT_RESOLVED,
            "Parameter types could not be resolved",
            file.span().start(),
            null);
      }
      // Only PREPARE has parameters without values; nothing is written then.
      context.resolveParameter(parameter, LogicalType.VARCHAR);
      return "";
    }
    Value value = TypeRules.evaluate(bound, context.env);
    if (value.isNull() || !(value.object() instanceof String path)) {
      throw EiderException.binder("COPY needs the name of a file as text", file.span().start());
    }
    return path;
  }

  private Map<String, Value> options(List<Option> written) {
    Map<String, Value> options = new LinkedHashMap<>();
    for (Option option : written) {
      String name = option.name().toLowerCase(Locale.ROOT);
      int at = option.span().start();
      Value value;
      if (option.values().isEmpty()) {
        value = NO_VALUE;
      } else if (option.values().size() > 1) {
        List<Value> elements = new ArrayList<>();
        for (Expr element : option.values()) {
          elements.add(constant(element));
        }
        value = new Value(LogicalType.list(LogicalType.VARCHAR), elements);
      } else {
        value = constant(option.values().getFirst());
      }
      if (options.put(name, value) != null) {
        throw EiderException.binder("Unexpected duplicate option \"" + name + "\"", at);
      }
    }
    return options;
  }

  private static void refuseNulls(List<Option> written, Map<String, Value> options) {
    for (Option option : written) {
      String name = option.name().toLowerCase(Locale.ROOT);
      Value value = options.get(name);
      if (value != null && value != NO_VALUE && value.type().id() == TypeId.SQLNULL) {
        throw EiderException.binder(
            "NULL is not supported as a valid option for COPY option \"" + name + "\"",
            option.span().start());
      }
    }
  }

  /** There are no columns in options: a name stands for itself, within a struct too. */
  private static Expr words(Expr expr) {
    return switch (expr) {
      case Expr.ColumnRef ref -> new Expr.StringLiteral(ref.name(), ref.span());
      case Expr.FunctionCall call when call.name().name().equals("struct_pack") -> {
        List<Expr.Argument> arguments = new ArrayList<>();
        for (Expr.Argument argument : call.arguments()) {
          arguments.add(new Expr.Argument(argument.name(), words(argument.value())));
        }
        yield AstRewriter.withArguments(call, arguments);
      }
      default -> expr;
    };
  }

  private Value constant(Expr expr) {
    if (expr instanceof Expr.ColumnRef ref) {
      return Value.of(ref.name());
    }
    if (expr instanceof Expr.Star) {
      return Value.of("*");
    }
    BoundExpr bound =
        new ExpressionBinder(context, new Scope(), null, CteScope.EMPTY)
            .bind(words(expr), Clause.CONSTANT);
    if (Expressions.contains(bound, part -> part instanceof BoundExpr.Parameter)) {
      // As for the path: nothing is written by PREPARE.
      Expressions.walk(
          bound,
          part -> {
            if (part instanceof BoundExpr.Parameter parameter) {
              context.resolveParameter(parameter, LogicalType.VARCHAR);
            }
          });
      return Value.of("");
    }
    try {
      return TypeRules.evaluate(bound, context.env);
    } catch (EiderException e) {
      throw e.at(expr.span().start());
    }
  }

  private FileFormat format(@Nullable Value named, String path, int at) {
    List<String> names = new ArrayList<>();
    if (named == NO_VALUE) {
      throw EiderException.binder(
          "Unsupported parameter type for FORMAT: expected e.g. FORMAT 'csv', 'parquet'", at);
    }
    if (named != null) {
      String wanted = String.valueOf(named.object()).toLowerCase(Locale.ROOT);
      for (FileFormat format : context.env.formats()) {
        names.add(format.name());
        if (format.name().equals(wanted)) {
          return format;
        }
      }
      EiderException foreign = ForeignFiles.notThere("." + wanted, context.env.formats(), at);
      if (foreign != null) {
        throw foreign;
      }
      throw new EiderException(
          ErrorType.CATALOG,
          "Copy Function with name "
              + wanted
              + " does not exist!"
              + SimilarNames.didYouMean(names, wanted),
          at,
          null);
    }
    for (FileFormat format : context.env.formats()) {
      if (format.matches(path)) {
        return format;
      }
    }
    EiderException foreign = ForeignFiles.notThere(path, context.env.formats(), at);
    if (foreign != null) {
      throw foreign;
    }
    for (FileFormat format : context.env.formats()) {
      if (format.name().equals("csv")) {
        return format;
      }
    }
    throw EiderException.binder("There is no format for the file \"" + path + "\"", at);
  }

  private BoundStatement to(
      DataStatement.Copy copy, FileFormat format, String path, Map<String, Value> options) {
    Query query = copy.query();
    if (query == null) {
      List<SelectItem> items = new ArrayList<>();
      for (String column : copy.columns()) {
        items.add(
            new SelectItem(new Expr.ColumnRef(List.of(column), copy.span()), null, copy.span()));
      }
      TableRef table = TableRef.NamedTable.of(java.util.Objects.requireNonNull(copy.table()));
      QueryNode.SelectNode star = QueryNode.SelectNode.starFrom(table);
      query =
          Query.of(
              items.isEmpty()
                  ? star
                  : new QueryNode.SelectNode(
                      false,
                      List.of(),
                      items,
                      List.of(table),
                      null,
                      null,
                      null,
                      null,
                      null,
                      copy.span()));
    }
    Value access = context.env.setting("enable_external_access");
    if (access != null && Boolean.FALSE.equals(access.object())) {
      throw new EiderException(
          ErrorType.PERMISSION,
          "Cannot access file \""
              + path
              + "\" for writing: file system operations are disabled by configuration"
              + " (enable_external_access)",
          copy.span().start(),
          null);
    }
    for (Option option : copy.options()) {
      checkOption(option, format);
    }
    BoundQuery bound = new QueryBinder(context, null, CteScope.EMPTY).bind(query);
    List<String> names = TableBinding.uniqueNames(bound.names());
    boolean returnsFiles = flag(options.remove("return_files"));
    List<BoundExpr.ColumnRef> output = new ArrayList<>();
    output.add(TargetTable.countColumn(context));
    if (returnsFiles) {
      output.add(context.column("Files", LogicalType.list(LogicalType.VARCHAR)));
    }
    LogicalOperator plan =
        new LogicalOperator.CopyTo(bound.plan(), format, path, names, options, output);
    return returnsFiles
        ? new BoundStatement(plan, List.of("Count", "Files"), BoundStatement.Kind.ROWS, context.ids)
        : TargetTable.counted(context, plan);
  }

  private static boolean flag(@Nullable Value value) {
    if (value == null) {
      return false;
    }
    return switch (value.object()) {
      case Boolean b -> b;
      case Number n -> n.longValue() != 0;
      case null, default ->
          throw EiderException.binder("\"return_files\" expects a boolean value (e.g. TRUE or 1)");
    };
  }

  /** An option of a format that says which it has must be one of these. */
  private void checkOption(Option option, FileFormat format) {
    String name = option.name().toLowerCase(Locale.ROOT);
    Map<String, LogicalType> known = format.writeOptions();
    if (known.isEmpty() || name.equals("format")) {
      return;
    }
    int at = option.span().start();
    LogicalType type = known.get(name);
    if (type != null) {
      boolean needsValue = type.id() != TypeId.BOOLEAN && type.id() != TypeId.ANY;
      if (option.values().isEmpty() && needsValue) {
        throw EiderException.invalidInput(
                "Copy option \"" + name + "\" requires an argument of type " + type)
            .at(at);
      }
      return;
    }
    TableFunction reader = context.env.tableFunction(format.readFunction());
    if (reader != null && reader.namedParameters().containsKey(name)) {
      throw EiderException.invalidInput(
              "Option " + name + " is not supported for writing - only for reading")
          .at(at);
    }
    throw EiderException.notImplemented(
            "Unrecognized option "
                + name
                + " for "
                + format.name()
                + "\n"
                + SimilarNames.message(
                    "Candidate options", SimilarNames.closest(known.keySet(), name)))
        .at(at);
  }

  private BoundStatement from(
      DataStatement.Copy copy, FileFormat format, String path, Map<String, Value> options) {
    int at = copy.span().start();
    TargetTable target =
        TargetTable.find(context, java.util.Objects.requireNonNull(copy.table()), "copy into");
    List<Integer> columns = new ArrayList<>();
    if (copy.columns().isEmpty()) {
      for (int i = 0; i < target.columns().size(); i++) {
        if (target.columns().get(i).generatedSql() == null) {
          columns.add(i);
        }
      }
    } else {
      copy.columns().forEach(name -> columns.add(target.column(name, at)));
    }
    TableFunction function = context.env.tableFunction(format.readFunction());
    if (function == null) {
      throw EiderException.internal("no table function " + format.readFunction());
    }
    Table table;
    try {
      table =
          function.bind(
              List.of(Value.of(path)),
              readOptions(function, target, columns, options, at),
              context.env.tableContext());
    } catch (EiderException e) {
      throw e.at(at);
    }
    FromBinder.Source source =
        new FromBinder(context, null, CteScope.EMPTY).scan(table, "copy", List.of(), List.of(), at);
    List<LogicalOperator.Assignment> kept = new ArrayList<>();
    for (TableBinding.BoundColumn column : source.scope().tables().getFirst().columns()) {
      if (!column.hidden()) {
        dev.eider.engine.expr.BoundExpr.ColumnRef ref =
            (dev.eider.engine.expr.BoundExpr.ColumnRef) column.expr();
        kept.add(new LogicalOperator.Assignment(ref, ref));
      }
    }
    checkColumns(path, target, columns, kept, at);
    return new InsertBinder(context)
        .insertRows(target, columns, new LogicalOperator.Project(source.plan(), kept));
  }

  /** The columns of a file go to those of the table in their order. */
  private void checkColumns(
      String path,
      TargetTable target,
      List<Integer> columns,
      List<LogicalOperator.Assignment> read,
      int at) {
    if (read.size() != columns.size()) {
      List<String> wanted = new ArrayList<>();
      List<String> found = new ArrayList<>();
      for (int column : columns) {
        ColumnDefinition definition = target.columns().get(column);
        wanted.add(definition.name() + " " + definition.type());
      }
      read.forEach(one -> found.add(one.column().name() + " " + one.column().type()));
      throw EiderException.conversion(
              "Failed to read file(s) \""
                  + path
                  + "\" into table \""
                  + target.entry().name()
                  + "\" - column count mismatch: expected "
                  + columns.size()
                  + " columns but found "
                  + read.size()
                  + "\nTable schema: "
                  + String.join(", ", wanted)
                  + "\nFile schema: "
                  + String.join(", ", found)
                  + "\n\n"
                  + insertHint(path, target))
          .at(at);
    }
    for (int i = 0; i < read.size(); i++) {
      ColumnDefinition definition = target.columns().get(columns.get(i));
      BoundExpr.ColumnRef column = read.get(i).column();
      if (!column.type().equals(definition.type())
          && !Casts.exists(column.type(), definition.type())) {
        throw EiderException.conversion(
                "In file \""
                    + path
                    + "\" the column \""
                    + column.name()
                    + "\" has type "
                    + column.type()
                    + ", but we are trying to load it into column \""
                    + definition.name()
                    + "\" with type "
                    + definition.type()
                    + ", and there is no such cast.\n"
                    + insertHint(path, target))
            .at(at);
      }
    }
  }

  private static String insertHint(String path, TargetTable target) {
    return "To say which column goes where use INSERT INTO "
        + target.entry().name()
        + " BY NAME FROM '"
        + path
        + "', or INSERT INTO "
        + target.entry().name()
        + " SELECT ... FROM '"
        + path
        + "'";
  }

  /** A format whose reader takes {@code columns} is told the names and types of the table. */
  private Map<String, Value> readOptions(
      TableFunction function,
      TargetTable target,
      List<Integer> columns,
      Map<String, Value> options,
      int at) {
    Map<String, Value> named = new LinkedHashMap<>();
    for (Map.Entry<String, Value> option : options.entrySet()) {
      String name = alias(option.getKey(), function);
      LogicalType type = function.namedParameters().get(name);
      if (name.equals("force_quote")) {
        throw EiderException.binder("Option \"force_quote\" is not supported for reading", at);
      }
      if (option.getValue() == NO_VALUE && type != null && type.id() == TypeId.VARCHAR) {
        throw EiderException.binder(
            "\"" + option.getKey() + "\" requires an argument of type VARCHAR", at);
      }
      if (type != null
          && type.id() == TypeId.VARCHAR
          && !(option.getValue().object() instanceof String)) {
        throw EiderException.binder(
            "\"" + option.getKey() + "\" expected an argument of type VARCHAR", at);
      }
      if (name.equals("force_not_null") && option.getValue() == NO_VALUE) {
        throw EiderException.binder(
            "\"force_not_null\" expects a column list or * as parameter", at);
      }
      if (type == null) {
        throw EiderException.binder(
            "Unrecognized option \"" + option.getKey() + "\" for " + function.name(), at);
      }
      named.put(name, option.getValue());
    }
    if (function.namedParameters().containsKey("columns") && !named.containsKey("columns")) {
      List<LogicalType.Field> fields = new ArrayList<>();
      List<Value> types = new ArrayList<>();
      for (int column : columns) {
        ColumnDefinition definition = target.columns().get(column);
        fields.add(new LogicalType.Field(definition.name(), LogicalType.VARCHAR));
        types.add(Value.of(definition.type().toString()));
      }
      named.put("columns", new Value(LogicalType.struct(fields), types));
    }
    if (function.namedParameters().containsKey("records")) {
      named.put("records", Value.of("true"));
    }
    if (function.namedParameters().containsKey("auto_detect")
        && !named.containsKey("auto_detect")) {
      named.put("auto_detect", Value.TRUE);
    }
    return named;
  }

  private static String alias(String option, TableFunction function) {
    if (function.namedParameters().containsKey(option)) {
      return option;
    }
    return switch (option) {
      case "delimiter", "sep" -> "delim";
      case "null" -> "nullstr";
      default -> option;
    };
  }
}
