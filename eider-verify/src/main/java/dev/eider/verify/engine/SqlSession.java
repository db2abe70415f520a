// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.engine;

/**
 * One connection to one open database. Not thread safe, but for {@link #cancel()} and {@link
 * #close()}, which a watchdog may call from another thread.
 */
public interface SqlSession extends AutoCloseable {
  /**
   * Runs every statement of the text and answers the result of the last one. The result is complete
   * in memory and owned by the caller. The session stays usable after a failure.
   *
   * @throws SqlFailure when the engine refuses; also when the driver breaks its contract and throws
   *     something unchecked (then {@link SqlFailure#isInternal()})
   */
  SqlResult execute(String sql) throws SqlFailure;

  /** Opens another session on the same database; the caller owns it. */
  SqlSession connect() throws SqlFailure;

  /** Asks the statement now running, if any, to stop soon. Never blocks for long. */
  void cancel();

  /** Closes this session; harmless when closed already. */
  @Override
  void close();
}
