// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Damaged files, made from a seed: whatever a Parquet file holds, reading it ends soon, with rows
 * or with one error that names the file. In: small files of all encodings and codecs, written by
 * Eider and, when its driver is there, by the oracle. Out: findings, each with the seed and the
 * number that make it again. Start here: {@link dev.eider.verify.fuzz.ParquetFuzz}. Used by nobody
 * but its tests.
 */
@NullMarked
package dev.eider.verify.fuzz;

import org.jspecify.annotations.NullMarked;
