// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session;

import dev.eider.base.catalog.Catalog.EntryKind;
import dev.eider.base.catalog.CatalogEntry;
import dev.eider.base.catalog.CatalogEntry.MacroEntry;
import dev.eider.base.catalog.CatalogEntry.MacroOverload;
import dev.eider.base.catalog.CatalogEntry.SequenceEntry;
import dev.eider.base.catalog.CatalogEntry.TableEntry;
import dev.eider.base.catalog.CatalogEntry.TypeEntry;
import dev.eider.base.catalog.CatalogEntry.ViewEntry;
import dev.eider.base.catalog.SequenceCounter;
import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.bind.Binder;
import dev.eider.engine.bind.BoundStatement;
import dev.eider.engine.bind.Databases;
import dev.eider.engine.bind.Databases.Found;
import dev.eider.engine.bind.Databases.Place;
import dev.eider.engine.bind.ForeignKey;
import dev.eider.engine.bind.SimilarNames;
import dev.eider.engine.bind.TableDefinition;
import dev.eider.engine.sql.SqlParser;
import dev.eider.engine.sql.SqlText;
import dev.eider.engine.sql.ast.DataStatement;
import dev.eider.engine.sql.ast.DefinitionStatement;
import dev.eider.engine.sql.ast.DefinitionStatement.IfExists;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.QualifiedName;
import dev.eider.engine.sql.ast.Query;
import dev.eider.engine.sql.ast.SourceSpan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Runs statements that change the catalog. Used by the session's thread only. */
final class DefinitionRunner {
  private final Session session;

  DefinitionRunner(Session session) {
    this.session = session;
  }

  QueryResult run(DefinitionStatement statement, String sql, Map<String, Value> parameters) {
    switch (statement) {
      case DefinitionStatement.CreateTable create -> {
        return createTable(create, sql, parameters);
      }
      case DefinitionStatement.CreateView create -> createView(create, sql);
      case DefinitionStatement.CreateSchema create -> createSchema(create);
      case DefinitionStatement.CreateSequence create -> createSequence(create);
      case DefinitionStatement.CreateMacro create -> createMacro(create, sql);
      case DefinitionStatement.CreateType create -> createType(create);
      case DefinitionStatement.AlterTable alter -> new AlterRunner(session).run(alter);
      case DefinitionStatement.RenameEntry rename -> rename(rename);
      case DefinitionStatement.Drop drop -> drop(drop);
      case DefinitionStatement.AlterSequence s -> throw unsupported("ALTER SEQUENCE", s.span());
      case DefinitionStatement.AlterDatabase s -> throw unsupported("ALTER DATABASE", s.span());
      case DefinitionStatement.CreateIndex create -> new IndexRunner(session).create(create);
      case DefinitionStatement.CreateSecret create -> {
        return new SecretRunner(session).create(create, parameters);
      }
      case DefinitionStatement.CreateTrigger s -> throw unsupported("CREATE TRIGGER", s.span());
      case DefinitionStatement.DropSecret drop -> new SecretRunner(session).drop(drop);
      case DefinitionStatement.DropTrigger s -> throw unsupported("DROP TRIGGER", s.span());
      case DefinitionStatement.CommentOn s -> throw unsupported("COMMENT ON", s.span());
    }
    return QueryResult.nothing();
  }

  private static EiderException unsupported(String what, SourceSpan span) {
    return EiderException.notImplemented(what + " is not supported").at(span.start());
  }

  private Binder binder() {
    return new Binder(session.environment(), Map.of());
  }

  private Databases databases() {
    return session.databases();
  }

  // --- create

  /** Where to put a new entry; null when it exists and that is all right. */
  private @Nullable Place place(
      QualifiedName name, boolean temporary, EntryKind kind, IfExists ifExists, String what) {
    Place place = databases().target(name, temporary);
    CatalogEntry known = place.catalog().find(kind, place.schema(), name.name());
    if (known == null) {
      return place;
    }
    return switch (ifExists) {
      case SKIP -> null;
      case REPLACE -> {
        String knownKind = kindName(known);
        if (!knownKind.equals(what)) {
          throw EiderException.catalog(
              "Existing object "
                  + known.name()
                  + " is of type "
                  + knownKind
                  + ", trying to replace with type "
                  + what);
        }
        if (kind == EntryKind.RELATION) {
          requireUnreferenced(place, known.name());
          IndexRunner.dropOf(place, known.name());
        }
        yield place;
      }
      case FAIL ->
          throw EiderException.catalog(what + " with name \"" + name.name() + "\" already exists!");
    };
  }

  static String kindName(CatalogEntry entry) {
    return switch (entry) {
      case TableEntry e -> "Table";
      case ViewEntry e -> "View";
      case MacroEntry e -> e.tableMacro() ? "Table Macro Function" : "Macro Function";
      case TypeEntry e -> "Type";
      case SequenceEntry e -> "Sequence";
      case CatalogEntry.IndexEntry e -> "Index";
    };
  }

  private QueryResult createTable(
      DefinitionStatement.CreateTable create, String sql, Map<String, Value> parameters) {
    if (!create.storage().partitionedBy().isEmpty() || !create.storage().sortedBy().isEmpty()) {
      throw unsupported("PARTITIONED BY and SORTED BY of a table", create.span());
    }
    Place place =
        place(create.name(), create.temporary(), EntryKind.RELATION, create.ifExists(), "Table");
    if (place == null) {
      return QueryResult.nothing();
    }
    if (create.asQuery() != null) {
      BoundStatement bound =
          new Binder(session.environment(), parameters).bindCreateTableAs(create);
      return session.runner().run(bound, sql, true);
    }
    TableDefinition definition = binder().bindCreateTable(create);
    TableEntry entry =
        place
            .catalog()
            .newTable(
                create.name().name(),
                definition.columns(),
                definition.constraints(),
                place.isTemporary());
    place.catalog().put(EntryKind.RELATION, place.schema(), entry);
    return QueryResult.nothing();
  }

  private void createView(DefinitionStatement.CreateView create, String sql) {
    Place place =
        place(create.name(), create.temporary(), EntryKind.RELATION, create.ifExists(), "View");
    if (place == null) {
      return;
    }
    String text = text(sql, create.query().span());
    Query query = create.query();
    if (query.ctes().stream().anyMatch(cte -> !(cte.body() instanceof DataStatement.Select))) {
      throw EiderException.binder(
          "DML statements (INSERT/UPDATE/DELETE) are not allowed as CTE bodies inside a VIEW",
          create.span().start());
    }
    if (create.recursive()) {
      // The view's name is the recursive entry's.
      String name = SqlText.quote(create.name().name());
      List<String> columns = create.columns().stream().map(SqlText::quote).toList();
      String list = columns.isEmpty() ? "" : "(" + String.join(", ", columns) + ")";
      text = "WITH RECURSIVE " + name + list + " AS (" + text + ") SELECT * FROM " + name;
      query = ((DataStatement.Select) SqlParser.parse(text).getFirst()).query();
    }
    BoundStatement bound = binder().bindQuery(query);
    List<String> names = new ArrayList<>(bound.names());
    if (create.columns().size() > names.size()) {
      throw EiderException.binder(
          "More VIEW aliases than columns in query result", create.span().start());
    }
    for (int i = 0; i < create.columns().size(); i++) {
      names.set(i, create.columns().get(i));
    }
    place
        .catalog()
        .put(
            EntryKind.RELATION,
            place.schema(),
            new ViewEntry(
                create.name().name(), text, distinct(names), bound.types(), place.isTemporary()));
  }

  private static List<String> distinct(List<String> names) {
    Set<String> used = new HashSet<>();
    List<String> result = new ArrayList<>();
    for (String name : names) {
      String candidate = name;
      for (int n = 1; !used.add(candidate.toLowerCase(Locale.ROOT)); n++) {
        candidate = name + "_" + n;
      }
      result.add(candidate);
    }
    return result;
  }

  private static String text(String sql, SourceSpan span) {
    return sql.substring(span.start(), Math.min(sql.length(), span.end()));
  }

  private void createSchema(DefinitionStatement.CreateSchema create) {
    List<String> parts = create.name().parts();
    dev.eider.base.catalog.Catalog catalog =
        parts.size() == 1
            ? databases().catalog(databases().currentDatabase())
            : databases().catalog(parts.getFirst());
    if (catalog == null) {
      throw EiderException.catalog("Catalog \"" + parts.getFirst() + "\" does not exist!");
    }
    if (Databases.hasSchema(catalog, create.name().name())) {
      switch (create.ifExists()) {
        case FAIL ->
            throw EiderException.catalog(
                "Schema with name \"" + create.name().name() + "\" already exists!");
        case SKIP -> {
          return;
        }
        case REPLACE ->
            throw EiderException.notImplemented("CREATE OR REPLACE SCHEMA")
                .at(create.span().start());
      }
    }
    catalog.createSchema(create.name().name());
  }

  private void createSequence(DefinitionStatement.CreateSequence create) {
    Place place =
        place(create.name(), create.temporary(), EntryKind.SEQUENCE, create.ifExists(), "Sequence");
    if (place == null) {
      return;
    }
    place
        .catalog()
        .put(
            EntryKind.SEQUENCE,
            place.schema(),
            new SequenceEntry(create.name().name(), counter(create), place.isTemporary()));
  }

  private SequenceCounter counter(DefinitionStatement.CreateSequence create) {
    long increment = 1;
    Long min = null;
    Long max = null;
    Long start = null;
    boolean cycle = false;
    for (DefinitionStatement.SequenceOption option : create.options()) {
      switch (option) {
        case DefinitionStatement.SequenceOption.Cycle o -> cycle = o.cycle();
        case DefinitionStatement.SequenceOption.Increment o -> increment = number(o.by());
        case DefinitionStatement.SequenceOption.MinValue o -> {
          Expr value = o.value();
          min = value == null ? null : (Long) number(value);
        }
        case DefinitionStatement.SequenceOption.MaxValue o -> {
          Expr value = o.value();
          max = value == null ? null : (Long) number(value);
        }
        case DefinitionStatement.SequenceOption.StartWith o -> start = number(o.value());
        case DefinitionStatement.SequenceOption.OwnedBy o ->
            throw unsupported("OWNED BY of a sequence", create.span());
      }
    }
    int at = create.span().start();
    if (increment == 0) {
      throw EiderException.parser("Increment must not be zero", at);
    }
    long least = min != null ? min : increment > 0 ? 1 : Long.MIN_VALUE;
    long most = max != null ? max : increment > 0 ? Long.MAX_VALUE : -1;
    if (most <= least) {
      throw EiderException.parser(
          "MINVALUE (" + least + ") must be less than MAXVALUE (" + most + ")", at);
    }
    long first = start != null ? start : increment > 0 ? least : most;
    if (first < least) {
      throw EiderException.parser(
          "START value (" + first + ") cannot be less than MINVALUE (" + least + ")", at);
    }
    if (first > most) {
      throw EiderException.parser(
          "START value (" + first + ") cannot be greater than MAXVALUE (" + most + ")", at);
    }
    return new SequenceCounter(first, increment, least, most, cycle);
  }

  private long number(Expr expr) {
    Value value = binder().evaluate(expr);
    if (value.isNull() || !(value.object() instanceof Number number)) {
      throw EiderException.parser("Expected an integer", expr.span().start());
    }
    return number.longValue();
  }

  private void createMacro(DefinitionStatement.CreateMacro create, String sql) {
    boolean table = create.definitions().getFirst().table() != null;
    EntryKind kind = table ? EntryKind.TABLE_MACRO : EntryKind.MACRO;
    Place place =
        place(
            create.name(),
            create.temporary(),
            kind,
            create.ifExists(),
            table ? "Table Macro Function" : "Macro Function");
    if (place == null) {
      return;
    }
    List<MacroOverload> overloads = new ArrayList<>();
    for (DefinitionStatement.MacroDefinition definition : create.definitions()) {
      List<String> parameters = new ArrayList<>();
      List<@Nullable String> defaults = new ArrayList<>();
      boolean sawDefault = false;
      for (DefinitionStatement.MacroParameter parameter : definition.parameters()) {
        if (parameters.stream().anyMatch(parameter.name()::equalsIgnoreCase)) {
          throw EiderException.parser(
              "Duplicate parameter '" + parameter.name() + "' in macro definition",
              definition.span().start());
        }
        Expr defaultValue = parameter.defaultValue();
        if (defaultValue == null && sawDefault) {
          throw EiderException.parser(
              "Positional parameters cannot come after parameters with a default value!",
              definition.span().start());
        }
        sawDefault |= defaultValue != null;
        parameters.add(parameter.name());
        defaults.add(defaultValue == null ? null : text(sql, defaultValue.span()));
      }
      Expr scalar = definition.scalar();
      SourceSpan body =
          scalar != null
              ? scalar.span()
              : java.util.Objects.requireNonNull(definition.table()).span();
      overloads.add(
          new MacroOverload(
              parameters, java.util.Collections.unmodifiableList(defaults), text(sql, body)));
    }
    place
        .catalog()
        .put(
            kind,
            place.schema(),
            new MacroEntry(create.name().name(), table, overloads, place.isTemporary()));
  }

  private void createType(DefinitionStatement.CreateType create) {
    if (create.name().isSimple() && Binder.isBuiltinType(create.name().name())) {
      throw EiderException.catalog(
          "Type with name \"" + create.name().name() + "\" already exists!");
    }
    Place place =
        place(create.name(), create.temporary(), EntryKind.TYPE, create.ifExists(), "Type");
    if (place == null) {
      return;
    }
    String name = create.name().name();
    LogicalType type;
    if (create.labels() != null) {
      type = named(name, distinctLabels(create.labels(), create.span().start()));
    } else if (create.labelQuery() != null) {
      List<List<Value>> rows =
          session.runner().runNow(binder().bindQuery(create.labelQuery()).plan());
      List<String> labels = new ArrayList<>();
      for (List<Value> row : rows) {
        Value label = row.getFirst();
        if (label.isNull()) {
          throw EiderException.invalidInput("Attempted to create ENUM type with NULL value!");
        }
        if (!(label.object() instanceof String text)) {
          throw EiderException.binder(
              "The query must return one column of type VARCHAR for the labels of an ENUM");
        }
        labels.add(text);
      }
      type = named(name, distinctLabels(labels, create.span().start()));
    } else {
      type = binder().bindType(java.util.Objects.requireNonNull(create.alias()));
      if (type instanceof LogicalType.EnumOf e) {
        type = named(name, e.values());
      }
    }
    place
        .catalog()
        .put(EntryKind.TYPE, place.schema(), new TypeEntry(name, type, place.isTemporary()));
  }

  private static LogicalType named(String name, List<String> labels) {
    return new LogicalType.EnumOf(name, labels);
  }

  private static List<String> distinctLabels(List<String> labels, int at) {
    Set<String> seen = new HashSet<>();
    for (String label : labels) {
      if (!seen.add(label)) {
        throw new EiderException(
            ErrorType.INVALID_INPUT,
            "Attempted to create ENUM type with duplicate value!\n"
                + "The value \""
                + label
                + "\" occurs more than once",
            at,
            null);
      }
    }
    return labels;
  }

  // --- rename and drop

  private void rename(DefinitionStatement.RenameEntry rename) {
    if (rename.kind() != DefinitionStatement.EntryKind.VIEW) {
      throw unsupported("ALTER ... RENAME of this kind of entry", rename.span());
    }
    Found found = databases().find(EntryKind.RELATION, rename.name());
    if (found == null) {
      if (rename.ifExists()) {
        return;
      }
      throw missing("View", EntryKind.RELATION, rename.name());
    }
    if (!(found.entry() instanceof ViewEntry view)) {
      throw EiderException.catalog("Can only modify view with ALTER VIEW statement");
    }
    Place place = found.place();
    if (place.catalog().find(EntryKind.RELATION, place.schema(), rename.to()) != null) {
      throw EiderException.catalog("View with name \"" + rename.to() + "\" already exists!");
    }
    place.catalog().remove(EntryKind.RELATION, place.schema(), view.name());
    place
        .catalog()
        .put(
            EntryKind.RELATION,
            place.schema(),
            new ViewEntry(
                rename.to(),
                view.querySql(),
                view.columnNames(),
                view.columnTypes(),
                view.temporary()));
  }

  private void drop(DefinitionStatement.Drop drop) {
    for (QualifiedName name : drop.names()) {
      switch (drop.kind()) {
        case TABLE -> dropRelation(name, drop.ifExists(), "Table");
        case VIEW -> dropRelation(name, drop.ifExists(), "View");
        case SCHEMA -> dropSchema(name, drop);
        case SEQUENCE -> dropEntry(name, EntryKind.SEQUENCE, drop.ifExists(), "Sequence");
        case TYPE -> dropEntry(name, EntryKind.TYPE, drop.ifExists(), "Type");
        case MACRO, FUNCTION -> dropEntry(name, EntryKind.MACRO, drop.ifExists(), "Macro Function");
        case MACRO_TABLE ->
            dropEntry(name, EntryKind.TABLE_MACRO, drop.ifExists(), "Table Macro Function");
        case INDEX -> dropEntry(name, EntryKind.INDEX, drop.ifExists(), "Index");
        case MATERIALIZED_VIEW, COLLATION, DATABASE, COLUMN ->
            throw unsupported("DROP " + drop.kind(), drop.span());
      }
    }
  }

  private EiderException missing(String what, EntryKind kind, QualifiedName name) {
    if (kind == EntryKind.RELATION
        && session
                .environment()
                .systemView(
                    name.isSimple() ? null : name.qualifiers().getLast().toLowerCase(Locale.ROOT),
                    name.name().toLowerCase(Locale.ROOT))
            != null) {
      return EiderException.catalog("Cannot drop internal catalog entry \"" + name.name() + "\"!");
    }
    return new EiderException(
        ErrorType.CATALOG,
        what
            + " with name "
            + name.name()
            + " does not exist!"
            + SimilarNames.didYouMean(databases().names(kind), name.name()),
        name.span().start(),
        null);
  }

  private void dropRelation(QualifiedName name, boolean ifExists, String what) {
    Found found = databases().find(EntryKind.RELATION, name);
    if (found == null) {
      if (ifExists) {
        return;
      }
      throw missing(what, EntryKind.RELATION, name);
    }
    String kind = kindName(found.entry());
    if (!kind.equals(what)) {
      throw EiderException.catalog(
          "Existing object "
              + found.entry().name()
              + " is of type "
              + kind
              + ", trying to replace with type "
              + what);
    }
    requireUnreferenced(found.place(), found.entry().name());
    IndexRunner.dropOf(found.place(), found.entry().name());
    found
        .place()
        .catalog()
        .remove(EntryKind.RELATION, found.place().schema(), found.entry().name());
  }

  /** Refuses to take a table away that foreign keys of other tables refer to. */
  private static void requireUnreferenced(Place place, String table) {
    for (ForeignKey.Referrer referrer :
        ForeignKey.referrers(place.catalog(), place.schema(), table)) {
      boolean isSelf =
          referrer.schema().equalsIgnoreCase(place.schema())
              && referrer.table().name().equalsIgnoreCase(table);
      if (!isSelf) {
        throw EiderException.catalog(
            "Could not drop the table because this table is main key table of the table \""
                + referrer.table().name()
                + "\"");
      }
    }
  }

  private void dropEntry(QualifiedName name, EntryKind kind, boolean ifExists, String what) {
    Found found = databases().find(kind, name);
    if (found == null) {
      if (ifExists) {
        return;
      }
      throw missing(what, kind, name);
    }
    found.place().catalog().remove(kind, found.place().schema(), found.entry().name());
  }

  private void dropSchema(QualifiedName name, DefinitionStatement.Drop drop) {
    List<String> parts = name.parts();
    dev.eider.base.catalog.Catalog catalog =
        parts.size() == 1
            ? databases().catalog(databases().currentDatabase())
            : databases().catalog(parts.getFirst());
    if (catalog == null || !Databases.hasSchema(catalog, name.name())) {
      if (drop.ifExists()) {
        return;
      }
      throw EiderException.catalog("Schema with name \"" + name.name() + "\" does not exist!");
    }
    if (name.name().equalsIgnoreCase(Databases.MAIN)) {
      throw EiderException.catalog(
          "Cannot drop entry \"main\" because it is an internal system entry");
    }
    if (!drop.cascade()) {
      for (EntryKind kind : EntryKind.values()) {
        if (!catalog.list(kind, name.name()).isEmpty()) {
          throw new EiderException(
              ErrorType.DEPENDENCY,
              "Cannot drop entry \""
                  + name.name()
                  + "\" because there are entries that depend on it.\nUse DROP...CASCADE to drop"
                  + " all dependents.");
        }
      }
    }
    catalog.dropSchema(name.name());
    if (databases().currentSchema().equalsIgnoreCase(name.name())) {
      databases().use(List.of(Databases.MAIN));
    }
  }
}
