// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.type.PhysicalType;
import dev.eider.base.vector.DictionaryVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.Vector;
import dev.eider.formats.parquet.Footer.Chunk;
import dev.eider.io.codec.BlockUnpacker;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads one leaf column, row group after row group: rows of a column that is not nested ({@link
 * #read}), or levels and values for {@link NodeReader} ({@link #readLevels}).
 *
 * <p>Invariant: {@code pageLeft} entries of the present page are not consumed yet; the page is
 * unpacked when {@code loaded}. Rows to be skipped are remembered until a row is wanted, so that
 * pages that hold none are not unpacked.
 */
final class ColumnReader {
  private static final int LEVELS = 1024;

  private final SchemaNode node;
  private final LeafType leaf;
  private final BlockUnpacker unpacker;
  private final PageSource pages;
  private final MemoryReservation memory;
  private final LeafConverter converter;
  private final HybridDecoder definitions = new HybridDecoder();
  private final HybridDecoder repetitions = new HybridDecoder();
  private final HybridDecoder ids = new HybridDecoder();
  private final boolean strings;

  private final PageDecoders decoders;
  private final FlatVector flat;
  private final int[] codes = new int[Vector.CAPACITY];
  private final long[] codesMask = new long[FlatVector.words(Vector.CAPACITY)];
  private final int[] scratch = new int[LEVELS];

  private int pageLeft;
  private boolean loaded;
  private boolean pageHasIds;
  private @Nullable PageValues values;
  private long pendingSkip;

  /** The chunk when other readers read it too, and its bytes. */
  private @Nullable SharedChunk shared;

  private MemorySegment sharedBytes = MemorySegment.NULL;

  private @Nullable FlatVector dictionary;
  private @Nullable FlatVector dictionaryWithNull;
  private int dictionarySize;
  private long dictionaryBytes;

  /** Levels that were decoded and not consumed; for nested columns. */
  private int[] definitionBuffer = new int[0];

  private int[] repetitionBuffer = new int[0];
  private int levelAt;
  private int levelEnd;

  ColumnReader(SchemaNode node, BlockUnpacker unpacker, MemoryReservation memory) {
    this.node = node;
    this.unpacker = unpacker;
    this.memory = memory;
    leaf = node.theLeafType();
    pages = new PageSource(unpacker, memory);
    converter = new LeafConverter(leaf);
    decoders = new PageDecoders(node, memory);
    flat = FlatVector.allocate(leaf.type(), Vector.CAPACITY);
    strings = leaf.type().physical() == PhysicalType.STRING;
  }

  SchemaNode node() {
    return node;
  }

  /** Begins a column chunk. */
  void start(MemorySegment bytes, Chunk chunk) {
    check(chunk);
    shared = null;
    pages.start(bytes, chunk.codec());
    pageLeft = 0;
    loaded = false;
    values = null;
    pendingSkip = 0;
    levelAt = 0;
    levelEnd = 0;
    dropDictionary();
  }

  /**
   * Begins at a row of a chunk that others read too. Goes on from where it stands when it has read
   * rows of the same page before.
   */
  void start(SharedChunk chunk, MemorySegment bytes, Chunk described, long row) {
    check(described);
    boolean goesOn = shared == chunk;
    if (!goesOn) {
      dropDictionary();
      shared = chunk;
    }
    sharedBytes = bytes;
    pages.share(chunk, bytes);
    if (goesOn && pages.page() < chunk.pageCount()) {
      long pageEnd = chunk.firstRow(pages.page() + 1);
      long at = pageEnd - pageLeft - (levelEnd - levelAt);
      if (at <= row && row < pageEnd) {
        pendingSkip = row - at;
        return;
      }
    }
    int page = chunk.pageOf(row);
    pages.seek(page);
    pageLeft = pages.header().values();
    loaded = false;
    values = null;
    levelAt = 0;
    levelEnd = 0;
    pendingSkip = row - chunk.firstRow(page);
  }

  /** Unpacks the page that comes next ahead, unless another reader is at it. */
  void prepare() {
    if (!loaded && pageLeft > 0) {
      pages.tryLoad();
    }
  }

  private void check(Chunk chunk) {
    if (chunk.type() != leaf.physical()) {
      throw new DamagedException(
          "column \""
              + node.name()
              + "\" is of type "
              + leaf.physical()
              + " in the schema and "
              + chunk.type()
              + " in a row group");
    }
  }

  private void dropDictionary() {
    dictionary = null;
    dictionaryWithNull = null;
    dictionarySize = 0;
    memory.shrink(dictionaryBytes);
    dictionaryBytes = 0;
  }

  /** Moves on to a page with entries. */
  private void nextPage() {
    if (!morePages()) {
      throw new DamagedException(
          "column \"" + node.name() + "\" has fewer rows than its row group");
    }
  }

  /** Moves to the next page with entries, if there is one. */
  private boolean morePages() {
    while (pageLeft == 0) {
      if (!pages.next()) {
        return false;
      }
      PageHeader header = pages.header();
      if (header.type() == PageHeader.DICTIONARY) {
        if (dictionary != null) {
          throw new DamagedException("column \"" + node.name() + "\" has two dictionaries");
        }
        SharedChunk.Dictionary read = readDictionary(pages);
        dictionary = read.values();
        dictionarySize = read.size();
        dictionaryBytes = read.charge();
      } else if (header.isData()) {
        pageLeft = header.values();
        loaded = false;
      }
      // Index pages and kinds to come carry no values.
    }
    return true;
  }

  /** Reads a dictionary whose header is the first thing in {@code bytes}. */
  SharedChunk.Dictionary readDictionary(MemorySegment bytes, int codec) {
    PageSource source = new PageSource(unpacker, memory);
    try {
      source.start(bytes, codec);
      source.next();
      return readDictionary(source);
    } finally {
      source.free();
    }
  }

  /** Reads the dictionary that is the present page. */
  private SharedChunk.Dictionary readDictionary(PageSource pages) {
    PageHeader header = pages.header();
    if (header.encoding() != Encodings.PLAIN && header.encoding() != Encodings.PLAIN_DICTIONARY) {
      throw new DamagedException(
          "a dictionary has the encoding " + Encodings.encoding(header.encoding()));
    }
    pages.load();
    int size = header.values();
    // Every value takes a bit at least, so the claim is bounded by the page.
    if (size > pages.length() * 8L) {
      throw new DamagedException(
          "a dictionary claims " + size + " values in " + pages.length() + " bytes");
    }
    // Own bytes: strings of all chunks of the row group point into them.
    byte[] bytes = Arrays.copyOf(pages.bytes(), pages.length() + Bits.SLACK);
    long charge = bytes.length + 16L * size;
    memory.grow(charge);
    PlainValues plain = new PlainValues(leaf.physical(), leaf.fixedLength());
    plain.start(bytes, 0, pages.length());
    FlatVector made = FlatVector.allocate(leaf.type(), Math.max(1, size));
    boolean done = false;
    try {
      converter.read(plain, made, 0, size);
      done = true;
    } finally {
      if (!done) {
        memory.shrink(charge);
      }
    }
    return new SharedChunk.Dictionary(made, size, charge);
  }

  /** Unpacks the present page and prepares its decoders. */
  private void load() {
    pages.load();
    loaded = true;
    PageHeader header = pages.header();
    byte[] bytes = pages.bytes();
    int length = pages.length();
    int at = 0;
    int definitionWidth = width(node.maxDefinition());
    int repetitionWidth = width(node.maxRepetition());
    if (header.type() == PageHeader.DATA_V2) {
      int border = header.repetitionBytes();
      repetitions.start(bytes, 0, border, repetitionWidth);
      definitions.start(bytes, border, pages.levelsEnd(), definitionWidth);
      at = pages.levelsEnd();
    } else {
      if (repetitionWidth > 0) {
        at = levels(repetitions, header.repetitionEncoding(), bytes, at, length, repetitionWidth);
      }
      if (definitionWidth > 0) {
        at = levels(definitions, header.definitionEncoding(), bytes, at, length, definitionWidth);
      }
    }
    startValues(header.encoding(), bytes, at, length);
  }

  static int width(int maxLevel) {
    return 32 - Integer.numberOfLeadingZeros(maxLevel);
  }

  private int levels(
      HybridDecoder decoder, int encoding, byte[] bytes, int at, int length, int width) {
    if (encoding == Encodings.BIT_PACKED) {
      long size = ((long) pageLeft * width + 7) >>> 3;
      if (size > length - at) {
        throw new DamagedException("a page is too small for its levels");
      }
      decoder.startPacked(bytes, at, at + (int) size, width);
      return at + (int) size;
    }
    if (encoding != Encodings.RLE) {
      throw new DamagedException("levels have the encoding " + Encodings.encoding(encoding));
    }
    if (length - at < 4) {
      throw new DamagedException("a page is too small for its levels");
    }
    int size = (int) Bits.INT.get(bytes, at);
    if (size < 0 || size > length - at - 4) {
      throw new DamagedException(
          "the levels of a page claim " + size + " bytes where it has " + (length - at - 4));
    }
    decoder.start(bytes, at + 4, at + 4 + size, width);
    return at + 4 + size;
  }

  private void startValues(int encoding, byte[] bytes, int at, int length) {
    pageHasIds = encoding == Encodings.RLE_DICTIONARY || encoding == Encodings.PLAIN_DICTIONARY;
    if (pageHasIds) {
      values = null;
      SharedChunk chunk = shared;
      if (chunk != null && dictionary == null && chunk.hasDictionary()) {
        SharedChunk.Dictionary known = chunk.dictionary(this, sharedBytes);
        dictionary = known.values();
        dictionarySize = known.size();
      }
      if (at < length) {
        ids.start(bytes, at + 1, length, bytes[at] & 0xFF);
      } else {
        // No value at all in this page.
        ids.start(bytes, at, at, 0);
      }
      return;
    }
    values = decoders.start(encoding, bytes, at, length);
  }

  /** The next {@code rows} rows; valid until the next call. For columns that are not nested. */
  Vector read(int rows) {
    return read(rows, strings);
  }

  /**
   * The next {@code rows} rows, as codes of a dictionary where the file has them so. For who looks
   * at entries rather than rows, or at few of the rows.
   */
  Vector readCodes(int rows) {
    return read(rows, true);
  }

  private Vector read(int rows, boolean codesWanted) {
    applySkip();
    pages.recycle();
    flat.reset();
    boolean asCodes = codesWanted;
    boolean nulls = false;
    int done = 0;
    while (done < rows) {
      if (pageLeft == 0) {
        nextPage();
      }
      if (!loaded) {
        load();
      }
      int n = Math.min(pageLeft, rows - done);
      if (asCodes && pageHasIds) {
        nulls |= readCodes(done, n, nulls);
      } else {
        if (asCodes && done > 0) {
          flatten(done, nulls);
        }
        asCodes = false;
        readFlat(done, n);
      }
      pageLeft -= n;
      done += n;
    }
    if (!asCodes || rows == 0) {
      return flat;
    }
    FlatVector known = dictionary;
    if (known == null || dictionarySize == 0) {
      // Nothing but NULLs.
      flat.setNulls(0, rows);
      return flat;
    }
    return nulls
        ? new DictionaryVector(withNull(known), dictionarySize + 1, codes)
        : new DictionaryVector(known, dictionarySize, codes);
  }

  private FlatVector withNull(FlatVector known) {
    FlatVector made = dictionaryWithNull;
    if (made == null && !strings) {
      int[] entries = new int[dictionarySize];
      Arrays.setAll(entries, i -> i);
      made = FlatVector.allocate(known.type(), dictionarySize + 1);
      made.gather(known, entries, dictionarySize);
      made.setNull(dictionarySize);
      dictionaryWithNull = made;
    }
    if (made == null) {
      StringVector strings = new StringVector(known.type(), dictionarySize + 1);
      StringVector source = (StringVector) known;
      strings.shareBuffers(source);
      System.arraycopy(source.views(), 0, strings.views(), 0, 2 * dictionarySize);
      strings.setNull(dictionarySize);
      made = strings;
      dictionaryWithNull = made;
    }
    return made;
  }

  /** Reads codes of rows {@code [at, at + n)}; answers whether there were NULLs. */
  private boolean readCodes(int at, int n, boolean nullsBefore) {
    int present = n;
    if (node.maxDefinition() > 0) {
      int ones = definitions.readOnes(n);
      if (ones < n) {
        if (!nullsBefore) {
          Arrays.fill(codesMask, -1L);
        }
        Bits.fillBits(codesMask, at, ones, true);
        present = ones + definitions.readBits(codesMask, at + ones, n - ones);
      } else if (nullsBefore) {
        Bits.fillBits(codesMask, at, n, true);
      }
    }
    readIds(codes, at, present);
    if (present == n) {
      return false;
    }
    LeafConverter.spreadInts(codes, at + present - 1, at + n - 1, codesMask);
    int nullCode = dictionarySize;
    for (int i = at; i < at + n; i++) {
      if ((codesMask[i >> 6] >>> i & 1) == 0) {
        codes[i] = nullCode;
      }
    }
    return true;
  }

  private void readIds(int[] out, int at, int count) {
    if (count == 0) {
      return;
    }
    if (dictionary == null) {
      throw new DamagedException("Parquet file is likely corrupted, missing dictionary");
    }
    ids.read(out, at, count);
    int max = LeafConverter.maxCode(out, at, count);
    if (Integer.compareUnsigned(max, dictionarySize) >= 0) {
      throw new DamagedException(
          "Parquet file is likely corrupted, dictionary offset out of range: "
              + Integer.toUnsignedString(max)
              + " of "
              + dictionarySize);
    }
  }

  /** Codes of the rows so far become strings, because the next ones are no codes. */
  private void flatten(int rows, boolean nulls) {
    FlatVector known = dictionary;
    if (known == null || dictionarySize == 0) {
      flat.setNulls(0, rows);
      return;
    }
    if (nulls) {
      long[] mask = flat.ensureValidity();
      for (int i = 0; i < rows; i++) {
        if (codes[i] == dictionarySize) {
          codes[i] = 0;
          mask[i >> 6] &= ~(1L << i);
        }
      }
    }
    LeafConverter.gather(known, codes, rows, flat, 0);
  }

  private void readFlat(int at, int n) {
    int present = n;
    if (node.maxDefinition() > 0) {
      int ones = definitions.readOnes(n);
      if (ones < n) {
        long[] mask = flat.ensureValidity();
        present = ones + definitions.readBits(mask, at + ones, n - ones);
      }
    }
    readValues(flat, at, present);
    if (present < n) {
      LeafConverter.spread(flat, at, n, present, flat.ensureValidity());
    }
  }

  private void readValues(FlatVector target, int at, int count) {
    if (count == 0) {
      return;
    }
    if (pageHasIds) {
      FlatVector known = dictionary;
      for (int done = 0; done < count; ) {
        int n = Math.min(scratch.length, count - done);
        readIds(scratch, 0, n);
        if (known != null) {
          LeafConverter.gather(known, scratch, n, target, at + done);
        }
        done += n;
      }
      return;
    }
    PageValues decoder = values;
    if (decoder == null) {
      throw new IllegalStateException("no page was loaded");
    }
    converter.read(decoder, target, at, count);
  }

  /** Passes over rows. */
  void skip(long rows) {
    pendingSkip += rows;
  }

  private void applySkip() {
    while (pendingSkip > 0) {
      if (pageLeft == 0) {
        nextPage();
      }
      int n = (int) Math.min(pageLeft, pendingSkip);
      if (n < pageLeft || loaded) {
        if (!loaded) {
          load();
        }
        if (n < pageLeft) {
          skipEntries(n);
        }
      }
      pageLeft -= n;
      pendingSkip -= n;
    }
  }

  private void skipEntries(int n) {
    int present =
        node.maxDefinition() > 0 ? definitions.skipCounting(n, node.maxDefinition(), scratch) : n;
    skipValues(present);
  }

  private void skipValues(int count) {
    if (count == 0) {
      return;
    }
    PageValues decoder = values;
    if (pageHasIds) {
      ids.skip(count);
    } else if (decoder != null) {
      decoder.skip(count);
    }
  }

  /** Levels and values of the next {@code rows} rows. For nested columns. */
  void readLevels(int rows, LevelBatch out) {
    pages.recycle();
    skipLevels();
    out.clear();
    levels(rows, out);
    out.dense.setValidity(null);
  }

  private void skipLevels() {
    if (node.maxRepetition() == 0) {
      int buffered = (int) Math.min(pendingSkip, levelEnd - levelAt);
      if (buffered > 0) {
        levels(buffered, null);
        pendingSkip -= buffered;
      }
      applySkip();
      return;
    }
    while (pendingSkip > 0) {
      int n = (int) Math.min(pendingSkip, Vector.CAPACITY);
      levels(n, null);
      pendingSkip -= n;
    }
  }

  private void levels(int rows, @Nullable LevelBatch out) {
    int started = 0;
    while (true) {
      if (levelAt == levelEnd) {
        if (pageLeft == 0) {
          // The last row may go on in the next page, or end with the chunk.
          if (started == rows && !morePages()) {
            return;
          }
          if (pageLeft == 0) {
            nextPage();
          }
        }
        if (node.maxRepetition() == 0 && started == rows) {
          return;
        }
        fillLevels();
      }
      int from = levelAt;
      int to = from;
      if (node.maxRepetition() == 0) {
        to = from + Math.min(levelEnd - from, rows - started);
        started += to - from;
      } else {
        while (to < levelEnd) {
          if (repetitionBuffer[to] == 0) {
            if (started == rows) {
              break;
            }
            started++;
          } else if (started == 0) {
            throw new DamagedException("the first row of a row group begins in the middle");
          }
          to++;
        }
      }
      int present = 0;
      for (int i = from; i < to; i++) {
        present += definitionBuffer[i] == node.maxDefinition() ? 1 : 0;
      }
      if (out == null) {
        skipValues(present);
      } else {
        out.append(definitionBuffer, repetitionBuffer, from, to);
        out.dense.ensureCapacity(out.present + present);
        readValues(out.dense, out.present, present);
        out.present += present;
      }
      levelAt = to;
      if (to < levelEnd || started == rows && node.maxRepetition() == 0) {
        return;
      }
    }
  }

  private void fillLevels() {
    if (!loaded) {
      load();
    }
    if (definitionBuffer.length == 0) {
      definitionBuffer = new int[LEVELS];
      repetitionBuffer = new int[LEVELS];
    }
    int n = Math.min(LEVELS, pageLeft);
    if (node.maxDefinition() > 0) {
      definitions.read(definitionBuffer, 0, n);
      check("definition", definitionBuffer, n, node.maxDefinition());
    } else {
      Arrays.fill(definitionBuffer, 0, n, 0);
    }
    if (node.maxRepetition() > 0) {
      repetitions.read(repetitionBuffer, 0, n);
      check("repetition", repetitionBuffer, n, node.maxRepetition());
    }
    pageLeft -= n;
    levelAt = 0;
    levelEnd = n;
  }

  private static void check(String what, int[] levels, int count, int most) {
    int max = LeafConverter.maxCode(levels, 0, count);
    if (Integer.compareUnsigned(max, most) > 0) {
      throw new DamagedException(
          "a " + what + " level is " + Integer.toUnsignedString(max) + ", the most is " + most);
    }
  }

  /** Gives all memory back. */
  void close() {
    dropDictionary();
    converter.release();
    decoders.free();
    pages.free();
  }
}
