// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * What the readers of all formats share: filters of a scan evaluated on decoded columns, the
 * validity of text, and objects of a store read from front to back.
 *
 * <p>In: vectors, filters. Out: selections. Start at {@link
 * dev.eider.formats.scan.FilterEvaluator}. Depends on {@code base}; every format may depend on it.
 */
@NullMarked
package dev.eider.formats.scan;

import org.jspecify.annotations.NullMarked;
