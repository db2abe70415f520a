// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.spill;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.memory.SpillFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskSpillSpaceTest {
  @TempDir Path directory;

  @Test
  void bytesComeBackAndTheFileGoesAway() throws IOException {
    Path place = directory.resolve("spill");
    DiskSpillSpace space = new DiskSpillSpace(place, 1 << 20, "t");
    byte[] bytes = new byte[5_000];
    new Random(1).nextBytes(bytes);
    try (SpillFile file = space.create("TEST")) {
      long first = file.append(bytes, 0, 3_000);
      long second = file.append(bytes, 3_000, 2_000);
      byte[] back = new byte[5_000];
      file.read(second, back, 3_000, 2_000);
      file.read(first, back, 0, 3_000);
      assertArrayEquals(bytes, back);
      assertEquals(5_000, file.size());
      assertEquals(5_000, space.used());
      assertTrue(Files.isDirectory(place));
    }
    assertEquals(0, space.used());
    assertFalse(Files.exists(place));
  }

  @Test
  void theSizeLimitIsAnErrorThatNamesTheSetting() {
    DiskSpillSpace space = new DiskSpillSpace(directory, 100, "t");
    try (SpillFile file = space.create("TEST")) {
      file.append(new byte[80], 0, 80);
      EiderException error =
          assertThrows(EiderException.class, () -> file.append(new byte[21], 0, 21));
      assertEquals(ErrorType.OUT_OF_MEMORY, error.type());
      assertTrue(error.getMessage().contains("max_temp_directory_size"));
      file.append(new byte[20], 0, 20);
    }
  }

  @Test
  void aDirectoryThatCannotBeMadeIsAClearError() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    DiskSpillSpace space = new DiskSpillSpace(file.resolve("below"), 100, "t");
    EiderException error = assertThrows(EiderException.class, () -> space.create("TEST"));
    assertEquals(ErrorType.IO, error.type());
    assertTrue(error.getMessage().contains("temp_directory"), error.getMessage());
  }
}
