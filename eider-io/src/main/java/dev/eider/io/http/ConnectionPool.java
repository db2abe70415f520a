// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.http;

import dev.eider.base.env.Env;
import dev.eider.io.http.HttpException.Kind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SocketChannel;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Connections by host, the one used last first, so that those too many become idle and are closed.
 *
 * <p>Invariant: a connection that is not closed is in {@link #all}, and either in one of the {@link
 * #idle} queues or held by one thread, with a permit of its host.
 */
final class ConnectionPool implements AutoCloseable {
  private final Env env;
  private final HttpSettings settings;

  // Guarded by this.
  private final Map<HttpOrigin, Deque<HttpConnection>> idle = new HashMap<>();
  private final Map<HttpOrigin, Semaphore> permits = new HashMap<>();
  private final Set<HttpConnection> all = new HashSet<>();
  private boolean sweeping;
  private @Nullable SSLContext tls;

  private volatile boolean closed;

  ConnectionPool(Env env, HttpSettings settings) {
    this.env = env;
    this.settings = settings;
    this.tls = settings.tls();
  }

  synchronized int open() {
    return all.size();
  }

  /** A kept connection, or a new one. */
  HttpConnection take(HttpOrigin origin, boolean checked) throws HttpException {
    Semaphore permit = permits(origin);
    try {
      if (!permit.tryAcquire(settings.firstByteMillis(), TimeUnit.MILLISECONDS)) {
        throw new HttpException(
            Kind.CONNECT,
            "No connection to "
                + origin
                + " became free: all "
                + settings.connectionsPerHostMax()
                + " are in use",
            null);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw interrupted(origin.toString(), e);
    }
    boolean taken = false;
    try {
      HttpConnection kept = kept(origin, checked);
      HttpConnection connection = kept != null ? kept : connect(origin);
      taken = true;
      return connection;
    } finally {
      if (!taken) {
        permit.release();
      }
    }
  }

  private synchronized Semaphore permits(HttpOrigin origin) {
    return permits.computeIfAbsent(origin, o -> new Semaphore(settings.connectionsPerHostMax()));
  }

  private @Nullable HttpConnection kept(HttpOrigin origin, boolean checked) {
    while (true) {
      HttpConnection connection;
      synchronized (this) {
        Deque<HttpConnection> queue = idle.get(origin);
        connection = queue == null ? null : queue.pollLast();
      }
      if (connection == null) {
        return null;
      }
      boolean old = env.nanoTime() - connection.idleSince > settings.idleMillis() * 1_000_000;
      if (!old && (!checked || connection.isQuiet())) {
        return connection;
      }
      drop(connection);
    }
  }

  private void drop(HttpConnection connection) {
    connection.close();
    synchronized (this) {
      all.remove(connection);
    }
  }

  /** Gives a connection back, to be kept or closed. */
  void release(HttpConnection connection, boolean reuse) {
    connection.expectNothing();
    if (reuse && !closed) {
      keep(connection);
    } else {
      drop(connection);
    }
    permits(connection.origin).release();
  }

  private synchronized void keep(HttpConnection connection) {
    connection.idleSince = env.nanoTime();
    idle.computeIfAbsent(connection.origin, o -> new ArrayDeque<>()).addLast(connection);
    sweepLater();
    if (closed) {
      connection.close();
    }
  }

  private synchronized void sweepLater() {
    if (!sweeping && !closed) {
      sweeping = true;
      env.delay(settings.idleMillis(), TimeUnit.MILLISECONDS).thenRun(this::sweep);
    }
  }

  /** Closes what was not used for long. */
  private synchronized void sweep() {
    sweeping = false;
    long now = env.nanoTime();
    boolean left = false;
    for (Deque<HttpConnection> queue : idle.values()) {
      for (Iterator<HttpConnection> it = queue.iterator(); it.hasNext(); ) {
        HttpConnection connection = it.next();
        if (now - connection.idleSince >= settings.idleMillis() * 1_000_000) {
          it.remove();
          drop(connection);
        }
      }
      left |= !queue.isEmpty();
    }
    if (left) {
      sweepLater();
    }
  }

  void prewarm(HttpOrigin origin, int connections) {
    for (int i = 0; i < connections && !closed; i++) {
      env.startThread(
          "eider-http-prewarm",
          () -> {
            try {
              Semaphore permit = permits(origin);
              if (permit.tryAcquire()) {
                boolean made = false;
                try {
                  HttpConnection connection = connect(origin);
                  made = true;
                  release(connection, true);
                } finally {
                  if (!made) {
                    permit.release();
                  }
                }
              }
            } catch (HttpException e) {
              // Who needs the connection tries again, and reports what is wrong.
              assert e.kind() != Kind.INCOMPLETE;
            }
          });
    }
  }

  private HttpConnection connect(HttpOrigin origin) throws HttpException {
    long end = env.nanoTime() + settings.connectMillis() * 1_000_000;
    List<InetAddress> addresses = resolve(origin);
    HttpException last = null;
    for (InetAddress address : addresses) {
      try {
        return connect(origin, address, end);
      } catch (HttpException e) {
        if (e.kind() != Kind.CONNECT || env.nanoTime() - end >= 0) {
          throw e;
        }
        if (last != null) {
          e.addSuppressed(last);
        }
        last = e;
      }
    }
    assert last != null;
    throw last;
  }

  private HttpConnection connect(HttpOrigin origin, InetAddress address, long end)
      throws HttpException {
    HttpConnection connection = null;
    boolean made = false;
    Kind kind = Kind.CONNECT;
    try {
      SocketChannel channel = SocketChannel.open();
      connection = new HttpConnection(env, origin, channel);
      synchronized (this) {
        all.add(connection);
      }
      if (closed) {
        throw interrupted(origin.toString(), null);
      }
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      connection.expectWithin(Math.max(1, (end - env.nanoTime()) / 1_000_000));
      channel.connect(new InetSocketAddress(address, origin.port()));
      if (origin.secure()) {
        kind = Kind.TLS;
        connection.use(new TlsTransport(channel, tls(), origin));
      }
      connection.expectNothing();
      made = true;
      return connection;
    } catch (IOException e) {
      Kind seen = kind == Kind.TLS && HttpClient.isTls(e) ? Kind.TLS : Kind.CONNECT;
      String what = seen == Kind.TLS ? "TLS with " + origin : "Connection to " + origin;
      throw failure(connection, what, seen, e);
    } finally {
      if (!made && connection != null) {
        drop(connection);
      }
    }
  }

  private synchronized SSLContext tls() throws IOException {
    SSLContext context = tls;
    if (context == null) {
      try {
        context = SSLContext.getDefault();
      } catch (NoSuchAlgorithmException e) {
        throw new IOException("this JVM has no TLS", e);
      }
      tls = context;
    }
    return context;
  }

  /** On a thread of its own: the operating system's resolver cannot be interrupted. */
  private List<InetAddress> resolve(HttpOrigin origin) throws HttpException {
    String host = origin.host();
    CompletableFuture<List<InetAddress>> found = new CompletableFuture<>();
    Runnable look =
        () -> {
          try {
            found.complete(new ArrayList<>(List.of(InetAddress.getAllByName(host))));
          } catch (UnknownHostException | RuntimeException e) {
            found.completeExceptionally(e);
          }
        };
    boolean literal = host.startsWith("[") || host.matches("[0-9.]+");
    if (literal || host.equals("localhost")) {
      look.run();
    } else {
      env.startThread("eider-dns", look);
    }
    try {
      return found.get(settings.connectMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw interrupted(origin.toString(), e);
    } catch (TimeoutException e) {
      throw new HttpException(
          Kind.CONNECT,
          "The name " + host + " was not resolved within " + settings.connectMillis() + " ms",
          e);
    } catch (ExecutionException e) {
      throw new HttpException(
          Kind.CONNECT, "The host " + host + " is not known (DNS)", e.getCause());
    }
  }

  private static HttpException interrupted(String what, @Nullable Throwable cause) {
    return new HttpException(Kind.INTERRUPTED, what + " was interrupted", cause);
  }

  /** What an error of a connection means. */
  HttpException failure(
      @Nullable HttpConnection connection, String what, Kind kind, IOException error) {
    if (error instanceof ClosedByInterruptException
        || Thread.currentThread().isInterrupted()
        || closed) {
      return interrupted(what, error);
    }
    if (connection != null && connection.timedOut()) {
      return new HttpException(kind, what + " timed out: nothing came in time", error);
    }
    if (error instanceof HttpException known) {
      return known.kind() == Kind.PROTOCOL
          ? new HttpException(Kind.PROTOCOL, what + ": " + error.getMessage(), error)
          : known;
    }
    String detail =
        error.getMessage() == null ? error.getClass().getSimpleName() : error.getMessage();
    return new HttpException(kind, what + " failed: " + detail, error);
  }

  @Override
  public void close() {
    closed = true;
    synchronized (this) {
      all.forEach(HttpConnection::close);
      all.clear();
      idle.clear();
      // Who waits for a connection finds the client closed.
      permits.values().forEach(permit -> permit.release(settings.connectionsPerHostMax()));
    }
  }
}
