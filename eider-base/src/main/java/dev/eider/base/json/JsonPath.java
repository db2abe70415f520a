// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.json;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A path into a document: {@code $.name[0].*} or a pointer {@code /name/0}. Text that begins with
 * neither is the name of one member. Immutable.
 */
public final class JsonPath {
  /** The most digits of an index. */
  private static final int INDEX_DIGITS = 19;

  /** What a step goes to. */
  public enum Kind {
    KEY,
    INDEX,
    /** Counted from the end. */
    REVERSE_INDEX,
    /** Behind the last element: never there to be read. */
    APPEND,
    /** All members. */
    ANY_MEMBER,
    /** All elements. */
    ANY_ELEMENT,
    /** The value and all below it. */
    DESCENDANTS,
    /** A part of a pointer: a key or an index, by what it meets. */
    TOKEN
  }

  /** One step. */
  public record Step(Kind kind, byte[] key, long index) {
    static Step of(Kind kind) {
      return new Step(kind, new byte[0], 0);
    }
  }

  /** A list of nodes that grows. */
  public static final class Nodes {
    private int[] nodes = new int[16];
    private int count;

    public void clear() {
      count = 0;
    }

    public int size() {
      return count;
    }

    public int get(int i) {
      return nodes[i];
    }

    void add(int node) {
      if (count == nodes.length) {
        nodes = Arrays.copyOf(nodes, count * 2);
      }
      nodes[count++] = node;
    }
  }

  private final List<Step> steps;
  private final boolean wildcard;
  private final boolean pointer;

  private JsonPath(List<Step> steps, boolean pointer) {
    this.steps = List.copyOf(steps);
    this.pointer = pointer;
    boolean many = false;
    for (Step step : steps) {
      many |=
          switch (step.kind()) {
            case ANY_MEMBER, ANY_ELEMENT, DESCENDANTS -> true;
            case KEY, INDEX, REVERSE_INDEX, APPEND, TOKEN -> false;
          };
    }
    this.wildcard = many;
  }

  /**
   * Reads a path as a function takes it: {@code $...}, {@code /...}, or the name of a member.
   *
   * @param error the type of the error for a path that is none
   */
  public static JsonPath of(String path, ErrorType error) {
    if (path.isEmpty()) {
      return new JsonPath(List.of(), false);
    }
    if (path.charAt(0) == '/') {
      return pointer(path);
    }
    if (path.charAt(0) == '$') {
      return new JsonPath(new Reader(path, error).steps(), false);
    }
    return path.indexOf('"') >= 0 ? pointer("/" + path) : key(path);
  }

  /** The path to one member of the root. */
  public static JsonPath key(String name) {
    return new JsonPath(List.of(new Step(Kind.KEY, utf8(name), 0)), false);
  }

  /** The path to one element of the root; a negative index counts from the end. */
  public static JsonPath index(long index) {
    return new JsonPath(
        List.of(
            index < 0
                ? new Step(Kind.REVERSE_INDEX, new byte[0], -index)
                : new Step(Kind.INDEX, new byte[0], index)),
        false);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static JsonPath pointer(String path) {
    List<Step> steps = new ArrayList<>();
    for (String token : path.substring(1).split("/", -1)) {
      String key = token.replace("~1", "/").replace("~0", "~");
      steps.add(new Step(Kind.TOKEN, utf8(key), index(token)));
    }
    return new JsonPath(steps, true);
  }

  /** The index that a token is, or -1. */
  private static long index(String token) {
    if (token.isEmpty() || token.length() > 18 || token.length() > 1 && token.charAt(0) == '0') {
      return -1;
    }
    for (int i = 0; i < token.length(); i++) {
      if (token.charAt(i) < '0' || token.charAt(i) > '9') {
        return -1;
      }
    }
    return Long.parseLong(token);
  }

  /** Whether it may lead to several values. */
  public boolean isWildcard() {
    return wildcard;
  }

  /** Whether it was written as a pointer. */
  public boolean isPointer() {
    return pointer;
  }

  /** The steps, from the root on. */
  public List<Step> steps() {
    return steps;
  }

  /** The node that a path without wildcards leads to, or -1. */
  public int find(JsonDocument document) {
    int node = 0;
    for (int i = 0; i < steps.size() && node >= 0; i++) {
      node = step(document, node, steps.get(i));
    }
    return node;
  }

  private static int step(JsonDocument document, int node, Step step) {
    int kind = document.kind(node);
    return switch (step.kind()) {
      case KEY -> kind == JsonDocument.OBJECT ? document.member(node, step.key()) : -1;
      case INDEX -> kind == JsonDocument.ARRAY ? document.element(node, step.index()) : -1;
      case REVERSE_INDEX ->
          kind == JsonDocument.ARRAY
              ? document.element(node, step.index() == 0 ? 0 : document.length(node) - step.index())
              : -1;
      case TOKEN ->
          kind == JsonDocument.OBJECT
              ? document.member(node, step.key())
              : kind == JsonDocument.ARRAY ? document.element(node, step.index()) : -1;
      case APPEND, ANY_MEMBER, ANY_ELEMENT, DESCENDANTS -> -1;
    };
  }

  /** Adds the nodes that the path leads to, in the order in which they are met. */
  public void findAll(JsonDocument document, Nodes found) {
    findAll(document, 0, 0, found);
  }

  private void findAll(JsonDocument document, int from, int first, Nodes found) {
    int node = from;
    for (int i = first; i < steps.size(); i++) {
      Step step = steps.get(i);
      switch (step.kind()) {
        case ANY_MEMBER, ANY_ELEMENT -> {
          boolean members = step.kind() == Kind.ANY_MEMBER;
          if (document.kind(node) == (members ? JsonDocument.OBJECT : JsonDocument.ARRAY)) {
            int end = document.next(node);
            for (int child = node + 1; child < end; child = document.next(child)) {
              child += members ? 1 : 0;
              findAll(document, child, i + 1, found);
            }
          }
          return;
        }
        case DESCENDANTS -> {
          descendants(document, node, i + 1, found);
          return;
        }
        case KEY, INDEX, REVERSE_INDEX, APPEND, TOKEN -> node = step(document, node, step);
      }
      if (node < 0) {
        return;
      }
    }
    found.add(node);
  }

  /** Level by level; the value itself only counts when more steps follow. */
  private void descendants(JsonDocument document, int root, int step, Nodes found) {
    Nodes all = new Nodes();
    all.add(root);
    for (int i = 0; i < all.size(); i++) {
      int node = all.get(i);
      int kind = document.kind(node);
      if (kind >= JsonDocument.ARRAY) {
        int end = document.next(node);
        for (int child = node + 1; child < end; child = document.next(child)) {
          child += kind == JsonDocument.OBJECT ? 1 : 0;
          all.add(child);
        }
      }
      if (i > 0 || step < steps.size()) {
        findAll(document, node, step, found);
      }
    }
  }

  /** Reads the text of a path that begins with a dollar sign. */
  private static final class Reader {
    private final String path;
    private final ErrorType error;
    private final List<Step> steps = new ArrayList<>();
    private int at = 1;

    Reader(String path, ErrorType error) {
      this.path = path;
      this.error = error;
    }

    List<Step> steps() {
      while (at < path.length()) {
        int start = at;
        char c = path.charAt(at++);
        boolean ok =
            at < path.length()
                && switch (c) {
                  case '.' -> member();
                  case '[' -> element();
                  default -> false;
                };
        if (!ok) {
          throw new EiderException(error, "JSON path error near '" + path.substring(start) + "'");
        }
      }
      return steps;
    }

    private boolean member() {
      char c = path.charAt(at);
      if (c == '*') {
        boolean all = path.startsWith("**", at);
        at += all ? 2 : 1;
        steps.add(Step.of(all ? Kind.DESCENDANTS : Kind.ANY_MEMBER));
        return true;
      }
      if (c == '.') {
        char following = at + 1 < path.length() ? path.charAt(at + 1) : '\0';
        steps.add(Step.of(Kind.DESCENDANTS));
        if (following == '*') {
          at += 2;
          return true;
        }
        // The second dot, or the bracket, begins the step below.
        at += following == '[' ? 1 : 0;
        return at + 1 < path.length() || following == '[';
      }
      return c == '"' ? quoted() : plain();
    }

    private boolean plain() {
      int from = at;
      while (at < path.length() && path.charAt(at) != '.' && path.charAt(at) != '[') {
        at++;
      }
      if (at == from) {
        return false;
      }
      String key = path.substring(from, at);
      steps.add(key.equals("*") ? Step.of(Kind.ANY_MEMBER) : new Step(Kind.KEY, utf8(key), 0));
      return true;
    }

    private boolean quoted() {
      StringBuilder key = new StringBuilder();
      int i = at + 1;
      while (i < path.length() && path.charAt(i) != '"') {
        if (path.charAt(i) == '\\' && i + 1 < path.length()) {
          i++;
          if (path.charAt(i) != '"' && path.charAt(i) != '\\') {
            key.append('\\');
          }
        }
        key.append(path.charAt(i++));
      }
      if (i >= path.length() || key.isEmpty()) {
        return false;
      }
      at = i + 1;
      boolean any = key.length() == 1 && key.charAt(0) == '*';
      steps.add(any ? Step.of(Kind.ANY_MEMBER) : new Step(Kind.KEY, utf8(key.toString()), 0));
      return true;
    }

    private boolean element() {
      int end = path.indexOf(']', at);
      if (end < 0) {
        return false;
      }
      String inside = path.substring(at, end);
      at = end + 1;
      if (inside.equals("*")) {
        steps.add(Step.of(Kind.ANY_ELEMENT));
        return true;
      }
      if (inside.equals("#")) {
        steps.add(Step.of(Kind.APPEND));
        return true;
      }
      boolean reverse = false;
      if (inside.startsWith("#")) {
        if (!inside.startsWith("#-")) {
          return false;
        }
        inside = inside.substring(1);
      }
      if (inside.startsWith("-")) {
        reverse = true;
        inside = inside.substring(1);
      }
      if (inside.isEmpty() || inside.length() > INDEX_DIGITS) {
        return false;
      }
      for (int i = 0; i < inside.length(); i++) {
        if (inside.charAt(i) < '0' || inside.charAt(i) > '9') {
          return false;
        }
      }
      long index = Long.parseUnsignedLong(inside);
      index = index < 0 ? Long.MAX_VALUE : index;
      steps.add(new Step(reverse ? Kind.REVERSE_INDEX : Kind.INDEX, new byte[0], index));
      return true;
    }
  }
}
