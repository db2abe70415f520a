// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * From addresses to stores: the one room that knows all kinds of them.
 *
 * <p>In: an address as users write it ({@code s3://bucket/key}, {@code https://host/path}, {@code
 * file:///path}), the settings of a query and the secrets of a database. Out: an {@link
 * dev.eider.io.store.ObjectStore} with its retries, its simulated distance and its credentials, and
 * the key in it. Start with {@link dev.eider.io.registry.StoreRegistry}.
 */
@NullMarked
package dev.eider.io.registry;

import org.jspecify.annotations.NullMarked;
