// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.catalog.Catalog.EntryKind;
import dev.eider.base.catalog.CatalogEntry;
import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.table.FileFormat;
import dev.eider.base.table.Table;
import dev.eider.base.table.TableColumn;
import dev.eider.base.table.TableFunction;
import dev.eider.base.type.Value;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.plan.Plans;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.QualifiedName;
import dev.eider.engine.sql.ast.Query;
import dev.eider.engine.sql.ast.TableAlias;
import dev.eider.engine.sql.ast.TableRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Binds table references: a plan and the scope in which its columns are found. */
final class FromBinder {
  private final StatementContext context;
  private final @Nullable ExpressionBinder outer;
  private final CteScope ctes;

  FromBinder(StatementContext context, @Nullable ExpressionBinder outer, CteScope ctes) {
    this.context = context;
    this.outer = outer;
    this.ctes = ctes;
  }

  /** A plan and what its columns are called. */
  record Source(LogicalOperator plan, Scope scope) {}

  /** The cross product of a FROM list; one row without columns for an empty list. */
  Source bindList(List<TableRef> refs) {
    if (refs.isEmpty()) {
      return new Source(new LogicalOperator.SingleRow(), new Scope());
    }
    Source left = bind(refs.getFirst());
    for (TableRef ref : refs.subList(1, refs.size())) {
      Source right = lateral(left).bind(ref);
      left = cross(left, right);
    }
    return left;
  }

  /** A binder for what stands to the right of {@code left} and may refer to it. */
  FromBinder lateral(Source left) {
    ExpressionBinder leftBinder =
        new ExpressionBinder(context, left.scope(), outer, ctes).asLateral();
    return new FromBinder(context, leftBinder, ctes);
  }

  /** Whether the right plan reads columns of the left one. */
  static boolean isDependent(LogicalOperator left, LogicalOperator right) {
    Set<Integer> free = Plans.freeColumns(right);
    free.retainAll(Plans.outputIds(left));
    return !free.isEmpty();
  }

  private static Source cross(Source left, Source right) {
    Scope scope = new Scope();
    scope.addAll(left.scope());
    scope.addAll(right.scope());
    LogicalOperator plan =
        new LogicalOperator.Join(
            LogicalOperator.JoinType.CROSS,
            left.plan(),
            right.plan(),
            List.of(),
            null,
            null,
            isDependent(left.plan(), right.plan()));
    return new Source(plan, scope);
  }

  /** Binds one reference. */
  Source bind(TableRef ref) {
    return switch (ref) {
      case TableRef.NamedTable table -> sampled(named(table), table.sample());
      case TableRef.TableFunction function ->
          sampled(new TableFunctionBinder(context, outer, ctes).bind(function), function.sample());
      case TableRef.Subquery subquery -> sampled(subquery(subquery), subquery.sample());
      case TableRef.Parenthesized p -> sampled(parenthesized(p), p.sample());
      case TableRef.Join join -> new JoinBinder(context, outer, ctes, this).bind(join);
      case TableRef.Pivot pivot -> new PivotBinder(context, outer, ctes).bind(pivot);
      case TableRef.Unpivot unpivot -> new UnpivotBinder(context, outer, ctes).bind(unpivot);
      case TableRef.Show show -> new ShowBinder(context, outer, ctes).bind(show);
    };
  }

  private Source sampled(Source source, dev.eider.engine.sql.ast.@Nullable Sample sample) {
    return sample == null
        ? source
        : new Source(Samples.bind(context, source.plan(), sample), source.scope());
  }

  private Source subquery(TableRef.Subquery subquery) {
    BoundQuery query = new QueryBinder(context, outer, ctes).bind(subquery.query());
    TableAlias alias = subquery.alias();
    return source(
        query, alias, alias == null ? "unnamed_subquery" : alias.name(), subquery.span().start());
  }

  private Source parenthesized(TableRef.Parenthesized p) {
    Source inner = bind(p.inner());
    TableAlias alias = p.alias();
    if (alias == null) {
      return inner;
    }
    List<String> names = new ArrayList<>();
    List<ColumnRef> columns = new ArrayList<>();
    List<LogicalOperator.Assignment> assignments = new ArrayList<>();
    ExpressionBinder binder = new ExpressionBinder(context, inner.scope(), outer, ctes);
    dev.eider.engine.sql.ast.Expr.Star star = dev.eider.engine.sql.ast.Expr.Star.plain(p.span());
    for (StarExpander.StarColumn column : new StarExpander(binder).matching(star)) {
      ColumnRef made = context.column(column.name(), column.value().type());
      names.add(column.name());
      columns.add(made);
      assignments.add(new LogicalOperator.Assignment(made, column.value()));
    }
    LogicalOperator plan = new LogicalOperator.Project(inner.plan(), assignments);
    return source(new BoundQuery(plan, names), alias, alias.name(), p.span().start());
  }

  /** A bound query as a table under an alias. */
  static Source source(BoundQuery query, @Nullable TableAlias alias, String name, int at) {
    return source(query, List.of(), alias, name, at);
  }

  private static Source source(
      BoundQuery query, List<String> path, @Nullable TableAlias alias, String name, int at) {
    List<String> columnAliases = alias == null ? List.of() : alias.columns();
    requireAliasCount(name, query.names().size(), columnAliases.size(), at);
    Scope scope = new Scope();
    scope.add(TableBinding.of(name, path, query.names(), query.plan().output(), columnAliases));
    return new Source(query.plan(), scope);
  }

  static void requireAliasCount(String table, int columns, int aliases, int at) {
    if (aliases > columns) {
      throw EiderException.binder(
          "table \""
              + table
              + "\" has "
              + columns
              + " columns available but "
              + aliases
              + " columns specified",
          at);
    }
  }

  private Source named(TableRef.NamedTable ref) {
    QualifiedName name = ref.name();
    int at = ref.span().start();
    if (ref.at() != null) {
      if (AstRewriter.contains(ref.at().value(), e -> e instanceof Expr.ColumnRef)) {
        throw EiderException.binder("AT clause cannot contain column names", at);
      }
      throw EiderException.notImplemented("AT (VERSION/TIMESTAMP) is not supported").at(at);
    }
    if (ref.isFile()) {
      return file(name.name(), ref.alias(), at);
    }
    if (name.isSimple()
        || (name.parts().size() == 2 && name.parts().getFirst().equalsIgnoreCase("recurring"))) {
      CteScope.Definition definition =
          ctes.find(name.isSimple() ? name.name() : "recurring." + name.name());
      if (definition != null) {
        BoundQuery query = new CteBinder(context, outer).reference(definition);
        TableAlias alias = ref.alias();
        return source(query, alias, alias == null ? name.name() : alias.name(), at);
      }
    }
    Databases.Found found = context.env.databases().find(EntryKind.RELATION, name);
    if (found != null) {
      return relation(found, ref);
    }
    List<String> qualifiers = name.qualifiers();
    String systemSql =
        context.env.systemView(
            qualifiers.isEmpty() ? null : qualifiers.getLast().toLowerCase(Locale.ROOT),
            name.name().toLowerCase(Locale.ROOT));
    if (systemSql != null) {
      return view(name.name(), systemSql, List.of(), List.of(), qualifiers, ref.alias(), at);
    }
    String path = String.join(".", name.parts());
    if (format(path) != null) {
      return file(path, ref.alias(), at);
    }
    if (name.isSimple() && context.isDefining(name.name())) {
      throw EiderException.binder(
          "Circular reference to CTE \""
              + name.name()
              + "\", use WITH RECURSIVE to use recursive CTEs.",
          at);
    }
    throw missing(name, at);
  }

  /** The error for a table that is not there. */
  EiderException missing(QualifiedName name, int at) {
    List<String> names = context.env.databases().names(EntryKind.RELATION);
    List<String> qualifiers = name.qualifiers();
    EiderException file =
        ForeignFiles.notThere(String.join(".", name.parts()), context.env.formats(), at);
    if (file != null) {
      return file;
    }
    if (name.isSimple() && ForeignFiles.isFile(name.name(), context.env)) {
      return ForeignFiles.unknownFormat(name.name(), at);
    }
    if (qualifiers.size() == 1 && context.env.databases().places(qualifiers).isEmpty()) {
      return new EiderException(
          ErrorType.CATALOG,
          "Table with name "
              + name.name()
              + " does not exist because schema \""
              + qualifiers.getFirst()
              + "\" does not exist."
              + SimilarNames.didYouMean(names, name.name()),
          at,
          null);
    }
    return new EiderException(
        ErrorType.CATALOG,
        "Table with name "
            + name.name()
            + " does not exist!"
            + SimilarNames.didYouMean(names, name.name())
            + (name.isSimple() ? ForeignFiles.hint(name.name()) : ""),
        at,
        null);
  }

  private Source relation(Databases.Found found, TableRef.NamedTable ref) {
    int at = ref.span().start();
    TableAlias alias = ref.alias();
    // Under an alias the schema does not qualify the table any more.
    List<String> path =
        alias == null ? List.of(found.place().catalog().name(), found.place().schema()) : List.of();
    return switch (found.entry()) {
      case CatalogEntry.TableEntry table -> {
        String name = alias == null ? table.name() : alias.name();
        // The entry's names count: a renamed column has its old name in the storage.
        List<String> names = new ArrayList<>();
        table.columns().forEach(column -> names.add(column.name()));
        List<String> written = alias == null ? List.of() : alias.columns();
        requireAliasCount(name, names.size(), written.size(), at);
        for (int i = 0; i < written.size(); i++) {
          names.set(i, written.get(i));
        }
        Source source = scan(found.place(), table, name, path, names, at);
        collate(source, table);
        yield source;
      }
      case CatalogEntry.ViewEntry view ->
          view(
              view.name(),
              view.querySql(),
              view.columnNames(),
              view.columnTypes(),
              path,
              alias,
              at);
      default -> throw EiderException.internal(found.entry().name() + " is no relation");
    };
  }

  private void collate(Source source, CatalogEntry.TableEntry table) {
    List<TableBinding.BoundColumn> columns = source.scope().tables().getFirst().columns();
    for (int i = 0; i < table.columns().size(); i++) {
      String collation = table.columns().get(i).collation();
      if (collation != null) {
        ExpressionBinder binder = new ExpressionBinder(context, new Scope(), outer, ctes);
        Collations.mark(binder, columns.get(i).expr(), collation);
      }
    }
  }

  private Source view(
      String name,
      String sql,
      List<String> columnNames,
      List<dev.eider.base.type.LogicalType> types,
      List<String> path,
      @Nullable TableAlias alias,
      int at) {
    context.enterDefinition(name);
    try {
      Query query = Definitions.query(sql, name);
      BoundQuery bound = new QueryBinder(context, null, CteScope.EMPTY).bind(query);
      List<String> names = new ArrayList<>(bound.names());
      if (!columnNames.isEmpty()) {
        if (!types.isEmpty() && (types.size() != names.size() || !types.equals(bound.types()))) {
          throw EiderException.binder(
              "Contents of view were altered: types don't match! Expected "
                  + types
                  + ", but found "
                  + bound.types()
                  + " instead",
              at);
        }
        for (int i = 0; i < columnNames.size() && i < names.size(); i++) {
          names.set(i, columnNames.get(i));
        }
      }
      return source(
          new BoundQuery(bound.plan(), names),
          path,
          alias,
          alias == null ? name : alias.name(),
          at);
    } finally {
      context.leaveDefinition();
    }
  }

  /** A scan of all columns of a table of a catalog. */
  Source scan(
      Databases.Place place,
      CatalogEntry.TableEntry table,
      String alias,
      List<String> path,
      List<String> columnAliases,
      int at) {
    Source source = scan(table.table(), alias, path, columnAliases, at);
    for (int i = 0; i < table.columns().size(); i++) {
      context.origin(
          source.plan().output().get(i).id(),
          new StatementContext.Origin(table, table.columns().get(i)));
    }
    String name = place.catalog().name() + "." + place.schema() + "." + table.name();
    return new Source(((LogicalOperator.Scan) source.plan()).named(name), source.scope());
  }

  /** A scan of all columns; those nobody uses are left out by the optimizer. */
  Source scan(Table table, String alias, List<String> path, List<String> columnAliases, int at) {
    List<ColumnRef> output = new ArrayList<>();
    List<Integer> numbers = new ArrayList<>();
    List<String> names = new ArrayList<>();
    int visible = 0;
    for (TableColumn column : table.columns()) {
      String name = column.name();
      if (!column.hidden()) {
        if (visible < columnAliases.size()) {
          name = columnAliases.get(visible);
        }
        visible++;
      }
      names.add(name);
    }
    requireAliasCount(alias, visible, columnAliases.size(), at);
    List<String> unique = TableBinding.uniqueNames(names);
    List<TableBinding.BoundColumn> columns = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      TableColumn column = table.columns().get(i);
      ColumnRef ref = context.column(unique.get(i), column.type());
      output.add(ref);
      numbers.add(i);
      columns.add(new TableBinding.BoundColumn(unique.get(i), ref, column.hidden()));
    }
    Scope scope = new Scope();
    scope.add(new TableBinding(alias, path, columns));
    LogicalOperator plan =
        new LogicalOperator.Scan(table, null, output, numbers, List.of(), List.of(), List.of(), -1);
    return new Source(plan, scope);
  }

  private @Nullable FileFormat format(String path) {
    for (FileFormat format : context.env.formats()) {
      if (format.matches(path)) {
        return format;
      }
    }
    return null;
  }

  private Source file(String path, @Nullable TableAlias alias, int at) {
    FileFormat format = format(path);
    if (format == null) {
      QualifiedName name = QualifiedName.of(path, new dev.eider.engine.sql.ast.SourceSpan(at, at));
      Databases.Found found = context.env.databases().find(EntryKind.RELATION, name);
      if (found != null) {
        return relation(
            found, new TableRef.NamedTable(name, false, null, alias, null, name.span()));
      }
      throw missing(name, at);
    }
    TableFunction function = context.env.tableFunction(format.readFunction());
    if (function == null) {
      throw EiderException.internal("no table function " + format.readFunction());
    }
    Table table;
    try {
      table = function.bind(List.of(Value.of(path)), Map.of(), context.env.tableContext());
    } catch (EiderException e) {
      throw e.at(at);
    }
    String name = alias == null ? baseName(path) : alias.name();
    return scan(table, name, List.of(), alias == null ? List.of() : alias.columns(), at);
  }

  /** The file's name without folder and extensions: the alias a file has of itself. */
  private static String baseName(String path) {
    String name = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    int dot = name.indexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }
}
