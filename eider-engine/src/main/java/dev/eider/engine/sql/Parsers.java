// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

/**
 * The parsers of one SQL text, which call each other: a query holds expressions, an expression
 * holds queries.
 */
final class Parsers {
  final Cursor cursor;
  final Parameters parameters;
  final ExpressionParser expressions;
  final PrimaryParser primaries;
  final FunctionParser functions;
  final WindowParser windows;
  final TypeParser types;
  final QueryParser queries;
  final PivotParser pivots;
  final TableParser tables;
  final OptionParser options;
  final DataStatementParser data;
  final CreateParser creates;
  final TableDefinitionParser tableDefinitions;
  final AlterParser alters;
  final SessionParser sessions;
  final StatementParser statements;

  Parsers(Cursor cursor) {
    this.cursor = cursor;
    this.parameters = new Parameters();
    this.expressions = new ExpressionParser(this);
    this.primaries = new PrimaryParser(this);
    this.functions = new FunctionParser(this);
    this.windows = new WindowParser(this);
    this.types = new TypeParser(this);
    this.queries = new QueryParser(this);
    this.pivots = new PivotParser(this);
    this.tables = new TableParser(this);
    this.options = new OptionParser(this);
    this.data = new DataStatementParser(this);
    this.creates = new CreateParser(this);
    this.tableDefinitions = new TableDefinitionParser(this);
    this.alters = new AlterParser(this);
    this.sessions = new SessionParser(this);
    this.statements = new StatementParser(this);
  }
}
