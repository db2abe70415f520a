// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.s3;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Credentials in the variables of the process: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY,
 * AWS_SESSION_TOKEN, AWS_REGION or AWS_DEFAULT_REGION.
 */
final class EnvironmentLink implements CredentialLink {
  private final Function<String, @Nullable String> environment;

  EnvironmentLink(Function<String, @Nullable String> environment) {
    this.environment = environment;
  }

  @Override
  public String name() {
    return "env";
  }

  @Override
  public @Nullable Found find(@Nullable String profile) {
    String keyId = variable(environment, "AWS_ACCESS_KEY_ID");
    String secret = variable(environment, "AWS_SECRET_ACCESS_KEY");
    if (keyId == null || secret == null) {
      return null;
    }
    return new Found(
        new Credentials(keyId, secret, variable(environment, "AWS_SESSION_TOKEN")),
        region(environment),
        null);
  }

  static @Nullable String region(Function<String, @Nullable String> environment) {
    String region = variable(environment, "AWS_REGION");
    return region != null ? region : variable(environment, "AWS_DEFAULT_REGION");
  }

  /** A variable's value; one that is set to nothing counts as not set. */
  static @Nullable String variable(Function<String, @Nullable String> environment, String name) {
    String value = environment.apply(name);
    return value == null || value.isBlank() ? null : value.strip();
  }
}
