// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * The shell without a terminal: runs texts of SQL and dot commands and prints results and errors.
 *
 * <p>Comes in: lines of a script, of an argument, or typed. Goes out: what {@code cli.output}
 * writes, messages on the error stream, and an exit code. Start at {@link
 * dev.eider.cli.shell.Shell}; {@link dev.eider.cli.shell.DotCommands} is the table of dot commands,
 * {@link dev.eider.cli.shell.ScriptReader} cuts a text into statements and commands.
 *
 * <p>Depends on the library and {@code cli.output}; {@code cli} and {@code cli.terminal} use it.
 */
@NullMarked
package dev.eider.cli.shell;

import org.jspecify.annotations.NullMarked;
