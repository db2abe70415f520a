// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * What the writers of all formats share: the directories and files of COPY TO, and the text of
 * values.
 *
 * <p>In: chunks and the options of COPY TO. Out: files. Start at {@link
 * dev.eider.formats.write.DirectoryOptions}, which takes its options out of those of a statement
 * and makes one writer of the writers of single files ({@link dev.eider.formats.write.FileOpener}).
 * A writer of text gives the text of rows to {@link dev.eider.formats.write.TextFileWriter}; any
 * other writes to an {@link dev.eider.formats.write.OutputFile}.
 *
 * <p>Depends on {@code base}, {@code io} and {@code formats.glob}; every format may depend on it.
 */
@NullMarked
package dev.eider.formats.write;

import org.jspecify.annotations.NullMarked;
