// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.http;

import dev.eider.base.env.Env;
import dev.eider.io.http.HttpException.Kind;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.channels.ClosedByInterruptException;
import java.util.Locale;
import java.util.Set;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests over connections that are kept. Any number of threads, each waiting for its own
 * reply; the interrupt of a thread closes its connection and ends its call.
 *
 * <p>A request goes out once. It is sent a second time only when a kept connection turns out to be
 * closed before any byte of a reply came, and only GET and HEAD; before other requests a kept
 * connection is looked at first.
 */
public final class HttpClient implements AutoCloseable {
  private static final String USER_AGENT = "eider";
  private static final int REDIRECTS_MAX = 5;

  /** Headers that are no secret: they may be sent to another host than the caller named. */
  private static final Set<String> FOR_ANY_HOST =
      Set.of("accept", "range", "if-match", "if-none-match", "if-range", "if-unmodified-since");

  private final HttpSettings settings;
  private final ConnectionPool pool;

  /** A client without connections. */
  public HttpClient(Env env, HttpSettings settings) {
    this.settings = settings;
    this.pool = new ConnectionPool(env, settings);
  }

  HttpSettings settings() {
    return settings;
  }

  /** Opens connections ahead of their use; returns at once, and failures are found by the use. */
  public void prewarm(HttpOrigin origin, int connections) {
    pool.prewarm(origin, connections);
  }

  /** Connections that are open: in use, and kept. */
  public int openConnections() {
    return pool.open();
  }

  /**
   * Sends a request and reads the head of the reply.
   *
   * @throws HttpException when there is none; its kind says whether it can have been sent
   */
  public HttpResponse send(HttpRequest request) throws HttpException {
    while (true) {
      HttpConnection connection = pool.take(request.origin(), !request.isRepeatable());
      boolean done = false;
      try {
        HttpResponse response = exchange(request, connection);
        done = true;
        return response;
      } catch (IOException e) {
        boolean stale = !connection.fresh && !connection.replyBegan() && !connection.timedOut();
        HttpException failure = failure(connection, request, Kind.NO_REPLY, e);
        if (!stale || !request.isRepeatable() || failure.kind() != Kind.NO_REPLY) {
          throw failure;
        }
      } finally {
        if (!done) {
          pool.release(connection, false);
        }
      }
    }
  }

  private HttpResponse exchange(HttpRequest request, HttpConnection connection) throws IOException {
    try {
      connection.send(request, USER_AGENT, settings.stallMillis());
    } catch (IOException e) {
      if (connection.timedOut() || e instanceof ClosedByInterruptException) {
        throw e;
      }
      // A server that refuses replies and closes before it has read everything.
      try {
        return readHead(request, connection, false);
      } catch (IOException none) {
        e.addSuppressed(none);
        throw e;
      }
    }
    return readHead(request, connection, true);
  }

  private HttpResponse readHead(HttpRequest request, HttpConnection connection, boolean whole)
      throws IOException {
    connection.expectWithin(settings.firstByteMillis());
    while (true) {
      int left = settings.headBytesMax();
      String line = connection.readLine(left);
      int status = status(line);
      left -= line.length();
      HttpHeaders headers = new HttpHeaders();
      for (line = connection.readLine(left); !line.isEmpty(); line = connection.readLine(left)) {
        left -= line.length() + 1;
        int colon = line.indexOf(':');
        if (left <= 0 || colon <= 0) {
          throw new HttpException(Kind.PROTOCOL, "bad or too many headers in the reply", null);
        }
        try {
          headers.add(line.substring(0, colon), line.substring(colon + 1).strip());
        } catch (IllegalArgumentException e) {
          throw new HttpException(Kind.PROTOCOL, String.valueOf(e.getMessage()), e);
        }
      }
      if (status >= 200) {
        connection.fresh = false;
        String option = headers.get("Connection");
        boolean close = option != null && option.toLowerCase(Locale.ROOT).contains("close");
        long framing = HttpResponse.framing(request, status, headers);
        return new HttpResponse(
            this, request, connection, status, headers, whole && !close, framing);
      }
    }
  }

  private static int status(String line) throws HttpException {
    boolean http = line.startsWith("HTTP/1.") && line.length() >= 12 && line.charAt(8) == ' ';
    String code = http ? line.substring(9, 12) : "";
    if (!code.matches("[1-5][0-9][0-9]")) {
      String seen = line.length() > 60 ? line.substring(0, 60) + "..." : line;
      throw new HttpException(Kind.PROTOCOL, "the reply is not HTTP/1.1: \"" + seen + "\"", null);
    }
    return Integer.parseInt(code);
  }

  /**
   * Sends a request without a body and follows redirects, at most {@value #REDIRECTS_MAX}. To
   * another host go only headers that cannot be a secret, and never from TLS to clear text.
   *
   * @throws HttpException as {@link #send}; PROTOCOL for a redirect that is not followed
   */
  public HttpResponse sendFollowing(HttpRequest request) throws HttpException {
    HttpRequest next = request;
    for (int redirects = 0; ; redirects++) {
      HttpResponse response = send(next);
      String location = response.header("Location");
      boolean redirect =
          switch (response.status()) {
            case 301, 302, 303, 307, 308 -> location != null;
            default -> false;
          };
      if (!redirect || location == null) {
        return response;
      }
      response.close();
      if (redirects == REDIRECTS_MAX) {
        throw new HttpException(
            Kind.PROTOCOL,
            request.place() + " redirects more than " + REDIRECTS_MAX + " times",
            null);
      }
      next = redirected(next, location);
    }
  }

  private static HttpRequest redirected(HttpRequest from, String location) throws HttpException {
    try {
      URI base = new URI(from.origin() + from.target());
      URI to = base.resolve(new URI(location));
      HttpOrigin origin = HttpOrigin.of(to);
      if (from.origin().secure() && !origin.secure()) {
        throw new HttpException(
            Kind.PROTOCOL, from.place() + " redirects to clear text at " + origin, null);
      }
      HttpHeaders headers = from.headers();
      if (!origin.equals(from.origin())) {
        headers = new HttpHeaders();
        for (int i = 0; i < from.headers().size(); i++) {
          String name = from.headers().name(i);
          if (FOR_ANY_HOST.contains(name.toLowerCase(Locale.ROOT))) {
            headers.add(name, from.headers().value(i));
          }
        }
      }
      String path = to.getRawPath().isEmpty() ? "/" : to.getRawPath();
      String target = to.getRawQuery() == null ? path : path + "?" + to.getRawQuery();
      return new HttpRequest(from.method(), origin, target, headers);
    } catch (URISyntaxException | IllegalArgumentException e) {
      throw new HttpException(
          Kind.PROTOCOL, from.place() + " redirects to an address that is none", e);
    }
  }

  void release(HttpConnection connection, boolean reuse) {
    pool.release(connection, reuse);
  }

  /** What an error of the connection means. */
  HttpException failure(
      HttpConnection connection, HttpRequest request, Kind kind, IOException error) {
    return pool.failure(connection, request.method() + " " + request.place(), kind, error);
  }

  /** Closes all connections; calls under way end. */
  @Override
  public void close() {
    pool.close();
  }

  /** Whether an error is about trust or TLS itself. */
  static boolean isTls(@Nullable Throwable error) {
    return error instanceof SSLException || error != null && isTls(error.getCause());
  }
}
