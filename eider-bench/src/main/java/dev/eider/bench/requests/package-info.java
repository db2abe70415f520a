// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0

/**
 * What runs in the processes of the benchmark of requests: a server that answers any range of any
 * object, and clients that ask it.
 *
 * <p>In: lines on standard input. Out: nanoseconds of wall and processor time, one line for each.
 * Start here: {@link dev.eider.bench.requests.ClientMain}, whose clients are {@link
 * dev.eider.bench.requests.EiderClient} and {@link dev.eider.bench.requests.AwsClient}. Used by
 * {@code dev.eider.bench.suite} as processes; depends on {@code dev.eider.io} and the AWS SDK.
 */
@NullMarked
package dev.eider.bench.requests;

import org.jspecify.annotations.NullMarked;
