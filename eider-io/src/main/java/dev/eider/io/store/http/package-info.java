// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Files behind web servers, and what stores that speak HTTP share.
 *
 * <p>In: keys or addresses. Out: bytes, read only. Start at {@link
 * dev.eider.io.store.http.HttpStore}; {@link dev.eider.io.store.http.HttpReplies} says what a reply
 * means to a store. Depends on {@code io.http} and {@code io.store}.
 */
@NullMarked
package dev.eider.io.store.http;

import org.jspecify.annotations.NullMarked;
