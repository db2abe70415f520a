// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.env.Env;
import dev.eider.io.http.HttpClient;
import dev.eider.io.http.HttpOrigin;
import dev.eider.io.http.HttpSettings;
import dev.eider.io.store.MultipartUpload;
import dev.eider.io.store.ObjectStore;
import dev.eider.io.store.ObjectStoreConformance;
import dev.eider.io.store.PutCondition;
import dev.eider.io.store.RetryPolicy;
import dev.eider.io.store.RetryingStore;
import dev.eider.io.store.StoreException;
import dev.eider.io.store.StoreException.Reason;
import dev.eider.io.store.s3.FaultProxy.Rates;
import dev.eider.s3testserver.S3TestServer;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The contract over a network that breaks, with repetitions: reads fail in every way, writes are
 * refused. Then what a lost reply of a write becomes.
 */
class S3FaultsTest extends ObjectStoreConformance {
  private static final AtomicInteger BUCKETS = new AtomicInteger();
  private static S3TestServer server;
  private FaultProxy proxy;

  @BeforeAll
  static void start() throws Exception {
    server = S3TestServer.inMemory();
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }

  @Override
  protected ObjectStore newStore() throws Exception {
    String bucket = "faults-" + BUCKETS.incrementAndGet();
    server.createBucket(bucket);
    proxy = new FaultProxy(server.port(), BUCKETS.get());
    proxy.reads = new Rates(3, 4, 4, 4, 0);
    proxy.writes = new Rates(3, 0, 0, 0, 0);
    RetryPolicy policy = new RetryPolicy(12, 2, 1.5, 20, 60_000);
    return new RetryingStore(Env.system(), plain(bucket, HttpSettings.DEFAULT), policy);
  }

  private S3Store plain(String bucket, HttpSettings settings) {
    HttpClient client = new HttpClient(Env.system(), settings);
    HttpOrigin endpoint = new HttpOrigin(false, "127.0.0.1", proxy.port());
    return new S3Store(
        Env.system(),
        client,
        new S3Settings(bucket, "us-east-1", endpoint, true, true),
        CredentialsProvider.of(S3StoreTest.KEY));
  }

  @AfterEach
  void closeProxy() throws IOException {
    proxy.close();
  }

  @Override
  protected boolean canHold(String key) {
    return S3StoreTest.serverCanHold(key);
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
    return 5;
  }

  @Test
  void aLostReplyOfAConditionalWriteIsUnclear() throws Exception {
    proxy.reads = new Rates(0, 0, 0, 0, 0);
    proxy.writes = new Rates(0, 0, 0, 0, 0);
    proxy.repliesToLose.set(1);
    StoreException e =
        fails(
            Reason.UNCLEAR,
            () -> store.put("slot", segment(bytes("mine")), PutCondition.IF_ABSENT));
    assertTrue(String.valueOf(e.getMessage()).contains("may have been applied"), e.getMessage());
    assertEquals("mine", new String(read("slot")));
    proxy.writes = new Rates(0, 0, 100, 0, 0);
    fails(Reason.UNCLEAR, () -> store.put("other", segment(bytes("x")), PutCondition.IF_ABSENT));
    fails(Reason.NOT_FOUND, () -> store.head("other"));
    proxy.writes = new Rates(0, 0, 0, 0, 0);
    fails(
        Reason.PRECONDITION_FAILED,
        () -> store.put("slot", segment(bytes("x")), PutCondition.IF_ABSENT));
  }

  @Test
  void unconditionalWritesAndUploadsGetThrough() throws Exception {
    proxy.writes = new Rates(5, 5, 10, 10, 0);
    byte[] content = content((int) MultipartUpload.PART_MIN + 100, 1);
    for (int i = 0; i < 5; i++) {
      String key = "object" + i;
      store.put(key, segment(bytes("content " + i)), PutCondition.NONE);
      assertEquals("content " + i, new String(read(key)));
      store.delete(key);
      fails(Reason.NOT_FOUND, () -> store.head(key));
    }
    try (MultipartUpload upload = store.startMultipart("upload")) {
      upload.part(1, segment(content).asSlice(0, MultipartUpload.PART_MIN));
      upload.part(2, segment(content).asSlice(MultipartUpload.PART_MIN));
      upload.complete(2, PutCondition.NONE);
    } catch (StoreException e) {
      // Its reply was lost, and the server has forgotten the upload: it was applied.
      assertEquals(Reason.UNCLEAR, e.reason(), e.getMessage());
    }
    assertEquals(content.length, store.head("upload").size());
    assertTrue(proxy.faults.get() > 0);
  }

  @Test
  void aStallEndsByTime() throws Exception {
    store.put("object", segment(bytes("x")), PutCondition.NONE);
    proxy.reads = new Rates(0, 0, 0, 0, 100);
    proxy.writes = new Rates(0, 0, 0, 0, 100);
    try (S3Store brief = plain("faults-" + BUCKETS.get(), HttpSettings.DEFAULT.withTimeout(300))) {
      long start = System.nanoTime();
      fails(Reason.UNAVAILABLE, () -> brief.get("object", 0, target(1), null));
      fails(Reason.UNCLEAR, () -> brief.put("object", segment(bytes("y")), PutCondition.NONE));
      fails(Reason.UNCLEAR, () -> brief.delete("object"));
      assertTrue(System.nanoTime() - start < 3_000_000_000L);
    }
    try (S3Store patient = plain("faults-" + BUCKETS.get(), HttpSettings.DEFAULT)) {
      endsWithInterrupted(Thread::interrupt, () -> patient.head("object"));
      endsWithInterrupted(thread -> patient.close(), () -> patient.head("object"));
    }
  }
}
