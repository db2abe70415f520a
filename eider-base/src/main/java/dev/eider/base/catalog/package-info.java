// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * What a catalog holds, as immutable records, and the port through which the engine looks names up
 * and changes them.
 *
 * <p>In: names. Out: {@link dev.eider.base.catalog.CatalogEntry} records. A catalog that keeps its
 * entries in memory and one that keeps them in a bucket implement the same {@link
 * dev.eider.base.catalog.Catalog}. Start there. Depends on {@code base.type} and {@code
 * base.table}.
 */
@NullMarked
package dev.eider.base.catalog;

import org.jspecify.annotations.NullMarked;
