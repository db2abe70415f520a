// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.env;

import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * A time zone that is looked up when it is first needed. The first look-up of a region makes the
 * JDK read its zone rules, which takes longer than everything else a small query does; most queries
 * need none. Any thread.
 */
public final class SessionZone {
  private final String name;

  /** Several threads may find it at once: they find the same. */
  private volatile @Nullable ZoneId zone;

  /** A zone by its IANA name or one of the JDK's short names; must be a valid one. */
  public SessionZone(String name) {
    this.name = name;
  }

  /** The zone. */
  public ZoneId get() {
    ZoneId known = zone;
    if (known == null) {
      known = ZoneId.of(name, ZoneId.SHORT_IDS);
      zone = known;
    }
    return known;
  }
}
