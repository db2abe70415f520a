// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.json;

/** The first value that decoders could not convert. Belongs to one thread. */
public final class DecodeFaults {
  private String message = "";
  private int faultRow;
  private boolean any;
  private int row;

  /** Forgets the fault. */
  public void clear() {
    any = false;
    row = 0;
  }

  /** The row that is read now. */
  public void at(int newRow) {
    row = newRow;
  }

  /** Notes a fault of the row that is read now, unless there is one already. */
  public void add(String what) {
    add(what, row);
  }

  void add(String what, int at) {
    if (!any) {
      any = true;
      message = what;
      faultRow = at;
    }
  }

  public boolean any() {
    return any;
  }

  /** What was wrong first. */
  public String message() {
    return message;
  }

  /** The row it was in. */
  public int row() {
    return faultRow;
  }
}
