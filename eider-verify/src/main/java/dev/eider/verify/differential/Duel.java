// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.differential;

import dev.eider.verify.engine.EngineConfig;
import dev.eider.verify.engine.SqlEngine;
import dev.eider.verify.engine.SqlFailure;
import dev.eider.verify.engine.SqlSession;
import dev.eider.verify.support.HarnessThreads;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One database on each of two engines, with the same tables. Not thread safe. */
final class Duel implements AutoCloseable {
  private static final long TIMEOUT_MILLIS = 20_000;
  private static final long GRACE_MILLIS = 3_000;

  private final SqlEngine leftEngine;
  private final SqlEngine rightEngine;
  private final List<RandomTable> tables;
  private SqlSession left;
  private SqlSession right;
  private @Nullable String lastRefusal;

  /** Opens both sides and fills the tables; a side that cannot is a failure of the whole run. */
  Duel(SqlEngine leftEngine, SqlEngine rightEngine, List<RandomTable> tables) throws SqlFailure {
    this.leftEngine = leftEngine;
    this.rightEngine = rightEngine;
    this.tables = tables;
    this.left = open(leftEngine, tables);
    this.right = open(rightEngine, tables);
  }

  private static SqlSession open(SqlEngine engine, List<RandomTable> tables) throws SqlFailure {
    SqlSession session = engine.open(EngineConfig.memory());
    try {
      session.execute("SET TimeZone='UTC'");
    } catch (SqlFailure noZones) {
      // Then its instants show themselves as differences, unless the machine's zone is UTC.
    }
    for (RandomTable table : tables) {
      for (String statement : table.statements()) {
        session.execute(statement);
      }
    }
    return session;
  }

  /** The difference on that query, null for agreement. */
  @Nullable Difference compare(Query query) throws SqlFailure {
    String sql = query.sql();
    Answer mine = ask(left, sql);
    Answer theirs = ask(right, sql);
    if (isDead(mine)) {
      left.close();
      left = open(leftEngine, tables);
    }
    if (isDead(theirs)) {
      right.close();
      right = open(rightEngine, tables);
    }
    lastRefusal =
        mine instanceof Answer.Failure && theirs instanceof Answer.Failure failed
            ? failed.failure().text().lines().findFirst().orElse("")
            : null;
    return Comparison.of(mine, theirs, query.isOrdered());
  }

  /** The oracle's message when the last query was an error on both sides, else null. */
  @Nullable String lastRefusal() {
    return lastRefusal;
  }

  /** After an internal error or a hang the session is not trusted any more. */
  private static boolean isDead(Answer answer) {
    return answer instanceof Answer.Silence
        || answer instanceof Answer.Failure failed && failed.failure().isInternal();
  }

  private static Answer ask(SqlSession session, String sql) {
    AtomicReference<@Nullable Answer> answer = new AtomicReference<>();
    Thread thread =
        HarnessThreads.start("differential query", () -> answer.set(askNow(session, sql)));
    if (!HarnessThreads.await(thread, TIMEOUT_MILLIS)) {
      session.cancel();
      HarnessThreads.await(thread, GRACE_MILLIS);
      return new Answer.Silence();
    }
    Answer given = answer.get();
    return given == null ? new Answer.Silence() : given;
  }

  private static Answer askNow(SqlSession session, String sql) {
    try {
      return new Answer.Rows(session.execute(sql));
    } catch (SqlFailure refused) {
      return new Answer.Failure(refused);
    } catch (Throwable broken) {
      return new Answer.Failure(new SqlFailure("engine threw " + broken, true, broken));
    }
  }

  @Override
  public void close() {
    left.close();
    right.close();
  }
}
