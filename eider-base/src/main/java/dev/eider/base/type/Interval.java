// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.type;

/** A span of time in three parts that do not carry into one another. */
public record Interval(int months, int days, long micros) {
  /** The second word of an interval in a vector: months in the high half, days in the low half. */
  public long monthsAndDays() {
    return ((long) months << 32) | (days & 0xFFFF_FFFFL);
  }

  /** The interval of the two words as vectors store them. */
  public static Interval ofWords(long micros, long monthsAndDays) {
    return new Interval((int) (monthsAndDays >> 32), (int) monthsAndDays, micros);
  }
}
