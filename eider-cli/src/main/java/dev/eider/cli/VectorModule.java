// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli;

import java.lang.reflect.InvocationTargetException;

/**
 * Adds the Vector API to a JVM that was started without it.
 *
 * <p>Naming the module on the command line costs every start: about 20 ms, a warning on stderr that
 * cannot be switched off, and the archived module graph of the AOT cache. So the program starts
 * without it and adds it only when a query is large enough to pay for the compilation of vector
 * code. The JVM treats a module loaded this way like one named at start: it switches on its vector
 * support when the module is defined.
 *
 * <p>The way in is {@code jdk.internal.module.Modules.loadModule}, which the JDK itself uses for
 * modules of agents. It is open to this program through {@code --add-exports} in the launcher, or
 * {@code Add-Exports} in the manifest. Where that door is shut or gone, the scalar kernels serve.
 *
 * <p>Kernels are chosen once, when their class is initialised: call {@link #load()} before that.
 */
final class VectorModule {
  private static final String NAME = "jdk.incubator.vector";

  private VectorModule() {}

  /** Makes the Vector API visible; true if it is there now, however it came. Takes about 40 ms. */
  static boolean load() {
    if (ModuleLayer.boot().findModule(NAME).isPresent()) {
      return true;
    }
    try {
      Class.forName("jdk.internal.module.Modules")
          .getMethod("loadModule", String.class)
          .invoke(null, NAME);
      Class.forName(NAME + ".ByteVector", false, VectorModule.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException
        | NoSuchMethodException
        | IllegalAccessException
        | InvocationTargetException e) {
      return false;
    }
  }
}
