// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.local;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads past the channel give the same bytes, or say that they do not work. */
class CachedReadsTest {
  @TempDir Path directory;

  private Path file(byte[] bytes) throws IOException {
    return Files.write(directory.resolve("data"), bytes);
  }

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(3).nextBytes(bytes);
    return bytes;
  }

  private static CachedReads open(Path path) {
    CachedReads reads = CachedReads.open(path);
    Assumptions.assumeTrue(reads != null, "not on this system");
    return reads;
  }

  @Test
  void theBytesOfTheFileAtAnyPlace() throws IOException {
    byte[] bytes = random(100_000);
    CachedReads reads = open(file(bytes));
    try (reads.channel) {
      Random random = new Random(5);
      for (int i = 0; i < 200; i++) {
        int position = random.nextInt(bytes.length);
        int length = 1 + random.nextInt(bytes.length - position);
        byte[] target = new byte[length + 20];
        if (reads.read(position, target, 10, length)) {
          byte[] expected = new byte[length + 20];
          System.arraycopy(bytes, position, expected, 10, length);
          assertArrayEquals(expected, target);
        }
      }
    } finally {
      reads.close();
    }
  }

  @Test
  void whatIsNotThereIsNotRead() throws IOException {
    byte[] bytes = random(5000);
    CachedReads reads = open(file(bytes));
    try (reads.channel) {
      assertFalse(reads.read(4990, new byte[20], 0, 20));
      assertFalse(reads.read(1 << 20, new byte[20], 0, 20));
    } finally {
      reads.close();
    }
    assertFalse(reads.read(0, new byte[20], 0, 20));
  }

  @Test
  void theChannelIsTheSameFileWhenTheNameIsAnothers() throws IOException {
    byte[] bytes = random(5000);
    Path path = file(bytes);
    CachedReads reads = open(path);
    try (reads.channel) {
      Files.delete(path);
      Files.write(path, new byte[10]);
      byte[] target = new byte[5000];
      assertEquals(5000, reads.channel.read(ByteBuffer.wrap(target), 0));
      assertArrayEquals(bytes, target);
      Arrays.fill(target, (byte) 0);
      if (reads.read(0, target, 0, 5000)) {
        assertArrayEquals(bytes, target);
      }
    } finally {
      reads.close();
    }
  }

  @Test
  void aFileThatIsNotThereIsLeftToTheCaller() {
    assertNull(CachedReads.open(directory.resolve("none")));
  }
}
