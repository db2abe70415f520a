// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.env.Env;
import dev.eider.io.http.HttpException.Kind;
import dev.eider.io.http.WebServer.Fault;
import dev.eider.io.http.WebServer.Trait;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Connections, framing, time-outs and redirects, against a server over real sockets. */
class HttpClientTest {
  private static final HttpSettings QUICK = HttpSettings.DEFAULT.withTimeout(400);

  private final byte[] content = new byte[300_000];
  private WebServer server;
  private HttpClient client;

  @BeforeEach
  void start() throws IOException {
    new Random(1).nextBytes(content);
    server = new WebServer();
    server.put("file", content);
    client = new HttpClient(Env.system(), QUICK);
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    server.close();
  }

  private HttpRequest get(String path) {
    return new HttpRequest("GET", server.origin(), path, new HttpHeaders());
  }

  private byte[] read(HttpRequest request) throws HttpException {
    try (HttpResponse response = client.sendFollowing(request)) {
      MemorySegment target = Arena.ofAuto().allocate(content.length + 100);
      long got = response.read(target, 0);
      return target.asSlice(0, got).toArray(ValueLayout.JAVA_BYTE);
    }
  }

  private HttpException fails(Kind kind, HttpRequest request) {
    HttpException e = assertThrows(HttpException.class, () -> read(request));
    assertEquals(kind, e.kind(), e.getMessage());
    return e;
  }

  @Test
  void bodiesComeInEveryFraming() throws Exception {
    assertArrayEquals(content, read(get("/file")));
    server.traits.add(Trait.CHUNKED);
    assertArrayEquals(content, read(get("/file")));
    server.traits.remove(Trait.CHUNKED);
    server.traits.add(Trait.NO_LENGTH);
    assertArrayEquals(content, read(get("/file")));
    server.put("empty", new byte[0]);
    assertArrayEquals(new byte[0], read(get("/empty")));
    server.traits.clear();
    server.traits.add(Trait.CHUNKED);
    assertArrayEquals(new byte[0], read(get("/empty")));
  }

  @Test
  void connectionsAreKept() throws Exception {
    for (int i = 0; i < 50; i++) {
      read(get("/file"));
      server.traits.add(Trait.CHUNKED);
      read(get("/file"));
      server.traits.clear();
      // A small rest is read, a reply to HEAD has none.
      client.send(get("/nothing")).close();
      client.send(new HttpRequest("HEAD", server.origin(), "/file", new HttpHeaders())).close();
    }
    assertEquals(1, server.connections.get());
    // A large rest is sooner left behind.
    client.send(get("/file")).close();
    assertEquals(0, client.openConnections());
  }

  @Test
  void deadConnectionsAreReplaced() throws Exception {
    for (int i = 0; i < 20; i++) {
      read(get("/file"));
      server.dropConnections();
    }
    for (int i = 0; i < 20; i++) {
      server.faults.add(Fault.CLOSE_AFTER);
      read(get("/file"));
      server.faults.add(Fault.NONE);
      read(get("/file"));
    }
    // Requests that change something are not sent twice: the connection is looked at first.
    read(get("/file"));
    server.dropConnections();
    Thread.sleep(50);
    int before = server.seen.size();
    client
        .send(
            new HttpRequest(
                "PUT",
                server.origin(),
                "/file",
                new HttpHeaders(),
                MemorySegment.ofArray(new byte[100_000])))
        .close();
    assertEquals(before + 1, server.seen.size());
    assertEquals(100_000, server.seen.getLast().body().length);
  }

  @Test
  void aFreshConnectionIsNotTriedTwice() {
    server.faults.add(Fault.CLOSE);
    fails(Kind.NO_REPLY, get("/file"));
    assertEquals(1, server.seen.size());
  }

  @Test
  void brokenBodiesAreSeen() throws Exception {
    server.faults.add(Fault.BREAK_BODY);
    fails(Kind.INCOMPLETE, get("/file"));
    assertEquals(0, client.openConnections());
    assertArrayEquals(content, read(get("/file")));
  }

  @Test
  void stallsEndByTime() {
    for (Fault fault : List.of(Fault.STALL, Fault.STALL_BODY)) {
      server.faults.add(fault);
      long start = System.nanoTime();
      HttpException e = fails(fault == Fault.STALL ? Kind.NO_REPLY : Kind.INCOMPLETE, get("/file"));
      assertTrue(String.valueOf(e.getMessage()).contains("timed out"), e.getMessage());
      assertTrue(System.nanoTime() - start < 2_400_000_000L, "two seconds after the time-out");
    }
    assertEquals(0, client.openConnections());
  }

  @Test
  void interruptEndsAStall() throws Exception {
    HttpClient patient = new HttpClient(Env.system(), HttpSettings.DEFAULT);
    for (boolean virtual : new boolean[] {true, false}) {
      for (Fault fault : List.of(Fault.STALL, Fault.STALL_BODY)) {
        server.faults.add(fault);
        List<Throwable> end = new ArrayList<>();
        Runnable call =
            () -> {
              try (HttpResponse response = patient.send(get("/file"))) {
                response.readAll(1_000_000);
              } catch (HttpException e) {
                end.add(e);
              }
            };
        Thread thread = virtual ? Thread.ofVirtual().start(call) : Thread.ofPlatform().start(call);
        Thread.sleep(200);
        long start = System.nanoTime();
        thread.interrupt();
        thread.join(5000);
        assertTrue(System.nanoTime() - start < 500_000_000L, "within half a second");
        assertEquals(Kind.INTERRUPTED, ((HttpException) end.getFirst()).kind());
      }
    }
    assertEquals(0, patient.openConnections());
    patient.close();
  }

  @Test
  void whatIsNotHttpIsRefused() {
    server.faults.add(Fault.GARBAGE);
    fails(Kind.PROTOCOL, get("/file"));
    server.faults.add(Fault.HUGE_HEAD);
    fails(Kind.PROTOCOL, get("/file"));
  }

  @Test
  void unreachableHostsAreNamed() throws Exception {
    int free;
    try (ServerSocket socket = new ServerSocket(0)) {
      free = socket.getLocalPort();
    }
    HttpOrigin nobody = new HttpOrigin(false, "127.0.0.1", free);
    HttpException e = fails(Kind.CONNECT, new HttpRequest("GET", nobody, "/x", new HttpHeaders()));
    assertTrue(String.valueOf(e.getMessage()).contains("127.0.0.1:" + free), e.getMessage());
    HttpOrigin unknown = new HttpOrigin(false, "no-such-host.invalid", 80);
    e = fails(Kind.CONNECT, new HttpRequest("GET", unknown, "/x", new HttpHeaders()));
    assertTrue(String.valueOf(e.getMessage()).contains("no-such-host.invalid"), e.getMessage());
  }

  @Test
  void redirectsAreFollowedWithoutSecrets() throws Exception {
    try (WebServer other = new WebServer()) {
      other.put("there", content);
      server.redirects.put("here", "/again?x=1");
      server.redirects.put("again", "http://127.0.0.1:" + other.port() + "/there?sig=2");
      HttpHeaders headers = new HttpHeaders();
      headers.add("Authorization", "Bearer secret").add("X-Api-Key", "secret");
      headers.add("Range", "bytes=0-299999");
      HttpRequest request = new HttpRequest("GET", server.origin(), "/here", headers);
      assertArrayEquals(content, read(request));
      assertEquals("Bearer secret", server.seen.getLast().headers().get("authorization"));
      assertNull(other.seen.getLast().headers().get("authorization"));
      assertNull(other.seen.getLast().headers().get("x-api-key"));
      assertEquals("bytes=0-299999", other.seen.getLast().headers().get("range"));
      assertEquals("/there?sig=2", other.seen.getLast().target());
    }
    server.redirects.put("loop", "/loop");
    fails(Kind.PROTOCOL, get("/loop"));
    server.redirects.put("away", "ftp://example.com/x");
    fails(Kind.PROTOCOL, get("/away"));
  }

  @Test
  void idleConnectionsAreClosed() throws Exception {
    HttpSettings brief = new HttpSettings(1000, 1000, 1000, 100, 8, 65536, null);
    try (HttpClient idle = new HttpClient(Env.system(), brief)) {
      idle.prewarm(server.origin(), 3);
      for (int i = 0; i < 100 && server.connections.get() < 3; i++) {
        Thread.sleep(10);
      }
      assertEquals(3, server.connections.get());
      for (int i = 0; i < 200 && idle.openConnections() > 0; i++) {
        Thread.sleep(10);
      }
      assertEquals(0, idle.openConnections());
    }
  }

  @Test
  void prewarmedConnectionsAreUsed() throws Exception {
    client.prewarm(server.origin(), 1);
    for (int i = 0; i < 100 && client.openConnections() < 1; i++) {
      Thread.sleep(10);
    }
    Thread.sleep(50);
    read(get("/file"));
    assertEquals(1, server.connections.get());
  }

  @Test
  void socketsStayFlatOverManyRequests() throws Exception {
    // Patient: the machine may be busy.
    client.close();
    client = new HttpClient(Env.system(), HttpSettings.DEFAULT);
    try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> calls = new ArrayList<>();
      for (int thread = 0; thread < 16; thread++) {
        int seed = thread;
        calls.add(
            pool.submit(() -> {
              Random random = new Random(seed);
              for (int i = 0; i < 200; i++) {
                if (random.nextInt(20) == 0) {
                  server.faults.add(random.nextBoolean() ? Fault.CLOSE : Fault.CLOSE_AFTER);
                }
                try {
                  assertArrayEquals(content, read(get("/file")));
                } catch (HttpException e) {
                  assertEquals(Kind.NO_REPLY, e.kind(), e.getMessage());
                }
              }
              return null;
            }));
      }
      for (Future<?> call : calls) {
        call.get();
      }
    }
    assertTrue(client.openConnections() <= 16, client.openConnections() + " connections");
    client.close();
    assertEquals(0, client.openConnections());
  }

  @Test
  void closeEndsCallsUnderWay() throws Exception {
    HttpClient patient = new HttpClient(Env.system(), HttpSettings.DEFAULT);
    server.faults.add(Fault.STALL);
    Thread closer =
        Thread.ofPlatform()
            .start(() -> {
              try {
                Thread.sleep(200);
              } catch (InterruptedException e) {
                return;
              }
              patient.close();
            });
    HttpException e = assertThrows(HttpException.class, () -> patient.send(get("/file")));
    assertEquals(Kind.INTERRUPTED, e.kind());
    closer.join();
    e = assertThrows(HttpException.class, () -> patient.send(get("/file")));
    assertEquals(Kind.INTERRUPTED, e.kind());
  }

  @Test
  void headersCannotBeInjected() {
    HttpHeaders headers = new HttpHeaders();
    assertThrows(IllegalArgumentException.class, () -> headers.add("Range", "x\r\nHost: evil"));
    assertThrows(IllegalArgumentException.class, () -> get("/a b"));
    assertThrows(IllegalArgumentException.class, () -> get("/a\r\nHost: evil"));
    assertThrows(IllegalArgumentException.class, () -> new HttpOrigin(false, "a/b", 80));
    assertFalse(new HttpOrigin(true, "Example.COM", 443).toString().contains("443"));
  }
}
