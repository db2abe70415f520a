// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Sessions: SQL text in, results out. The door of the engine.
 *
 * <p>In: {@link dev.eider.engine.session.EngineServices}, wired by whoever embeds the engine, and
 * SQL text with parameter values. Out: {@link dev.eider.engine.session.QueryResult}s that are
 * pulled chunk by chunk. Start at {@link dev.eider.engine.session.QueryRunner}, which shows a
 * query's life in one line a stage; {@link dev.eider.engine.session.Session} is the API around it.
 *
 * <p>A session runs one statement at a time. Only {@code cancel} may come from another thread.
 */
@NullMarked
package dev.eider.engine.session;

import org.jspecify.annotations.NullMarked;
