// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.requests;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Locale;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Answers GET with a range of an object that is as long as any range needs, in clear text and over
 * TLS, on the loopback interface. It looks at nothing else of a request and keeps connections open.
 */
public final class RangeServer {
  static final String PASSWORD = "changeit";

  private static final byte[] CONTENT = new byte[1 << 20];
  private static final long SIZE = 1L << 40;

  private RangeServer() {}

  /**
   * Serves until the process ends; prints the port in clear text and that of TLS.
   *
   * @param args file of the key, PKCS #12
   */
  public static void main(String[] args) throws Exception {
    ServerSocket clear = new ServerSocket(0, 512, InetAddress.getLoopbackAddress());
    ServerSocket secure =
        context(Path.of(args[0]))
            .getServerSocketFactory()
            .createServerSocket(0, 512, InetAddress.getLoopbackAddress());
    Thread.ofPlatform().start(() -> accept(secure));
    System.out.println(clear.getLocalPort() + " " + secure.getLocalPort());
    accept(clear);
  }

  private static SSLContext context(Path file) throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(keys, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(factory.getKeyManagers(), null, null);
    return context;
  }

  private static void accept(ServerSocket server) {
    try {
      while (true) {
        Socket socket = server.accept();
        Thread.ofPlatform().daemon().start(() -> serve(socket));
      }
    } catch (IOException e) {
      System.err.println("The server ends: " + e);
    }
  }

  private static void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      InputStream in = new BufferedInputStream(socket.getInputStream());
      OutputStream out = socket.getOutputStream();
      while (answer(in, out)) {
        out.flush();
      }
    } catch (IOException e) {
      // The client is gone.
    }
  }

  private static boolean answer(InputStream in, OutputStream out) throws IOException {
    String request = line(in);
    if (request == null) {
      return false;
    }
    long first = 0;
    long last = 0;
    for (String header = line(in); header != null && !header.isEmpty(); header = line(in)) {
      if (header.toLowerCase(Locale.ROOT).startsWith("range: bytes=")) {
        String[] ends = header.substring("range: bytes=".length()).split("-", -1);
        first = Long.parseLong(ends[0]);
        last = Long.parseLong(ends[1]);
      }
    }
    long length = last - first + 1;
    String head =
        "HTTP/1.1 206 Partial Content\r\nContent-Type: application/octet-stream\r\n"
            + "Accept-Ranges: bytes\r\nETag: \"one\"\r\n"
            + "Last-Modified: Tue, 01 Dec 2026 00:00:00 GMT\r\n"
            + "Content-Range: bytes "
            + first
            + "-"
            + last
            + "/"
            + SIZE
            + "\r\nContent-Length: "
            + length
            + "\r\n\r\n";
    out.write(head.getBytes(StandardCharsets.US_ASCII));
    if (request.startsWith("GET ")) {
      for (long left = length; left > 0; left -= CONTENT.length) {
        out.write(CONTENT, 0, (int) Math.min(left, CONTENT.length));
      }
    }
    return true;
  }

  private static @Nullable String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        return null;
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }
}
