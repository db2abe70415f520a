// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "nothing is kept there")
class FileMappingsTest {
  private static final int SIZE = (int) FileMappings.MIN_SIZE + 1000;
  private final FileMappings mappings = new FileMappings();
  private @TempDir Path directory;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = directory.resolve("data");
    write(SIZE, (byte) 1);
  }

  private void write(int size, byte value) throws IOException {
    byte[] bytes = new byte[size];
    java.util.Arrays.fill(bytes, value);
    Files.write(file, bytes);
  }

  private FileMappings.@Nullable Mapping acquire() throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return mappings.acquire(file, channel, channel.size());
    }
  }

  private FileMappings.Mapping mapped() throws IOException {
    for (int i = 0; i < FileMappings.READINGS_FIRST; i++) {
      assertNull(acquire());
    }
    FileMappings.Mapping mapping = acquire();
    assertNotNull(mapping);
    return mapping;
  }

  @Test
  void aFileIsMappedAfterItsFirstReadingsAndStaysSo() throws IOException {
    FileMappings.Mapping first = mapped();
    mappings.release(first);
    FileMappings.Mapping again = acquire();
    assertSame(first, again);
    mappings.release(first);
  }

  @Test
  void aFileThatChangedIsAnotherFile() throws IOException {
    FileMappings.Mapping before = mapped();
    mappings.release(before);
    write(SIZE + 1, (byte) 2);
    FileMappings.Mapping after = mapped();
    byte[] target = new byte[1];
    after.copy(SIZE, target, 0, 1);
    assertEquals(2, target[0]);
    mappings.release(after);
  }

  @Test
  void theFirstTouchOfEveryPieceIsTold() throws IOException {
    FileMappings.Mapping mapping = mapped();
    byte[] target = new byte[1 << 20];
    assertTrue(mapping.copy(0, target, 0, 1 << 20));
    assertFalse(mapping.copy(500, target, 0, 1000));
    assertTrue(mapping.copy(500, target, 0, 1 << 20), "its end was not touched before");
    assertTrue(mapping.copy(1 << 20, target, 0, 1000));
    assertTrue(mapping.copy(1 << 20, target, 0, 1000), "a part of a unit is not enough");
    assertFalse(mapping.copy(0, target, 0, 1 << 20));
    assertTrue(mapping.copy(SIZE - 1, target, 0, 1));
    mappings.release(mapping);
  }

  @Test
  void smallFilesAreRead() throws IOException {
    write((int) FileMappings.MIN_SIZE - 1, (byte) 1);
    for (int i = 0; i < 10; i++) {
      assertNull(acquire());
    }
  }
}
