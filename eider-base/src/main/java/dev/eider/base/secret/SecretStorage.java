// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.secret;

import java.util.List;

/** Where secrets outlive the process. Any thread. */
public interface SecretStorage {
  /** Its name, as in {@code CREATE PERSISTENT SECRET x IN local_file}. */
  String name();

  /**
   * All secrets that are kept.
   *
   * @throws dev.eider.base.error.EiderException IO when they cannot be read, or may be read by
   *     others than their owner
   */
  List<Secret> load();

  /** Keeps a secret, in place of one of the same name. */
  void store(Secret secret);

  /** Forgets a secret; nothing happens when there is none of the name. */
  void remove(String name);
}
