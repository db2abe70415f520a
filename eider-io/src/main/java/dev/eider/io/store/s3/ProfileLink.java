// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.s3;

import dev.eider.io.store.StoreException;
import dev.eider.io.store.StoreException.Reason;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Credentials in the files that the tools of AWS share: {@code ~/.aws/credentials} (or
 * AWS_SHARED_CREDENTIALS_FILE) and {@code ~/.aws/config} (or AWS_CONFIG_FILE), of one profile
 * (AWS_PROFILE, or {@code default}). Keys in the first file go before those in the second.
 */
final class ProfileLink implements CredentialLink {
  /** More than any such file holds. */
  private static final long FILE_BYTES_MAX = 1 << 20;

  /** Keys of a profile whose credentials come from elsewhere. */
  private static final List<String> ELSEWHERE =
      List.of(
          "role_arn",
          "sso_session",
          "sso_account_id",
          "credential_process",
          "web_identity_token_file");

  private final Function<String, @Nullable String> environment;
  private final String home;

  ProfileLink(Function<String, @Nullable String> environment, String home) {
    this.environment = environment;
    this.home = home;
  }

  @Override
  public String name() {
    return "config";
  }

  @Override
  public @Nullable Found find(@Nullable String profile) throws StoreException {
    String wished = profile;
    if (wished == null) {
      wished = EnvironmentLink.variable(environment, "AWS_PROFILE");
    }
    String name = wished == null ? "default" : wished;
    String credentialsFile = file("AWS_SHARED_CREDENTIALS_FILE", "credentials");
    String configFile = file("AWS_CONFIG_FILE", "config");
    Map<String, String> keys = read(credentialsFile, false).profile(name);
    Map<String, String> config = read(configFile, true).profile(name);
    if (keys == null && config == null) {
      if (wished == null) {
        return null;
      }
      throw new StoreException(
          Reason.DENIED,
          "the profile \""
              + name
              + "\" is neither in "
              + credentialsFile
              + " nor in "
              + configFile);
    }
    Map<String, String> all = new HashMap<>();
    if (config != null) {
      all.putAll(config);
    }
    if (keys != null) {
      all.putAll(keys);
    }
    return found(name, all);
  }

  private static @Nullable Found found(String profile, Map<String, String> all)
      throws StoreException {
    String keyId = all.get("aws_access_key_id");
    String secret = all.get("aws_secret_access_key");
    if (keyId != null && secret != null) {
      String token = all.get("aws_session_token");
      return new Found(
          new Credentials(keyId, secret, token == null || token.isEmpty() ? null : token),
          all.get("region"),
          null);
    }
    for (String key : ELSEWHERE) {
      if (all.containsKey(key)) {
        throw new StoreException(
            Reason.DENIED,
            "the profile \""
                + profile
                + "\" gets its credentials by "
                + key
                + ", which is not read here: "
                + CredentialChain.MODULE_HINT);
      }
    }
    return null;
  }

  private String file(String variable, String usual) {
    String named = EnvironmentLink.variable(environment, variable);
    return named != null ? named : home + "/.aws/" + usual;
  }

  private static ProfileFile read(String file, boolean prefixed) throws StoreException {
    try {
      Path path = Path.of(file);
      if (Files.size(path) > FILE_BYTES_MAX) {
        throw new StoreException(
            Reason.DENIED, "the file " + file + " is too large for a file of profiles");
      }
      return ProfileFile.parse(Files.readString(path), prefixed);
    } catch (NoSuchFileException e) {
      return ProfileFile.parse("", prefixed);
    } catch (MalformedInputException e) {
      throw new StoreException(Reason.DENIED, "the file " + file + " is not UTF-8 text");
    } catch (IOException | InvalidPathException e) {
      throw new StoreException(
          Reason.DENIED, "the file " + file + " cannot be read: " + e, 0, 0, 0, e);
    }
  }
}
