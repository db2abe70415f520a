// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * What a catalog holds, as immutable records, and the port through which the engine looks names up
 * and changes them.
 *
 * <p>In: names. Out: {@link dev.eider.base.catalog.CatalogEntry} records. A catalog that keeps its
 * entries in memory and one that keeps them in a bucket implement the same {@link
 * dev.eider.base.catalog.Catalog}. Start there; who begins and ends transactions is {@link
 * dev.eider.base.catalog.AttachedDatabase}. Depends on {@code base.type}, {@code base.table} and
 * {@code base.secret}.
 */
@NullMarked
package dev.eider.base.catalog;

import org.jspecify.annotations.NullMarked;
