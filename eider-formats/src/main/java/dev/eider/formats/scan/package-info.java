// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * What the readers of all formats share: filters of a scan evaluated on decoded columns, and the
 * validity of text.
 *
 * <p>In: vectors, filters. Out: selections. Start at {@link
 * dev.eider.formats.scan.FilterEvaluator}. Depends on {@code base}; every format may depend on it.
 */
@NullMarked
package dev.eider.formats.scan;

import org.jspecify.annotations.NullMarked;
