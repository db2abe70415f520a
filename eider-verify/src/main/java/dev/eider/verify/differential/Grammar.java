// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.differential;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The productions of the resource {@code grammar.txt}. A line is {@code KIND WEIGHT TEMPLATE}: kind
 * is a category for scalar expressions, {@code AGG.category} for aggregates, {@code WIN.category}
 * for window calls, or {@code SELF} for a form that every category has. In a template {@code
 * $CATEGORY} stands for an expression of it; see {@link ExpressionGenerator} for the other words.
 */
final class Grammar {
  private static final String RESOURCE = "grammar.txt";

  private final Map<Category, List<Production>> scalars = new EnumMap<>(Category.class);
  private final Map<Category, List<Production>> aggregates = new EnumMap<>(Category.class);
  private final Map<Category, List<Production>> windows = new EnumMap<>(Category.class);

  /** One form. */
  record Production(int weight, String template) {}

  private Grammar() {
    for (Category category : Category.values()) {
      scalars.put(category, new ArrayList<>());
      aggregates.put(category, new ArrayList<>());
      windows.put(category, new ArrayList<>());
    }
  }

  static Grammar load() {
    Grammar grammar = new Grammar();
    try (InputStream in = Grammar.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException("resource " + RESOURCE + " is missing from the jar");
      }
      BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        if (!line.isBlank() && !line.startsWith("#")) {
          grammar.add(line.strip());
        }
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return grammar;
  }

  private void add(String line) {
    String[] parts = line.split("\\s+", 3);
    Production production = new Production(Integer.parseInt(parts[1]), parts[2]);
    String kind = parts[0];
    if (kind.equals("SELF")) {
      for (Category category : Category.ofColumns()) {
        String template = production.template().replace("$SELF", "$" + category);
        list(scalars, category).add(new Production(production.weight(), template));
      }
    } else if (kind.startsWith("AGG.")) {
      list(aggregates, Category.valueOf(kind.substring(4))).add(production);
    } else if (kind.startsWith("WIN.")) {
      list(windows, Category.valueOf(kind.substring(4))).add(production);
    } else {
      list(scalars, Category.valueOf(kind)).add(production);
    }
  }

  private static List<Production> list(Map<Category, List<Production>> map, Category category) {
    List<Production> list = map.get(category);
    if (list == null) {
      throw new IllegalStateException("no list for " + category);
    }
    return list;
  }

  List<Production> scalars(Category category) {
    return list(scalars, category);
  }

  List<Production> aggregates(Category category) {
    return list(aggregates, category);
  }

  List<Production> windows(Category category) {
    return list(windows, category);
  }
}
