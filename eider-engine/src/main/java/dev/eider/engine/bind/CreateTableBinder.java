// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.catalog.Catalog.EntryKind;
import dev.eider.base.catalog.CatalogEntry.ColumnDefinition;
import dev.eider.base.catalog.CatalogEntry.TableEntry;
import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.sql.SqlText;
import dev.eider.engine.sql.ast.DataStatement;
import dev.eider.engine.sql.ast.DefinitionStatement;
import dev.eider.engine.sql.ast.DefinitionStatement.ColumnConstraint;
import dev.eider.engine.sql.ast.DefinitionStatement.TableConstraint;
import dev.eider.engine.sql.ast.DefinitionStatement.TableElement;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.TypeName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Binds the columns and constraints of CREATE TABLE, and CREATE TABLE AS. */
final class CreateTableBinder {
  /**
   * The one place that says whether PRIMARY KEY and UNIQUE are accepted: they are checked by {@link
   * KeyConstraints}.
   */
  private static final boolean KEYS_ARE_CHECKED = true;

  private final StatementContext context;

  CreateTableBinder(StatementContext context) {
    this.context = context;
  }

  TableDefinition bind(DefinitionStatement.CreateTable create) {
    List<ColumnDefinition> columns = new ArrayList<>();
    List<String> constraints = new ArrayList<>();
    List<String> primaryKey = new ArrayList<>();
    List<TableConstraint> later = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (TableElement element : create.elements()) {
      switch (element) {
        case DefinitionStatement.ColumnDefinition column -> {
          ColumnDefinition bound = column(column, columns);
          if (!names.add(bound.name().toLowerCase(Locale.ROOT))) {
            throw EiderException.catalog("Column with name " + bound.name() + " already exists!");
          }
          columns.add(bound);
          columnConstraints(column, constraints, primaryKey);
        }
        case TableConstraint constraint -> later.add(constraint);
      }
    }
    for (TableConstraint constraint : later) {
      tableConstraint(constraint, columns, constraints, primaryKey);
    }
    for (int i = 0; i < columns.size(); i++) {
      ColumnDefinition column = columns.get(i);
      if (primaryKey.stream().anyMatch(column.name()::equalsIgnoreCase)) {
        columns.set(
            i,
            new ColumnDefinition(
                column.name(), column.type(), true, column.defaultSql(), column.generatedSql()));
      }
    }
    foreignKeys(create, columns, constraints);
    checkGenerated(columns);
    checkConstraints(create, columns, constraints);
    return new TableDefinition(columns, constraints);
  }

  private void foreignKeys(
      DefinitionStatement.CreateTable create,
      List<ColumnDefinition> columns,
      List<String> constraints) {
    for (TableElement element : create.elements()) {
      switch (element) {
        case DefinitionStatement.ColumnDefinition column -> {
          for (ColumnConstraint constraint : column.constraints()) {
            if (constraint instanceof ColumnConstraint.References references) {
              constraints.add(
                  foreignKey(
                      create,
                      List.of(column.name().getFirst()),
                      references.target(),
                      columns,
                      constraints,
                      column.span().start()));
            }
          }
        }
        case TableConstraint.ForeignKey key ->
            constraints.add(
                foreignKey(
                    create, key.columns(), key.target(), columns, constraints, key.span().start()));
        case TableConstraint other -> {}
      }
    }
  }

  /** One column. */
  ColumnDefinition column(DefinitionStatement.ColumnDefinition column) {
    return column(column, List.of());
  }

  private ColumnDefinition column(
      DefinitionStatement.ColumnDefinition column, List<ColumnDefinition> before) {
    int at = column.span().start();
    if (column.name().size() > 1) {
      throw EiderException.notImplemented("a column named by a path into a struct").at(at);
    }
    TypeName typeName = column.type();
    Expr generated = column.generated();
    LogicalType type;
    if (typeName != null) {
      type = new TypeBinder(context).bind(typeName);
    } else if (generated != null) {
      type = generatedType(generated, before);
    } else {
      type = LogicalType.VARCHAR;
    }
    boolean notNull = false;
    String collation = null;
    String defaultSql = null;
    for (ColumnConstraint constraint : column.constraints()) {
      switch (constraint) {
        case ColumnConstraint.NotNull n -> notNull = true;
        case ColumnConstraint.DefaultValue value -> {
          if (generated != null) {
            throw EiderException.parser(
                "DEFAULT constraint on generated column \""
                    + column.name().getFirst()
                    + "\" is not allowed",
                at);
          }
          checkDefault(value.value());
          defaultSql = SqlText.render(value.value());
        }
        case ColumnConstraint.Nullable n -> {}
        case ColumnConstraint.Unique n -> {}
        case ColumnConstraint.PrimaryKey n -> {}
        case ColumnConstraint.Check n -> {}
        case ColumnConstraint.References n -> {}
        case ColumnConstraint.Collation n -> {
          if (type.id() != TypeId.VARCHAR) {
            throw EiderException.parser("Only VARCHAR columns can have collations!", at);
          }
          Collations.check(n.name(), at);
          collation = n.name();
        }
        case ColumnConstraint.Compression n -> {}
      }
    }
    return new ColumnDefinition(
        column.name().getFirst(),
        type,
        notNull,
        defaultSql,
        generated == null ? null : SqlText.render(generated),
        collation);
  }

  private LogicalType generatedType(Expr generated, List<ColumnDefinition> before) {
    Scope scope = new Scope();
    List<String> names = new ArrayList<>();
    List<ColumnRef> columns = new ArrayList<>();
    for (ColumnDefinition column : before) {
      names.add(column.name());
      columns.add(context.column(column.name(), column.type()));
    }
    scope.add(TableBinding.of("", names, columns, List.of()));
    return new ExpressionBinder(context, scope, null, CteScope.EMPTY)
        .bind(generated, Clause.DEFAULT_VALUE)
        .type();
  }

  private void checkDefault(Expr value) {
    ExpressionBinder binder = new ExpressionBinder(context, new Scope(), null, CteScope.EMPTY);
    if (value instanceof Expr.ColumnRef) {
      throw EiderException.binder(
          "DEFAULT value contains column reference \""
              + ExprNames.of(value)
              + "\"".replace("\"\"", "\""),
          value.span().start());
    }
    BoundExpr bound = binder.bind(value, Clause.DEFAULT_VALUE);
    if (dev.eider.engine.expr.Expressions.hasSubquery(bound)) {
      throw EiderException.binder("DEFAULT value cannot contain subqueries", value.span().start());
    }
  }

  private void columnConstraints(
      DefinitionStatement.ColumnDefinition column,
      List<String> constraints,
      List<String> primaryKey) {
    String name = column.name().getFirst();
    int at = column.span().start();
    for (ColumnConstraint constraint : column.constraints()) {
      switch (constraint) {
        case ColumnConstraint.Unique n -> {
          requireKeys(at);
          constraints.add(KeyConstraints.UNIQUE + ForeignKey.quote(name) + ")");
        }
        case ColumnConstraint.PrimaryKey n -> {
          requireKeys(at);
          addPrimaryKey(List.of(name), constraints, primaryKey, at);
        }
        case ColumnConstraint.Check check ->
            constraints.add("CHECK(" + SqlText.render(check.condition()) + ")");
        case ColumnConstraint.References n -> {}
        case ColumnConstraint.NotNull n -> {}
        case ColumnConstraint.Nullable n -> {}
        case ColumnConstraint.DefaultValue n -> {}
        case ColumnConstraint.Collation n -> {}
        case ColumnConstraint.Compression n -> {}
      }
    }
  }

  /** The text of a foreign key of the table that is being made. */
  private String foreignKey(
      DefinitionStatement.CreateTable create,
      List<String> names,
      DefinitionStatement.ForeignTarget to,
      List<ColumnDefinition> columns,
      List<String> constraints,
      int at) {
    requireColumns(names, columns, at);
    for (String action : new String[] {to.onDelete(), to.onUpdate()}) {
      if (action != null && !action.matches("(?i)NO ACTION|RESTRICT")) {
        throw EiderException.parser(
            "FOREIGN KEY constraints cannot use CASCADE, SET NULL or SET DEFAULT", at);
      }
    }
    Databases databases = context.env.databases();
    Databases.Place place = databases.target(create.name(), create.temporary());
    boolean isSelf = isSelf(databases, create, place, to);
    TableEntry other = isSelf ? null : referenced(databases, place, to, at);
    List<ColumnDefinition> otherColumns = other == null ? columns : other.columns();
    List<String> otherConstraints = other == null ? constraints : other.constraints();
    String otherName = other == null ? create.name().name() : other.name();
    List<String> keys = to.columns();
    if (keys.isEmpty()) {
      for (String constraint : otherConstraints) {
        if (constraint.startsWith(KeyConstraints.PRIMARY_KEY)) {
          keys = KeyConstraints.columnsOf(constraint);
        }
      }
    }
    if (keys.isEmpty()) {
      throw noKey(otherName, at);
    }
    if (keys.size() != names.size()) {
      throw EiderException.parser(
          "The number of referencing and referenced columns for foreign keys must be the same", at);
    }
    List<String> spelled = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      ColumnDefinition key = named(otherColumns, keys.get(i));
      if (key == null) {
        throw EiderException.binder(
            "Failed to create foreign key: referenced table \""
                + otherName
                + "\" does not have a column named \""
                + keys.get(i)
                + "\"",
            at);
      }
      requireSame(key, java.util.Objects.requireNonNull(named(columns, names.get(i))), at);
      spelled.add(key.name());
    }
    requireUnique(otherName, otherConstraints, spelled, at);
    String schema =
        other == null
            ? place.schema()
            : databases.find(EntryKind.RELATION, to.table()) instanceof Databases.Found found
                ? found.place().schema()
                : place.schema();
    return new ForeignKey(names, schema, otherName, spelled).text();
  }

  private static boolean isSelf(
      Databases databases,
      DefinitionStatement.CreateTable create,
      Databases.Place place,
      DefinitionStatement.ForeignTarget to) {
    Databases.Place target = databases.target(to.table(), create.temporary());
    return to.table().name().equalsIgnoreCase(create.name().name())
        && target.catalog() == place.catalog()
        && target.schema().equalsIgnoreCase(place.schema());
  }

  private TableEntry referenced(
      Databases databases, Databases.Place place, DefinitionStatement.ForeignTarget to, int at) {
    Databases.Found found = databases.find(EntryKind.RELATION, to.table());
    if (found == null) {
      throw new FromBinder(context, null, CteScope.EMPTY).missing(to.table(), at);
    }
    if (!(found.entry() instanceof TableEntry table)) {
      throw EiderException.binder("cannot reference a VIEW with a FOREIGN KEY", at);
    }
    if (found.place().catalog() != place.catalog()) {
      throw EiderException.binder(
          "Creating foreign keys across different schemas or catalogs is not supported", at);
    }
    return table;
  }

  private static @Nullable ColumnDefinition named(List<ColumnDefinition> columns, String name) {
    for (ColumnDefinition column : columns) {
      if (column.name().equalsIgnoreCase(name)) {
        return column;
      }
    }
    return null;
  }

  private static void requireSame(ColumnDefinition key, ColumnDefinition column, int at) {
    if (!key.type().equals(column.type())) {
      throw EiderException.binder(
          "Failed to create foreign key: incompatible types between column \""
              + key.name()
              + "\" (\""
              + key.type()
              + "\") and column \""
              + column.name()
              + "\" (\""
              + column.type()
              + "\")",
          at);
    }
  }

  private static void requireUnique(
      String table, List<String> constraints, List<String> keys, int at) {
    boolean hasKey = false;
    for (String constraint : constraints) {
      if (constraint.startsWith(KeyConstraints.PRIMARY_KEY)
          || constraint.startsWith(KeyConstraints.UNIQUE)) {
        hasKey = true;
        if (lowered(KeyConstraints.columnsOf(constraint)).equals(lowered(keys))) {
          return;
        }
      }
    }
    if (!hasKey) {
      throw noKey(table, at);
    }
    throw EiderException.binder(
        "Failed to create foreign key: referenced table \""
            + table
            + "\" does not have a primary key or unique constraint on the columns "
            + String.join(", ", keys),
        at);
  }

  private static Set<String> lowered(List<String> names) {
    Set<String> lowered = new HashSet<>();
    names.forEach(name -> lowered.add(name.toLowerCase(Locale.ROOT)));
    return lowered;
  }

  private static EiderException noKey(String table, int at) {
    return EiderException.binder(
        "Failed to create foreign key: there is no primary key or unique constraint for referenced"
            + " table \""
            + table
            + "\"",
        at);
  }

  private static void requireKeys(int at) {
    if (!KEYS_ARE_CHECKED) {
      throw EiderException.notImplemented(
              "PRIMARY KEY and UNIQUE constraints are not supported for tables in memory")
          .at(at);
    }
  }

  private static void addPrimaryKey(
      List<String> names, List<String> constraints, List<String> primaryKey, int at) {
    if (!primaryKey.isEmpty()) {
      throw EiderException.parser("table has more than one primary key", at);
    }
    primaryKey.addAll(names);
    constraints.add(KeyConstraints.PRIMARY_KEY + ForeignKey.quoted(names) + ")");
  }

  private void tableConstraint(
      TableConstraint constraint,
      List<ColumnDefinition> columns,
      List<String> constraints,
      List<String> primaryKey) {
    switch (constraint) {
      case TableConstraint.PrimaryKey key -> {
        requireKeys(key.span().start());
        requireColumns(key.columns(), columns, key.span().start());
        addPrimaryKey(key.columns(), constraints, primaryKey, key.span().start());
      }
      case TableConstraint.Unique unique -> {
        requireKeys(unique.span().start());
        requireColumns(unique.columns(), columns, unique.span().start());
        constraints.add(KeyConstraints.UNIQUE + ForeignKey.quoted(unique.columns()) + ")");
      }
      case TableConstraint.Check check ->
          constraints.add("CHECK(" + SqlText.render(check.condition()) + ")");
      case TableConstraint.ForeignKey key -> {}
    }
  }

  private static void requireColumns(List<String> names, List<ColumnDefinition> columns, int at) {
    for (String name : names) {
      if (columns.stream().noneMatch(column -> column.name().equalsIgnoreCase(name))) {
        throw EiderException.parser("column \"" + name + "\" named in key does not exist", at);
      }
    }
  }

  private void checkGenerated(List<ColumnDefinition> columns) {
    boolean plain = columns.isEmpty();
    for (ColumnDefinition column : columns) {
      plain |= column.generatedSql() == null;
    }
    if (!plain) {
      throw EiderException.binder(
          "Creating a table without physical (non-generated) columns is not" + " supported");
    }
    for (ColumnDefinition column : columns) {
      if (column.generatedSql() != null) {
        checkOver(column.generatedSql(), columns, -1);
      }
    }
  }

  private void checkConstraints(
      DefinitionStatement.CreateTable create,
      List<ColumnDefinition> columns,
      List<String> constraints) {
    for (String constraint : constraints) {
      if (constraint.startsWith(Constraints.CHECK)) {
        checkOver(
            constraint.substring(Constraints.CHECK.length() - 1), columns, create.span().start());
      }
    }
  }

  private void checkOver(String sql, List<ColumnDefinition> columns, int at) {
    Scope scope = new Scope();
    List<String> names = new ArrayList<>();
    List<ColumnRef> refs = new ArrayList<>();
    for (ColumnDefinition column : columns) {
      names.add(column.name());
      refs.add(context.column(column.name(), column.type()));
    }
    scope.add(TableBinding.of("", names, refs, List.of()));
    try {
      new ExpressionBinder(context, scope, null, CteScope.EMPTY)
          .bind(Definitions.expression(sql), Clause.CHECK);
    } catch (EiderException e) {
      throw new EiderException(e.type(), e.detail(), at, e);
    }
  }

  /** CREATE TABLE AS: the plan that fills the table and then puts it into the catalog. */
  BoundStatement bindAs(DefinitionStatement.CreateTable create) {
    if (!(create.asQuery() instanceof DataStatement.Select select)) {
      throw EiderException.notImplemented("CREATE TABLE AS something that is not a query")
          .at(create.span().start());
    }
    BoundQuery query = new QueryBinder(context, null, CteScope.EMPTY).bind(select.query());
    List<String> names = new ArrayList<>(query.names());
    if (create.columnNames().size() > names.size()) {
      throw EiderException.binder(
          "Target table has more colum names than query result.", create.span().start());
    }
    for (int i = 0; i < create.columnNames().size(); i++) {
      names.set(i, create.columnNames().get(i));
    }
    names = TableBinding.uniqueNames(names);
    List<ColumnDefinition> columns = new ArrayList<>();
    List<LogicalType> types = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      LogicalType type = query.types().get(i);
      types.add(type);
      columns.add(new ColumnDefinition(names.get(i), type, false, null, null));
    }
    LogicalOperator plan = SetOperationBinder.cast(context, query.plan(), types);
    if (!create.withData()) {
      plan = new LogicalOperator.Limit(plan, AggregateBinder.bigint(0), null, false);
    }
    Databases.Place place = context.env.databases().target(create.name(), create.temporary());
    requireKnown(place, create.name().span().start());
    LogicalOperator made =
        new LogicalOperator.CreateTableAs(
            plan,
            place.catalog().name(),
            place.schema(),
            place.catalog().newTable(create.name().name(), columns, List.of(), create.temporary()),
            List.of(TargetTable.countColumn(context)));
    return TargetTable.counted(context, made);
  }

  private static void requireKnown(Databases.@Nullable Place place, int at) {
    if (place == null) {
      throw new EiderException(ErrorType.CATALOG, "no schema to create in", at, null);
    }
  }
}
