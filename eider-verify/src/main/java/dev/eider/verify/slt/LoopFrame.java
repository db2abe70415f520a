// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import java.util.List;

/**
 * One running loop with its present value.
 *
 * @param variable one name, or several joined by commas; then the value is split likewise
 */
record LoopFrame(String variable, String value) {
  /** Replaces {@code {name}} and the older {@code ${name}} by the value. */
  static String substitute(String text, List<LoopFrame> frames) {
    String result = text;
    for (LoopFrame frame : frames) {
      result = frame.substitute(result);
    }
    return result;
  }

  private String substitute(String text) {
    if (text.indexOf('{') < 0) {
      return text;
    }
    if (variable.indexOf(',') < 0) {
      return replace(text, variable, value);
    }
    String[] names = variable.split(",", -1);
    String[] values = value.split(",", -1);
    if (names.length != values.length) {
      throw new IllegalArgumentException(
          "foreach: " + variable + " has not as many parts as " + value);
    }
    String result = text;
    for (int i = 0; i < names.length; i++) {
      result = replace(result, names[i], values[i]);
    }
    return result;
  }

  private static String replace(String text, String name, String value) {
    String braced = "{" + name + "}";
    return text.replace("$" + braced, value).replace(braced, value);
  }
}
