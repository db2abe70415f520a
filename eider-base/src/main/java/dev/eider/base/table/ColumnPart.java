// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.table;

/** What a table may be asked to yield of a timestamp instead of the whole, see {@link Table}. */
public enum ColumnPart {
  YEAR,
  MONTH,
  DAY
}
