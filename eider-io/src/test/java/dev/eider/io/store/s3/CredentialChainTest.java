// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.io.store.StoreException;
import dev.eider.io.store.StoreException.Reason;
import dev.eider.io.store.s3.CredentialLink.Found;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CredentialChainTest {
  @TempDir Path home;

  private final Map<String, String> environment = new HashMap<>();
  private long now;

  private CredentialChain chain(CredentialLink... more) {
    return CredentialChain.of(environment::get, home.toString(), List.of(more), () -> now);
  }

  private Found find(@Nullable String links, @Nullable String profile) throws StoreException {
    return chain().find(chain().links(links), profile);
  }

  private void write(String file, String text) throws IOException {
    Files.createDirectories(home.resolve(".aws"));
    Files.writeString(home.resolve(".aws").resolve(file), text);
  }

  @Test
  void variablesComeFirst() throws Exception {
    write("credentials", "[default]\naws_access_key_id=file\naws_secret_access_key=f\n");
    environment.put("AWS_ACCESS_KEY_ID", "env");
    assertEquals("file", find(null, null).credentials().keyId());
    environment.put("AWS_SECRET_ACCESS_KEY", "e");
    environment.put("AWS_SESSION_TOKEN", "");
    environment.put("AWS_DEFAULT_REGION", "eu-west-1");
    assertEquals(new Found(new Credentials("env", "e", null), "eu-west-1", null), find(null, null));
    environment.put("AWS_REGION", "eu-north-1");
    environment.put("AWS_SESSION_TOKEN", "t");
    assertEquals(
        new Found(new Credentials("env", "e", "t"), "eu-north-1", null), find("env", null));
    assertEquals("file", find("config; env", null).credentials().keyId());
  }

  @Test
  void profilesOfBothFiles() throws Exception {
    write(
        "credentials",
        "# a comment\n[default]\naws_access_key_id = d ; not it\naws_secret_access_key = a#b;c\n\n"
            + "[work]\r\naws_access_key_id=w\r\nAWS_SECRET_ACCESS_KEY=x=\r\n"
            + "aws_session_token=t\r\n");
    write(
        "config",
        "[default]\nregion = eu-west-1\ns3 =\n  region = wrong\n[profile work]\nregion=us-west-2\n"
            + "aws_access_key_id=not-this\n[work]\nregion=nor-this\n[profile only]\n"
            + "aws_access_key_id=o\naws_secret_access_key=p\n[sso-session x]\nregion=z\n");
    assertEquals(
        new Found(new Credentials("d", "a#b;c", null), "eu-west-1", null), find(null, null));
    assertEquals(
        new Found(new Credentials("w", "x=", "t"), "us-west-2", null), find("config", "work"));
    environment.put("AWS_PROFILE", "only");
    assertEquals(new Found(new Credentials("o", "p", null), null, null), find(null, null));
    environment.put("AWS_CONFIG_FILE", home.resolve("none").toString());
    environment.put("AWS_PROFILE", "work");
    assertEquals("w", find(null, null).credentials().keyId());
  }

  @Test
  void whatIsNotThereIsTold() throws Exception {
    StoreException e = assertThrows(StoreException.class, () -> find(null, null));
    assertEquals(Reason.DENIED, e.reason());
    assertTrue(String.valueOf(e.getMessage()).contains("env, config"), e.getMessage());
    write("config", "[profile role]\nrole_arn = arn:x\nsource_profile = default\n");
    e = assertThrows(StoreException.class, () -> find(null, "nobody"));
    assertTrue(String.valueOf(e.getMessage()).contains("\"nobody\""), e.getMessage());
    e = assertThrows(StoreException.class, () -> find(null, "role"));
    assertTrue(String.valueOf(e.getMessage()).contains("role_arn"), e.getMessage());
  }

  @Test
  void aLinkOfAModuleIsAskedWhereAnotherCannot() throws Exception {
    write("config", "[profile role]\nrole_arn = arn:x\n");
    CredentialLink sts = link("sts", new Found(new Credentials("s", "s", "s"), null, null));
    CredentialChain chain = chain(sts);
    assertEquals("s", chain.find(chain.links(null), "role").credentials().keyId());
    assertEquals("s", chain.find(chain.links("sts"), null).credentials().keyId());
  }

  private static CredentialLink link(String name, Found found) {
    return new CredentialLink() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public Found find(@Nullable String profile) {
        return found;
      }
    };
  }

  @Test
  void expiredOnesAreLookedForAnew() throws Exception {
    environment.put("AWS_ACCESS_KEY_ID", "one");
    environment.put("AWS_SECRET_ACCESS_KEY", "e");
    CredentialsProvider provider = chain().provider(chain().links("env"), null);
    Credentials first = provider.credentials();
    environment.put("AWS_ACCESS_KEY_ID", "two");
    assertEquals(first, provider.credentials());
    provider.expired(new Credentials("older", "x", null));
    assertEquals(first, provider.credentials());
    provider.expired(first == null ? new Credentials("", "", null) : first);
    assertEquals(new Credentials("two", "e", null), provider.credentials());
  }

  @Test
  void thoseThatEndSoonAreRenewedBefore() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    CredentialLink link =
        new CredentialLink() {
          @Override
          public String name() {
            return "sts";
          }

          @Override
          public Found find(@Nullable String profile) {
            Instant end = Instant.ofEpochSecond(now / 1_000_000 + 900);
            return new Found(new Credentials("k" + asked.incrementAndGet(), "s", "t"), null, end);
          }
        };
    CredentialsProvider provider = chain(link).provider(List.of(link), null);
    provider.credentials();
    now = 830_000_000L;
    assertEquals(new Credentials("k1", "s", "t"), provider.credentials());
    now = 841_000_000L;
    assertEquals(new Credentials("k2", "s", "t"), provider.credentials());
    assertFalse(provider.toString().contains("k2"));
  }
}
