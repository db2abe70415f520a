// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.json;

import dev.eider.base.json.JsonDocument;
import dev.eider.base.json.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A document that can be changed: a leaf of JSON text, an array, or an object. For the functions
 * that change documents; nothing else builds one.
 */
final class JsonTree {
  private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);

  private final int kind;

  /** What a leaf is written as. */
  private final byte[] text;

  /** The keys of an object, decoded. */
  final List<byte[]> keys = new ArrayList<>();

  /** Elements, or the values of the keys. */
  final List<JsonTree> children = new ArrayList<>();

  private JsonTree(int kind, byte[] text) {
    this.kind = kind;
    this.text = text;
  }

  static JsonTree object() {
    return new JsonTree(JsonDocument.OBJECT, new byte[0]);
  }

  static JsonTree array() {
    return new JsonTree(JsonDocument.ARRAY, new byte[0]);
  }

  static JsonTree nothing() {
    return new JsonTree(JsonDocument.NULL, NULL);
  }

  /** A copy of a node and all below it. */
  static JsonTree of(JsonDocument document, int node) {
    return of(document, node, new JsonWriter());
  }

  private static JsonTree of(JsonDocument document, int node, JsonWriter writer) {
    int kind = document.kind(node);
    if (kind < JsonDocument.ARRAY) {
      writer.clear();
      writer.value(document, node);
      return new JsonTree(kind, Arrays.copyOf(writer.bytes(), writer.length()));
    }
    JsonTree tree = new JsonTree(kind, new byte[0]);
    int end = document.next(node);
    for (int child = node + 1; child < end; child = document.next(child)) {
      if (kind == JsonDocument.OBJECT) {
        tree.keys.add(document.stringBytes(child++));
      }
      tree.children.add(of(document, child, writer));
    }
    return tree;
  }

  boolean isObject() {
    return kind == JsonDocument.OBJECT;
  }

  boolean isArray() {
    return kind == JsonDocument.ARRAY;
  }

  boolean isNull() {
    return kind == JsonDocument.NULL;
  }

  int indexOf(byte[] key) {
    for (int i = 0; i < keys.size(); i++) {
      if (Arrays.equals(keys.get(i), key)) {
        return i;
      }
    }
    return -1;
  }

  /** The value of a key, or null. */
  @Nullable JsonTree get(byte[] key) {
    int index = indexOf(key);
    return index < 0 ? null : children.get(index);
  }

  void add(byte[] key, JsonTree value) {
    keys.add(key);
    children.add(value);
  }

  /** Sets a key's value where it is, or adds it; further members of that key go. */
  void put(byte[] key, JsonTree value) {
    int index = indexOf(key);
    if (index < 0) {
      add(key, value);
      return;
    }
    children.set(index, value);
    for (int i = keys.size() - 1; i > index; i--) {
      if (Arrays.equals(keys.get(i), key)) {
        removeAt(i);
      }
    }
  }

  /** Removes all members of a key. */
  void remove(byte[] key) {
    for (int i = keys.size() - 1; i >= 0; i--) {
      if (Arrays.equals(keys.get(i), key)) {
        removeAt(i);
      }
    }
  }

  private void removeAt(int i) {
    keys.remove(i);
    children.remove(i);
  }

  /** Sorts the keys of all objects by their bytes. */
  void sortKeys() {
    if (isObject()) {
      List<Integer> order = new ArrayList<>();
      for (int i = 0; i < keys.size(); i++) {
        order.add(i);
      }
      order.sort((a, b) -> Arrays.compareUnsigned(keys.get(a), keys.get(b)));
      List<byte[]> oldKeys = new ArrayList<>(keys);
      List<JsonTree> oldChildren = new ArrayList<>(children);
      for (int i = 0; i < order.size(); i++) {
        keys.set(i, oldKeys.get(order.get(i)));
        children.set(i, oldChildren.get(order.get(i)));
      }
    }
    children.forEach(JsonTree::sortKeys);
  }

  /** Removes all members that are null. */
  void stripNulls() {
    for (int i = keys.size() - 1; i >= 0; i--) {
      if (children.get(i).isNull()) {
        removeAt(i);
      }
    }
    children.forEach(JsonTree::stripNulls);
  }

  void write(JsonWriter out) {
    if (kind < JsonDocument.ARRAY) {
      out.raw(text, 0, text.length);
      return;
    }
    out.raw(isObject() ? '{' : '[');
    for (int i = 0; i < children.size(); i++) {
      if (i > 0) {
        out.raw(',');
      }
      if (isObject()) {
        out.string(keys.get(i), 0, keys.get(i).length);
        out.raw(':');
      }
      children.get(i).write(out);
    }
    out.raw(isObject() ? '}' : ']');
  }

  /** Whether two values are the same, whatever the order of keys. */
  boolean same(JsonTree other) {
    if (kind != other.kind || children.size() != other.children.size()) {
      return false;
    }
    for (int i = 0; i < children.size(); i++) {
      JsonTree theirs = isObject() ? other.get(keys.get(i)) : other.children.get(i);
      if (theirs == null || !children.get(i).same(theirs)) {
        return false;
      }
    }
    return Arrays.equals(text, other.text);
  }

  /** Whether two nodes that are no containers are the same value. */
  static boolean sameLeaf(JsonDocument a, int x, JsonDocument b, int y) {
    return a.kind(x) == b.kind(y) && of(a, x).same(of(b, y));
  }
}
