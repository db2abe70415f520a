// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * The door for users: database, connection, result, appender and JDBC driver.
 *
 * <p>The only place where engine, formats, io and storage are wired together. Who may depend on it:
 * everybody outside the library.
 */
@NullMarked
package dev.eider;

import org.jspecify.annotations.NullMarked;
