// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.jdbc;

import dev.eider.Database;

/** The version in the parts that JDBC asks for. */
final class DriverVersion {
  static final int MAJOR = part(0);
  static final int MINOR = part(1);

  private DriverVersion() {}

  private static int part(int index) {
    String[] parts = Database.version().split("[.-]", -1);
    try {
      return index < parts.length ? Integer.parseInt(parts[index]) : 0;
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
