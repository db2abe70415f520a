// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.env.Env;
import dev.eider.verify.remote.ObjectServer.End;
import dev.eider.verify.remote.ObjectServer.Reply;
import dev.eider.verify.remote.ObjectServer.Seen;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * More than a gigabyte from store to store under a small limit. Nobody keeps the bytes: the object
 * that is read is made as it is asked for, of what is written only sums are kept.
 */
class LargeCopyTest {
  private static final String HEADER = "i,t\n";
  private static final long FIRST = 1_000_000_000;
  private static final int ROW = 1_024;
  private static final long ROWS = 1_100_000;
  private static final long SIZE = HEADER.length() + ROWS * ROW;
  private static final long LIMIT = 64L << 20;

  /** A piece of an upload. */
  private record Part(long length, long checksum) {}

  private final Map<Integer, Part> parts = new ConcurrentSkipListMap<>();

  /** The bytes of the object that is read; the row at hand is made anew for each piece. */
  private static byte[] content(long from, int length) {
    byte[] bytes = new byte[length];
    byte[] row = new byte[ROW];
    Arrays.fill(row, (byte) 'x');
    row[ROW - 1] = '\n';
    for (int at = 0; at < length; ) {
      long offset = from + at;
      if (offset < HEADER.length()) {
        bytes[at++] = (byte) HEADER.charAt((int) offset);
        continue;
      }
      long number = (offset - HEADER.length()) / ROW;
      int inside = (int) ((offset - HEADER.length()) % ROW);
      byte[] key = (FIRST + number + ",").getBytes(StandardCharsets.US_ASCII);
      System.arraycopy(key, 0, row, 0, key.length);
      int step = Math.min(ROW - inside, length - at);
      System.arraycopy(row, inside, bytes, at, step);
      at += step;
    }
    return bytes;
  }

  private static long checksum(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return crc.getValue();
  }

  private @Nullable Reply reply(Seen request) {
    if (request.key().equals("bucket/large.csv")) {
      if (request.method().equals("HEAD")) {
        return Reply.of("200 OK", "ETag: \"large\"", "Content-Length: " + SIZE);
      }
      String[] ends = request.header("range").substring("bytes=".length()).split("-", 2);
      long from = Long.parseLong(ends[0]);
      long last = Math.min(SIZE - 1, Long.parseLong(ends[1]));
      return new Reply(
          "206 Partial Content",
          List.of("ETag: \"large\"", "Content-Range: bytes " + from + "-" + last + "/" + SIZE),
          content(from, (int) (last - from + 1)),
          End.WHOLE);
    }
    String part = request.query().get("partNumber");
    if (part == null) {
      return null;
    }
    byte[] body = request.body();
    parts.put(Integer.parseInt(part), new Part(body.length, checksum(body)));
    return Reply.of("200 OK", "ETag: \"part" + part + "\"");
  }

  @Test
  @Tag("slow")
  void moreThanAGigabyteIsCopiedUnderASmallLimit() throws Exception {
    try (ObjectServer server = new ObjectServer()) {
      server.keepsBodies = false;
      server.script = this::reply;
      try (RemoteDatabase database = new RemoteDatabase(Env.system(), server, LIMIT, List.of())) {
        database.run("COPY (FROM 's3://bucket/large.csv') TO 's3://bucket/copy.csv'");
        assertTrue(database.memory.peak() <= LIMIT, database.memory.peak() + " bytes at most");
        database.checkNothingLeft();
      }
    }
    long offset = 0;
    for (Part part : parts.values()) {
      assertTrue(part.length() <= LIMIT, "a part of " + part.length() + " bytes");
      assertEquals(checksum(content(offset, (int) part.length())), part.checksum(), "at " + offset);
      offset += part.length();
    }
    assertEquals(SIZE, offset);
  }
}
