// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.json;

import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.StructVector;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the members of objects into columns by name: the fields of a struct, or the columns of a
 * file. Members that no column wants are passed over. Belongs to one thread.
 */
public final class JsonMembers {
  private final byte[][] names;
  private final JsonDecoder[] decoders;
  private final DecodeOptions options;
  private final DecodeFaults faults;

  /** Columns by the hash of their names, plus one; 0: none. */
  private final int[] table;

  /** The object in which a column was last seen, counted from 1. */
  private final int[] seen;

  private int objects;
  private @Nullable StructVector last;
  private FlatVector[] lastFields = new FlatVector[0];

  public JsonMembers(
      List<String> names, JsonDecoder[] decoders, DecodeOptions options, DecodeFaults faults) {
    this.decoders = decoders;
    this.options = options;
    this.faults = faults;
    this.names = new byte[names.size()][];
    seen = new int[names.size()];
    table = new int[Math.max(4, Integer.highestOneBit(Math.max(1, names.size())) * 4)];
    for (int i = 0; i < names.size(); i++) {
      byte[] name = names.get(i).getBytes(StandardCharsets.UTF_8);
      this.names[i] = name;
      int at = hash(name, 0, name.length) & table.length - 1;
      while (table[at] != 0) {
        at = at + 1 & table.length - 1;
      }
      table[at] = i + 1;
    }
  }

  private static int hash(byte[] text, int from, int to) {
    int hash = to - from;
    for (int i = from; i < to; i++) {
      hash = hash * 31 + text[i];
    }
    return hash ^ hash >>> 15;
  }

  private boolean is(int column, byte[] text, int from, int to) {
    byte[] name = names[column];
    return Arrays.equals(name, 0, name.length, text, from, to);
  }

  /** The column of a key, or -1; {@code guess} is tried first. */
  private int find(byte[] text, int from, int to, int guess) {
    if (guess < names.length && is(guess, text, from, to)) {
      return guess;
    }
    int at = hash(text, from, to) & table.length - 1;
    while (table[at] != 0) {
      int column = table[at] - 1;
      if (is(column, text, from, to)) {
        return column;
      }
      at = at + 1 & table.length - 1;
    }
    return -1;
  }

  /** The fields of a struct's vector. */
  FlatVector[] fields(StructVector struct) {
    if (struct != last) {
      lastFields = new FlatVector[struct.fieldCount()];
      last = struct;
    }
    for (int i = 0; i < lastFields.length; i++) {
      lastFields[i] = struct.child(i);
    }
    return lastFields;
  }

  /** Sets a row of all columns to NULL. */
  public void readNothing(JsonDocument document, FlatVector[] targets, int row) {
    for (int i = 0; i < decoders.length; i++) {
      decoders[i].read(document, -1, targets[i], row);
    }
  }

  /** Sets a row of all columns from the members of an object, or to NULL where there is none. */
  public void read(JsonDocument document, int object, FlatVector[] targets, int row) {
    int mark = ++objects;
    int found = 0;
    int guess = 0;
    int end = document.next(object);
    for (int key = object + 1; key < end; key = document.next(key + 1)) {
      int column;
      if (document.isEscaped(key)) {
        byte[] name = document.stringBytes(key);
        column = find(name, 0, name.length, guess);
      } else {
        column = find(document.text(), document.start(key), document.end(key), guess);
      }
      if (column < 0) {
        if (options.unknownAreFaults()) {
          fault(document, object, "unknown key", document.string(key));
        }
      } else if (seen[column] == mark) {
        if (options.duplicatesAreFaults()) {
          fault(document, object, "duplicate key", document.string(key));
        }
      } else {
        seen[column] = mark;
        found++;
        guess = column + 1;
        decoders[column].read(document, key + 1, targets[column], row);
        if (found == names.length
            && !options.unknownAreFaults()
            && !options.duplicatesAreFaults()) {
          return;
        }
      }
    }
    if (found < names.length) {
      missing(document, object, targets, row, mark);
    }
  }

  private void missing(JsonDocument document, int object, FlatVector[] targets, int row, int mark) {
    for (int i = 0; i < names.length; i++) {
      if (seen[i] != mark) {
        decoders[i].read(document, -1, targets[i], row);
        if (options.missingAreFaults()) {
          faults.add(
              "Object "
                  + JsonText.shown(document, object)
                  + " does not have key \""
                  + new String(names[i], StandardCharsets.UTF_8)
                  + '"');
        }
      }
    }
  }

  private void fault(JsonDocument document, int object, String what, String key) {
    faults.add("Object " + JsonText.shown(document, object) + " has " + what + " \"" + key + '"');
  }
}
