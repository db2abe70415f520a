// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.http;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Names and values in order; names compare without case. One thread. */
public final class HttpHeaders {
  private final List<String> names = new ArrayList<>();
  private final List<String> values = new ArrayList<>();

  /**
   * Adds one.
   *
   * @throws IllegalArgumentException when it would end the header it is in
   */
  public HttpHeaders add(String name, String value) {
    for (String text : new String[] {name, value}) {
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        if (c < ' ' && c != '\t' || c == 0x7F || c > 0xFF) {
          throw new IllegalArgumentException(
              "the header " + name + " cannot hold the character " + (int) c);
        }
      }
    }
    names.add(name);
    values.add(value);
    return this;
  }

  /** The first value, or null. */
  public @Nullable String get(String name) {
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).equalsIgnoreCase(name)) {
        return values.get(i);
      }
    }
    return null;
  }

  /** All values of a name. */
  List<String> all(String name) {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).equalsIgnoreCase(name)) {
        all.add(values.get(i));
      }
    }
    return all;
  }

  /** How many there are. */
  public int size() {
    return names.size();
  }

  /** The name at an index. */
  public String name(int index) {
    return names.get(index);
  }

  /** The value at an index. */
  public String value(int index) {
    return values.get(index);
  }
}
