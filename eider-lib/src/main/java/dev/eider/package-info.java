// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * The door for users: open a database, connect, ask, read rows.
 *
 * <pre>{@code
 * try (Database database = Database.open(Database.MEMORY);
 *     Connection connection = database.connect();
 *     Result result = connection.query("SELECT station, count(*) FROM 'rides.csv' GROUP BY station")) {
 *   while (result.next()) {
 *     System.out.println(result.getString(0) + " " + result.getLong(1));
 *   }
 * }
 * }</pre>
 *
 * <p>In: SQL and Java objects. Out: rows, one by one or as chunks of vectors. Start at {@link
 * dev.eider.Database}. {@link dev.eider.Wiring} is the only place where engine, formats, io and
 * storage are put together.
 *
 * <p>Threads: a database is for any number of them, a connection and its results for one at a time,
 * {@link dev.eider.Connection#interrupt()} for any. Errors are {@link
 * dev.eider.base.error.EiderException}s; after one the connection is as usable as before. Who may
 * depend on it: everybody outside the library.
 */
@NullMarked
package dev.eider;

import org.jspecify.annotations.NullMarked;
