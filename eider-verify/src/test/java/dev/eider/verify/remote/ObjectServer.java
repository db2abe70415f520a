// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.remote;

import dev.eider.testkit.LoopbackServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Buckets in memory behind the protocol of S3 (path style, any signature) on loopback; the same
 * objects are files of a web server at {@code /bucket/key}. A script sees each request first and
 * may answer in the store's place: with an error, with nothing at all, or by breaking off.
 */
final class ObjectServer extends LoopbackServer {
  /** A request; {@code key} is the bucket, a slash and the key, decoded. */
  record Seen(
      String method,
      String key,
      Map<String, String> query,
      Map<String, String> headers,
      byte[] body,
      int number,
      Request raw) {
    String header(String name) {
      return headers.getOrDefault(name, "");
    }

    private Seen withoutBody() {
      return new Seen(
          method,
          key,
          query,
          headers,
          new byte[0],
          number,
          new Request(method, raw.target(), headers, new byte[0]));
    }

    boolean isList() {
      return query.containsKey("list-type");
    }

    /** Of an object's bytes. */
    boolean isGet() {
      return method.equals("GET") && !isList();
    }
  }

  /** How a reply ends. */
  enum End {
    WHOLE,
    /** After half of the body nothing comes. */
    STALL,
    /** After half of the body the connection breaks. */
    BREAK,
    /** Nothing comes at all. */
    SILENCE,
    /** The connection is closed without a reply. */
    CLOSE
  }

  /** A reply. */
  record Reply(String status, List<String> headers, byte[] body, End end) {
    static Reply of(String status, String... headers) {
      return new Reply(status, List.of(headers), new byte[0], End.WHOLE);
    }

    static Reply error(String status, String code, String... headers) {
      String xml = "<Error><Code>" + code + "</Code><Message>scripted</Message></Error>";
      return new Reply(status, List.of(headers), xml.getBytes(StandardCharsets.UTF_8), End.WHOLE);
    }

    Reply ending(End how) {
      return new Reply(status, headers, body, how);
    }
  }

  /** Answers a request, or null to leave it to the store; may block. */
  interface Script {
    @Nullable Reply reply(Seen request) throws InterruptedException;
  }

  /** An object. */
  private record Stored(byte[] content, String etag) {}

  volatile Script script = request -> null;

  /** Whether the bodies of requests stay in {@link #seen}. */
  volatile boolean keepsBodies = true;

  /** Whether ranges are answered with all of the object. */
  volatile boolean ignoresRanges;

  final List<Seen> seen = new CopyOnWriteArrayList<>();
  final AtomicInteger inFlight = new AtomicInteger();
  final AtomicInteger inFlightMax = new AtomicInteger();
  final Map<String, Map<Integer, byte[]>> uploads = new ConcurrentHashMap<>();
  private final ConcurrentSkipListMap<String, Stored> objects = new ConcurrentSkipListMap<>();
  private final AtomicInteger versions = new AtomicInteger();

  ObjectServer() throws IOException {
    start();
  }

  /** Puts an object; its name is the bucket, a slash and the key. Answers its tag. */
  String put(String name, byte[] content) {
    String etag = "\"v" + versions.incrementAndGet() + "\"";
    objects.put(name, new Stored(content, etag));
    return etag;
  }

  byte @Nullable [] content(String name) {
    Stored stored = objects.get(name);
    return stored == null ? null : stored.content;
  }

  /** The requests so far that a test picks. */
  long count(java.util.function.Predicate<Seen> which) {
    return seen.stream().filter(which).count();
  }

  @Override
  protected boolean reply(Request raw, Socket connection, InputStream in, OutputStream out)
      throws IOException, InterruptedException {
    Seen request = seen(raw);
    inFlightMax.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
    try {
      Reply reply = script.reply(request);
      return send(request, reply == null ? answer(request) : reply, in, out);
    } finally {
      inFlight.decrementAndGet();
    }
  }

  private Seen seen(Request raw) {
    int mark = raw.target().indexOf('?');
    String path = mark < 0 ? raw.target() : raw.target().substring(0, mark);
    Map<String, String> query = new TreeMap<>();
    if (mark >= 0) {
      for (String pair : raw.target().substring(mark + 1).split("&")) {
        int equals = pair.indexOf('=');
        String name = equals < 0 ? pair : pair.substring(0, equals);
        query.put(decode(name), equals < 0 ? "" : decode(pair.substring(equals + 1)));
      }
    }
    Seen request =
        new Seen(
            raw.method(),
            decode(path.substring(1)),
            query,
            raw.headers(),
            raw.body(),
            seen.size(),
            raw);
    seen.add(keepsBodies ? request : request.withoutBody());
    return request;
  }

  private static String decode(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private boolean send(Seen request, Reply reply, InputStream in, OutputStream out)
      throws IOException {
    if (reply.end == End.CLOSE) {
      return false;
    }
    if (reply.end == End.SILENCE) {
      untilClosed(in);
      return false;
    }
    StringBuilder head = new StringBuilder("HTTP/1.1 ").append(reply.status).append("\r\n");
    reply.headers.forEach(header -> head.append(header).append("\r\n"));
    boolean named = reply.headers.stream().anyMatch(header -> header.startsWith("Content-Length"));
    if (!named) {
      head.append("Content-Length: ").append(reply.body.length).append("\r\n");
    }
    out.write(head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
    if (!request.method.equals("HEAD")) {
      out.write(reply.body, 0, reply.end == End.WHOLE ? reply.body.length : reply.body.length / 2);
    }
    out.flush();
    if (reply.end == End.STALL) {
      untilClosed(in);
    }
    return reply.end == End.WHOLE;
  }

  private static void untilClosed(InputStream in) throws IOException {
    while (in.read() >= 0) {
      // A client that has given up closes.
    }
  }

  /** What a store in good order replies. */
  Reply answer(Seen request) {
    String upload = request.query.get("uploadId");
    return switch (request.method) {
      case "GET", "HEAD" -> request.isList() ? list(request) : object(request);
      case "PUT" -> {
        String part = request.query.get("partNumber");
        if (part == null || upload == null) {
          yield Reply.of("200 OK", "ETag: " + put(request.key, request.body));
        }
        Map<Integer, byte[]> parts = uploads.get(upload);
        if (parts == null) {
          yield Reply.error("404 Not Found", "NoSuchUpload");
        }
        parts.put(Integer.parseInt(part), request.body);
        yield Reply.of("200 OK", "ETag: \"part" + part + "\"");
      }
      case "POST" -> upload == null ? startUpload() : complete(request, upload);
      case "DELETE" -> {
        if (upload != null) {
          uploads.remove(upload);
        } else {
          objects.remove(request.key);
        }
        yield Reply.of("204 No Content");
      }
      default -> Reply.error("501 Not Implemented", "NotImplemented");
    };
  }

  private Reply startUpload() {
    String id = "upload" + versions.incrementAndGet();
    uploads.put(id, new ConcurrentSkipListMap<>());
    return xml("InitiateMultipartUploadResult", "<UploadId>" + id + "</UploadId>");
  }

  private Reply complete(Seen request, String upload) {
    Map<Integer, byte[]> parts = uploads.remove(upload);
    if (parts == null) {
      return Reply.error("404 Not Found", "NoSuchUpload");
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    parts.values().forEach(all::writeBytes);
    String etag = put(request.key, all.toByteArray());
    return xml("CompleteMultipartUploadResult", "<ETag>" + etag + "</ETag>");
  }

  private static Reply xml(String root, String inside) {
    byte[] body = ("<" + root + ">" + inside + "</" + root + ">").getBytes(StandardCharsets.UTF_8);
    return new Reply("200 OK", List.of(), body, End.WHOLE);
  }

  private Reply object(Seen request) {
    Stored stored = objects.get(request.key);
    if (stored == null) {
      return Reply.error("404 Not Found", "NoSuchKey");
    }
    byte[] content = stored.content;
    String tag = "ETag: " + stored.etag;
    String match = request.headers.get("if-match");
    if (match != null && !match.equals(stored.etag)) {
      return Reply.error("412 Precondition Failed", "PreconditionFailed");
    }
    if (request.method.equals("HEAD")) {
      return Reply.of("200 OK", tag, "Content-Length: " + content.length);
    }
    int size = content.length;
    long[] range = ignoresRanges ? null : request.raw.range(size);
    if (range == null) {
      return new Reply("200 OK", List.of(tag), content, End.WHOLE);
    }
    if (range[0] >= size) {
      return Reply.error(
          "416 Range Not Satisfiable", "InvalidRange", "Content-Range: bytes */" + size);
    }
    return new Reply(
        "206 Partial Content",
        List.of(tag, "Content-Range: bytes " + range[0] + "-" + range[1] + "/" + size),
        Arrays.copyOfRange(content, (int) range[0], (int) range[1] + 1),
        End.WHOLE);
  }

  private Reply list(Seen request) {
    String bucket = request.key.endsWith("/") ? request.key : request.key + "/";
    String prefix = bucket + request.query.getOrDefault("prefix", "");
    String delimiter = request.query.getOrDefault("delimiter", "");
    int limit = Integer.parseInt(request.query.getOrDefault("max-keys", "1000"));
    String token =
        request.query.getOrDefault(
            "continuation-token", request.query.getOrDefault("start-after", ""));
    StringBuilder xml = new StringBuilder("<EncodingType>url</EncodingType>");
    String folded = "";
    String last = "";
    int entries = 0;
    boolean more = false;
    for (Map.Entry<String, Stored> entry : objects.tailMap(prefix, true).entrySet()) {
      String name = entry.getKey();
      if (!name.startsWith(prefix)) {
        break;
      }
      if (!token.isEmpty() && name.compareTo(bucket + token) <= 0
          || !folded.isEmpty() && name.startsWith(folded)) {
        continue;
      }
      if (entries == limit) {
        more = true;
        break;
      }
      entries++;
      String key = name.substring(bucket.length());
      last = key;
      int end = delimiter.isEmpty() ? -1 : name.indexOf(delimiter, prefix.length());
      if (end >= 0) {
        folded = name.substring(0, end + delimiter.length());
        last = folded.substring(bucket.length()) + "\uffff";
        xml.append("<CommonPrefixes><Prefix>")
            .append(encode(folded.substring(bucket.length())))
            .append("</Prefix></CommonPrefixes>");
        continue;
      }
      xml.append("<Contents><Key>")
          .append(encode(key))
          .append("</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><ETag>")
          .append(entry.getValue().etag.replace("\"", "&quot;"))
          .append("</ETag><Size>")
          .append(entry.getValue().content.length)
          .append("</Size></Contents>");
    }
    xml.append("<IsTruncated>").append(more).append("</IsTruncated>");
    if (more) {
      xml.append("<NextContinuationToken>").append(encode(last)).append("</NextContinuationToken>");
    }
    return xml("ListBucketResult", xml.toString());
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
