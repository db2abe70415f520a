// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.table;

import java.util.List;

/**
 * What a query wants of a table: the columns to yield, in that order (numbers into {@link
 * Table#columns()}, none for a bare count), filters that all must hold (their columns need not be
 * among those yielded), and the most rows the query will use (-1: all).
 *
 * <p>Filters of which {@link Table#supports} said EXACT are the scan's duty; others are advice.
 */
public record ScanRequest(int[] columns, List<ScanFilter> filters, long limit) {
  public ScanRequest {
    filters = List.copyOf(filters);
  }
}
