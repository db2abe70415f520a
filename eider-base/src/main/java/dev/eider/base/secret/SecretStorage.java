// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.secret;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where secrets outlive the process: a directory. Any thread. */
public interface SecretStorage {
  /** Its name, as in {@code CREATE PERSISTENT SECRET x IN local_file}. */
  String name();

  /**
   * The names of all secrets that are kept.
   *
   * @throws dev.eider.base.error.EiderException IO when that cannot be found out
   */
  List<String> names();

  /**
   * Reads a secret; null when there is none of the name (any more).
   *
   * @throws dev.eider.base.error.EiderException IO when it cannot be read, is broken, or may be
   *     read by others than its owner
   */
  @Nullable Secret load(String name);

  /** Keeps a secret, in place of one of the same name. */
  void store(Secret secret);

  /** Forgets a secret; nothing happens when there is none of the name. */
  void remove(String name);

  /** Makes the storage of a directory. */
  @FunctionalInterface
  interface Opener {
    SecretStorage open(String directory);
  }
}
