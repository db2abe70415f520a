// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * The catalog as tables: {@code duckdb_tables()} and its kin as table functions, and {@code
 * information_schema}, {@code pg_catalog} and {@code sqlite_master} as views over them.
 *
 * <p>In: a {@link dev.eider.engine.session.catalog.CatalogView} of a session. Out: table functions
 * for the session's environment and SQL texts of views. Start at {@link
 * dev.eider.engine.session.catalog.CatalogFunctions}. Used by {@code engine.session} only.
 */
@NullMarked
package dev.eider.engine.session.catalog;

import org.jspecify.annotations.NullMarked;
