// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.testkit;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What servers of HTTP/1.1 in tests have in common: connections on loopback, each with a thread,
 * and requests taken apart. What is replied, and how badly, is for the server at hand.
 */
public abstract class LoopbackServer implements AutoCloseable {
  private static final int BACKLOG = 500;

  /** Connections that were accepted so far. */
  public final AtomicInteger connections = new AtomicInteger();

  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final ServerSocket socket;

  /**
   * A request.
   *
   * @param target as it was sent, with its query
   * @param headers names in lower case
   */
  public record Request(String method, String target, Map<String, String> headers, byte[] body) {
    /** First and last byte that the header asks for of so many, or null; may lie behind the end. */
    public long @Nullable [] range(long size) {
      String range = headers.get("range");
      if (range == null) {
        return null;
      }
      String[] ends = range.substring("bytes=".length()).split("-", 2);
      boolean suffix = ends[0].isEmpty();
      return new long[] {
        suffix ? Math.max(0, size - Long.parseLong(ends[1])) : Long.parseLong(ends[0]),
        suffix ? size - 1 : Math.min(size - 1, Long.parseLong(ends[1]))
      };
    }
  }

  /** A server on a port of its own; it begins with {@link #start}. */
  protected LoopbackServer() throws IOException {
    this(new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress()));
  }

  /** A server on a socket, perhaps of TLS, which becomes its own. */
  protected LoopbackServer(ServerSocket socket) {
    this.socket = socket;
  }

  /** Begins to accept connections: the last thing a constructor does. */
  protected final void start() {
    Thread.ofPlatform().daemon().start(this::accept);
  }

  /**
   * Replies to a request; called at once for all connections.
   *
   * @param in what the client sends next
   * @return whether the connection goes on
   */
  protected abstract boolean reply(
      Request request, Socket connection, InputStream in, OutputStream out)
      throws IOException, InterruptedException;

  public final int port() {
    return socket.getLocalPort();
  }

  /** Connections that neither side has closed. */
  public final int openSockets() {
    return open.size();
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket connection = socket.accept();
        connections.incrementAndGet();
        open.add(connection);
        Thread.ofVirtual().start(() -> serve(connection));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      connection.setTcpNoDelay(true);
      InputStream in = new BufferedInputStream(connection.getInputStream());
      OutputStream out = connection.getOutputStream();
      boolean more = true;
      while (more) {
        Request request = readRequest(in);
        more = request != null && reply(request, connection, in, out);
      }
    } catch (IOException | InterruptedException e) {
      // The client went away, or the test is over.
      return;
    } finally {
      open.remove(connection);
    }
  }

  /** The next request of a connection; null at its end, or when it is no HTTP. */
  private static @Nullable Request readRequest(InputStream in) throws IOException {
    String[] words = readLine(in).split(" ");
    if (words.length < 2) {
      return null;
    }
    Map<String, String> headers = new LinkedHashMap<>();
    for (String header = readLine(in); !header.isEmpty(); header = readLine(in)) {
      int colon = header.indexOf(':');
      if (colon < 0) {
        // Somebody begins with TLS.
        return null;
      }
      headers.put(
          header.substring(0, colon).toLowerCase(Locale.ROOT), header.substring(colon + 1).strip());
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    return new Request(words[0], words[1], headers, in.readNBytes(length));
  }

  private static String readLine(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
      if (c != '\r') {
        line.write(c);
      }
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }

  /** Closes what is open, as a server that restarts does. */
  public final void dropConnections() throws IOException {
    for (Socket connection : open) {
      connection.close();
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
    dropConnections();
  }
}
