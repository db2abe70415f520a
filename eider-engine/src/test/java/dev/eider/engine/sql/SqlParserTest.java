// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.error.EiderException;
import dev.eider.engine.sql.ast.Cte;
import dev.eider.engine.sql.ast.DataStatement;
import dev.eider.engine.sql.ast.DefinitionStatement;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.GroupBy;
import dev.eider.engine.sql.ast.OrderItem;
import dev.eider.engine.sql.ast.Query;
import dev.eider.engine.sql.ast.QueryNode;
import dev.eider.engine.sql.ast.SelectItem;
import dev.eider.engine.sql.ast.SessionStatement;
import dev.eider.engine.sql.ast.SourceSpan;
import dev.eider.engine.sql.ast.Statement;
import dev.eider.engine.sql.ast.TableRef;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The shape of the trees. */
class SqlParserTest {
  private static <T extends Statement> T one(Class<T> type, String sql) {
    List<Statement> statements = SqlParser.parse(sql);
    assertEquals(1, statements.size());
    return assertInstanceOf(type, statements.getFirst());
  }

  private static Query query(String sql) {
    return one(DataStatement.Select.class, sql).query();
  }

  private static QueryNode.SelectNode select(String sql) {
    return assertInstanceOf(QueryNode.SelectNode.class, query(sql).body());
  }

  private static Expr expr(String sql) {
    return SqlParser.parseExpression(sql);
  }

  @Test
  void clausesOfASelect() {
    QueryNode.SelectNode select =
        select(
            "SELECT DISTINCT ON (a) a, b AS c FROM t WHERE d GROUP BY e HAVING f QUALIFY g USING"
                + " SAMPLE 5");
    assertTrue(select.distinct());
    assertEquals(1, select.distinctOn().size());
    assertEquals("c", select.items().get(1).alias());
    assertNotNull(select.where());
    assertInstanceOf(GroupBy.Items.class, select.groupBy());
    assertNotNull(select.having());
    assertNotNull(select.qualify());
    assertNotNull(select.sample());
  }

  @Test
  void fromFirstMeansStar() {
    QueryNode.SelectNode select = select("FROM t");
    Expr.Star star = assertInstanceOf(Expr.Star.class, select.items().getFirst().value());
    assertTrue(star.isPlain());
    assertEquals(select("SELECT * FROM t"), select);
  }

  @Test
  void limitForms() {
    assertEquals("10", number(query("SELECT 1 LIMIT 10").limit().count()));
    assertTrue(query("SELECT 1 LIMIT 10 %").limit().isPercent());
    assertTrue(query("SELECT 1 LIMIT 10 PERCENT").limit().isPercent());
    assertFalse(query("SELECT 1 LIMIT 10 % 3").limit().isPercent());
    assertNull(query("SELECT 1 LIMIT ALL").limit());
    assertEquals("3", number(query("SELECT 1 OFFSET 3 LIMIT 2").limit().offset()));
    assertEquals("5", number(query("SELECT 1 FETCH FIRST 5 ROWS ONLY").limit().count()));
  }

  private static String number(Expr expr) {
    return assertInstanceOf(Expr.NumberLiteral.class, expr).text();
  }

  @Test
  void orderItems() {
    OrderItem item = query("SELECT 1 ORDER BY a DESC NULLS FIRST").orderBy().getFirst();
    assertEquals(OrderItem.Direction.DESCENDING, item.direction());
    assertEquals(OrderItem.Nulls.FIRST, item.nulls());
    OrderItem all = query("SELECT 1 ORDER BY ALL").orderBy().getFirst();
    assertInstanceOf(Expr.Star.class, all.value());
  }

  @Test
  void unionsOfOneKindAreFlatAndOthersNest() {
    QueryNode.SetOpNode all =
        (QueryNode.SetOpNode)
            query("SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION SELECT 4").body();
    assertFalse(all.all());
    assertEquals(2, all.inputs().size());
    QueryNode.SetOpNode inner = (QueryNode.SetOpNode) all.inputs().getFirst().body();
    assertTrue(inner.all());
    assertEquals(3, inner.inputs().size());
  }

  @Test
  void intersectBindsTighterThanUnion() {
    QueryNode.SetOpNode union =
        (QueryNode.SetOpNode) query("SELECT 1 UNION SELECT 2 INTERSECT SELECT 3").body();
    assertEquals(QueryNode.SetOp.UNION, union.op());
    assertEquals(
        QueryNode.SetOp.INTERSECT, ((QueryNode.SetOpNode) union.inputs().get(1).body()).op());
  }

  @Test
  void modifiersBelongToTheWholeSetOperation() {
    Query query = query("SELECT 1 UNION SELECT 2 ORDER BY 1 LIMIT 1");
    assertEquals(1, query.orderBy().size());
    Query inner = query("(SELECT 1 ORDER BY 1) UNION SELECT 2");
    assertEquals(0, inner.orderBy().size());
    assertEquals(1, ((QueryNode.SetOpNode) inner.body()).inputs().getFirst().orderBy().size());
  }

  @Test
  void withEntries() {
    Query query =
        query(
            "WITH RECURSIVE a (x) USING KEY (x) AS MATERIALIZED (SELECT 1), b AS NOT MATERIALIZED"
                + " (DELETE FROM t RETURNING *) FROM a");
    assertTrue(query.recursive());
    Cte a = query.ctes().get(0);
    assertEquals(List.of("x"), a.columns());
    assertEquals(1, a.usingKey().size());
    assertEquals(Cte.Materialized.ALWAYS, a.materialized());
    Cte b = query.ctes().get(1);
    assertEquals(Cte.Materialized.NEVER, b.materialized());
    assertInstanceOf(DataStatement.Delete.class, b.body());
  }

  @Test
  void namedWindowsStandWhereTheyAreUsed() {
    assertEquals(
        select("SELECT sum(a) OVER (PARTITION BY b ORDER BY c ROWS 1 PRECEDING) FROM t"),
        select(
            "SELECT sum(a) OVER (v ROWS 1 PRECEDING) FROM t WINDOW w AS (PARTITION BY b), v AS (w"
                + " ORDER BY c)"));
    assertEquals(
        select("SELECT abs(sum(a) OVER (ORDER BY b)), (SELECT 1 FROM u) FROM t"),
        select("SELECT abs(sum(a) OVER w), (SELECT 1 FROM u) FROM t WINDOW w AS (ORDER BY b)"));
  }

  @Test
  void theDefaultFrameIsNoFrame() {
    assertEquals(
        expr("sum(a) OVER (ORDER BY b)"),
        expr(
            "sum(a) OVER (ORDER BY b RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW EXCLUDE NO"
                + " OTHERS)"));
  }

  @Test
  void aWindowOfTheOuterSelectIsNotSeenInside() {
    assertEquals(
        "window \"w\" does not exist",
        assertThrows(
                EiderException.class,
                () ->
                    SqlParser.parse(
                        "SELECT (SELECT sum(a) OVER w) FROM t WINDOW w AS (ORDER BY b)"))
            .detail());
  }

  @Test
  void joins() {
    TableRef.Join join =
        (TableRef.Join) select("SELECT * FROM a ASOF LEFT JOIN b USING (x, y)").from().getFirst();
    assertEquals(TableRef.JoinFlavor.ASOF, join.flavor());
    assertEquals(TableRef.JoinKind.LEFT, join.kind());
    assertEquals(List.of("x", "y"), join.using());
    TableRef.Join nested =
        (TableRef.Join) select("SELECT * FROM a JOIN b JOIN c ON 1 ON 2").from().getFirst();
    assertInstanceOf(TableRef.Join.class, nested.right());
  }

  @Test
  void tables() {
    List<TableRef> from =
        select("SELECT * FROM 'a.csv' AS f (x), r(1, k := 2) WITH ORDINALITY o, y: s.t").from();
    TableRef.NamedTable file = (TableRef.NamedTable) from.get(0);
    assertTrue(file.isFile());
    assertEquals(List.of("x"), file.alias().columns());
    TableRef.TableFunction function = (TableRef.TableFunction) from.get(1);
    assertTrue(function.withOrdinality());
    assertEquals("k", function.arguments().get(1).name());
    assertEquals("y", from.get(2).alias().name());
  }

  @Test
  void queriesInParenthesesAreFoundOut() {
    assertInstanceOf(Expr.ScalarSubquery.class, expr("((SELECT 1))"));
    assertInstanceOf(Expr.Binary.class, expr("((SELECT 1) + 1)"));
    Expr.ScalarSubquery union =
        assertInstanceOf(Expr.ScalarSubquery.class, expr("((SELECT 1) UNION (SELECT 2))"));
    assertInstanceOf(QueryNode.SetOpNode.class, union.query().body());
    TableRef.Subquery table =
        assertInstanceOf(
            TableRef.Subquery.class,
            select("SELECT * FROM ((SELECT 1) UNION ALL SELECT 2) t").from().getFirst());
    assertInstanceOf(QueryNode.SetOpNode.class, table.query().body());
    assertInstanceOf(
        TableRef.Join.class,
        select("SELECT * FROM ((SELECT 1) a JOIN b ON TRUE)").from().getFirst());
    assertInstanceOf(DataStatement.Select.class, SqlParser.parse("(SELECT 1) + 1").getFirst());
  }

  @Test
  void pivotAndUnpivot() {
    TableRef.Pivot pivot =
        (TableRef.Pivot)
            select("PIVOT t ON a IN (1, 2), b USING sum(c) AS s GROUP BY d").from().getFirst();
    assertEquals(2, pivot.columns().size());
    assertEquals(2, pivot.columns().getFirst().values().size());
    assertEquals("s", pivot.aggregates().getFirst().alias());
    TableRef.Unpivot unpivot =
        (TableRef.Unpivot)
            select("UNPIVOT t ON (a, b), c AS x INTO NAME n VALUE v, w").from().getFirst();
    assertEquals(List.of("v", "w"), unpivot.valueColumns());
    assertEquals("n", unpivot.columns().getFirst().name());
  }

  @Test
  void adjacentStringsOnTwoLinesAreOne() {
    assertEquals("ab'c", ((Expr.StringLiteral) expr("'a'\n  'b''c'")).value());
  }

  @Test
  void escapes() {
    assertEquals(
        "a\nbAAé\\x", ((Expr.StringLiteral) expr("e'a\\nb\\x41\\101\\xC3\\xA9\\\\x'")).value());
    assertEquals("\u00e9", ((Expr.StringLiteral) expr("E'\\u00e9'")).value());
    assertEquals("x ' y", ((Expr.StringLiteral) expr("$q$x ' y$q$")).value());
  }

  @Test
  void numbers() {
    assertEquals(Expr.NumberLiteral.Kind.INTEGER, ((Expr.NumberLiteral) expr("1_000")).kind());
    assertEquals("1000", ((Expr.NumberLiteral) expr("1_000")).digits());
    assertEquals(Expr.NumberLiteral.Kind.DECIMAL, ((Expr.NumberLiteral) expr("1.")).kind());
    assertEquals(Expr.NumberLiteral.Kind.DOUBLE, ((Expr.NumberLiteral) expr("1e5")).kind());
    SelectItem hex = select("SELECT 0xFF").items().getFirst();
    assertEquals("xFF", hex.alias());
    assertEquals("__2", select("SELECT 1__2").items().getFirst().alias());
  }

  @Test
  void operatorsEndBeforeASign() {
    assertEquals(expr("a = -1"), expr("a=-1"));
    assertEquals(expr("a >= -1"), expr("a>=-1"));
    assertEquals(expr("a || -1"), expr("a||-1"));
    assertEquals(expr("a * -b"), expr("a*-b"));
    assertEquals(expr("1"), expr("1--1"));
  }

  @Test
  void parametersAreNumbered() {
    assertEquals(expr("$1 + $2"), expr("? + ?"));
    assertEquals(expr("$3 + $4"), expr("?3 + ?"));
    assertEquals("name", ((Expr.Parameter) expr("$name")).name());
  }

  @Test
  void callsOnValues() {
    Expr.FunctionCall qualified = (Expr.FunctionCall) expr("x.trim()");
    assertEquals(List.of("x", "trim"), qualified.name().parts());
    Expr.FunctionCall chained = (Expr.FunctionCall) expr("x.trim().upper()");
    assertEquals("upper", chained.name().name());
    assertEquals(qualified, chained.arguments().getFirst().value());
  }

  @Test
  void spansPointAtTheText() {
    String sql = "SELECT foo + bar(1, 'x') FROM t";
    Expr.Binary sum = (Expr.Binary) select(sql).items().getFirst().value();
    assertEquals("foo + bar(1, 'x')", cut(sql, sum.span()));
    assertEquals("+", cut(sql, sum.operatorAt()));
    assertEquals("bar(1, 'x')", cut(sql, sum.right().span()));
  }

  private static String cut(String sql, SourceSpan span) {
    return sql.substring(span.start(), span.end());
  }

  @Test
  void insertForms() {
    DataStatement.Insert insert =
        one(
            DataStatement.Insert.class,
            "INSERT OR REPLACE INTO s.t AS x BY NAME SELECT 1 AS a RETURNING a");
    assertEquals(DataStatement.InsertAction.OR_REPLACE, insert.action());
    assertEquals(DataStatement.ColumnMatch.BY_NAME, insert.match());
    assertEquals("x", insert.alias());
    assertEquals(1, insert.returning().size());
    assertNull(one(DataStatement.Insert.class, "INSERT INTO t DEFAULT VALUES").source());
    DataStatement.OnConflict conflict =
        one(
                DataStatement.Insert.class,
                "INSERT INTO t VALUES (1) ON CONFLICT (a) DO UPDATE SET b = 2 WHERE c")
            .onConflict();
    assertEquals(List.of("a"), conflict.target());
    assertEquals("b", conflict.set().getFirst().column());
  }

  @Test
  void copyOptionsOfBothSyntaxesAreAlike() {
    DataStatement.Copy old =
        one(DataStatement.Copy.class, "COPY t FROM 'f' CSV HEADER DELIMITER ';' FORCE QUOTE a, b");
    DataStatement.Copy now =
        one(
            DataStatement.Copy.class,
            "COPY t FROM 'f' (FORMAT 'csv', HEADER, DELIMITER ';', FORCE_QUOTE (a, b))");
    assertEquals(now, old);
  }

  @Test
  void createTable() {
    DefinitionStatement.CreateTable create =
        one(
            DefinitionStatement.CreateTable.class,
            "CREATE TABLE t (a INT DEFAULT 1 + 1 NOT NULL, b AS (a), PRIMARY KEY (a))");
    DefinitionStatement.ColumnDefinition a =
        (DefinitionStatement.ColumnDefinition) create.elements().get(0);
    assertEquals(2, a.constraints().size());
    assertInstanceOf(DefinitionStatement.ColumnConstraint.NotNull.class, a.constraints().get(1));
    assertInstanceOf(
        DefinitionStatement.TableConstraint.PrimaryKey.class, create.elements().get(2));
    DefinitionStatement.CreateTable as =
        one(DefinitionStatement.CreateTable.class, "CREATE TABLE t (x, y) AS SELECT 1, 2");
    assertEquals(List.of("x", "y"), as.columnNames());
  }

  @Test
  void settings() {
    SessionStatement.SetSetting set =
        one(SessionStatement.SetSetting.class, "SET GLOBAL search_path TO main");
    assertEquals(SessionStatement.SettingScope.GLOBAL, set.scope());
    assertEquals("main", ((Expr.StringLiteral) set.value()).value());
    assertEquals("timezone", one(SessionStatement.SetSetting.class, "SET TIME ZONE 'UTC'").name());
    assertEquals("threads", one(SessionStatement.SetSetting.class, "PRAGMA threads = 4").name());
    one(SessionStatement.ResetSetting.class, "SET threads = DEFAULT");
    one(SessionStatement.SetVariable.class, "SET VARIABLE x = 1");
    assertEquals(
        "a",
        one(SessionStatement.PragmaCall.class, "PRAGMA f(a = 1)").arguments().getFirst().name());
  }

  @Test
  void expressionsAsStatements() {
    assertEquals(select("SELECT 1 + 1, 2 AS b"), select("1 + 1, b: 2"));
    assertEquals(select("SELECT * FROM s.t"), select("s.t"));
  }

  @Test
  void emptyStatementsAreSkipped() {
    assertEquals(0, SqlParser.parse("").size());
    assertEquals(0, SqlParser.parse(" ; -- x\n ;; /* y */").size());
    assertEquals(2, SqlParser.parse(";SELECT 1;;SELECT 2;").size());
  }

  @Test
  void unicodeSpacesAreSpaces() {
    assertEquals(
        SqlParser.parse("SELECT 1 FROM t"),
        SqlParser.parse("\uFEFFSELECT\u00A01\u2003FROM\u3000t"));
  }
}
