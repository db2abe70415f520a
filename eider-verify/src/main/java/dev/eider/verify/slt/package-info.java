// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * The sqllogictest runner.
 *
 * <p>Purpose: to run {@code .slt}, {@code .test} and {@code .test_slow} files of the dialect's
 * sqllogictest flavour against any engine and to tell what passed. Comes in: paths and options.
 * Goes out: outcomes per file, a report that ends with {@code N passed, N failed, N skipped}, and
 * on request rewritten expectations or a skip list.
 *
 * <p>Start here: {@link dev.eider.verify.slt.SltMain} is the program, {@link
 * dev.eider.verify.slt.SltParser} reads a file into {@link dev.eider.verify.slt.SltRecord}s, {@link
 * dev.eider.verify.slt.FileRun} executes them, {@link dev.eider.verify.slt.ResultCheck} judges a
 * result, {@link dev.eider.verify.slt.Suite} runs many files.
 *
 * <p>May be used by tests and by the other tools of this module; depends on {@code verify.engine}.
 */
@NullMarked
package dev.eider.verify.slt;

import org.jspecify.annotations.NullMarked;
