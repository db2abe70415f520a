// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.type.TypeId;
import dev.eider.base.vector.FlatVector;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Which delimiters of a row a scan needs, and in which slots a column finds its bounds. */
final class ScanPlan {
  private final CsvFile file;
  private final int[] need;
  private final boolean[] read;
  private final boolean[] ends;

  /**
   * A plan for the columns of which {@code vectors} has one.
   *
   * @param allEnds whether the end of every field is needed, not only of texts
   */
  ScanPlan(CsvFile file, @Nullable FlatVector[] vectors, boolean allEnds) {
    this.file = file;
    read = new boolean[vectors.length];
    ends = new boolean[vectors.length];
    TreeSet<Integer> ordinals = new TreeSet<>();
    for (int column = 0; column < vectors.length; column++) {
      FlatVector vector = vectors[column];
      int field = file.mapping()[column];
      if (vector == null || field < 0) {
        continue;
      }
      read[column] = true;
      ends[column] = allEnds || vector.type().id() == TypeId.VARCHAR;
      if (field > 0) {
        ordinals.add(field);
      }
      if (ends[column] && field < file.fields() - 1) {
        ordinals.add(field + 1);
      }
    }
    need = new int[ordinals.size()];
    int i = 0;
    for (int ordinal : ordinals) {
      need[i++] = ordinal;
    }
  }

  int[] need() {
    return need;
  }

  boolean isRead(int column) {
    return read[column];
  }

  private int slot(int ordinal) {
    return 1 + java.util.Arrays.binarySearch(need, ordinal);
  }

  int startSlot(int column) {
    int field = file.mapping()[column];
    return field == 0 ? 0 : slot(field);
  }

  int skip(int column) {
    return file.mapping()[column] == 0 ? 0 : file.dialect().delimiter().length;
  }

  int endSlot(int column) {
    if (!ends[column]) {
      return -1;
    }
    int field = file.mapping()[column];
    return field == file.fields() - 1 ? need.length + 1 : slot(field + 1);
  }
}
