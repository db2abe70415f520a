// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.registry;

import dev.eider.base.env.Env;
import dev.eider.io.store.Faults;
import dev.eider.io.store.FaultyStore;
import dev.eider.io.store.ObjectStore;
import dev.eider.io.store.SimulatedLink;
import dev.eider.io.store.SlowStore;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What stores seem to be: far away, and unreliable.
 *
 * @param link how far, or null for as far as they are
 * @param faults what goes wrong, or null for what does by itself
 * @param local whether files with a plain path are read as if they lay in a store too
 */
record Simulation(@Nullable SimulatedLink link, @Nullable Faults faults, boolean local) {
  /**
   * Reads what {@code eider_simulated_store} says: the properties of {@link SimulatedLink#parse},
   * {@code fault_rate} (the share of requests that meet a fault), {@code fault_seed} and {@code
   * local} (1: plain paths too).
   *
   * @throws IllegalArgumentException that says what is wrong and what there is
   */
  static Simulation parse(String text) {
    StringBuilder links = new StringBuilder();
    double rate = 0;
    long seed = 1;
    boolean local = false;
    for (String pair : text.split(",", -1)) {
      int equals = pair.indexOf('=');
      String name = equals < 0 ? pair : pair.substring(0, equals);
      String value = equals < 0 ? "" : pair.substring(equals + 1).strip();
      switch (name.strip().toLowerCase(Locale.ROOT)) {
        case "fault_rate" -> rate = number(name, value, 1);
        case "fault_seed" -> seed = (long) number(name, value, 1e15);
        case "local" -> local = number(name, value, 1) == 1;
        default -> links.append(links.isEmpty() ? "" : ",").append(pair);
      }
    }
    return new Simulation(
        links.isEmpty() ? null : SimulatedLink.parse(links.toString()),
        rate == 0 ? null : Faults.all(seed, rate),
        local);
  }

  private static double number(String name, String value, double most) {
    double number;
    try {
      number = Double.parseDouble(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          name.strip() + " must be a number, not \"" + value + "\"", e);
    }
    if (!(number >= 0 && number <= most)) {
      throw new IllegalArgumentException(name.strip() + " must be 0 to " + most);
    }
    return number;
  }

  /** A store that seems to be like this. */
  ObjectStore around(Env env, ObjectStore store) {
    ObjectStore made = link == null ? store : new SlowStore(env, store, link);
    return faults == null ? made : new FaultyStore(env, made, faults);
  }
}
