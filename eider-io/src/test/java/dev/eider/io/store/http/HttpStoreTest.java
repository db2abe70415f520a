// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.env.Env;
import dev.eider.io.http.HttpClient;
import dev.eider.io.http.HttpHeaders;
import dev.eider.io.http.HttpSettings;
import dev.eider.io.http.WebServer;
import dev.eider.io.http.WebServer.Fault;
import dev.eider.io.http.WebServer.Trait;
import dev.eider.io.store.ObjectReadConformance;
import dev.eider.io.store.ObjectStore;
import dev.eider.io.store.PutCondition;
import dev.eider.io.store.StoreException;
import dev.eider.io.store.StoreException.Reason;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A web server as a store, and what servers get wrong. */
class HttpStoreTest extends ObjectReadConformance {
  private WebServer server;

  /** What the server of all tests of this class is like. */
  Set<Trait> traits() {
    return Set.of();
  }

  @Override
  protected ObjectStore newStore() throws Exception {
    server = new WebServer();
    server.traits.addAll(traits());
    return store(new HttpHeaders());
  }

  private HttpStore store(HttpHeaders headers) {
    HttpClient client = new HttpClient(Env.system(), HttpSettings.DEFAULT.withTimeout(2000));
    return HttpStore.ofKeys(client, server.origin(), "/base", headers);
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  @Override
  protected void place(String key, byte[] content) {
    server.put("base/" + key, content);
  }

  static class WithoutRangesTest extends HttpStoreTest {
    @Override
    Set<Trait> traits() {
      return Set.of(Trait.IGNORES_RANGES);
    }
  }

  static class WithoutSuffixRangesOrHeadTest extends HttpStoreTest {
    @Override
    Set<Trait> traits() {
      return Set.of(Trait.NO_SUFFIX_RANGES, Trait.REFUSES_HEAD);
    }
  }

  static class WithoutTagsTest extends HttpStoreTest {
    @Override
    Set<Trait> traits() {
      return Set.of(Trait.NO_TAGS);
    }
  }

  static class WithWeakTagsAndNoConditionsTest extends HttpStoreTest {
    @Override
    Set<Trait> traits() {
      return Set.of(Trait.WEAK_TAGS, Trait.IGNORES_CONDITIONS, Trait.CHUNKED);
    }
  }

  static class ThatClosesAndHasNoTagsAtAllTest extends HttpStoreTest {
    @Override
    Set<Trait> traits() {
      return Set.of(Trait.CLOSES, Trait.NO_TAGS, Trait.NO_DATES);
    }

    @Override
    protected boolean givesTags() {
      return false;
    }
  }

  @Test
  void theFooterIsOneRequest() throws Exception {
    if (!traits().isEmpty()) {
      return;
    }
    place("file", content(100_000, 1));
    store.getSuffix("file", target(1000), null);
    assertEquals(1, server.seen.size());
    assertEquals("bytes=-1000", server.seen.getFirst().headers().get("range"));
  }

  @Test
  void aServerThatIgnoresRangesIsNotReadForEver() throws Exception {
    if (traits().contains(Trait.CHUNKED)) {
      // Such a server does not even tell the size.
      return;
    }
    server.traits.add(Trait.IGNORES_RANGES);
    place("file", content(20 << 20, 1));
    store.get("file", 1 << 20, target(10), null);
    StoreException e = fails(Reason.REFUSED, () -> store.get("file", 19 << 20, target(10), null));
    assertTrue(String.valueOf(e.getMessage()).contains("ignores ranges"), e.getMessage());
  }

  @Test
  void failuresHaveTheirReasons() throws Exception {
    place("file", content(100_000, 1));
    server.faults.add(Fault.REFUSE);
    StoreException e = fails(Reason.THROTTLED, () -> store.get("file", 0, target(100), null));
    assertEquals(7000, e.retryAfterMillis());
    assertEquals(503, e.status());
    server.faults.add(Fault.BREAK_BODY);
    fails(Reason.INCOMPLETE, () -> store.get("file", 0, target(100_000), null));
    server.faults.add(Fault.STALL);
    fails(Reason.UNAVAILABLE, () -> store.get("file", 0, target(100), null));
    server.faults.add(Fault.GARBAGE);
    fails(Reason.REFUSED, () -> store.get("file", 0, target(100), null));
    store.get("file", 0, target(100), null);
  }

  @Test
  void interruptEndsAStalledRead() throws Exception {
    place("file", content(100_000, 1));
    server.faults.add(Fault.STALL);
    long start = System.nanoTime();
    Thread thread = Thread.currentThread();
    Thread.ofPlatform()
        .start(() -> {
          try {
            Thread.sleep(200);
          } catch (InterruptedException e) {
            return;
          }
          thread.interrupt();
        });
    fails(Reason.INTERRUPTED, () -> store.get("file", 0, target(100), null));
    assertTrue(Thread.interrupted());
    assertTrue(System.nanoTime() - start < 700_000_000L);
  }

  @Test
  void itIsReadOnly() {
    fails(Reason.READ_ONLY, () -> store.put("x", target(1), PutCondition.NONE));
    fails(Reason.READ_ONLY, () -> store.startMultipart("x"));
    fails(Reason.READ_ONLY, () -> store.delete("x"));
    fails(Reason.READ_ONLY, () -> store.deleteAll(List.of("x")));
    fails(Reason.UNSUPPORTED, () -> store.list("", null, null, 10));
  }

  @Test
  void signedAddressesAreSentAsTheyAre() throws Exception {
    server.put("b/a b%.csv", bytes("hello"));
    server.traits.add(Trait.REFUSES_HEAD);
    HttpClient client = new HttpClient(Env.system(), HttpSettings.DEFAULT);
    try (HttpStore addresses = HttpStore.ofAddresses(client, server.origin(), new HttpHeaders())) {
      String key = "b/a%20b%25.csv?X-Sig=a%2Fb+c&d";
      assertEquals(5, addresses.head(key).size());
      assertEquals("/b/a%20b%25.csv?X-Sig=a%2Fb+c&d", server.seen.getLast().target());
      assertEquals(5, addresses.head("b/a b%25.csv?long=" + "x".repeat(3000)).size());
      StoreException e = fails(Reason.NOT_FOUND, () -> addresses.head("none?X-Sig=secret"));
      assertFalse(String.valueOf(e.getMessage()).contains("secret"), e.getMessage());
    }
  }

  @Test
  void headersGoWithEveryRequest() throws Exception {
    place("file", bytes("x"));
    try (HttpStore with = store(new HttpHeaders().add("Authorization", "Bearer t"))) {
      with.head("file");
      with.get("file", 0, target(1), null);
    }
    server.seen.forEach(
        request -> assertEquals("Bearer t", request.headers().get("authorization")));
    assertNotEquals(0, server.seen.size());
  }
}
