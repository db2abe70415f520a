// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.engine.session.Settings.Effect;
import dev.eider.engine.session.Settings.Setting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every setting acts, or is a hint that nothing reads, or refuses all but its value. */
class SettingsTest {
  private static final TestSession DB = new TestSession();

  @Test
  void settingsThatAreReadAreReadSomewhere() {
    String sources = sources();
    for (Setting setting : SettingTable.all()) {
      boolean isRead = sources.contains('"' + setting.name() + '"');
      switch (setting.effect()) {
        case READ, ONE_WAY, COLLATION, SHOW_BEHAVIOR -> assertTrue(isRead, setting.name());
        case HINT -> assertFalse(isRead, setting.name() + " is read and yet called a hint");
        case FIXED,
            THREADS,
            MEMORY_LIMIT,
            TEMP_DIRECTORY,
            TEMP_SIZE,
            TIME_ZONE,
            NULL_ORDER,
            ORDER,
            SCHEMA,
            DEPTH,
            EXPLAIN_OUTPUT,
            RENDERER,
            ROOT -> {}
      }
    }
  }

  @Test
  void fixedSettingsRefuseOtherValues() {
    for (Setting setting : SettingTable.all()) {
      if (setting.effect() == Effect.FIXED) {
        String other =
            setting.defaultValue() != null
                    && String.valueOf(setting.defaultValue().object()).equals("true")
                ? "false"
                : "true";
        EiderException refused =
            assertThrows(
                EiderException.class,
                () -> DB.run("SET " + setting.name() + " = '" + other + "'"),
                setting.name());
        assertEquals(ErrorType.NOT_IMPLEMENTED, refused.type(), setting.name());
        assertTrue(refused.detail().contains(setting.name()), refused.detail());
      }
    }
  }

  @Test
  void aLockedConfigurationStays() {
    TestSession session = new TestSession();
    session.run("SET integer_division = true");
    assertEquals(List.of("3"), session.rows("SELECT 7 / 2"));
    session.run("SET lock_configuration = true");
    assertThrows(EiderException.class, () -> session.run("SET integer_division = false"));
    assertThrows(EiderException.class, () -> session.run("RESET lock_configuration"));
  }

  /** What the modules say outside of the table of settings. */
  private static String sources() {
    Path root = root();
    StringBuilder text = new StringBuilder();
    for (String module : List.of("base", "io", "storage", "formats", "engine", "lib", "cli")) {
      try (Stream<Path> files = Files.walk(root.resolve("eider-" + module).resolve("src/main"))) {
        for (Path file : (Iterable<Path>) files::iterator) {
          String name = file.getFileName().toString();
          if (name.endsWith(".java")
              && !name.equals("SettingTable.java")
              && !name.equals("PragmaRunner.java")
              && !name.equals("Suggestions.java")) {
            text.append(Files.readString(file));
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return text.toString();
  }

  private static Path root() {
    Path path = Path.of("").toAbsolutePath();
    while (path != null && !Files.isDirectory(path.resolve("eider-engine"))) {
      path = path.getParent();
    }
    return java.util.Objects.requireNonNull(path);
  }
}
