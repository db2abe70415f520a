// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.s3;

import dev.eider.io.store.StoreException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One place where credentials may lie: a link of {@code CHAIN 'env;config'}. Links that are not
 * built in come from other modules, found by {@link java.util.ServiceLoader}. Any thread.
 */
public interface CredentialLink {
  /** Its lower-case name in CHAIN. */
  String name();

  /**
   * Looks for credentials, anew at each call; null when this place holds none.
   *
   * @param profile the name of a profile, or null for the usual one
   * @throws StoreException DENIED when the place is there but cannot be used, UNAVAILABLE when it
   *     could not be asked; the message never holds what is secret
   */
  @Nullable Found find(@Nullable String profile) throws StoreException;

  /**
   * What was found.
   *
   * @param region where the place says so
   * @param expires when they end; null when they do not, or it is not known
   */
  record Found(Credentials credentials, @Nullable String region, @Nullable Instant expires) {}
}
