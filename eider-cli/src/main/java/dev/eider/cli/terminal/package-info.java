// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * The shell at a terminal: editing, history, completion, colours, Ctrl-C.
 *
 * <p>Comes in: keys. Goes out: lines for a {@link dev.eider.cli.shell.Shell}. Start at {@link
 * dev.eider.cli.terminal.InteractiveShell}. The only package that knows JLine: it is loaded when
 * there is somebody to talk to, and never for a single query.
 */
@NullMarked
package dev.eider.cli.terminal;

import org.jspecify.annotations.NullMarked;
