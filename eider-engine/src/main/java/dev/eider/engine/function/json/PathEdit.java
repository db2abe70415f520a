// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.json;

import dev.eider.base.json.JsonPath;
import dev.eider.base.json.JsonPath.Kind;
import dev.eider.base.json.JsonPath.Step;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Changes a document at the place a path leads to. */
final class PathEdit {
  private static final byte[] BEHIND_LAST = "-".getBytes(StandardCharsets.US_ASCII);

  private PathEdit() {}

  /** What happens at the place. */
  enum Change {
    /** The value is set, and made if it was not there. */
    SET("json_set"),
    /** The value is made if it was not there. */
    INSERT("json_insert"),
    /** The value is set if it was there. */
    REPLACE("json_replace"),
    /** The value is taken away. */
    REMOVE("json_remove");

    private final String function;

    Change(String function) {
      this.function = function;
    }

    /** The function that does it. */
    String function() {
      return function;
    }

    boolean creates() {
      return this == SET || this == INSERT;
    }
  }

  /** The changed document, or null when nothing of it is left. */
  static @Nullable JsonTree apply(JsonTree root, JsonPath path, Change change, JsonTree value) {
    List<Step> steps = path.steps();
    if (steps.isEmpty()) {
      return switch (change) {
        case SET, REPLACE -> value;
        case INSERT -> root;
        case REMOVE -> null;
      };
    }
    change(root, steps, 0, change, value);
    return root;
  }

  private static void change(
      JsonTree at, List<Step> steps, int depth, Change change, JsonTree value) {
    Step step = steps.get(depth);
    boolean last = depth == steps.size() - 1;
    if (isKey(step, at)) {
      if (at.isObject()) {
        member(at, steps, depth, last, change, value);
      }
      return;
    }
    if (!at.isArray()) {
      return;
    }
    int size = at.children.size();
    int position = position(step, size);
    if (position < 0 || position > size) {
      return;
    }
    boolean exists = position < size;
    if (!last && exists) {
      change(at.children.get(position), steps, depth + 1, change, value);
    } else if (!last) {
      JsonTree made = change.creates() ? made(steps, depth + 1, value) : null;
      if (made != null) {
        at.children.add(made);
      }
    } else {
      switch (change) {
        case SET -> {
          if (exists) {
            at.children.set(position, value);
          } else {
            at.children.add(value);
          }
        }
        case INSERT -> {
          if (!exists) {
            at.children.add(value);
          }
        }
        case REPLACE -> {
          if (exists) {
            at.children.set(position, value);
          }
        }
        case REMOVE -> {
          if (exists) {
            at.children.remove(position);
          }
        }
      }
    }
  }

  private static void member(
      JsonTree at, List<Step> steps, int depth, boolean last, Change change, JsonTree value) {
    byte[] key = steps.get(depth).key();
    JsonTree existing = at.get(key);
    if (!last) {
      if (existing != null) {
        change(existing, steps, depth + 1, change, value);
      } else if (change.creates()) {
        JsonTree made = made(steps, depth + 1, value);
        if (made != null) {
          at.put(key, made);
        }
      }
      return;
    }
    switch (change) {
      case SET -> at.put(key, value);
      case INSERT -> {
        if (existing == null) {
          at.put(key, value);
        }
      }
      case REPLACE -> {
        if (existing != null) {
          at.put(key, value);
        }
      }
      case REMOVE -> at.remove(key);
    }
  }

  /** New containers for the steps from {@code depth} on around the value; null: not possible. */
  private static @Nullable JsonTree made(List<Step> steps, int depth, JsonTree value) {
    JsonTree inner = value;
    for (int i = steps.size() - 1; i >= depth; i--) {
      Step step = steps.get(i);
      JsonTree container;
      if (step.kind() == Kind.KEY || step.kind() == Kind.TOKEN) {
        container = JsonTree.object();
        container.add(step.key(), inner);
      } else if (position(step, 0) == 0) {
        container = JsonTree.array();
        container.children.add(inner);
      } else {
        return null;
      }
      inner = container;
    }
    return inner;
  }

  private static boolean isKey(Step step, JsonTree at) {
    return step.kind() == Kind.KEY || step.kind() == Kind.TOKEN && !at.isArray();
  }

  /** The position a step means in an array of that size, or -1. */
  private static int position(Step step, int size) {
    long position =
        switch (step.kind()) {
          case INDEX -> step.index();
          case REVERSE_INDEX -> size - step.index();
          case APPEND -> size;
          case TOKEN -> Arrays.equals(step.key(), BEHIND_LAST) ? size : step.index();
          case KEY, ANY_MEMBER, ANY_ELEMENT, DESCENDANTS -> -1;
        };
    return position > size ? -1 : (int) position;
  }
}
