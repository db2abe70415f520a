// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.registry;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.Value;
import dev.eider.io.http.HttpSettings;
import dev.eider.io.store.RetryPolicy;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the settings of a query say about stores.
 *
 * @param simulation what all stores seem to be, or null for what they are
 */
record StoreSettings(HttpSettings http, RetryPolicy retries, @Nullable Simulation simulation) {
  /**
   * Reads {@code http_timeout} (s), {@code http_retries}, {@code http_retry_wait_ms}, {@code
   * http_retry_backoff} and {@code eider_simulated_store}.
   *
   * @throws EiderException INVALID_INPUT for a value that is none
   */
  static StoreSettings of(Function<String, @Nullable Value> settings) {
    RetryPolicy usual = RetryPolicy.DEFAULT;
    try {
      double timeout = number(settings, "http_timeout", 30);
      if (!(timeout > 0 && timeout <= 1e6)) {
        throw new IllegalArgumentException("http_timeout is a time in seconds above 0");
      }
      return new StoreSettings(
          HttpSettings.DEFAULT.withTimeout(Math.max(1, (long) (timeout * 1000))),
          new RetryPolicy(
              (int) Math.min(number(settings, "http_retries", usual.retries()), 1_000),
              (long) number(settings, "http_retry_wait_ms", usual.waitMillis()),
              number(settings, "http_retry_backoff", usual.backoff()),
              usual.waitMaxMillis(),
              usual.throttledMillis()),
          simulation(settings));
    } catch (IllegalArgumentException e) {
      throw EiderException.invalidInput("Bad setting of reads: " + e.getMessage());
    }
  }

  private static double number(
      Function<String, @Nullable Value> settings, String name, double otherwise) {
    Value value = settings.apply(name);
    return value == null || value.isNull()
        ? otherwise
        : Double.parseDouble(String.valueOf(value.object()));
  }

  private static @Nullable Simulation simulation(Function<String, @Nullable Value> settings) {
    Value value = settings.apply("eider_simulated_store");
    String text = value == null || value.isNull() ? "" : value.asString();
    return text.isBlank() ? null : Simulation.parse(text);
  }
}
