// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * The command-line program and the interactive shell.
 *
 * <p>Comes in: arguments, a script or lines typed. Goes out: printed results and an exit code.
 * Start here: {@code Main}. Nobody depends on it.
 */
@NullMarked
package dev.eider.cli;

import org.jspecify.annotations.NullMarked;
