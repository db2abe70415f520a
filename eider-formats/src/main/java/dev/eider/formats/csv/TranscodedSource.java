// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.error.EiderException;
import dev.eider.io.store.local.LocalFile;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A local file in another encoding whose characters can be found from any place: single bytes,
 * UTF-16 and UTF-32, and the East Asian encodings in which a byte of a line end is never part of a
 * longer character. Blocks are ranges of the raw file, moved to the next character's start, so
 * every reader cuts alike and they are read in parallel.
 */
final class TranscodedSource implements TextSource {
  private enum Kind {
    BYTES,
    UTF16,
    UTF32,
    LINES
  }

  private final LocalFile file;
  private final Charset charset;
  private final @org.jspecify.annotations.Nullable Kind kind;
  private final boolean little;
  private final int blockSize;
  private final String encoding;
  private final long begin;

  TranscodedSource(LocalFile file, Charset charset, int blockSize, String encoding) {
    this.file = file;
    this.encoding = encoding;
    kind = kind(charset);
    this.blockSize = Math.max(4, blockSize & ~3);
    byte[] head = new byte[(int) Math.min(4, file.size())];
    file.read(0, head, 0, head.length);
    boolean littleMark = head.length >= 2 && head[0] == (byte) 0xFF && head[1] == (byte) 0xFE;
    boolean bigMark = head.length >= 2 && head[0] == (byte) 0xFE && head[1] == (byte) 0xFF;
    String name = charset.name().toUpperCase(Locale.ROOT);
    if (kind == Kind.UTF16) {
      begin = littleMark || bigMark ? 2 : 0;
      // Without a mark: whichever half of the first character is zero.
      little =
          littleMark
              || !bigMark
                  && (name.endsWith("LE")
                      || name.equals("UTF-16") && !(head.length >= 2 && head[0] == 0));
      this.charset = little ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_16BE;
    } else {
      begin = 0;
      little = false;
      this.charset = charset;
    }
  }

  static boolean supports(Charset charset) {
    return kind(charset) != null;
  }

  private static @org.jspecify.annotations.Nullable Kind kind(Charset charset) {
    String name = charset.name().toUpperCase(Locale.ROOT);
    if (name.startsWith("UTF-16")) {
      return Kind.UTF16;
    }
    if (name.startsWith("UTF-32")) {
      return Kind.UTF32;
    }
    return switch (name) {
      // States that last over characters: only front to back.
      case "ISO-2022-JP", "ISO-2022-KR", "ISO-2022-CN", "UTF-7", "HZ-GB-2312" -> null;
      case "GBK",
          "GB2312",
          "GB18030",
          "BIG5",
          "SHIFT_JIS",
          "WINDOWS-31J",
          "EUC-JP",
          "EUC-KR",
          "X-WINDOWS-949",
          "X-WINDOWS-950" ->
          Kind.LINES;
      default ->
          name.startsWith("ISO-8859")
                  || name.startsWith("WINDOWS-125")
                  || name.startsWith("IBM") && !name.startsWith("IBM9")
                  || name.startsWith("KOI8")
                  || name.equals("US-ASCII")
                  || name.equals("TIS-620")
                  || name.startsWith("X-MAC")
              ? Kind.BYTES
              : null;
    };
  }

  /** Where block {@code block} really begins: at a character's start. */
  private long start(long block) {
    long at = Math.max(begin, block * blockSize);
    if (at >= file.size() || block == 0) {
      return Math.min(at, file.size());
    }
    return characterStart(at);
  }

  @Override
  public long blocks() {
    return (file.size() + blockSize - 1) / blockSize;
  }

  @Override
  public boolean load(long block, Window window) {
    if (block * blockSize >= file.size()) {
      return false;
    }
    long from = start(block);
    long to = start(block + 1);
    window.block = block;
    window.length = 0;
    window.complete = false;
    window.cursor = from;
    append(window, to);
    window.owned = window.length;
    if (to >= file.size()) {
      window.complete();
    }
    return true;
  }

  /** Appends the text of the raw bytes from the cursor to {@code to}, and moves the cursor. */
  private void append(Window window, long to) {
    int length = (int) (to - window.cursor);
    if (length <= 0) {
      return;
    }
    byte[] raw = new byte[length];
    file.read(window.cursor, raw, 0, length);
    window.ensure(window.length + 3L * length + 1);
    CharBuffer chars;
    try {
      chars =
          charset
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .onUnmappableCharacter(CodingErrorAction.REPORT)
              .decode(ByteBuffer.wrap(raw));
    } catch (CharacterCodingException e) {
      throw new EiderException(
          dev.eider.base.error.ErrorType.INVALID_INPUT,
          "File \""
              + file.name()
              + "\", near byte "
              + (window.cursor + 1)
              + ": "
              + CsvErrors.invalidUtf8(encoding),
          e);
    }
    ByteBuffer out =
        ByteBuffer.wrap(
            window.text, window.length, window.text.length - window.length - Window.SLACK);
    StandardCharsets.UTF_8
        .newEncoder()
        .onMalformedInput(CodingErrorAction.REPLACE)
        .encode(chars, out, true);
    window.length = out.position();
    window.cursor = to;
  }

  @Override
  public void extend(Window window) {
    long at = window.cursor;
    long to = Math.min(file.size(), at + Math.max(8 << 10, window.length / 4 & ~3));
    if (to < file.size()) {
      to = characterStart(to);
    }
    append(window, to);
    if (to >= file.size()) {
      window.complete();
    }
  }

  private long characterStart(long at) {
    return switch (kind) {
      case null -> at;
      case BYTES -> at;
      case UTF16 -> startUnit((at - begin & ~1L) + begin);
      case UTF32 -> at & ~3L;
      case LINES -> startLine(at);
    };
  }

  private long startUnit(long at) {
    if (at + 2 > file.size()) {
      return file.size();
    }
    byte[] unit = new byte[2];
    file.read(at, unit, 0, 2);
    return (unit[little ? 1 : 0] & 0xFC) == 0xDC ? at + 2 : at;
  }

  private long startLine(long from) {
    byte[] piece = new byte[4096];
    long at = from;
    while (at < file.size()) {
      int length = (int) Math.min(piece.length, file.size() - at);
      file.read(at, piece, 0, length);
      for (int i = 0; i < length; i++) {
        if (piece[i] == '\n') {
          return at + i + 1;
        }
      }
      at += length;
    }
    return file.size();
  }

  @Override
  public long lineEndsBefore(long block) {
    long lines = 0;
    for (long i = 0; i < block; i++) {
      Window window =
          new Window(new dev.eider.base.memory.MemoryManager(Long.MAX_VALUE).reserve("CSV_READER"));
      load(i, window);
      lines += LineEnds.count(window.text, 0, window.owned, false);
    }
    return lines;
  }

  @Override
  public long offset(long block) {
    return block * blockSize;
  }

  @Override
  public long bytes(long block) {
    return Math.min(blockSize, file.size() - block * blockSize);
  }

  @Override
  public void close() {
    file.close();
  }
}
