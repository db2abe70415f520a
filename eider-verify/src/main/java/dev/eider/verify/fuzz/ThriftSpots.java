// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.fuzz;

import java.util.ArrayList;
import java.util.List;

/** The places of a sound structure in Thrift's compact protocol where damage is worst. */
final class ThriftSpots {
  /** What lies there. */
  enum Kind {
    /** An integer, zigzag. */
    NUMBER,
    /** The length of a string or of a long list. */
    LENGTH,
    /** The byte with a field's number and type, or a list's size and type. */
    HEAD
  }

  /** {@code length} bytes at {@code at}. */
  record Spot(Kind kind, int at, int length) {}

  private final byte[] bytes;
  private int at;
  private final List<Spot> spots = new ArrayList<>();

  private ThriftSpots(byte[] bytes, int from) {
    this.bytes = bytes;
    this.at = from;
  }

  /** The spots of the structure that begins at {@code from}; the last one is its end, a HEAD. */
  static List<Spot> of(byte[] bytes, int from) {
    ThriftSpots walk = new ThriftSpots(bytes, from);
    walk.structure();
    return walk.spots;
  }

  private void structure() {
    while (true) {
      spots.add(new Spot(Kind.HEAD, at, 1));
      int head = bytes[at++] & 0xFF;
      if (head == 0) {
        return;
      }
      if (head >>> 4 == 0) {
        varint(Kind.NUMBER);
      }
      value(head & 15, false);
    }
  }

  private void value(int type, boolean element) {
    switch (type) {
      case 1, 2 -> at += element ? 1 : 0;
      case 3 -> at++;
      case 4, 5, 6 -> varint(Kind.NUMBER);
      case 7 -> at += 8;
      case 8 -> {
        long length = varint(Kind.LENGTH);
        at += (int) length;
      }
      case 9, 10 -> {
        spots.add(new Spot(Kind.HEAD, at, 1));
        int head = bytes[at++] & 0xFF;
        long size = head >>> 4 == 15 ? varint(Kind.LENGTH) : head >>> 4;
        for (long i = 0; i < size; i++) {
          value(head & 15, true);
        }
      }
      case 12 -> structure();
      default -> throw new IllegalStateException("no sound structure: type " + type);
    }
  }

  private long varint(Kind kind) {
    int from = at;
    long value = 0;
    int shift = 0;
    while (bytes[at] < 0) {
      value |= (long) (bytes[at++] & 0x7F) << shift;
      shift += 7;
    }
    value |= (long) bytes[at++] << shift;
    spots.add(new Spot(kind, from, at - from));
    return value;
  }
}
