// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Errors: one exception type, {@link dev.eider.base.error.EiderException}, whose {@link
 * dev.eider.base.error.ErrorType} prints as users know it ("Binder Error: ...") and whose {@link
 * dev.eider.base.error.ErrorKind} says what the <em>caller</em> does about it.
 *
 * <p>In: a type, a message (what, where, seen, expected, how to mend) and perhaps a position in the
 * SQL text. Out: an exception that every face turns into a message, a SQLState and an exit code.
 * Start at {@link dev.eider.base.error.EiderException}. Every package may depend on this one; it
 * depends on the JDK only.
 */
@NullMarked
package dev.eider.base.error;

import org.jspecify.annotations.NullMarked;
