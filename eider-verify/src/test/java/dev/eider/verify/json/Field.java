// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A member of generated records: mostly values of one kind, sometimes null, missing, or of another.
 *
 * @param kind which kind of values it has
 * @param fields the members of objects, or the one kind of elements
 */
record Field(String name, int kind, List<Field> fields) {
  private static final int OBJECT = 9;
  private static final int ARRAY = 10;
  private static final int KINDS = 11;
  private static final String NAMES = "abcdefgh";

  /** Some fields of different names. */
  static List<Field> some(Random random, int count, int depth) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      fields.add(one(NAMES.substring(i, i + 1), random, depth));
    }
    return fields;
  }

  private static Field one(String name, Random random, int depth) {
    int kind = random.nextInt(depth == 0 ? OBJECT : KINDS);
    List<Field> inside =
        kind == OBJECT
            ? some(random, 1 + random.nextInt(3), depth - 1)
            : kind == ARRAY ? List.of(one("", random, depth - 1)) : List.of();
    return new Field(name, kind, inside);
  }

  /** A record with these members. */
  static String record(List<Field> fields, Random random) {
    StringBuilder text = new StringBuilder("{");
    for (Field field : fields) {
      if (random.nextInt(10) > 0) {
        text.append(text.length() > 1 ? "," : "").append('"').append(field.name()).append("\":");
        text.append(field.value(random));
      }
    }
    return text.append('}').toString();
  }

  private String value(Random random) {
    if (random.nextInt(10) == 0) {
      return "null";
    }
    return switch (kind) {
      case 0 -> random.nextBoolean() ? "true" : "false";
      case 1 -> Integer.toString(random.nextInt(200) - 100);
      case 2 -> Long.toString(random.nextLong());
      case 3 -> random.nextInt(1000) + ".25";
      case 4 -> "\"text " + random.nextInt(100) + " \\u00e9\\n\\\"\"";
      case 5 -> String.format("\"2024-%02d-%02d\"", 1 + random.nextInt(12), 1 + random.nextInt(28));
      case 6 ->
          String.format("\"2024-05-06 %02d:%02d:07\"", random.nextInt(24), random.nextInt(60));
      case 7 -> String.format("\"%02d:%02d:07\"", random.nextInt(24), random.nextInt(60));
      case 8 -> random.nextBoolean() ? "18446744073709551615" : "1";
      case OBJECT -> record(fields, random);
      default -> {
        StringBuilder text = new StringBuilder("[");
        for (int i = random.nextInt(4); i > 0; i--) {
          text.append(text.length() > 1 ? ", " : "").append(fields.get(0).value(random));
        }
        yield text.append(']').toString();
      }
    };
  }
}
