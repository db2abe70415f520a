// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.secret;

import dev.eider.base.error.EiderException;
import dev.eider.base.secret.Secret;
import dev.eider.base.secret.SecretManager;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * A secret as bytes, version {@value #VERSION}. Numbers are big-endian; a text is its length in
 * bytes (int) and UTF-8; a list is its count (int) and its members.
 *
 * <pre>
 * "EIDRSECR"                       8 bytes
 * version                          int
 * name, type, provider             texts
 * scope                            list of texts
 * values                           list of: name (text), redacted (byte 0 or 1), value
 * CRC32C of all before             int
 *
 * value: byte 0                    NULL of VARCHAR
 *        byte 1, text              VARCHAR
 *        byte 2, byte 0 or 1       BOOLEAN
 *        byte 3, long              BIGINT
 *        byte 4, list of two texts MAP(VARCHAR, VARCHAR)
 * </pre>
 */
final class SecretFormat {
  /** The version that is written, and the newest that is read. */
  static final int VERSION = 1;

  private static final byte[] MAGIC = "EIDRSECR".getBytes(StandardCharsets.US_ASCII);

  private static final LogicalType MAP = LogicalType.map(LogicalType.VARCHAR, LogicalType.VARCHAR);

  private SecretFormat() {}

  static byte[] write(Secret secret) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.write(MAGIC);
      out.writeInt(VERSION);
      text(out, secret.name());
      text(out, secret.type());
      text(out, secret.provider());
      out.writeInt(secret.scope().size());
      for (String prefix : secret.scope()) {
        text(out, prefix);
      }
      out.writeInt(secret.values().size());
      for (Map.Entry<String, Value> value : new TreeMap<>(secret.values()).entrySet()) {
        text(out, value.getKey());
        out.writeBoolean(secret.redacted().contains(value.getKey()));
        value(out, secret, value.getKey(), value.getValue());
      }
      out.flush();
      CRC32C crc = new CRC32C();
      crc.update(bytes.toByteArray());
      out.writeInt((int) crc.getValue());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void text(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static void value(DataOutputStream out, Secret secret, String name, Value value)
      throws IOException {
    switch (value.object()) {
      case null -> out.writeByte(0);
      case String text -> {
        out.writeByte(1);
        text(out, text);
      }
      case Boolean flag -> {
        out.writeByte(2);
        out.writeBoolean(flag);
      }
      case Long number -> {
        out.writeByte(3);
        out.writeLong(number);
      }
      case List<?> map -> {
        out.writeByte(4);
        List<Map.Entry<String, String>> entries = secret.entries(name);
        out.writeInt(entries.size());
        for (Map.Entry<String, String> entry : entries) {
          text(out, entry.getKey());
          text(out, entry.getValue());
        }
      }
      case Object other ->
          throw EiderException.internal(
              "a secret's value of type " + value.type() + " cannot be kept in a file");
    }
  }

  /**
   * The secret of bytes.
   *
   * @param file for messages
   * @throws EiderException IO when it is none, of a later version, or broken
   */
  static Secret read(byte[] bytes, String file) {
    int head = MAGIC.length + Integer.BYTES;
    if (bytes.length < head + Integer.BYTES
        || !Arrays.equals(MAGIC, 0, MAGIC.length, bytes, 0, MAGIC.length)) {
      throw broken(file, "it does not begin as one");
    }
    int version = ByteBuffer.wrap(bytes, MAGIC.length, Integer.BYTES).getInt();
    if (version != VERSION) {
      throw EiderException.io(
          "the secret file \""
              + file
              + "\" has version "
              + version
              + " of the format, and this program reads version "
              + VERSION
              + ": use the program that wrote it, or remove the file and create the secret anew",
          null);
    }
    int end = bytes.length - Integer.BYTES;
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, end);
    if ((int) crc.getValue() != ByteBuffer.wrap(bytes, end, Integer.BYTES).getInt()) {
      throw broken(file, "its checksum is wrong");
    }
    try {
      ByteBuffer in = ByteBuffer.wrap(bytes, head, end - head);
      Secret secret = secret(in);
      if (in.hasRemaining()) {
        throw broken(file, "it goes on after its end");
      }
      return secret;
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      // The cause is left out: it might tell what lies in the file.
      throw broken(file, "it ends too early");
    }
  }

  private static EiderException broken(String file, String why) {
    return EiderException.io(
        "\""
            + file
            + "\" is not a secret file of Eider, or is broken ("
            + why
            + "): remove the file and create the secret anew",
        null);
  }

  private static Secret secret(ByteBuffer in) {
    String name = text(in);
    String type = text(in);
    String provider = text(in);
    List<String> scope = new ArrayList<>();
    for (int count = in.getInt(); count > 0; count--) {
      scope.add(text(in));
    }
    Map<String, Value> values = new LinkedHashMap<>();
    Set<String> redacted = new HashSet<>();
    for (int count = in.getInt(); count > 0; count--) {
      String parameter = text(in);
      if (in.get() != 0) {
        redacted.add(parameter);
      }
      values.put(parameter, value(in));
    }
    return new Secret(
        name, type, provider, scope, values, redacted, true, SecretManager.LOCAL_FILE);
  }

  private static String text(ByteBuffer in) {
    int length = in.getInt();
    if (length < 0 || length > in.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static Value value(ByteBuffer in) {
    return switch (in.get()) {
      case 0 -> Value.nullOf(LogicalType.VARCHAR);
      case 1 -> Value.of(text(in));
      case 2 -> Value.of(in.get() != 0);
      case 3 -> Value.of(in.getLong());
      case 4 -> {
        List<Value> entries = new ArrayList<>();
        for (int count = in.getInt(); count > 0; count--) {
          entries.add(
              new Value(
                  ((LogicalType.MapOf) MAP).entry(),
                  List.of(Value.of(text(in)), Value.of(text(in)))));
        }
        yield new Value(MAP, entries);
      }
      default -> throw new IllegalArgumentException("kind of value");
    };
  }
}
