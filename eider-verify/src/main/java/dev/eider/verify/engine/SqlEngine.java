// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.engine;

/** A kind of database that can be opened. Implementations are stateless and thread safe. */
public interface SqlEngine {
  /** The name on the command line and in reports: {@code eider}, {@code duckdb}. */
  String name();

  /**
   * Opens a database and the first session on it. The caller owns the session; the database lives
   * until its last session is closed.
   *
   * @throws SqlFailure when the database cannot be opened
   */
  SqlSession open(EngineConfig config) throws SqlFailure;
}
