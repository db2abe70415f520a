// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * What the readers of all formats share: the validity of text, names of types, and objects of a
 * store read from front to back.
 *
 * <p>In: bytes. Out: text that is known to be valid. Start at {@link dev.eider.formats.scan.Utf8}.
 * Depends on {@code base}; every format may depend on it.
 */
@NullMarked
package dev.eider.formats.scan;

import org.jspecify.annotations.NullMarked;
