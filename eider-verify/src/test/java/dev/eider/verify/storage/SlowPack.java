// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.storage;

import dev.eider.base.type.Interval;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.PhysicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import io.airlift.compress.v3.zstd.ZstdJavaDecompressor;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Reads a pack as the specification in the package of format version 1 says, bit by bit: slow,
 * small, and without a line of the code that writes packs.
 */
final class SlowPack {
  private static final TypeId[] KINDS = {
    TypeId.SQLNULL,
    TypeId.BOOLEAN,
    TypeId.TINYINT,
    TypeId.SMALLINT,
    TypeId.INTEGER,
    TypeId.BIGINT,
    TypeId.HUGEINT,
    TypeId.UTINYINT,
    TypeId.USMALLINT,
    TypeId.UINTEGER,
    TypeId.UBIGINT,
    TypeId.UHUGEINT,
    TypeId.BIGNUM,
    TypeId.DECIMAL,
    TypeId.FLOAT,
    TypeId.DOUBLE,
    TypeId.VARCHAR,
    TypeId.JSON,
    TypeId.BLOB,
    TypeId.BIT,
    TypeId.UUID,
    TypeId.DATE,
    TypeId.TIME,
    TypeId.TIME_NS,
    TypeId.TIME_TZ,
    TypeId.TIMESTAMP_S,
    TypeId.TIMESTAMP_MS,
    TypeId.TIMESTAMP,
    TypeId.TIMESTAMP_NS,
    TypeId.TIMESTAMP_TZ,
    TypeId.INTERVAL,
    TypeId.ENUM,
    TypeId.LIST,
    TypeId.ARRAY,
    TypeId.STRUCT,
    TypeId.MAP,
    TypeId.UNION,
    TypeId.AGGREGATE_STATE
  };

  /** A node with what is shared. */
  private record Node(int encoding, LogicalType type, List<Node> children, Object shared) {}

  private final byte[] pack;
  private int at;

  /** Types of the columns, and their values. */
  final List<LogicalType> types = new ArrayList<>();

  final List<List<Value>> columns = new ArrayList<>();

  SlowPack(byte[] pack) {
    this.pack = pack;
    check(text(0, 4).equals("EPAK") && text(pack.length - 4, 4).equals("EPAK"), "magic");
    at = 4;
    check(number(2) == 1 && number(2) == 0, "version and flags");
    at = pack.length - 12;
    int length = (int) number(4);
    int crc = (int) number(4);
    at = pack.length - 12 - length;
    check(crc(at, length) == crc, "checksum of the directory");
    directory();
  }

  private static void check(boolean right, String what) {
    if (!right) {
      throw new AssertionError(what);
    }
  }

  private String text(int from, int length) {
    return new String(pack, from, length, StandardCharsets.UTF_8);
  }

  private int crc(int from, int length) {
    CRC32C crc = new CRC32C();
    crc.update(pack, from, length);
    return (int) crc.getValue();
  }

  private long number(int bytes) {
    long value = 0;
    for (int i = 0; i < bytes; i++) {
      value |= (pack[at++] & 0xFFL) << 8 * i;
    }
    return value;
  }

  private long varint() {
    long value = 0;
    int shift = 0;
    while (true) {
      long next = number(1);
      value |= (next & 127) << shift;
      shift += 7;
      if (next < 128) {
        return value;
      }
    }
  }

  private long zigzag() {
    long n = varint();
    return (n & 1) == 0 ? n >>> 1 : ~(n >>> 1);
  }

  private byte[] block() {
    int length = (int) varint();
    at += length;
    return Arrays.copyOfRange(pack, at - length, at);
  }

  private String text() {
    return new String(block(), StandardCharsets.UTF_8);
  }

  private LogicalType type() {
    TypeId kind = KINDS[(int) number(1) - 1];
    return switch (kind) {
      case DECIMAL -> LogicalType.decimal((int) number(1), (int) number(1));
      case ENUM -> {
        String name = text();
        List<String> values = new ArrayList<>();
        for (long n = varint(); n > 0; n--) {
          values.add(text());
        }
        yield new LogicalType.EnumOf(name.isEmpty() ? null : name, values);
      }
      case LIST -> LogicalType.list(type());
      case ARRAY -> {
        int size = (int) varint();
        yield LogicalType.array(type(), size);
      }
      case MAP -> LogicalType.map(type(), type());
      case STRUCT, UNION -> {
        List<LogicalType.Field> fields = new ArrayList<>();
        for (long n = varint(); n > 0; n--) {
          String name = text();
          fields.add(new LogicalType.Field(name, type()));
        }
        yield kind == TypeId.STRUCT
            ? new LogicalType.Struct(fields)
            : new LogicalType.Union(fields);
      }
      case AGGREGATE_STATE -> throw new AssertionError("not in this test");
      default -> new LogicalType.Simple(kind);
    };
  }

  private void directory() {
    int width = (int) varint();
    for (int c = 0; c < width; c++) {
      varint();
      types.add(type());
      columns.add(new ArrayList<>());
    }
    int groups = (int) varint();
    int[] rows = new int[groups];
    for (int g = 0; g < groups; g++) {
      zigzag();
      rows[g] = (int) varint();
    }
    for (int c = 0; c < width; c++) {
      long end = 0;
      for (int g = 0; g < groups; g++) {
        check(varint() == 0, "number of the pack");
        long offset = end + zigzag();
        int length = (int) varint();
        int prefix = (int) varint();
        number(1);
        long nulls = varint();
        varint();
        value(types.get(c));
        value(types.get(c));
        end = offset + length;
        int back = at;
        List<Value> read = chunk(types.get(c), (int) offset, length, prefix);
        check(read.size() == rows[g], "rows of a chunk");
        long found = read.stream().filter(Value::isNull).count();
        check(found == nulls, "NULLs of a chunk");
        columns.get(c).addAll(read);
        at = back;
      }
    }
  }

  /** Reads a value of the directory, without use for it. */
  private void value(LogicalType type) {
    if (number(1) == 0) {
      return;
    }
    switch (type.physical()) {
      case BOOL -> number(1);
      case INT32, INT64 -> zigzag();
      case INT128 -> at += 16;
      case FLOAT -> at += 4;
      case DOUBLE -> at += 8;
      case INTERVAL -> {
        zigzag();
        zigzag();
        zigzag();
      }
      case STRING -> block();
      default -> throw new AssertionError("no bounds of " + type);
    }
  }

  private List<Value> chunk(LogicalType type, int offset, int length, int prefix) {
    at = offset;
    int rows = (int) varint();
    Node node = node(type);
    int vectors = (rows + 2047) / 2048;
    long[] lengths = integers(vectors);
    integers(vectors);
    if (number(1) == 1) {
      integers(vectors);
      integers(vectors);
    }
    int body = offset + prefix;
    for (int from = body; from < offset + length; from += 65536) {
      check((int) number(4) == crc(from, Math.min(65536, offset + length - from)), "checksum");
    }
    check((int) number(4) == crc(offset, prefix - 4), "checksum of the prefix");
    check(at == body, "end of the prefix");
    List<Value> values = new ArrayList<>();
    for (int v = 0; v < vectors; v++) {
      int from = at;
      values.addAll(record(node, Math.min(2048, rows - v * 2048)));
      check(at - from == lengths[v], "length of a vector");
    }
    check(at == offset + length, "end of the chunk");
    return values;
  }

  private long[] integers(int n) {
    long[] values = new long[n];
    if (n == 0) {
      return values;
    }
    int mode = (int) number(1);
    switch (mode) {
      case 0 -> Arrays.fill(values, zigzag());
      case 1, 4 -> {
        long base = zigzag();
        long[] packed = packed(n, (int) number(1));
        for (int i = 0; i < n; i++) {
          values[i] = base + packed[i];
        }
        if (mode == 4) {
          int count = (int) varint();
          long[] positions = integers(count);
          long[] exceptions = integers(count);
          for (int i = 0; i < count; i++) {
            values[(int) positions[i]] = exceptions[i];
          }
        }
      }
      case 2 -> {
        values[0] = zigzag();
        long step = zigzag();
        int width = (int) number(1);
        long[] packed = width == 0 ? new long[n - 1] : packed(n - 1, width);
        for (int i = 1; i < n; i++) {
          values[i] = values[i - 1] + step + packed[i - 1];
        }
      }
      case 3 -> {
        int runs = (int) varint();
        long[] heads = integers(runs);
        long[] lengths = integers(runs);
        int to = 0;
        for (int r = 0; r < runs; r++) {
          for (long k = 0; k <= lengths[r]; k++) {
            values[to++] = heads[r];
          }
        }
        check(to == n, "runs");
      }
      default -> throw new AssertionError("mode " + mode);
    }
    return values;
  }

  private long[] packed(int n, int width) {
    int bits = width <= 32 ? 32 : 64;
    int lanes = (n + bits - 1) / bits;
    long[] words = new long[lanes * width];
    for (int i = 0; i < words.length; i++) {
      words[i] = number(bits / 8);
    }
    long[] values = new long[n];
    for (int i = 0; i < n; i++) {
      int row = i / lanes;
      int lane = i % lanes;
      for (int b = 0; b < width; b++) {
        int bit = row * width + b;
        values[i] |= (words[bit / bits * lanes + lane] >>> bit % bits & 1) << b;
      }
    }
    return values;
  }

  private Node node(LogicalType type) {
    int encoding = (int) number(1);
    return switch (encoding) {
      case 0 -> {
        Value one = Value.nullOf(type);
        if (number(1) == 1) {
          one = record(node(type), 1).getFirst();
        }
        yield new Node(encoding, type, List.of(), one);
      }
      case 1 -> {
        int entries = (int) varint();
        yield new Node(encoding, type, List.of(), record(node(type), entries));
      }
      case 6 -> {
        int right = (int) number(1);
        long[] left = new long[(int) number(1)];
        for (int i = 0; i < left.length; i++) {
          left[i] = number(2) << right;
        }
        yield new Node(encoding, type, List.of(), new Object[] {right, left});
      }
      case 8 -> {
        byte[][] symbols = new byte[(int) number(1)][];
        for (int i = 0; i < symbols.length; i++) {
          symbols[i] = new byte[(int) number(1)];
        }
        for (byte[] symbol : symbols) {
          for (int i = 0; i < symbol.length; i++) {
            symbol[i] = (byte) number(1);
          }
        }
        yield new Node(encoding, type, List.of(), symbols);
      }
      case 10, 11, 12 -> {
        List<Node> children = new ArrayList<>();
        for (LogicalType child : children(type)) {
          children.add(node(child));
        }
        yield new Node(encoding, type, children, "");
      }
      default -> new Node(encoding, type, List.of(), "");
    };
  }

  private static List<LogicalType> children(LogicalType type) {
    return switch (type) {
      case LogicalType.ListOf t -> List.of(t.child());
      case LogicalType.ArrayOf t -> List.of(t.child());
      case LogicalType.MapOf t -> List.of(t.entry());
      case LogicalType.Struct t -> t.fields().stream().map(LogicalType.Field::type).toList();
      case LogicalType.Union t -> {
        List<LogicalType> types = new ArrayList<>(List.of(LogicalType.INTEGER));
        t.members().forEach(member -> types.add(member.type()));
        yield types;
      }
      default -> throw new AssertionError("not nested: " + type);
    };
  }

  private boolean[] validity(int n) {
    boolean[] valid = new boolean[n];
    int kind = (int) number(1);
    switch (kind) {
      case 0 -> Arrays.fill(valid, true);
      case 1 -> {}
      case 2 -> {
        for (int i = 0; i < n; i++) {
          valid[i] = (pack[at + i / 8] >>> i % 8 & 1) != 0;
        }
        at += (n + 7) / 8;
      }
      case 3 -> {
        long[] runs = integers((int) varint());
        int to = 0;
        for (int r = 0; r < runs.length; r++) {
          for (long k = 0; k < runs[r]; k++) {
            valid[to++] = r % 2 == 0;
          }
        }
      }
      default -> throw new AssertionError("validity " + kind);
    }
    return valid;
  }

  @SuppressWarnings("unchecked")
  private List<Value> record(Node node, int n) {
    LogicalType type = node.type();
    Value[] values = new Value[n];
    if (node.encoding() == 0) {
      Arrays.fill(values, node.shared());
      return Arrays.asList(values);
    }
    if (node.encoding() == 1) {
      long[] codes = integers(n);
      for (int i = 0; i < n; i++) {
        values[i] = ((List<Value>) node.shared()).get((int) codes[i]);
      }
      return Arrays.asList(values);
    }
    boolean[] valid = validity(n);
    switch (node.encoding()) {
      case 2 -> {
        long[] numbers = integers(n);
        for (int i = 0; i < n; i++) {
          values[i] = integer(type, numbers[i]);
        }
      }
      case 3 -> {
        long[] first = integers(n);
        long[] second = integers(n);
        for (int i = 0; i < n; i++) {
          values[i] = wide(type, first[i], second[i]);
        }
      }
      case 4, 5, 6 -> floats(node, n, values);
      case 7, 8, 9 -> strings(node, n, values);
      case 10 -> {
        long[] lengths = integers(n);
        int sum = (int) Arrays.stream(lengths).sum();
        List<Value> items = record(node.children().getFirst(), sum);
        int from = 0;
        for (int i = 0; i < n; i++) {
          values[i] = new Value(type, List.copyOf(items.subList(from, from + (int) lengths[i])));
          from += (int) lengths[i];
        }
      }
      case 11 -> {
        int size = ((LogicalType.ArrayOf) type).size();
        List<Value> items = record(node.children().getFirst(), n * size);
        for (int i = 0; i < n; i++) {
          values[i] = new Value(type, List.copyOf(items.subList(i * size, (i + 1) * size)));
        }
      }
      case 12 -> {
        List<List<Value>> fields = new ArrayList<>();
        node.children().forEach(child -> fields.add(record(child, n)));
        for (int i = 0; i < n; i++) {
          List<Value> one = new ArrayList<>();
          for (List<Value> field : fields) {
            one.add(field.get(i));
          }
          values[i] = new Value(type, one);
        }
      }
      default -> throw new AssertionError("encoding " + node.encoding());
    }
    for (int i = 0; i < n; i++) {
      values[i] = valid[i] ? values[i] : Value.nullOf(type);
    }
    return Arrays.asList(values);
  }

  private static Value integer(LogicalType type, long number) {
    return switch (type.physical()) {
      case BOOL -> new Value(type, number == 1);
      case INT32 -> new Value(type, (int) number);
      default -> new Value(type, number);
    };
  }

  private static Value wide(LogicalType type, long first, long second) {
    if (type.id() == TypeId.INTERVAL) {
      return new Value(type, new Interval((int) (second >> 32), (int) second, first));
    }
    boolean unsigned = type.id() == TypeId.UHUGEINT || type.id() == TypeId.UUID;
    BigInteger high =
        unsigned ? new BigInteger(Long.toUnsignedString(second)) : BigInteger.valueOf(second);
    return new Value(type, high.shiftLeft(64).add(new BigInteger(Long.toUnsignedString(first))));
  }

  private void floats(Node node, int n, @Nullable Value[] values) {
    LogicalType type = node.type();
    boolean isDouble = type.physical() == PhysicalType.DOUBLE;
    if (node.encoding() == 4) {
      for (int i = 0; i < n; i++) {
        values[i] = ofBits(type, number(isDouble ? 8 : 4));
      }
      return;
    }
    if (node.encoding() == 5) {
      int e = (int) number(1);
      int f = (int) number(1);
      long[] numbers = integers(n);
      for (int i = 0; i < n; i++) {
        values[i] =
            isDouble
                ? new Value(
                    type, numbers[i] * Double.parseDouble("1e" + f) * Double.parseDouble("1e-" + e))
                : new Value(
                    type, numbers[i] * Float.parseFloat("1e" + f) * Float.parseFloat("1e-" + e));
      }
      int count = (int) varint();
      long[] positions = integers(count);
      long[] bits = integers(count);
      for (int i = 0; i < count; i++) {
        values[(int) positions[i]] = ofBits(type, bits[i]);
      }
      return;
    }
    int right = (Integer) ((Object[]) node.shared())[0];
    long[] left = (long[]) ((Object[]) node.shared())[1];
    long[] codes = integers(n);
    long[] low = integers(n);
    int count = (int) varint();
    long[] positions = integers(count);
    long[] highs = integers(count);
    for (int i = 0; i < n; i++) {
      values[i] = ofBits(type, left[(int) codes[i]] + low[i]);
    }
    for (int i = 0; i < count; i++) {
      int row = (int) positions[i];
      values[row] = ofBits(type, (highs[i] << right) + low[row]);
    }
  }

  private static Value ofBits(LogicalType type, long bits) {
    return type.physical() == PhysicalType.DOUBLE
        ? new Value(type, Double.longBitsToDouble(bits))
        : new Value(type, Float.intBitsToFloat((int) bits));
  }

  private void strings(Node node, int n, @Nullable Value[] values) {
    long[] lengths = integers(n);
    int sum = (int) Arrays.stream(lengths).sum();
    byte[] all = new byte[sum];
    if (node.encoding() == 7) {
      System.arraycopy(pack, at, all, 0, sum);
      at += sum;
    } else if (node.encoding() == 9) {
      byte[] frame = block();
      if (sum > 0) {
        new ZstdJavaDecompressor().decompress(frame, 0, frame.length, all, 0, sum);
      }
    } else {
      byte[][] symbols = (byte[][]) node.shared();
      byte[] codes = block();
      int to = 0;
      for (int i = 0; i < codes.length; i++) {
        int code = codes[i] & 0xFF;
        byte[] some = code == 255 ? new byte[] {codes[++i]} : symbols[code];
        System.arraycopy(some, 0, all, to, some.length);
        to += some.length;
      }
      check(to == sum, "symbols");
    }
    int from = 0;
    for (int i = 0; i < n; i++) {
      byte[] one = Arrays.copyOfRange(all, from, from + (int) lengths[i]);
      from += (int) lengths[i];
      values[i] =
          node.type().id() == TypeId.BLOB
              ? new Value(node.type(), one)
              : new Value(node.type(), new String(one, StandardCharsets.UTF_8));
    }
  }
}
