// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.vector.FlatVector;
import dev.eider.formats.parquet.Footer.Chunk;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A column chunk that several readers decode side by side, each some of its rows. Every page is
 * unpacked once, by the reader that needs it first, and stays until the last slice that has rows in
 * it has ended; so does the dictionary. Where pages lie is read off their headers, so that a slice
 * begins at its first page. Any thread.
 */
final class SharedChunk {
  /** Bytes that a page costs while it is only known. */
  private static final int PAGE_BYTES = 200;

  private final int codec;
  private final MemoryReservation memory;
  private final List<Page> pages;

  /** Of each page the first row; of the number of pages the number of rows. */
  private final long[] firstRows;

  /** Where the header of the dictionary begins, or -1. */
  private final long dictionaryAt;

  private @Nullable Dictionary dictionary;

  /** A page. */
  static final class Page {
    final PageHeader header;

    /** Where its bytes begin in the chunk. */
    final long body;

    /** Guards what follows. */
    private final ReentrantLock lock = new ReentrantLock();

    /** Unfinished slices that have rows in it. */
    private int users;

    private byte @Nullable [] bytes;
    private int levelsEnd;

    Page(PageHeader header, long body) {
      this.header = header;
      this.body = body;
    }

    /** Of an unpacked page of the second version: where its values begin. */
    int levelsEnd() {
      return levelsEnd;
    }
  }

  /**
   * The values of the dictionary.
   *
   * @param charge bytes of memory it holds
   */
  record Dictionary(FlatVector values, int size, long charge) {}

  private SharedChunk(
      int codec, MemoryReservation memory, List<Page> pages, long[] firstRows, long dictionaryAt) {
    this.codec = codec;
    this.memory = memory;
    this.pages = pages;
    this.firstRows = firstRows;
    this.dictionaryAt = dictionaryAt;
  }

  /** Finds the pages of a chunk of a row group of {@code rows} rows. */
  static SharedChunk open(
      SchemaNode node, Chunk chunk, MemorySegment bytes, long rows, MemoryReservation memory) {
    List<Page> pages = new ArrayList<>();
    long[] firstRows = new long[16];
    long dictionaryAt = -1;
    PageHeaders headers = new PageHeaders();
    headers.start(bytes, chunk.codec());
    long row = 0;
    while (row < rows) {
      long at = headers.end();
      if (!headers.next()) {
        throw new DamagedException(
            "column \"" + node.name() + "\" has fewer rows than its row group");
      }
      PageHeader header = headers.header();
      if (header.type() == PageHeader.DICTIONARY) {
        if (dictionaryAt >= 0) {
          throw new DamagedException("column \"" + node.name() + "\" has two dictionaries");
        }
        dictionaryAt = at;
      } else if (header.isData() && header.values() > 0) {
        if (pages.size() + 1 >= firstRows.length) {
          firstRows = Arrays.copyOf(firstRows, 2 * firstRows.length);
        }
        firstRows[pages.size()] = row;
        pages.add(new Page(header, headers.body()));
        row += header.values();
      }
    }
    firstRows[pages.size()] = row;
    memory.grow((long) PAGE_BYTES * pages.size());
    return new SharedChunk(chunk.codec(), memory, pages, firstRows, dictionaryAt);
  }

  int codec() {
    return codec;
  }

  int pageCount() {
    return pages.size();
  }

  Page page(int index) {
    return pages.get(index);
  }

  /** The first row of a page; of the number of pages, the number of rows. */
  long firstRow(int page) {
    return firstRows[page];
  }

  /** The page that holds a row. */
  int pageOf(long row) {
    int at = Arrays.binarySearch(firstRows, 0, pages.size() + 1, row);
    return at >= 0 ? at : -at - 2;
  }

  boolean hasDictionary() {
    return dictionaryAt >= 0;
  }

  /** The dictionary; whoever comes first has {@code reader} read it from {@code bytes}. */
  synchronized Dictionary dictionary(ColumnReader reader, MemorySegment bytes) {
    Dictionary made = dictionary;
    if (made == null) {
      made = reader.readDictionary(bytes.asSlice(dictionaryAt), codec);
      dictionary = made;
    }
    return made;
  }

  /** Counts a slice of rows among those to come. */
  void use(long from, long to) {
    for (int i = pageOf(from); i < pages.size() && firstRows[i] < to; i++) {
      pages.get(i).users++;
    }
  }

  /** A slice of rows has ended. */
  void release(long from, long to) {
    for (int i = pageOf(from); i < pages.size() && firstRows[i] < to; i++) {
      Page page = pages.get(i);
      page.lock.lock();
      try {
        page.users--;
        if (page.users == 0) {
          drop(page);
        }
      } finally {
        page.lock.unlock();
      }
    }
  }

  private void drop(Page page) {
    byte[] bytes = page.bytes;
    if (bytes != null) {
      page.bytes = null;
      memory.shrink(bytes.length);
    }
  }

  /** The bytes of a page, unpacked by {@code source} when nobody has done so yet. */
  byte[] load(Page page, PageSource source) {
    page.lock.lock();
    try {
      return unpacked(page, source);
    } finally {
      page.lock.unlock();
    }
  }

  /** Unpacks a page unless somebody else is at it. */
  void tryLoad(Page page, PageSource source) {
    if (page.lock.tryLock()) {
      try {
        unpacked(page, source);
      } finally {
        page.lock.unlock();
      }
    }
  }

  private byte[] unpacked(Page page, PageSource source) {
    byte[] bytes = page.bytes;
    if (bytes == null) {
      int size = Math.addExact(page.header.uncompressedSize(), Bits.SLACK);
      source.check(page.header);
      memory.grow(size);
      boolean done = false;
      try {
        bytes = new byte[size];
        page.levelsEnd = source.unpack(page.header, page.body, bytes);
        page.bytes = bytes;
        done = true;
      } finally {
        if (!done) {
          memory.shrink(size);
        }
      }
    }
    return bytes;
  }

  /** Gives all memory back. */
  synchronized void close() {
    for (Page page : pages) {
      page.lock.lock();
      try {
        drop(page);
      } finally {
        page.lock.unlock();
      }
    }
    memory.shrink((long) PAGE_BYTES * pages.size());
    Dictionary made = dictionary;
    if (made != null) {
      dictionary = null;
      memory.shrink(made.charge());
    }
  }
}
