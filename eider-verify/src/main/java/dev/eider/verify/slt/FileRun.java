// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import dev.eider.verify.engine.EngineConfig;
import dev.eider.verify.engine.SqlEngine;
import dev.eider.verify.engine.SqlFailure;
import dev.eider.verify.engine.SqlResult;
import dev.eider.verify.engine.SqlSession;
import dev.eider.verify.slt.Outcome.Kind;
import dev.eider.verify.slt.SltRecord.LoopValues;
import dev.eider.verify.slt.SltRecord.Source;
import dev.eider.verify.support.HarnessThreads;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Executes one script against one engine.
 *
 * <p>{@link #run()} belongs to the file's own thread. {@link #abort()} may be called from another
 * thread: it stops the run at the next record and cancels what is running.
 */
final class FileRun {
  private static final Set<String> UNREACHABLE_NETWORK = Set.of("HTTP", "Unable to connect");

  private final SltScript script;
  private final Path root;
  private final Path temporary;
  private final RunConfig config;
  private final Keywords keywords;
  private final Sessions sessions;
  private final ResultCheck check;
  private final Requirements requirements;
  private final @Nullable Completion completion;
  private final Set<String> ignoredMessages = new HashSet<>(UNREACHABLE_NETWORK);
  private final AtomicInteger recordCount = new AtomicInteger();
  private @Nullable Set<String> extensions;
  private boolean hashesOnly;

  /** Set by a watchdog, read before each record. */
  private volatile boolean aborted;

  /** Where the run is, for the watchdog's report. */
  private volatile Source position;

  private volatile String positionSql = "";

  /** Ends the run. */
  private static final class Ended extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Outcome outcome;

    Ended(Outcome outcome) {
      super(null, null, false, false);
      this.outcome = outcome;
    }
  }

  /** The state of one thread of execution: the loops around it and a connection of its own. */
  private record Context(List<LoopFrame> frames, @Nullable SqlSession own) {
    Context inside(LoopFrame frame) {
      List<LoopFrame> inner = new ArrayList<>(frames);
      inner.add(frame);
      return new Context(List.copyOf(inner), own);
    }
  }

  /**
   * Prepares a run; nothing is opened yet.
   *
   * @param temporary scratch directory of this file; exists, and is removed by the caller
   * @param completion collects new expectations instead of failing; null to judge
   */
  FileRun(
      SltScript script,
      SqlEngine engine,
      RunConfig config,
      Path root,
      Path temporary,
      @Nullable Completion completion) {
    this.script = script;
    this.config = config;
    this.root = root;
    this.temporary = temporary;
    this.completion = completion;
    this.position = new Source(script.name(), 1);
    this.keywords = new Keywords(script.name(), root, temporary);
    String initial = config.initialDatabase();
    Path database = initial == null ? null : Path.of(keywords.replace(initial));
    EngineConfig opened = new EngineConfig(database, false, root, temporary, config.properties());
    this.sessions = new Sessions(engine, config, opened, keywords);
    this.check =
        new ResultCheck(keywords, root + "/", isSqliteTest(script.name()), config.secondTry());
    this.requirements = new Requirements(initial != null);
  }

  /** SQLite's own tests have looser rules. */
  static boolean isSqliteTest(String name) {
    return name.contains("test/sqlite/select") || name.contains("third_party/sqllogictest");
  }

  /** Runs to the first failure, to a reason to skip, or to the end. Closes what it opened. */
  Outcome run() {
    try {
      sessions.main();
      if (isSqliteTest(script.name())) {
        sessions.main().execute("SET integer_division=true");
      }
      runAll(script.records(), new Context(List.of(), null));
      return new Outcome.Passed(recordCount.get());
    } catch (Ended ended) {
      return ended.outcome;
    } catch (SqlFailure refused) {
      Kind kind = refused.isInternal() ? Kind.INTERNAL : Kind.UNEXPECTED_ERROR;
      return failed(kind, position, "", "an open database", refused.text());
    } finally {
      sessions.closeAll();
    }
  }

  /** Stops the run soon; the run's own thread reports. */
  void abort() {
    aborted = true;
    sessions.cancelAll();
  }

  /** Closes the engine under a run that did not stop. */
  void forceClose() {
    sessions.closeAll();
  }

  /** What to report when the run did not end by itself. */
  Outcome.Failed stoppedAt(Kind kind, String seen) {
    return failed(kind, position, positionSql, "an answer", seen);
  }

  private static Outcome.Failed failed(
      Kind kind, Source source, String sql, String expected, String seen) {
    return new Outcome.Failed(kind, source, sql, expected, seen);
  }

  /** False when a {@code continue} ended the body of the innermost loop. */
  private boolean runAll(List<SltRecord> records, Context context) throws Ended {
    for (SltRecord next : records) {
      if (aborted) {
        throw new Ended(stoppedAt(Kind.TIMEOUT, "no answer in time"));
      }
      position = next.source();
      try {
        if (!run(next, context)) {
          return false;
        }
      } catch (SqlFailure | IOException | IllegalArgumentException refused) {
        throw new Ended(
            failed(Kind.BAD_TEST, next.source(), "", "", String.valueOf(refused.getMessage())));
      }
    }
    return true;
  }

  private boolean run(SltRecord next, Context context) throws Ended, SqlFailure, IOException {
    switch (next) {
      case SltRecord.Statement statement -> statement(statement, context);
      case SltRecord.Query query -> query(query, context);
      case SltRecord.Loop loop -> loop(loop, context);
      case SltRecord.Continue jump -> {
        return !admits(jump.conditions(), context);
      }
      case SltRecord.Mode mode -> mode(mode);
      case SltRecord.Require require -> require(require.words());
      case SltRecord.RequireEnv require -> requireEnv(require);
      case SltRecord.SetVariable set -> setVariable(set);
      case SltRecord.Load load -> load(load, context);
      case SltRecord.Restart restart -> sessions.restart();
      case SltRecord.Reconnect reconnect -> sessions.reconnect();
      case SltRecord.Sleep sleep -> HarnessThreads.sleep(sleep.nanos());
      case SltRecord.Unzip unzip -> unzip(unzip, context);
      case SltRecord.HashThreshold threshold -> check.setHashThreshold(threshold.valueCount());
      case SltRecord.SetSeed set ->
          sessions.main().execute("SELECT setseed(" + set.seed() + "::DOUBLE)");
      case SltRecord.SetMessages set -> {
        if (set.ignore()) {
          ignoredMessages.clear();
          ignoredMessages.addAll(set.messages());
        } else {
          check.setAlwaysFailMessages(set.messages());
        }
      }
      case SltRecord.ResetLabel reset -> {
        if (!check.resetLabel(reset.label())) {
          throw new IllegalArgumentException("no label " + reset.label() + " to reset");
        }
      }
    }
    return true;
  }

  private static boolean admits(List<Condition> conditions, Context context) {
    for (Condition condition : conditions) {
      if (context.frames.isEmpty()) {
        throw new IllegalArgumentException("conditions on loop variables stand within a loop only");
      }
      if (!condition.admits(context.frames)) {
        return false;
      }
    }
    return true;
  }

  private String substitute(String text, Context context) {
    return LoopFrame.substitute(keywords.replace(text), context.frames);
  }

  private SqlSession session(@Nullable String name, Context context) throws SqlFailure {
    if (name != null) {
      if (context.own != null) {
        throw new IllegalArgumentException("no named connections within a concurrent loop");
      }
      return sessions.named(name);
    }
    return context.own != null ? context.own : sessions.main();
  }

  private void statement(SltRecord.Statement statement, Context context) throws Ended, SqlFailure {
    if (!admits(statement.conditions(), context)) {
      return;
    }
    recordCount.incrementAndGet();
    SqlSession session = session(statement.connection(), context);
    String sql = substitute(statement.sql(), context);
    positionSql = sql;
    Mismatch mismatch;
    try {
      session.execute(sql);
      mismatch = check.statementSucceeded(statement);
    } catch (SqlFailure failure) {
      mismatch = check.statementFailed(statement, failure);
      if (mismatch != null) {
        skipIfIgnored(failure);
        if (completion != null && completion.offer(statement, failure, mismatch)) {
          return;
        }
      }
    }
    failOn(mismatch, statement.source(), sql);
  }

  private void query(SltRecord.Query query, Context context) throws Ended, SqlFailure, IOException {
    if (!admits(query.conditions(), context)) {
      return;
    }
    recordCount.incrementAndGet();
    SqlSession session = session(query.connection(), context);
    String sql = substitute(query.sql(), context);
    positionSql = sql;
    SqlResult result;
    try {
      result = session.execute(sql);
    } catch (SqlFailure failure) {
      skipIfIgnored(failure);
      failOn(check.queryFailed(query, failure), query.source(), sql);
      return;
    }
    if (hashesOnly) {
      return;
    }
    List<String> expected = query.expected();
    if (expected.size() == 1 && expected.getFirst().startsWith(ExpectedFile.PREFIX)) {
      String path = expected.getFirst().replace(ExpectedFile.PREFIX, "");
      expected = ExpectedFile.read(root.resolve(substitute(path, context)));
    }
    Mismatch mismatch = check.query(query, result, expected);
    if (mismatch != null && completion != null && completion.offer(query, result)) {
      return;
    }
    failOn(mismatch, query.source(), sql);
  }

  private void failOn(@Nullable Mismatch mismatch, Source source, String sql) throws Ended {
    if (mismatch == null) {
      return;
    }
    if (aborted) {
      throw new Ended(failed(Kind.TIMEOUT, source, sql, "an answer", "no answer in time"));
    }
    throw new Ended(failed(mismatch.kind(), source, sql, mismatch.expected(), mismatch.seen()));
  }

  private void skipIfIgnored(SqlFailure failure) throws Ended {
    for (String message : ignoredMessages) {
      if (failure.text().contains(message)) {
        throw new Ended(new Outcome.Skipped("error message contains '" + message + "'"));
      }
    }
  }

  private void mode(SltRecord.Mode mode) {
    hashesOnly = mode.mode().equals("output_hash") || hashesOnly && mode.mode().equals("debug");
  }

  private void require(List<String> words) throws Ended, SqlFailure {
    String word = words.getFirst();
    boolean offered;
    if (Requirements.isExtension(word)) {
      Set<String> known = extensions;
      if (known == null) {
        known = sessions.extensions();
        extensions = known;
      }
      offered = known.contains(word.toLowerCase(Locale.ROOT));
    } else {
      offered = requirements.offers(words);
    }
    if (!offered) {
      throw new Ended(new Outcome.Skipped("require " + String.join(" ", words)));
    }
  }

  private void requireEnv(SltRecord.RequireEnv require) throws Ended {
    String actual = System.getenv(require.variable());
    if (actual == null || require.value() != null && !require.value().equals(actual)) {
      throw new Ended(new Outcome.Skipped("require-env " + require.variable()));
    }
    keywords.define(require.variable(), actual);
  }

  private void setVariable(SltRecord.SetVariable set) throws SqlFailure {
    if (set.isDefault() && keywords.get(set.variable()) != null) {
      return;
    }
    String value = set.value();
    if (value.startsWith(VariableList.PREFIX)) {
      value = VariableList.text(value, sessions);
    }
    keywords.define(set.variable(), value);
  }

  private void load(SltRecord.Load load, Context context) throws SqlFailure, IOException {
    String target = substitute(load.path(), context);
    Path file = target.isEmpty() ? null : root.resolve(target);
    if (file != null && !load.readOnly()) {
      sessions.closeAll();
      Files.deleteIfExists(file);
      Files.deleteIfExists(Path.of(file + ".wal"));
    }
    sessions.load(file, load.readOnly());
  }

  private void unzip(SltRecord.Unzip unzip, Context context) throws IOException {
    Path archive = root.resolve(substitute(unzip.archive(), context));
    String name = archive.getFileName().toString();
    if (!name.endsWith(".gz")) {
      throw new IllegalArgumentException("unzip: not a .gz file: " + name);
    }
    Path target =
        unzip.target() == null
            ? temporary.resolve(name.substring(0, name.length() - ".gz".length()))
            : root.resolve(substitute(unzip.target(), context));
    try (InputStream in = new GZIPInputStream(Files.newInputStream(archive))) {
      Files.deleteIfExists(target);
      Files.copy(in, target);
    }
  }

  private void loop(SltRecord.Loop loop, Context context) throws Ended, SqlFailure {
    List<String> values = values(loop, context);
    if (loop.parallel()) {
      concurrently(loop, values, context);
      return;
    }
    for (String value : values) {
      runAll(loop.body(), context.inside(new LoopFrame(loop.variable(), value)));
    }
  }

  private List<String> values(SltRecord.Loop loop, Context context) throws SqlFailure {
    List<String> values = new ArrayList<>();
    switch (loop.values()) {
      case LoopValues.Range range -> {
        int value = range.start();
        do {
          values.add(Integer.toString(value++));
        } while (value < range.end());
      }
      case LoopValues.Words words -> {
        for (String word : words.words()) {
          if (word.startsWith(VariableList.PREFIX)) {
            values.addAll(VariableList.elements(word, sessions));
          } else {
            TypeGroups.expand(keywords.replace(word), values);
          }
        }
      }
    }
    return values;
  }

  private void concurrently(SltRecord.Loop loop, List<String> values, Context context)
      throws Ended, SqlFailure {
    if (context.own != null) {
      throw new IllegalArgumentException("no concurrent loop within a concurrent loop");
    }
    List<Runnable> tasks = new ArrayList<>();
    List<SqlSession> opened = new ArrayList<>();
    List<Ended> ends = new ArrayList<>();
    for (String value : values) {
      SqlSession own = sessions.another();
      opened.add(own);
      Context inner =
          new Context(context.frames, own).inside(new LoopFrame(loop.variable(), value));
      tasks.add(() -> {
        try {
          runAll(loop.body(), inner);
        } catch (Ended ended) {
          synchronized (ends) {
            ends.add(ended);
          }
        }
      });
    }
    Throwable broken = HarnessThreads.runConcurrently(script.name(), tasks);
    opened.forEach(sessions::closeExtra);
    if (broken != null) {
      throw new Ended(stoppedAt(Kind.INTERNAL, broken.toString()));
    }
    synchronized (ends) {
      if (!ends.isEmpty()) {
        throw ends.getFirst();
      }
    }
  }

  @Override
  public String toString() {
    return script.name() + " with " + config;
  }
}
