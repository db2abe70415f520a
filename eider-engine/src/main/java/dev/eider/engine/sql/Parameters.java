// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import dev.eider.base.error.EiderException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Numbers the parameters of one statement and refuses a mix of named and numbered ones. */
final class Parameters {
  private int highest;
  private boolean numbered;
  private boolean named;
  private final Set<String> names = new LinkedHashSet<>();

  /** Starts a new statement. */
  void reset() {
    highest = 0;
    numbered = false;
    named = false;
    names.clear();
  }

  /** How many parameters there are so far, by the highest number. */
  int count() {
    return highest;
  }

  /** Their names in order of first use. */
  List<String> names() {
    return List.copyOf(names);
  }

  /** The name of a parameter written as {@code ?}. */
  String next() {
    numbered = true;
    check();
    return used(Integer.toString(++highest));
  }

  /** The name of a parameter written with its number. */
  String numbered(String digits) {
    numbered = true;
    check();
    int number;
    try {
      number = Integer.parseInt(digits);
    } catch (NumberFormatException e) {
      throw EiderException.parser("Parameter numbers must be positive integers", -1);
    }
    if (number <= 0) {
      throw EiderException.parser("Parameter numbers must be greater than 0", -1);
    }
    highest = Math.max(highest, number);
    return used(Integer.toString(number));
  }

  /** The name of a parameter written as {@code $name}. */
  String named(String name) {
    named = true;
    check();
    return used(name);
  }

  private String used(String name) {
    names.add(name);
    return name;
  }

  private void check() {
    if (numbered && named) {
      throw EiderException.notImplemented(
          "Mixing named and positional parameters is not supported yet");
    }
  }
}
