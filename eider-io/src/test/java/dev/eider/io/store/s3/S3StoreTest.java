// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.env.Env;
import dev.eider.io.http.HttpClient;
import dev.eider.io.http.HttpOrigin;
import dev.eider.io.http.HttpSettings;
import dev.eider.io.store.ObjectStore;
import dev.eider.io.store.ObjectStoreConformance;
import dev.eider.io.store.PutCondition;
import dev.eider.io.store.StoreException;
import dev.eider.io.store.StoreException.Reason;
import dev.eider.s3testserver.S3TestServer;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The contract against a real S3 server, over real sockets. */
class S3StoreTest extends ObjectStoreConformance {
  private static final AtomicInteger BUCKETS = new AtomicInteger();
  static final Credentials KEY = new Credentials(S3TestServer.KEY_ID, S3TestServer.SECRET, null);

  private static S3TestServer server;

  @BeforeAll
  static void start() throws Exception {
    server = S3TestServer.inMemory();
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }

  static S3Store store(int port, String bucket, Credentials credentials) {
    HttpClient client = new HttpClient(Env.system(), HttpSettings.DEFAULT);
    HttpOrigin endpoint = new HttpOrigin(false, "127.0.0.1", port);
    S3Settings settings = new S3Settings(bucket, "us-east-1", endpoint, true, true);
    return new S3Store(Env.system(), client, settings, CredentialsProvider.of(credentials));
  }

  @Override
  protected ObjectStore newStore() {
    String bucket = "bucket-" + BUCKETS.incrementAndGet();
    server.createBucket(bucket);
    return store(server.port(), bucket, KEY);
  }

  /**
   * The server keeps objects as files, with paths as files have them, and lists in the order of
   * UTF-16: characters from U+E000 on before those beyond U+FFFF. Listings repeat the last key
   * without encoding it, which XML cannot have with control characters.
   */
  static boolean serverCanHold(String key) {
    boolean path = !key.endsWith("/") && !key.contains("//");
    return path && key.chars().allMatch(c -> c >= ' ' && c < 0xE000);
  }

  @Override
  protected boolean canHold(String key) {
    return serverCanHold(key);
  }

  @Override
  protected boolean canNest() {
    return false;
  }

  /** All that the server knows. */
  @Override
  protected @Nullable String[] delimiters() {
    return new String[] {null, "/"};
  }

  @Override
  protected int rounds() {
    return 10;
  }

  @Test
  void wrongCredentialsAreDenied() {
    for (Credentials wrong :
        new Credentials[] {
          new Credentials(S3TestServer.KEY_ID, "wrong-secret", null),
          new Credentials("AKIDOTHER", S3TestServer.SECRET, null)
        }) {
      try (S3Store stranger = store(server.port(), "bucket-1", wrong)) {
        StoreException e = fails(Reason.DENIED, () -> stranger.list("", null, null, 10));
        assertTrue(!String.valueOf(e.getMessage()).contains(wrong.secret()), e.getMessage());
        fails(Reason.DENIED, () -> stranger.put("x", segment(bytes("x")), PutCondition.NONE));
        fails(Reason.DENIED, () -> stranger.head("x"));
      }
    }
  }

  @Test
  void aMissingBucketIsNotFound() {
    try (S3Store none = store(server.port(), "no-such-bucket", KEY)) {
      StoreException e = fails(Reason.NOT_FOUND, () -> none.list("", null, null, 10));
      assertTrue(String.valueOf(e.getMessage()).contains("no-such-bucket"), e.getMessage());
      fails(Reason.NOT_FOUND, () -> none.head("x"));
      fails(Reason.NOT_FOUND, () -> none.put("x", segment(bytes("x")), PutCondition.NONE));
    }
    assertEquals("s3://no-such-bucket", store(1, "no-such-bucket", KEY).address());
  }
}
