// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0

/**
 * What runs inside the measured processes: a server that answers queries of any JDBC driver, and a
 * program that runs one query and ends.
 *
 * <p>In: lines on standard input ({@link dev.eider.bench.server.EngineServer}) or arguments ({@link
 * dev.eider.bench.server.OneShot}). Out: rows on standard output. Start here: {@code EngineServer};
 * the lines are described in {@link dev.eider.bench.server.Wire}.
 *
 * <p>Invariant: depends on the JDK alone, so that a child process needs this package and a driver
 * on its class path and nothing else. Used by {@code dev.eider.bench.harness}.
 */
@NullMarked
package dev.eider.bench.server;

import org.jspecify.annotations.NullMarked;
