// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * A real S3 server for tests, in the process of the test.
 *
 * <p>In: nothing. Out: an endpoint on the loopback interface that checks signatures and conditions.
 * Start at {@link dev.eider.s3testserver.S3TestServer}. Only test code depends on it.
 */
@NullMarked
package dev.eider.s3testserver;

import org.jspecify.annotations.NullMarked;
