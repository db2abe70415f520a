// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli;

/** Where the program starts. */
public final class Main {
  private Main() {}

  /** Runs the program. */
  public static void main(String[] args) {
    if ("1".equals(System.getenv("EIDER_VECTOR"))) {
      VectorModule.load();
    }
    String version = Main.class.getPackage().getImplementationVersion();
    System.out.println("eider " + (version == null ? "(development)" : version));
  }
}
