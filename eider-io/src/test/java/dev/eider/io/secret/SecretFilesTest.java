// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.secret;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.secret.Secret;
import dev.eider.base.secret.SecretManager;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretFilesTest {
  private static final String PLANTED = "planted-and-never-shown";
  private static final LogicalType MAP = LogicalType.map(LogicalType.VARCHAR, LogicalType.VARCHAR);

  @TempDir Path temporary;

  private static Secret secret(String name) {
    Value header =
        new Value(
            ((LogicalType.MapOf) MAP).entry(),
            List.of(Value.of("X-Ключ"), Value.of(PLANTED + "2")));
    return new Secret(
        name,
        "s3",
        "config",
        List.of("s3://a", "s3://b"),
        Map.of(
            "secret", Value.of(PLANTED),
            "use_ssl", Value.FALSE,
            "number", Value.of(7L),
            "nothing", Value.nullOf(LogicalType.VARCHAR),
            "headers", new Value(MAP, List.of(header))),
        Set.of("secret", "headers"),
        true,
        SecretManager.LOCAL_FILE);
  }

  private SecretFiles files() {
    return SecretFiles.of(temporary.resolve("deep/kept").toString());
  }

  private Path file(String name) {
    return temporary.resolve("deep/kept").resolve(name + ".eider_secret");
  }

  @Test
  void comeBackAsTheyWere() {
    assertEquals(List.of(), files().names());
    for (String name : new String[] {"Plain", "../up", "a b/ü%", "CON."}) {
      files().store(secret(name));
      assertEquals(secret(name), files().load(name.toUpperCase(java.util.Locale.ROOT)), name);
      files().remove(name);
      assertNull(files().load(name));
      files().remove(name);
    }
    files().store(secret("one"));
    files().store(secret("two"));
    assertEquals(Set.of("one", "two"), Set.copyOf(files().names()));
  }

  @Test
  void areTheOwnersAlone() throws IOException {
    files().store(secret("one"));
    Path directory = temporary.resolve("deep/kept");
    assertEquals(
        "rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)));
    try (Stream<Path> all = Files.list(directory)) {
      assertEquals(List.of(file("one")), all.toList());
    }
    assertEquals(
        "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file("one"))));
    for (String open : new String[] {"rw-r-----", "rw----r--", "rw--w----"}) {
      Files.setPosixFilePermissions(file("one"), PosixFilePermissions.fromString(open));
      EiderException e = assertThrows(EiderException.class, () -> files().load("one"));
      assertTrue(e.detail().contains("incorrect permissions"), e.detail());
      assertTrue(e.detail().contains(file("one").toString()), e.detail());
    }
  }

  @Test
  void allOrNothingInPlaceOfTheOld() throws IOException {
    files().store(secret("one"));
    Secret other =
        new Secret("ONE", "http", "config", List.of(), Map.of(), Set.of(), true, "local_file");
    files().store(other);
    assertEquals(other, files().load("one"));
    assertEquals(List.of("one"), files().names());
  }

  /** Each byte changed, each length cut: an error that names the file, never a part of it. */
  @Test
  void brokenFilesAreNamedAndNotShown() throws IOException {
    files().store(secret("one"));
    byte[] whole = Files.readAllBytes(file("one"));
    List<byte[]> broken = new ArrayList<>();
    for (int i = 0; i < whole.length; i++) {
      byte[] changed = whole.clone();
      changed[i] ^= 0x20;
      broken.add(changed);
      broken.add(java.util.Arrays.copyOf(whole, i));
    }
    for (byte[] bytes : broken) {
      Files.write(file("one"), bytes);
      EiderException e = assertThrows(EiderException.class, () -> files().load("one"));
      assertEquals(ErrorType.IO, e.type());
      assertTrue(e.detail().contains(file("one").toString()), e.detail());
      assertFalse(e.toString().contains("planted"), e.toString());
      assertNull(e.getCause());
    }
  }

  @Test
  void laterVersionsAreRefusedByName() throws IOException {
    files().store(secret("one"));
    byte[] whole = Files.readAllBytes(file("one"));
    whole[11] = 9;
    Files.write(file("one"), whole);
    EiderException e = assertThrows(EiderException.class, () -> files().load("one"));
    assertTrue(e.detail().contains("has version 9"), e.detail());
  }

  @Test
  void aFileUnderAnotherNameIsNotTaken() throws IOException {
    files().store(secret("one"));
    Files.copy(file("one"), file("two"), java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
    EiderException e = assertThrows(EiderException.class, () -> files().load("two"));
    assertTrue(e.detail().contains("another name"), e.detail());
    assertNotNull(files().load("one"));
  }

  @Test
  void oneBrokenFileIsAnErrorOfLookingAndCanBeDropped() throws IOException {
    files().store(secret("one"));
    Files.writeString(file("one"), "x");
    SecretManager manager =
        new SecretManager(List.of(), SecretFiles::of, temporary.resolve("deep/kept").toString());
    assertThrows(EiderException.class, () -> manager.find("s3://a", "s3"));
    assertTrue(manager.drop("ONE", "local_file"));
    assertNull(manager.find("s3://a", "s3"));
    assertFalse(Files.exists(file("one")));
  }
}
