// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.server;

/** A program that does nothing: what a JVM costs before anybody's code runs. */
public final class Nothing {
  private Nothing() {}

  public static void main(String[] args) {}
}
