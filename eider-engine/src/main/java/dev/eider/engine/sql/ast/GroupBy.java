// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql.ast;

import java.util.List;

/** The GROUP BY clause. */
public sealed interface GroupBy {

  /** {@code GROUP BY ALL}. */
  record All() implements GroupBy {}

  /** {@code GROUP BY a, ROLLUP (b, c)}: the product of its items. */
  record Items(List<Item> items) implements GroupBy {
    public Items {
      items = List.copyOf(items);
    }
  }

  /** An item of the list. */
  sealed interface Item {}

  /** A grouping expression. */
  record Key(Expr value) implements Item {}

  /** {@code ()}. */
  record Empty() implements Item {}

  /** {@code ROLLUP (a, (b, c))}: an element written as a row, {@code (b, c)}, is one level. */
  record Rollup(List<Expr> elements) implements Item {
    public Rollup {
      elements = List.copyOf(elements);
    }
  }

  /** {@code CUBE (a, (b, c))}. */
  record Cube(List<Expr> elements) implements Item {
    public Cube {
      elements = List.copyOf(elements);
    }
  }

  /** {@code GROUPING SETS (a, (b, c), ROLLUP (d), ())}. */
  record GroupingSets(List<Item> sets) implements Item {
    public GroupingSets {
      sets = List.copyOf(sets);
    }
  }
}
