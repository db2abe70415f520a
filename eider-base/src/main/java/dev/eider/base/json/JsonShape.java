// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.json;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What some values at one place of documents have in common, and the same for all places below.
 * Values are added one by one; then it tells the type that fits them all. Belongs to one thread.
 */
public final class JsonShape {
  /** Types that text may be read as. */
  public interface TextTypes {
    /** The types in question, the preferred one last. */
    List<LogicalType> candidates();

    /** Whether a text can be read as a type. */
    boolean fits(LogicalType type, byte[] text, int from, int to);
  }

  /**
   * How shapes become types.
   *
   * @param maxDepth levels below which all is JSON
   * @param fieldAppearance an object whose keys appear in less than this share of the objects, on
   *     average, is a map
   * @param mapInference an object of at least so many keys with similar values is a map; {@link
   *     Long#MAX_VALUE}: no object is one
   */
  public record Rules(long maxDepth, double fieldAppearance, long mapInference) {}

  /** Values below are JSON: types and vectors are followed recursively. */
  private static final int MAX_DEPTH = 250;

  /** Whether timestamps in text name a distance from UTC. */
  private enum Offsets {
    UNKNOWN,
    WITH,
    WITHOUT,
    MIXED
  }

  /** One kind of values that were seen. */
  private static final class Seen {
    TypeId type;
    final Map<String, JsonShape> members = new LinkedHashMap<>();
    @Nullable JsonShape element;
    boolean largeUnsigned;
    @Nullable List<LogicalType> texts;
    Offsets offsets = Offsets.UNKNOWN;

    Seen(TypeId type) {
      this.type = type;
    }
  }

  private final @Nullable TextTypes textTypes;
  private final List<Seen> seen = new ArrayList<>();
  private long count;
  private long nulls;

  /** A shape that tells text from nothing else. */
  public JsonShape() {
    this(null);
  }

  /** A shape that finds the type that text can be read as. */
  public JsonShape(@Nullable TextTypes textTypes) {
    this.textTypes = textTypes;
  }

  /** Adds a value and all below it. */
  public void add(JsonDocument document, int node) {
    add(document, node, 0);
  }

  private void add(JsonDocument document, int node, int depth) {
    count++;
    if (depth > MAX_DEPTH) {
      // No type is nested so deep: as if values of several kinds were here.
      of(TypeId.VARCHAR);
      of(TypeId.BOOLEAN);
      return;
    }
    switch (document.kind(node)) {
      case JsonDocument.NULL -> {
        nulls++;
        of(TypeId.SQLNULL);
      }
      case JsonDocument.FALSE, JsonDocument.TRUE -> of(TypeId.BOOLEAN);
      case JsonDocument.UINT -> {
        Seen number = of(TypeId.UBIGINT);
        number.largeUnsigned |=
            document.end(node) - document.start(node) >= 19 && document.integer(node) < 0;
      }
      case JsonDocument.SINT -> of(TypeId.BIGINT);
      case JsonDocument.REAL, JsonDocument.RAW -> of(TypeId.DOUBLE);
      case JsonDocument.STRING -> addText(document, node);
      case JsonDocument.ARRAY -> {
        Seen list = of(TypeId.LIST);
        JsonShape element = list.element;
        if (element == null) {
          element = new JsonShape(textTypes);
          list.element = element;
        }
        int end = document.next(node);
        for (int child = node + 1; child < end; child = document.next(child)) {
          element.add(document, child, depth + 1);
        }
      }
      default -> {
        Seen object = of(TypeId.STRUCT);
        int end = document.next(node);
        for (int key = node + 1; key < end; key = document.next(key + 1)) {
          object
              .members
              .computeIfAbsent(document.string(key), name -> new JsonShape(textTypes))
              .add(document, key + 1, depth + 1);
        }
      }
    }
  }

  private static boolean isNumeric(TypeId type) {
    return switch (type) {
      case DOUBLE, UBIGINT, BIGINT, HUGEINT -> true;
      default -> false;
    };
  }

  private static TypeId widest(TypeId a, TypeId b) {
    if (a == TypeId.DOUBLE || b == TypeId.DOUBLE) {
      return TypeId.DOUBLE;
    }
    // Signed and unsigned numbers together need more than 64 bits.
    return a == b ? a : TypeId.HUGEINT;
  }

  /** What was seen of a type, new if there was nothing; numbers are seen as one type. */
  private Seen of(TypeId type) {
    if (seen.size() == 1 && seen.getFirst().type == TypeId.SQLNULL) {
      seen.getFirst().type = type;
      return seen.getFirst();
    }
    if (type == TypeId.SQLNULL && !seen.isEmpty()) {
      return seen.getLast();
    }
    for (Seen known : seen) {
      if (known.type == type) {
        return known;
      }
      if (isNumeric(type) && isNumeric(known.type)) {
        known.type = widest(type, known.type);
        return known;
      }
    }
    Seen added = new Seen(type);
    seen.add(added);
    return added;
  }

  // ---- text ------------------------------------------------------------------------------------

  private void addText(JsonDocument document, int node) {
    Seen text = of(TypeId.VARCHAR);
    TextTypes types = textTypes;
    if (types == null) {
      return;
    }
    List<LogicalType> left = text.texts;
    if (left == null) {
      left = new ArrayList<>(types.candidates());
      text.texts = left;
    }
    if (left.isEmpty()) {
      return;
    }
    byte[] bytes = document.stringBytes(node);
    boolean stamp = false;
    for (int i = left.size() - 1; i >= 0; i--) {
      LogicalType type = left.get(i);
      boolean fits = types.fits(type, bytes, 0, bytes.length);
      stamp |= fits && (type.id() == TypeId.TIMESTAMP || type.id() == TypeId.TIMESTAMP_TZ);
      if (!fits) {
        left.remove(i);
      }
    }
    if (stamp && isDigit(bytes)) {
      Offsets now = hasOffset(bytes) ? Offsets.WITH : Offsets.WITHOUT;
      text.offsets = text.offsets == Offsets.UNKNOWN || text.offsets == now ? now : Offsets.MIXED;
    }
  }

  /** Whether it is no word that stands for a time. */
  private static boolean isDigit(byte[] text) {
    for (byte b : text) {
      if (b >= '0' && b <= '9') {
        return true;
      }
    }
    return false;
  }

  /** Whether the clock of a timestamp is followed by a distance from UTC. */
  private static boolean hasOffset(byte[] text) {
    int clock = 0;
    for (int i = 0; i < text.length && clock == 0; i++) {
      clock = text[i] == 'T' || text[i] == ' ' ? i + 1 : 0;
    }
    for (int i = clock; clock > 0 && i < text.length; i++) {
      if (text[i] == 'Z' || text[i] == '+' || text[i] == '-') {
        return true;
      }
    }
    return false;
  }

  private static LogicalType textType(Seen text) {
    List<LogicalType> left = text.texts;
    if (left == null || text.offsets == Offsets.MIXED) {
      return LogicalType.VARCHAR;
    }
    for (int i = left.size() - 1; i >= 0; i--) {
      LogicalType type = left.get(i);
      if (type.id() != TypeId.TIMESTAMP_TZ || text.offsets == Offsets.WITH) {
        return type;
      }
    }
    return LogicalType.VARCHAR;
  }

  // ---- results ---------------------------------------------------------------------------------

  /** Whether no value was added. */
  public boolean isEmpty() {
    return seen.isEmpty();
  }

  /** Writes the structure: names of types in the shape of the values. */
  public void write(JsonWriter out) {
    if (seen.isEmpty()) {
      out.raw("\"NULL\"");
      return;
    }
    if (seen.size() > 1) {
      out.raw("\"JSON\"");
      return;
    }
    Seen only = seen.getFirst();
    JsonShape element = only.element;
    if (only.type == TypeId.LIST && element != null) {
      out.raw('[');
      element.write(out);
      out.raw(']');
    } else if (only.type == TypeId.STRUCT && !only.members.isEmpty()) {
      out.raw('{');
      boolean first = true;
      for (Map.Entry<String, JsonShape> member : only.members.entrySet()) {
        out.raw(first ? "" : ",");
        first = false;
        out.string(member.getKey());
        out.raw(':');
        member.getValue().write(out);
      }
      out.raw('}');
    } else {
      out.raw('"');
      out.raw(
          switch (only.type) {
            case STRUCT -> "JSON";
            case SQLNULL -> "NULL";
            default -> only.type.name();
          });
      out.raw('"');
    }
  }

  /** The type that fits all values. */
  public LogicalType type(Rules rules) {
    return type(rules, 0);
  }

  private LogicalType type(Rules rules, long depth) {
    if (depth >= rules.maxDepth() || seen.size() != 1) {
      return LogicalType.JSON;
    }
    Seen only = seen.getFirst();
    JsonShape element = only.element;
    return switch (only.type) {
      case LIST ->
          LogicalType.list(element == null ? LogicalType.JSON : element.type(rules, depth + 1));
      case STRUCT -> objectType(only, rules, depth);
      case VARCHAR -> textType(only);
      case UBIGINT -> only.largeUnsigned ? LogicalType.HUGEINT : LogicalType.BIGINT;
      case BOOLEAN -> LogicalType.BOOLEAN;
      case BIGINT -> LogicalType.BIGINT;
      case HUGEINT -> LogicalType.HUGEINT;
      case DOUBLE -> LogicalType.DOUBLE;
      default -> LogicalType.SQLNULL;
    };
  }

  private LogicalType objectType(Seen object, Rules rules, long depth) {
    boolean maps = rules.mapInference() != Long.MAX_VALUE;
    if (object.members.isEmpty()) {
      return maps ? LogicalType.map(LogicalType.VARCHAR, LogicalType.JSON) : LogicalType.JSON;
    }
    // A field of a struct has a name.
    if (object.members.containsKey("") || maps && appearance(object) < rules.fieldAppearance()) {
      return LogicalType.map(LogicalType.VARCHAR, merged(object).type(rules, depth + 2));
    }
    List<LogicalType.Field> fields = new ArrayList<>();
    for (Map.Entry<String, JsonShape> member : object.members.entrySet()) {
      fields.add(new LogicalType.Field(member.getKey(), member.getValue().type(rules, depth + 1)));
    }
    if (fields.size() >= rules.mapInference()) {
      LogicalType value = merged(object).type(rules, depth + 2);
      double similarity = 0;
      for (LogicalType.Field field : fields) {
        double one = Similarity.of(value, field.type(), rules.maxDepth(), depth + 1);
        if (one < 0) {
          similarity = -1;
          break;
        }
        similarity += one;
      }
      if (similarity / fields.size() >= Similarity.ENOUGH) {
        return LogicalType.map(LogicalType.VARCHAR, value);
      }
    }
    return LogicalType.struct(fields);
  }

  /** The share of the objects in which a key appears, on average. */
  private double appearance(Seen object) {
    double sum = 0;
    for (JsonShape member : object.members.values()) {
      sum += (double) member.count / (count - nulls);
    }
    return sum / object.members.size();
  }

  /** The shape of all members' values together. */
  private static JsonShape merged(Seen object) {
    JsonShape sum = new JsonShape();
    for (JsonShape member : object.members.values()) {
      sum.merge(member);
    }
    return sum;
  }

  private void merge(JsonShape other) {
    count += other.count;
    nulls += other.nulls;
    for (Seen theirs : other.seen) {
      Seen mine = of(theirs.type);
      mine.largeUnsigned |= theirs.largeUnsigned;
      mergeTexts(mine, theirs);
      JsonShape element = theirs.element;
      if (element != null) {
        JsonShape own = mine.element;
        if (own == null) {
          own = new JsonShape();
          mine.element = own;
        }
        own.merge(element);
      }
      for (Map.Entry<String, JsonShape> member : theirs.members.entrySet()) {
        mine.members
            .computeIfAbsent(member.getKey(), n -> new JsonShape())
            .merge(member.getValue());
      }
    }
  }

  private static void mergeTexts(Seen mine, Seen theirs) {
    List<LogicalType> left = theirs.texts;
    if (left == null) {
      return;
    }
    List<LogicalType> own = mine.texts;
    if (own == null) {
      mine.texts = new ArrayList<>(left);
      mine.offsets = theirs.offsets;
      return;
    }
    own.retainAll(left);
    if (theirs.offsets != Offsets.UNKNOWN && theirs.offsets != mine.offsets) {
      mine.offsets = mine.offsets == Offsets.UNKNOWN ? theirs.offsets : Offsets.MIXED;
    }
  }

  /** How alike two types of values are. */
  private static final class Similarity {
    /** Objects whose values are so alike on average are maps. */
    static final double ENOUGH = 0.8;

    private Similarity() {}

    /** From 0 to 1, or -1 when the merged type cannot hold the other. */
    static double of(LogicalType merged, LogicalType type, long maxDepth, long depth) {
      if (depth >= maxDepth || merged.id() == TypeId.SQLNULL || type.id() == TypeId.SQLNULL) {
        return 1;
      }
      if (merged.id() == TypeId.JSON) {
        return -1;
      }
      if (type.id() == TypeId.JSON || merged.equals(type)) {
        return 1;
      }
      return switch (merged) {
        case LogicalType.Struct struct when type instanceof LogicalType.MapOf map ->
            fields(struct, map, true, maxDepth, depth);
        case LogicalType.Struct a when type instanceof LogicalType.Struct b ->
            structs(a, b, maxDepth, depth);
        case LogicalType.MapOf a when type instanceof LogicalType.MapOf b ->
            of(a.value(), b.value(), maxDepth, depth + 1);
        case LogicalType.MapOf map when type instanceof LogicalType.Struct struct ->
            fields(struct, map, false, maxDepth, depth);
        case LogicalType.ListOf a when type instanceof LogicalType.ListOf b ->
            of(a.child(), b.child(), maxDepth, depth + 1);
        case LogicalType.Struct struct -> -1;
        case LogicalType.MapOf map -> -1;
        case LogicalType.ListOf list -> -1;
        default -> 1;
      };
    }

    private static double structs(
        LogicalType.Struct a, LogicalType.Struct b, long maxDepth, long depth) {
      double sum = 0;
      for (LogicalType.Field field : b.fields()) {
        int index = a.indexOf(field.name());
        double one =
            index < 0 ? -1 : of(a.fields().get(index).type(), field.type(), maxDepth, depth + 1);
        if (one < 0) {
          return -1;
        }
        sum += one;
      }
      return sum / a.fields().size();
    }

    private static double fields(
        LogicalType.Struct struct,
        LogicalType.MapOf map,
        boolean structMerged,
        long maxDepth,
        long depth) {
      double sum = 0;
      for (LogicalType.Field field : struct.fields()) {
        double one =
            structMerged
                ? of(field.type(), map.value(), maxDepth, depth + 1)
                : of(map.value(), field.type(), maxDepth, depth + 1);
        if (one < 0) {
          return -1;
        }
        sum += one;
      }
      return sum / struct.fields().size();
    }
  }
}
