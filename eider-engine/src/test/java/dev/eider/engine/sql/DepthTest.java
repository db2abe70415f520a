// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.error.EiderException;
import dev.eider.engine.sql.ast.DataStatement;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.Query;
import dev.eider.engine.sql.ast.QueryNode;
import dev.eider.engine.sql.ast.SourceSpan;
import dev.eider.engine.sql.ast.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nesting is bounded, chains are not. */
class DepthTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          SELECT          ; (                  ; 1        ; )
          SELECT          ; [                  ; 1        ; ]
          SELECT          ; {'a':              ; 1        ; }
          SELECT          ; abs(               ; 1        ; )
          SELECT          ; CASE WHEN a THEN   ; 1        ; END
          SELECT          ; CAST(              ; 1        ; AS INT)
          SELECT          ; (SELECT            ; 1        ; )
          SELECT          ; NOT EXISTS(SELECT  ; 1        ; )
          SELECT          ; NOT                ; a        ; ``
          SELECT          ; - -                ; a        ; ``
          SELECT          ; lambda x:          ; 1        ; ``
          SELECT          ; 1 IN (             ; 1        ; )
          SELECT          ; 1 + (              ; 1        ; )
          SELECT * FROM   ; (                  ; SELECT 1 ; )
          SELECT * FROM   ; (SELECT * FROM     ; t        ; )
          SELECT * FROM   ; a JOIN             ; b        ; ON x
          ``              ; (                  ; SELECT 1 ; )
          ``              ; WITH a AS (        ; SELECT 1 ; ) SELECT 1
          ``              ; EXPLAIN            ; SELECT 1 ; ``
          SELECT a::      ; STRUCT(a           ; INT      ; )
          SELECT 1 GROUP BY ; GROUPING SETS (  ; a        ; )
          """)
  void nestingIsBounded(String head, String open, String core, String close) {
    for (int depth : new int[] {10_000, 200_000}) {
      String sql =
          head
              + " "
              + (open + " ").repeat(depth)
              + core
              + (" " + close).repeat(close == null || close.isEmpty() ? 0 : depth);
      EiderException error = assertThrows(EiderException.class, () -> SqlParser.parse(sql));
      assertTrue(error.detail().startsWith("Max expression depth"), error::detail);
    }
    String shallow =
        head
            + " "
            + (open + " ").repeat(100)
            + core
            + (" " + close).repeat(close == null || close.isEmpty() ? 0 : 100);
    assertEquals(1, SqlParser.parse(shallow).size());
  }

  @Test
  void theBoundIsASetting() {
    String sql = "SELECT (1+(1+(1+(1+(1+(1+(1+1)))))))";
    assertEquals(1, SqlParser.parse(sql).size());
    EiderException error = assertThrows(EiderException.class, () -> SqlParser.parse(sql, 7));
    assertEquals(
        "Max expression depth limit of 7 exceeded. Use \"SET max_expression_depth TO x\" to"
            + " increase the maximum expression depth.",
        error.detail());
  }

  @ParameterizedTest
  @ValueSource(strings = {" + a", " - 1", " || b", " * 2", " -> 'k'", " AND c", " OR d", "::INT"})
  void chainsOfOperatorsAreReadAndWrittenInLoops(String link) {
    String sql = "SELECT x" + link.repeat(100_000);
    assertEquals(1, SqlParser.parse(sql).size());
    if (!link.equals("::INT")) {
      assertTrue(SqlText.render(SqlParser.parse(sql).getFirst()).length() > 300_000);
    }
  }

  @Test
  void aChainOfUnionsIsOneNode() {
    Query query = query("SELECT 1" + " UNION ALL SELECT 1".repeat(100_000));
    QueryNode.SetOpNode node = (QueryNode.SetOpNode) query.body();
    assertEquals(100_001, node.inputs().size());
  }

  @Test
  void aChainOfJoinsDoesNotRecurse() {
    Query query = query("SELECT * FROM t" + " JOIN u ON a = b".repeat(100_000));
    assertEquals(1, ((QueryNode.SelectNode) query.body()).from().size());
  }

  @Test
  void conjunctionsAreFlat() {
    Expr expr = SqlParser.parseExpression("a" + " AND a".repeat(50_000));
    assertEquals(50_001, ((Expr.Conjunction) expr).operands().size());
  }

  @Test
  void manyStatementsAndLongTokens() {
    assertEquals(100_000, SqlParser.parse("SELECT 1;".repeat(100_000)).size());
    String text = "x".repeat(5_000_000);
    assertEquals(
        new Expr.StringLiteral(text, SourceSpan.NONE), SqlParser.parseExpression("'" + text + "'"));
    assertEquals(1, SqlParser.parse("SELECT 1 /*" + text + "*/").size());
  }

  private static Query query(String sql) {
    List<Statement> statements = SqlParser.parse(sql);
    return ((DataStatement.Select) statements.getFirst()).query();
  }
}
