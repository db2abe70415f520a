// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.fuzz;

import dev.eider.verify.fuzz.ThriftSpots.Spot;
import java.util.ArrayList;
import java.util.List;

/**
 * A sound file and where its parts lie.
 *
 * @param footer offset of the footer
 * @param footerSpots of the footer
 * @param pageSpots of the headers of pages
 * @param pages offsets of what pages hold
 */
record Sample(
    String name,
    byte[] bytes,
    int footer,
    List<Spot> footerSpots,
    List<Spot> pageSpots,
    List<Integer> pages) {
  /**
   * Looks at a file.
   *
   * @param chunks offset and length of each column chunk
   */
  static Sample of(String name, byte[] bytes, List<long[]> chunks) {
    int footer = bytes.length - 8 - length(bytes);
    List<Spot> headers = new ArrayList<>();
    List<Integer> pages = new ArrayList<>();
    for (long[] chunk : chunks) {
      int end = (int) (chunk[0] + chunk[1]);
      for (int at = (int) chunk[0]; at < end; ) {
        List<Spot> spots = ThriftSpots.of(bytes, at);
        headers.addAll(spots);
        int body = spots.getLast().at() + 1;
        pages.add(body);
        at = body + compressedSize(bytes, spots);
      }
    }
    return new Sample(name, bytes, footer, ThriftSpots.of(bytes, footer), headers, pages);
  }

  /** The third field of a page's header; all of them are there and are numbers. */
  private static int compressedSize(byte[] bytes, List<Spot> spots) {
    Spot spot = spots.get(5);
    long value = 0;
    for (int i = spot.length() - 1; i >= 0; i--) {
      value = value << 7 | bytes[spot.at() + i] & 0x7F;
    }
    return (int) (value >>> 1 ^ -(value & 1));
  }

  /** The length of the footer as the file's end says. */
  static int length(byte[] bytes) {
    int length = 0;
    for (int i = 5; i <= 8; i++) {
      length = length << 8 | bytes[bytes.length - i] & 0xFF;
    }
    return length;
  }
}
