// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Files of the local file system.
 *
 * <p>In: a path. Out: a {@link dev.eider.io.store.local.LocalFile} that reads ranges into arrays of
 * the caller, and errors that name the file. Start at {@link dev.eider.io.store.local.LocalFile}.
 * Formats and stores may depend on this package; it depends on {@code base.error} only.
 */
@NullMarked
package dev.eider.io.store.local;

import org.jspecify.annotations.NullMarked;
