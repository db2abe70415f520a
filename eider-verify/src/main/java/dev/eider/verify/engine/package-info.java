// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * The port through which the proof machinery sees a database: text in, text out.
 *
 * <p>Purpose: the slt runner, the differential harness and the coverage tool must not care which
 * engine they drive. Comes in: SQL text. Goes out: column names, column types and cells as the text
 * of a VARCHAR cast, or a {@link dev.eider.verify.engine.SqlFailure}.
 *
 * <p>Start here: {@link dev.eider.verify.engine.SqlEngine}, then {@link
 * dev.eider.verify.engine.JdbcEngine}, the only implementation over a real database; JDBC is the
 * only door, so that every run also proves the driver.
 *
 * <p>May be used by every package of this module; depends on none of them.
 */
@NullMarked
package dev.eider.verify.engine;

import org.jspecify.annotations.NullMarked;
