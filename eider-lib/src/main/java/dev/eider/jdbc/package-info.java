// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * The JDBC driver, {@code jdbc:eider:}.
 *
 * <p>A thin coat over {@code dev.eider}: a JDBC connection holds a {@link dev.eider.Connection}, a
 * result set pulls chunks from a {@link dev.eider.Result}, and every {@link
 * dev.eider.base.error.EiderException} becomes an {@link java.sql.SQLException} with the SQLState
 * of its type. Start at {@link dev.eider.jdbc.EiderDriver}; {@link dev.eider.jdbc.TypeMapping} says
 * what a type is in JDBC.
 *
 * <p>Found through {@code META-INF/services}; nobody in the project depends on it.
 */
@NullMarked
package dev.eider.jdbc;

import org.jspecify.annotations.NullMarked;
