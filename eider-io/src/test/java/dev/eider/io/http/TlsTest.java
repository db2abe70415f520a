// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.env.Env;
import dev.eider.io.http.HttpException.Kind;
import dev.eider.io.http.WebServer.Fault;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Random;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Encrypted connections, and that certificates and names are verified. */
class TlsTest {
  @TempDir Path directory;

  /** A key with a certificate signed by itself, for a host. */
  private KeyStore keys(String host) throws Exception {
    Path file = directory.resolve(host + ".p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "test",
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + host,
                "-ext",
                "san=dns:" + host,
                "-validity",
                "30",
                "-storetype",
                "PKCS12",
                "-storepass",
                "changeit",
                "-keystore",
                file.toString())
            .redirectErrorStream(true)
            .start();
    keytool.getInputStream().readAllBytes();
    assertEquals(0, keytool.waitFor());
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      keys.load(in, "changeit".toCharArray());
    }
    return keys;
  }

  private static SSLContext serverContext(KeyStore keys) throws Exception {
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, "changeit".toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }

  private static SSLContext trusting(KeyStore keys) throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("test", keys.getCertificate("test"));
    TrustManagerFactory managers =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    return context;
  }

  private static byte[] read(HttpClient client, WebServer server, int size) throws HttpException {
    HttpOrigin origin = new HttpOrigin(true, "localhost", server.port());
    HttpRequest request = new HttpRequest("GET", origin, "/file", new HttpHeaders());
    try (HttpResponse response = client.send(request)) {
      MemorySegment target = Arena.ofAuto().allocate(size);
      long got = response.read(target, 0);
      return target.asSlice(0, got).toArray(ValueLayout.JAVA_BYTE);
    }
  }

  @Test
  void bodiesComeThroughTls() throws Exception {
    KeyStore keys = keys("localhost");
    byte[] content = new byte[3_000_000];
    new Random(1).nextBytes(content);
    HttpSettings settings = HttpSettings.DEFAULT.withTls(trusting(keys));
    try (WebServer server = new WebServer(serverContext(keys));
        HttpClient client = new HttpClient(Env.system(), settings)) {
      server.put("file", content);
      for (int i = 0; i < 10; i++) {
        assertArrayEquals(content, read(client, server, content.length + 5));
      }
      server.put("file", "small".getBytes());
      assertEquals("small", new String(read(client, server, 100)));
      assertEquals(1, server.connections.get(), "the connection is kept");
      server.faults.add(Fault.CLOSE_AFTER);
      read(client, server, 100);
      assertEquals("small", new String(read(client, server, 100)), "and replaced");
      server.put("file", content);
      server.faults.add(Fault.BREAK_BODY);
      HttpException e =
          assertThrows(HttpException.class, () -> read(client, server, content.length));
      assertEquals(Kind.INCOMPLETE, e.kind());
    }
  }

  @Test
  void strangersAreNotTrusted() throws Exception {
    try (WebServer server = new WebServer(serverContext(keys("localhost")));
        HttpClient client = new HttpClient(Env.system(), HttpSettings.DEFAULT)) {
      HttpException e = assertThrows(HttpException.class, () -> read(client, server, 10));
      assertEquals(Kind.TLS, e.kind(), e.getMessage());
      assertEquals(0, client.openConnections());
    }
  }

  @Test
  void theNameMustBeTheHosts() throws Exception {
    KeyStore keys = keys("other.example");
    HttpSettings settings = HttpSettings.DEFAULT.withTls(trusting(keys));
    try (WebServer server = new WebServer(serverContext(keys));
        HttpClient client = new HttpClient(Env.system(), settings)) {
      HttpException e = assertThrows(HttpException.class, () -> read(client, server, 10));
      assertEquals(Kind.TLS, e.kind(), e.getMessage());
      assertTrue(String.valueOf(e.getMessage()).contains("localhost"), e.getMessage());
    }
  }

  @Test
  void aServerInClearTextIsNoTlsServer() throws Exception {
    HttpSettings settings = HttpSettings.DEFAULT.withTimeout(1000);
    try (WebServer server = new WebServer();
        HttpClient client = new HttpClient(Env.system(), settings)) {
      HttpException e = assertThrows(HttpException.class, () -> read(client, server, 10));
      assertTrue(e.kind() == Kind.TLS || e.kind() == Kind.CONNECT, e.kind().toString());
    }
  }
}
