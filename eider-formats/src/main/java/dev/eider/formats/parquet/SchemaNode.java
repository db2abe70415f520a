// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import dev.eider.base.type.LogicalType;
import dev.eider.formats.parquet.Footer.SchemaElement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A column of a file, or a part of one: a leaf, a struct, a list or a map.
 *
 * <p>Levels: an entry of a leaf below this node belongs to a value of this node when its definition
 * level is at least {@code contextDefinition} and its repetition level at most {@code
 * contextRepetition}; the value is not NULL when the former is at least {@code definition}. Of a
 * list or map, {@code definition} says that it is there, {@code definition + 1} that it has an
 * element, and its elements repeat at {@code contextRepetition + 1}.
 *
 * @param element the number of the schema element
 * @param leaf of a leaf, the number of its column chunk; else -1
 * @param leafType how a leaf's values are read
 * @param maxDefinition of a leaf, the level of a value
 * @param maxRepetition of a leaf
 */
record SchemaNode(
    String name,
    int element,
    Kind kind,
    LogicalType type,
    int contextDefinition,
    int contextRepetition,
    int definition,
    List<SchemaNode> children,
    int leaf,
    @Nullable LeafType leafType,
    int maxDefinition,
    int maxRepetition) {

  /** What a node is. */
  enum Kind {
    LEAF,
    STRUCT,
    LIST,
    MAP
  }

  SchemaNode {
    children = List.copyOf(children);
  }

  LeafType theLeafType() {
    LeafType found = leafType;
    if (found == null) {
      throw new IllegalStateException(name + " is no leaf");
    }
    return found;
  }

  /** The leaves below, in order of their chunks. */
  void leaves(List<SchemaNode> into) {
    if (kind == Kind.LEAF) {
      into.add(this);
    }
    for (SchemaNode child : children) {
      child.leaves(into);
    }
  }

  private SchemaNode named(String newName, int newElement) {
    return new SchemaNode(
        newName,
        newElement,
        kind,
        type,
        contextDefinition,
        contextRepetition,
        definition,
        children,
        leaf,
        leafType,
        maxDefinition,
        maxRepetition);
  }

  /**
   * The columns of a file.
   *
   * @param binaryAsText whether byte strings without annotation are taken for text
   */
  static List<SchemaNode> columns(List<SchemaElement> schema, boolean binaryAsText) {
    if (schema.isEmpty()) {
      throw new DamagedException("no schema elements found");
    }
    Builder builder = new Builder(schema, binaryAsText);
    SchemaElement root = schema.get(0);
    if (root.children() <= 0) {
      throw new DamagedException("root schema element has no children");
    }
    List<SchemaNode> columns = builder.children(root, 0, 0, 0, 0, 0);
    if (builder.next != schema.size()) {
      throw new DamagedException(
          "its schema has " + schema.size() + " elements of which " + builder.next + " are used");
    }
    return columns;
  }

  /** As {@link #columns} for showing metadata: no columns when the schema is not one of a table. */
  static List<SchemaNode> shown(List<SchemaElement> schema) {
    try {
      return columns(schema, false);
    } catch (DamagedException e) {
      // What can be said of the schema is shown all the same; reading the file tells the error.
      return List.of();
    }
  }

  /** The SQL type of each element of a schema, where it has one. */
  static List<@Nullable LogicalType> elementTypes(List<SchemaElement> schema) {
    Builder builder = new Builder(schema, false);
    if (schema.isEmpty()) {
      return List.of();
    }
    try {
      builder.children(schema.get(0), 0, 0, 0, 0, 0);
    } catch (DamagedException e) {
      // As above.
      return Arrays.asList(builder.types);
    }
    return Arrays.asList(builder.types);
  }

  private static final class Builder {
    /** Deeper than any table is; the recursion has to end somewhere. */
    private static final int DEPTH_MAX = 128;

    private final List<SchemaElement> schema;
    private final boolean binaryAsText;
    private int next = 1;
    private int leaves;
    private final @Nullable LogicalType[] types;

    Builder(List<SchemaElement> schema, boolean binaryAsText) {
      this.schema = schema;
      this.binaryAsText = binaryAsText;
      types = new LogicalType[schema.size()];
    }

    List<SchemaNode> children(
        SchemaElement parent, int parentIndex, int context, int repetition, int level, int depth) {
      List<SchemaNode> children = new ArrayList<>();
      Map<String, Integer> seen = new HashMap<>();
      for (int i = 0; i < parent.children(); i++) {
        if (next >= schema.size()) {
          throw new DamagedException("Malformed Parquet schema: invalid schema index " + next);
        }
        SchemaNode child = node(parentIndex, context, repetition, level, depth + 1);
        // Names that differ in case only get numbers, as columns of one name cannot be told apart.
        String name = child.name().isEmpty() && depth == 0 ? "C" + i : child.name();
        while (seen.containsKey(name.toLowerCase(Locale.ROOT))) {
          name = name + "_" + seen.merge(name.toLowerCase(Locale.ROOT), 1, Integer::sum);
        }
        seen.put(name.toLowerCase(Locale.ROOT), 0);
        children.add(name.equals(child.name()) ? child : child.named(name, child.element()));
      }
      return children;
    }

    private SchemaNode node(int parent, int context, int repetition, int level, int depth) {
      int index = next;
      SchemaNode node = element(parent, context, repetition, level, depth);
      types[index] = node.type();
      return node;
    }

    /**
     * @param context definition level of the innermost list around
     * @param repetition repetition level of the innermost list around
     * @param level definition level of the parent
     */
    private SchemaNode element(int parent, int context, int repetition, int level, int depth) {
      if (depth > DEPTH_MAX) {
        throw new DamagedException("its schema is nested deeper than " + DEPTH_MAX + " levels");
      }
      int index = next++;
      SchemaElement e = schema.get(index);
      boolean repeated = e.repetition() == SchemaElement.REPEATED;
      int own = level + (e.repetition() == SchemaElement.OPTIONAL || repeated ? 1 : 0);
      int innerContext = repeated ? own : context;
      int innerRepetition = repeated ? repetition + 1 : repetition;
      if (e.type() != null && e.children() <= 0) {
        LeafType leafType = LeafType.of(e, binaryAsText);
        SchemaNode leaf =
            new SchemaNode(
                e.name(),
                index,
                Kind.LEAF,
                leafType.type(),
                innerContext,
                innerRepetition,
                own,
                List.of(),
                leaves++,
                leafType,
                own,
                innerRepetition);
        return repeated ? list(e, index, leaf, context, repetition, level) : leaf;
      }
      if (e.children() < 0 && e.type() == null) {
        throw new DamagedException(
            "Node '"
                + e.name()
                + "' has neither num_children nor type set - this violates the"
                + " Parquet spec (corrupted file)");
      }
      return group(parent, index, e, context, repetition, level, own, depth);
    }

    private SchemaNode group(
        int parent,
        int index,
        SchemaElement e,
        int context,
        int repetition,
        int level,
        int own,
        int depth) {
      boolean repeated = e.repetition() == SchemaElement.REPEATED;
      int innerContext = repeated ? own : context;
      int innerRepetition = repeated ? repetition + 1 : repetition;
      List<SchemaNode> children = children(e, index, innerContext, innerRepetition, own, depth);
      if (children.isEmpty()) {
        throw new DamagedException("schema element has no children");
      }
      SchemaElement above = schema.get(parent);
      boolean entries =
          isMapEntry(e) || isMap(above) && above.children() == 1 && parent == index - 1;
      if (entries && repeated && children.size() == 2) {
        LogicalType type = LogicalType.map(children.get(0).type(), children.get(1).type());
        return new SchemaNode(
            e.name(), index, Kind.MAP, type, context, repetition, level, children, -1, null, 0, 0);
      }
      if (entries) {
        throw new DamagedException(
            repeated
                ? "MAP_KEY_VALUE requires two children"
                : "MAP_KEY_VALUE needs to be repeated");
      }
      SchemaNode result;
      if (children.size() > 1 || !isList(e) && !isMap(e) && !repeated) {
        List<LogicalType.Field> fields = new ArrayList<>();
        for (SchemaNode child : children) {
          fields.add(new LogicalType.Field(child.name(), child.type()));
        }
        result =
            new SchemaNode(
                e.name(),
                index,
                Kind.STRUCT,
                LogicalType.struct(fields),
                innerContext,
                innerRepetition,
                own,
                children,
                -1,
                null,
                0,
                0);
      } else {
        // The wrappers that lists and maps are written with.
        result = children.get(0).named(e.name(), index);
      }
      return repeated ? list(e, index, result, context, repetition, level) : result;
    }

    private static SchemaNode list(
        SchemaElement e, int index, SchemaNode child, int context, int repetition, int level) {
      return new SchemaNode(
          e.name(),
          index,
          Kind.LIST,
          LogicalType.list(child.type()),
          context,
          repetition,
          level,
          List.of(child),
          -1,
          null,
          0,
          0);
    }

    private static boolean isList(SchemaElement e) {
      return e.converted() == 3 || is(e, Footer.AnnotationKind.LIST);
    }

    private static boolean isMap(SchemaElement e) {
      // Old writers annotate the outer group as they should the inner one.
      boolean outer = e.converted() == 2 && e.repetition() != SchemaElement.REPEATED;
      return e.converted() == 1 || outer || is(e, Footer.AnnotationKind.MAP);
    }

    private static boolean isMapEntry(SchemaElement e) {
      return e.converted() == 2 && e.repetition() == SchemaElement.REPEATED;
    }

    private static boolean is(SchemaElement e, Footer.AnnotationKind kind) {
      return e.logical() != null && e.logical().kind() == kind;
    }
  }
}
