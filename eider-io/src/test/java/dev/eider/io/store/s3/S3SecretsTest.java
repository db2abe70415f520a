// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.env.Env;
import dev.eider.base.error.EiderException;
import dev.eider.base.secret.Secret;
import dev.eider.base.secret.SecretLookup;
import dev.eider.base.secret.SecretType;
import dev.eider.base.type.Value;
import dev.eider.io.http.HttpClient;
import dev.eider.io.http.HttpOrigin;
import dev.eider.io.http.HttpSettings;
import dev.eider.io.store.PutCondition;
import dev.eider.s3testserver.S3TestServer;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What becomes of secrets and settings where a store is made. */
class S3SecretsTest {
  private final Map<String, String> environment = new HashMap<>();
  private final CredentialChain chain =
      CredentialChain.of(environment::get, "/nowhere", List.of(), () -> 0);
  private final Map<String, String> settings = new HashMap<>();
  private final SecretLookup lookup =
      new SecretLookup() {
        @Override
        public @Nullable Secret find(String address, String type) {
          return null;
        }

        @Override
        public @Nullable String setting(String name) {
          return settings.get(name);
        }
      };

  private Secret secret(String typeName, String provider, Map<String, Value> given) {
    for (SecretType type : S3SecretType.all(chain)) {
      if (type.name().equals(typeName)) {
        return new Secret(
            "x",
            typeName,
            provider,
            type.defaultScope(),
            type.create(provider, given),
            Set.of("secret"),
            false,
            "memory");
      }
    }
    throw new IllegalArgumentException(typeName);
  }

  @Test
  void withoutAnything() throws Exception {
    assertEquals(
        S3Settings.amazon("bucket", "us-east-1"), S3Secrets.settings("s3", null, "bucket", lookup));
    assertNull(new S3Secrets(chain).credentials(null, lookup).credentials());
    assertEquals(
        new HttpOrigin(true, "storage.googleapis.com", 443),
        S3Secrets.settings("gcs", null, "bucket", lookup).endpoint());
    assertThrows(EiderException.class, () -> S3Secrets.settings("r2", null, "bucket", lookup));
    assertThrows(EiderException.class, () -> S3Secrets.settings("s3", null, "a b", lookup));
  }

  @Test
  void aSecretGoesBeforeSettings() throws Exception {
    settings.put("s3_region", "eu-west-1");
    settings.put("s3_endpoint", "http://other:1");
    settings.put("s3_access_key_id", "set");
    settings.put("s3_secret_access_key", "set");
    settings.put("s3_session_token", "set");
    Secret secret =
        secret(
            "s3",
            "config",
            Map.of(
                "key_id", Value.of("k"),
                "secret", Value.of("s"),
                "endpoint", Value.of("host:9000"),
                "use_ssl", Value.FALSE,
                "url_style", Value.of("PATH")));
    assertEquals(
        new S3Settings("bucket", "eu-west-1", new HttpOrigin(false, "host", 9000), true, false),
        S3Secrets.settings("s3", secret, "bucket", lookup));
    assertEquals(
        new Credentials("k", "s", null),
        new S3Secrets(chain).credentials(secret, lookup).credentials());
    assertEquals(
        new Credentials("set", "set", "set"),
        new S3Secrets(chain).credentials(null, lookup).credentials());
    settings.remove("s3_secret_access_key");
    assertThrows(EiderException.class, () -> new S3Secrets(chain).credentials(null, lookup));
  }

  @Test
  void otherStores() {
    Secret r2 = secret("r2", "config", Map.of("account_id", Value.of("acc")));
    assertEquals(
        new S3Settings(
            "bucket",
            "auto",
            new HttpOrigin(true, "acc.r2.cloudflarestorage.com", 443),
            true,
            false),
        S3Secrets.settings("r2", r2, "bucket", lookup));
    assertEquals("r2", S3Secrets.type("r2://bucket/key"));
    assertEquals("gcs", S3Secrets.type("GS://bucket/key"));
    assertEquals("s3", S3Secrets.type("s3a://bucket"));
    assertNull(S3Secrets.type("https://bucket"));
    assertNull(S3Secrets.type("/s3://x"));
  }

  @Test
  void aChainIsFollowed() throws Exception {
    assertThrows(EiderException.class, () -> secret("s3", "credential_chain", Map.of()));
    environment.put("AWS_ACCESS_KEY_ID", "env");
    environment.put("AWS_SECRET_ACCESS_KEY", "planted");
    environment.put("AWS_REGION", "eu-west-3");
    Secret secret = secret("s3", "credential_chain", Map.of());
    assertEquals("eu-west-3", S3Secrets.settings("s3", secret, "bucket", lookup).region());
    assertTrue(!secret.unredacted().contains("planted"), secret.unredacted());
    CredentialsProvider provider = new S3Secrets(chain).credentials(secret, lookup);
    Credentials old = provider.credentials();
    environment.put("AWS_SECRET_ACCESS_KEY", "fresh");
    assertEquals(old, provider.credentials());
    provider.expired(new Credentials("env", "planted", null));
    assertEquals(new Credentials("env", "fresh", null), provider.credentials());
  }

  /** The whole way: a secret opens a bucket of a real server. */
  @Test
  void openABucket() throws Exception {
    try (S3TestServer server = S3TestServer.inMemory()) {
      server.createBucket("bucket");
      Secret secret =
          secret(
              "s3",
              "config",
              Map.of(
                  "key_id", Value.of(S3TestServer.KEY_ID),
                  "secret", Value.of(S3TestServer.SECRET),
                  "endpoint", Value.of("127.0.0.1:" + server.port()),
                  "use_ssl", Value.FALSE,
                  "url_style", Value.of("path")));
      HttpClient client = new HttpClient(Env.system(), HttpSettings.DEFAULT);
      try (S3Store store =
          new S3Store(
              Env.system(),
              client,
              S3Secrets.settings("s3", secret, "bucket", lookup),
              new S3Secrets(chain).credentials(secret, lookup))) {
        store.put("key", MemorySegment.ofArray(new byte[3]), PutCondition.NONE);
        assertEquals(3, store.head("key").size());
      }
    }
  }
}
