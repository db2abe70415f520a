// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.type;

import java.util.List;

/** Texts of type parameters. */
final class TypeText {
  private TypeText() {}

  static String fields(List<LogicalType.Field> fields) {
    StringBuilder text = new StringBuilder();
    for (LogicalType.Field field : fields) {
      if (!text.isEmpty()) {
        text.append(", ");
      }
      if (!field.name().isEmpty()) {
        text.append(SqlKeywords.quote(field.name())).append(' ');
      }
      text.append(field.type());
    }
    return text.toString();
  }
}
