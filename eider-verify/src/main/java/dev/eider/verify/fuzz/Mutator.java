// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.fuzz;

import dev.eider.base.env.SeededRandom;
import dev.eider.verify.fuzz.ThriftSpots.Kind;
import dev.eider.verify.fuzz.ThriftSpots.Spot;
import java.util.Arrays;
import java.util.List;

/** Damages files: mutation {@code number} of a seed is always the same. */
final class Mutator {
  private static final long[] EXTREMES = {
    0,
    1,
    -1,
    127,
    255,
    65_536,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    1L << 32,
    1L << 50,
    Long.MAX_VALUE,
    Long.MIN_VALUE
  };

  private final List<Sample> samples;
  private final long seed;

  Mutator(List<Sample> samples, long seed) {
    this.samples = samples;
    this.seed = seed;
  }

  /** The sample that a mutation damages. */
  Sample sample(long number) {
    return samples.get((int) (number % samples.size()));
  }

  /** The damaged file. */
  byte[] mutate(long number) {
    SeededRandom random = new SeededRandom(seed * 1_000_003 + number);
    Sample sample = sample(number);
    byte[] bytes = sample.bytes().clone();
    // What moves bytes comes last: the spots are those of the sound file.
    int times = 1 + random.nextInt(3);
    for (int i = 0; i < times; i++) {
      inPlace(bytes, sample, random);
    }
    return random.nextInt(3) == 0 ? moving(bytes, sample, random) : bytes;
  }

  private void inPlace(byte[] bytes, Sample sample, SeededRandom random) {
    int at = place(bytes, sample, random);
    switch (random.nextInt(9)) {
      case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> bytes[at] = (byte) random.nextInt();
      case 2 -> bytes[at] = (byte) (random.nextBoolean() ? 0 : -1);
      case 3 -> {
        int end = Math.min(bytes.length, at + 1 + random.nextInt(8));
        for (int k = at; k < end; k++) {
          bytes[k] = (byte) random.nextInt();
        }
      }
      case 4 -> splice(bytes, at, random);
      case 5 -> Arrays.fill(bytes, at, Math.min(bytes.length, at + 4), (byte) extreme(random));
      case 6, 7 -> number(bytes, spots(sample, random), random);
      default -> level(bytes, sample, random);
    }
  }

  /** A third of the damage goes to the footer, a third to the beginnings of pages. */
  private static int place(byte[] bytes, Sample sample, SeededRandom random) {
    int where = random.nextInt(3);
    if (where == 1) {
      return sample.footer() + random.nextInt(bytes.length - sample.footer());
    }
    if (where == 2 && !sample.pages().isEmpty()) {
      int page = sample.pages().get(random.nextInt(sample.pages().size()));
      return Math.min(bytes.length - 1, page + random.nextInt(40));
    }
    return random.nextInt(bytes.length);
  }

  private void splice(byte[] bytes, int at, SeededRandom random) {
    byte[] other = samples.get(random.nextInt(samples.size())).bytes();
    int from = random.nextInt(other.length);
    int length = Math.min(random.nextInt(64), Math.min(bytes.length - at, other.length - from));
    System.arraycopy(other, from, bytes, at, length);
  }

  private static List<Spot> spots(Sample sample, SeededRandom random) {
    boolean page = random.nextBoolean() && !sample.pageSpots().isEmpty();
    return page ? sample.pageSpots() : sample.footerSpots();
  }

  /** Another number in as many bytes. */
  private static void number(byte[] bytes, List<Spot> spots, SeededRandom random) {
    Spot spot = spots.get(random.nextInt(spots.size()));
    if (spot.kind() == Kind.HEAD) {
      bytes[spot.at()] = (byte) random.nextInt();
      return;
    }
    long value = random.nextBoolean() ? extreme(random) : random.nextInt(300) - 20;
    for (int i = 0; i < spot.length(); i++) {
      boolean more = i < spot.length() - 1;
      bytes[spot.at() + i] = (byte) (value & 0x7F | (more ? 0x80 : 0));
      value >>>= 7;
    }
  }

  /** The length or the first run in front of a page's values. */
  private static void level(byte[] bytes, Sample sample, SeededRandom random) {
    if (sample.pages().isEmpty()) {
      return;
    }
    int at = sample.pages().get(random.nextInt(sample.pages().size()));
    long value = extreme(random);
    for (int i = 0; i < 4 && at + i < bytes.length; i++) {
      bytes[at + i] = (byte) (value >>> 8 * i);
    }
  }

  private static long extreme(SeededRandom random) {
    return EXTREMES[random.nextInt(EXTREMES.length)];
  }

  private byte[] moving(byte[] bytes, Sample sample, SeededRandom random) {
    int at = random.nextInt(bytes.length);
    return switch (random.nextInt(6)) {
      case 0 -> Arrays.copyOf(bytes, at);
      case 1 -> replace(bytes, at, Math.min(bytes.length - at, random.nextInt(200)), new byte[0]);
      case 2 -> {
        byte[] more = new byte[1 + random.nextInt(40)];
        random.nextBytes(more);
        yield replace(bytes, at, 0, more);
      }
      case 3 -> {
        for (int i = 8; i > 4; i--) {
          bytes[bytes.length - i] = (byte) (extreme(random) >>> 8 * (8 - i));
        }
        yield bytes;
      }
      default -> longer(bytes, spots(sample, random), random, sample.footer());
    };
  }

  /** A number in as many bytes as it needs; the footer is found all the same. */
  private static byte[] longer(byte[] bytes, List<Spot> spots, SeededRandom random, int footer) {
    Spot spot = spots.get(random.nextInt(spots.size()));
    long value = extreme(random) + random.nextInt(3) - 1;
    long coded = spot.kind() == Kind.NUMBER ? value << 1 ^ value >> 63 : value;
    byte[] varint = new byte[10];
    int length = 0;
    do {
      varint[length++] = (byte) (coded & 0x7F | ((coded >>> 7) == 0 ? 0 : 0x80));
      coded >>>= 7;
    } while (coded != 0);
    byte[] made = replace(bytes, spot.at(), spot.length(), Arrays.copyOf(varint, length));
    if (spot.at() >= footer) {
      int size = made.length - 8 - footer;
      for (int i = 0; i < 4; i++) {
        made[made.length - 8 + i] = (byte) (size >>> 8 * i);
      }
    }
    return made;
  }

  private static byte[] replace(byte[] bytes, int at, int length, byte[] by) {
    byte[] made = new byte[bytes.length - length + by.length];
    System.arraycopy(bytes, 0, made, 0, at);
    System.arraycopy(by, 0, made, at, by.length);
    System.arraycopy(bytes, at + length, made, at + by.length, bytes.length - at - length);
    return made;
  }
}
