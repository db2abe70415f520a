// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Data in stores, from SQL to the bytes: a real S3 server in the process of the test, and the
 * simulated store with its delays and faults. In: files that Eider wrote. Out: the same answers as
 * over local files, and what was asked of the store.
 */
@NullMarked
package dev.eider.verify.remote;

import org.jspecify.annotations.NullMarked;
