// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.harness;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What one query did with the link. Bodies are reads of data unless they belong to the footer: the
 * last bytes of an object, and the piece in front of them that is asked for when they do not hold
 * the whole footer, which nothing else is asked beside.
 */
public final class LinkUse {
  private final List<Transfer> all;
  private final List<Transfer> data;

  /** Takes the transfers of one query in any order. */
  public LinkUse(List<Transfer> transfers) {
    this.all = List.copyOf(transfers);
    List<Transfer> reads = new ArrayList<>();
    for (Transfer transfer : transfers) {
      if (transfer.operation().equals("GET")) {
        reads.add(transfer);
      }
    }
    reads.sort(Comparator.comparingLong(Transfer::requested));
    boolean footer = reads.size() > 1 && reads.get(0).lastByte() <= reads.get(1).requested();
    this.data = footer ? List.copyOf(reads.subList(1, reads.size())) : List.copyOf(reads);
  }

  /** Bytes of all bodies, footers too. */
  public long bytes() {
    return all.stream().mapToLong(Transfer::bytes).sum();
  }

  public long dataBytes() {
    return data.stream().mapToLong(Transfer::bytes).sum();
  }

  public int dataRequests() {
    return data.size();
  }

  /** From the start of the query to the first byte of data. */
  public double firstByteMillis() {
    return data.stream().mapToLong(Transfer::firstByte).min().orElseThrow() / 1e6;
  }

  /** Bytes of data per second from the first to the last of them. */
  public double dataRate() {
    long first = data.stream().mapToLong(Transfer::firstByte).min().orElseThrow();
    long last = data.stream().mapToLong(Transfer::lastByte).max().orElseThrow();
    return dataBytes() * 1e9 / Math.max(1, last - first);
  }

  /** The most requests under way at any time. */
  public int mostAtOnce() {
    int most = 0;
    for (Transfer one : all) {
      int with = 0;
      for (Transfer other : all) {
        if (other.requested() <= one.requested() && other.lastByte() > one.requested()) {
          with++;
        }
      }
      most = Math.max(most, with);
    }
    return most;
  }

  /** Bytes that passed in each interval from the start of the query on, footers too. */
  public double[] bytesPerInterval(long intervalNanos) {
    long end = all.stream().mapToLong(Transfer::lastByte).max().orElse(0);
    double[] sums = new double[(int) (Math.max(0, end - 1) / intervalNanos) + 1];
    for (Transfer transfer : all) {
      long first = Math.max(0, transfer.firstByte());
      long last = Math.max(first + 1, transfer.lastByte());
      double perNano = transfer.bytes() / (double) (last - first);
      for (int i = (int) (first / intervalNanos); i < sums.length; i++) {
        long from = Math.max(first, i * intervalNanos);
        long to = Math.min(last, (i + 1) * intervalNanos);
        if (to <= from) {
          break;
        }
        sums[i] += (to - from) * perNano;
      }
    }
    return sums;
  }
}
