// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

import java.util.Locale;

/**
 * How far away a {@link SlowStore} seems to be.
 *
 * @param latencyMillis mean time to the first byte
 * @param jitterMillis its standard deviation
 * @param streamMegabytesPerSecond 10^6 bytes per second of one request; 0 for no limit
 * @param linkGigabitsPerSecond 10^9 bits per second of all requests together; 0 for no limit
 */
public record SimulatedLink(
    double latencyMillis,
    double jitterMillis,
    double streamMegabytesPerSecond,
    double linkGigabitsPerSecond) {
  /** What numbers there can be. */
  public SimulatedLink {
    check("latency_ms", latencyMillis);
    check("jitter_ms", jitterMillis);
    check("stream_mb_s", streamMegabytesPerSecond);
    check("link_gbit_s", linkGigabitsPerSecond);
  }

  private static void check(String name, double value) {
    if (!(value >= 0 && value <= 1e9)) {
      throw new IllegalArgumentException(name + " must be 0 to 1000000000, not " + value);
    }
  }

  /**
   * Reads the form that settings have: {@code latency_ms=30,jitter_ms=15,stream_mb_s=88,
   * link_gbit_s=5}; what is not named is 0.
   *
   * @throws IllegalArgumentException that says what is wrong and what there is
   */
  public static SimulatedLink parse(String text) {
    double[] values = new double[4];
    for (String pair : text.split(",", -1)) {
      int equals = pair.indexOf('=');
      String name =
          (equals < 0 ? pair : pair.substring(0, equals)).strip().toLowerCase(Locale.ROOT);
      int at =
          switch (name) {
            case "latency_ms" -> 0;
            case "jitter_ms" -> 1;
            case "stream_mb_s" -> 2;
            case "link_gbit_s" -> 3;
            default ->
                throw new IllegalArgumentException(
                    "unknown property \""
                        + name
                        + "\" of a simulated store; there are latency_ms, jitter_ms, stream_mb_s"
                        + " and link_gbit_s, as in 'latency_ms=30,stream_mb_s=88'");
          };
      String value = equals < 0 ? "" : pair.substring(equals + 1).strip();
      try {
        values[at] = Double.parseDouble(value);
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(name + " must be a number, not \"" + value + "\"", e);
      }
    }
    return new SimulatedLink(values[0], values[1], values[2], values[3]);
  }
}
