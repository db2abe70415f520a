// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** A stream of UTF-8 made of a stream in another charset. Bytes that mean nothing are an error. */
final class CharsetStream extends InputStream {
  private final InputStream source;
  private final CharsetDecoder decoder;
  private final String encoding;
  private final ByteBuffer in = ByteBuffer.allocate(32 << 10).flip();
  private final CharBuffer chars = CharBuffer.allocate(32 << 10);
  private ByteBuffer out = ByteBuffer.allocate(0);
  private boolean end;
  private boolean flushed;

  CharsetStream(InputStream source, Charset charset, String encoding) {
    this.source = source;
    this.encoding = encoding;
    decoder =
        charset
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    while (!out.hasRemaining()) {
      if (flushed) {
        return -1;
      }
      fill();
    }
    int count = Math.min(length, out.remaining());
    out.get(target, offset, count);
    return count;
  }

  private void fill() throws IOException {
    if (!end) {
      in.compact();
      int got = source.read(in.array(), in.position(), in.remaining());
      if (got < 0) {
        end = true;
      } else {
        in.position(in.position() + got);
      }
      in.flip();
    }
    var result = decoder.decode(in, chars, end);
    if (result.isError()) {
      throw new IOException(
          "Invalid unicode (byte sequence mismatch) detected. This file is not "
              + encoding
              + " encoded");
    }
    if (end && result.isUnderflow()) {
      decoder.flush(chars);
      flushed = true;
    }
    chars.flip();
    // Half a pair waits for its other half.
    int keep =
        !flushed && chars.hasRemaining() && Character.isHighSurrogate(chars.get(chars.limit() - 1))
            ? 1
            : 0;
    chars.limit(chars.limit() - keep);
    out = StandardCharsets.UTF_8.encode(chars);
    chars.limit(chars.limit() + keep);
    chars.compact();
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
