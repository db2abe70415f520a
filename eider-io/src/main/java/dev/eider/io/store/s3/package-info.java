// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Buckets of S3 and of what speaks its protocol.
 *
 * <p>In: settings of a bucket, and who may use it. Out: an {@link dev.eider.io.store.ObjectStore}.
 * Start at {@link dev.eider.io.store.s3.S3Store}; {@link dev.eider.io.store.s3.SignatureV4} signs,
 * {@link dev.eider.io.store.s3.S3Errors} says what replies mean. Source: the API reference of
 * Amazon S3 (2006-03-01) and "AWS Signature Version 4 for API requests". Depends on {@code
 * io.http}, {@code io.store} and {@code store.http}.
 */
@NullMarked
package dev.eider.io.store.s3;

import org.jspecify.annotations.NullMarked;
