// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * SQL text to trees by hand-written recursive descent, and trees back to text.
 *
 * <p>Comes in: SQL text. Goes out: {@link dev.eider.engine.sql.ast.Statement} records with
 * positions, or one error that points at a token; and, the other way, canonical text of a tree.
 *
 * <p>Start here: {@link dev.eider.engine.sql.SqlParser} (text to statements, completeness,
 * splitting), {@link dev.eider.engine.sql.SqlText} (trees to text, column names, quoting), {@link
 * dev.eider.engine.sql.SourceText} (the caret lines of an error). Inside: {@code Lexer} makes
 * {@code Tokens}, {@code Cursor} walks them, and one parser per area reads them; {@code Parsers}
 * lets these call each other. {@code ExpressionParser} holds the precedence levels, {@code Keyword}
 * which word may be a name where.
 *
 * <p>Invariants: parsing takes time and memory linear in the text; nesting is bounded by a counter
 * and chains are read in loops; what {@code SqlText} writes parses to an equal tree. To add a
 * statement: a record in {@code sql.ast}, a case in {@code StatementParser} or the parser of its
 * group, a case in the matching {@code ...Text} class, and a line in the test corpus.
 *
 * <p>May be used by: {@code engine.bind}, {@code engine.session} and everything above the engine
 * that has to split or complete SQL text.
 */
@NullMarked
package dev.eider.engine.sql;

import org.jspecify.annotations.NullMarked;
