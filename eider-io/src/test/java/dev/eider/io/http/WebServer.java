// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.http;

import dev.eider.testkit.LoopbackServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** A small web server of files that does what real ones do, the bad ones too. */
public final class WebServer extends LoopbackServer {
  /** What it does wrong with one request. */
  public enum Fault {
    NONE,
    /** 503 with Retry-After. */
    REFUSE,
    /** Reads the request and closes without a reply. */
    CLOSE,
    /** Half a body, then a reset. */
    BREAK_BODY,
    /** Nothing for a minute. */
    STALL,
    /** Half a body, then nothing for a minute. */
    STALL_BODY,
    /** No HTTP. */
    GARBAGE,
    /** Headers without end. */
    HUGE_HEAD,
    /** Replies as if nothing were, and closes without saying so. */
    CLOSE_AFTER
  }

  /** Traits of servers. */
  public enum Trait {
    IGNORES_RANGES,
    NO_SUFFIX_RANGES,
    REFUSES_HEAD,
    NO_TAGS,
    NO_DATES,
    WEAK_TAGS,
    IGNORES_CONDITIONS,
    CHUNKED,
    NO_LENGTH,
    CLOSES
  }

  private record File(byte[] content, String etag, Instant modified) {}

  public final Set<Trait> traits = ConcurrentHashMap.newKeySet();
  public final Queue<Fault> faults = new ConcurrentLinkedQueue<>();
  public final Map<String, String> redirects = new ConcurrentHashMap<>();
  public final List<Request> seen = new CopyOnWriteArrayList<>();
  private final Map<String, File> files = new ConcurrentHashMap<>();
  private final AtomicInteger versions = new AtomicInteger();

  public WebServer() throws IOException {
    this(null);
  }

  /** With TLS when there is a context. */
  public WebServer(@Nullable SSLContext tls) throws IOException {
    super(socket(tls));
    start();
  }

  private static ServerSocket socket(@Nullable SSLContext tls) throws IOException {
    InetAddress here = InetAddress.getLoopbackAddress();
    return tls == null
        ? new ServerSocket(0, 200, here)
        : tls.getServerSocketFactory().createServerSocket(0, 200, here);
  }

  public HttpOrigin origin() {
    return new HttpOrigin(false, "127.0.0.1", port());
  }

  public void put(String path, byte[] content) {
    String tag = "\"v" + versions.incrementAndGet() + "\"";
    files.put(path, new File(content, tag, Instant.now().minusSeconds(100 - versions.get() % 90)));
  }

  @Override
  protected boolean reply(Request request, Socket connection, InputStream in, OutputStream out)
      throws IOException, InterruptedException {
    seen.add(request);
    Fault planned = faults.poll();
    Fault fault = planned == null ? Fault.NONE : planned;
    switch (fault) {
      case REFUSE -> {
        write(out, "503 Slow Down", List.of("Retry-After: 7"), "busy".getBytes(), false);
        return true;
      }
      case CLOSE -> {
        return false;
      }
      case STALL -> {
        Thread.sleep(60_000);
        return false;
      }
      case GARBAGE -> {
        out.write("SSH-2.0-OpenSSH_9.2\r\n".getBytes());
        return false;
      }
      case HUGE_HEAD -> {
        out.write("HTTP/1.1 200 OK\r\n".getBytes());
        for (int i = 0; i < 100_000; i++) {
          out.write(("X-" + i + ": more\r\n").getBytes());
        }
        return false;
      }
      case NONE, BREAK_BODY, STALL_BODY, CLOSE_AFTER -> {}
    }
    String path = request.target().replaceAll("[?].*", "").substring(1);
    String name = URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
    String redirect = redirects.get(name);
    boolean head = request.method().equals("HEAD");
    if (redirect != null) {
      write(out, "302 Found", List.of("Location: " + redirect), "moved".getBytes(), head);
      return true;
    }
    File file = files.get(name);
    if (head && traits.contains(Trait.REFUSES_HEAD)) {
      write(out, "403 Forbidden", List.of(), new byte[0], true);
    } else if (file == null) {
      write(out, "404 Not Found", List.of(), "no such file".getBytes(), head);
    } else {
      return send(request, file, fault, connection, out) && fault != Fault.CLOSE_AFTER;
    }
    return fault != Fault.CLOSE_AFTER;
  }

  private boolean send(Request request, File file, Fault fault, Socket connection, OutputStream out)
      throws IOException, InterruptedException {
    List<String> headers = new ArrayList<>();
    String tag = traits.contains(Trait.WEAK_TAGS) ? "W/" + file.etag : file.etag;
    if (!traits.contains(Trait.NO_TAGS)) {
      headers.add("ETag: " + tag);
    }
    if (!traits.contains(Trait.NO_DATES)) {
      headers.add("Last-Modified: " + date(file.modified));
    }
    headers.add("Date: " + date(Instant.now()));
    boolean head = request.method().equals("HEAD");
    String ifMatch = request.headers().get("if-match");
    if (ifMatch != null && !ifMatch.equals(tag) && !traits.contains(Trait.IGNORES_CONDITIONS)) {
      write(out, "412 Precondition Failed", headers, "changed".getBytes(), head);
      return true;
    }
    String status = "200 OK";
    byte[] body = file.content;
    int size = body.length;
    long[] range = head || traits.contains(Trait.IGNORES_RANGES) ? null : request.range(size);
    if (range != null) {
      boolean suffix = request.headers().get("range").startsWith("bytes=-");
      if (range[0] >= size || suffix && traits.contains(Trait.NO_SUFFIX_RANGES)) {
        headers.add("Content-Range: bytes */" + size);
        write(out, "416 Range Not Satisfiable", headers, "range".getBytes(), false);
        return true;
      }
      headers.add("Content-Range: bytes " + range[0] + "-" + range[1] + "/" + size);
      body = Arrays.copyOfRange(body, (int) range[0], (int) range[1] + 1);
      status = "206 Partial Content";
    }
    if (fault == Fault.BREAK_BODY || fault == Fault.STALL_BODY) {
      headers.add("Content-Length: " + body.length);
      out.write(
          ("HTTP/1.1 " + status + "\r\n" + String.join("\r\n", headers) + "\r\n\r\n").getBytes());
      out.write(body, 0, body.length / 2);
      out.flush();
      if (fault == Fault.STALL_BODY) {
        Thread.sleep(60_000);
      }
      Thread.sleep(50);
      connection.setSoLinger(true, 0);
      return false;
    }
    write(out, status, headers, body, head);
    return !traits.contains(Trait.CLOSES) && !traits.contains(Trait.NO_LENGTH);
  }

  private static String date(Instant instant) {
    return DateTimeFormatter.RFC_1123_DATE_TIME.format(instant.atOffset(ZoneOffset.UTC));
  }

  private void write(
      OutputStream out, String status, List<String> headers, byte[] body, boolean head)
      throws IOException {
    StringBuilder text = new StringBuilder("HTTP/1.1 " + status + "\r\n");
    headers.forEach(header -> text.append(header).append("\r\n"));
    boolean chunked = traits.contains(Trait.CHUNKED) && !head;
    if (chunked) {
      text.append("Transfer-Encoding: chunked\r\n");
    } else if (!traits.contains(Trait.NO_LENGTH)) {
      text.append("Content-Length: ").append(body.length).append("\r\n");
    }
    if (traits.contains(Trait.CLOSES)) {
      text.append("Connection: close\r\n");
    }
    out.write(text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
    if (head) {
      out.flush();
      return;
    }
    if (!chunked) {
      out.write(body);
    } else {
      for (int at = 0; at < body.length; ) {
        int length = Math.min(1 + at * 7 % 5000, body.length - at);
        out.write((Integer.toHexString(length) + ";x=y\r\n").getBytes());
        out.write(body, at, length);
        out.write("\r\n".getBytes());
        at += length;
      }
      out.write("0\r\nTrailer: x\r\n\r\n".getBytes());
    }
    out.flush();
  }
}
