// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.http;

import dev.eider.io.http.HttpException.Kind;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The head of a reply, and its body to be read. Must be closed: a connection whose body was read to
 * the end is then used again, another one is closed. One thread.
 */
public final class HttpResponse implements AutoCloseable {
  /** A rest that is sooner read than a connection is made. */
  private static final int DRAIN_BYTES = 32 << 10;

  private static final int CHUNKED = -1;
  private static final int UNTIL_CLOSE = -2;

  private final HttpClient client;
  private final HttpRequest request;
  private final HttpConnection connection;
  private final int status;
  private final HttpHeaders headers;
  private final boolean keepAlive;

  /** The length of the body, or one of the above. */
  private final long framing;

  /** Of the body, or of the present chunk. */
  private long left;

  private boolean ended;
  private boolean closed;

  HttpResponse(
      HttpClient client,
      HttpRequest request,
      HttpConnection connection,
      int status,
      HttpHeaders headers,
      boolean keepAlive,
      long framing) {
    this.client = client;
    this.request = request;
    this.connection = connection;
    this.status = status;
    this.headers = headers;
    this.keepAlive = keepAlive;
    this.framing = framing;
    this.left = Math.max(0, framing);
    this.ended = framing == 0;
  }

  /** How the body of this head ends: its length, or one of the codes. */
  static long framing(HttpRequest request, int status, HttpHeaders headers) throws HttpException {
    if (request.isHead() || status == 204 || status == 304) {
      return 0;
    }
    String encoding = headers.get("Transfer-Encoding");
    if (encoding != null) {
      if (!encoding.strip().equalsIgnoreCase("chunked")) {
        throw new HttpException(Kind.PROTOCOL, "unknown Transfer-Encoding " + encoding, null);
      }
      return CHUNKED;
    }
    long length = UNTIL_CLOSE;
    for (String value : headers.all("Content-Length")) {
      long one = parseLength(value.strip());
      if (one < 0 || length >= 0 && one != length) {
        throw new HttpException(Kind.PROTOCOL, "bad Content-Length " + value, null);
      }
      length = one;
    }
    return length;
  }

  /** The address that replied; another than asked for after a redirect. */
  public String place() {
    return request.place();
  }

  /** The request that was answered. */
  public HttpRequest request() {
    return request;
  }

  /** Such as 200. */
  public int status() {
    return status;
  }

  /** Those of the reply. */
  public HttpHeaders headers() {
    return headers;
  }

  /** The length of the body as the head promises it, or -1 when it does not. */
  public long contentLength() {
    return framing < 0 ? -1 : framing;
  }

  /** What the Content-Length header says, which for HEAD is of the body not sent; or -1. */
  public long declaredLength() {
    String value = headers.get("Content-Length");
    return value == null ? -1 : parseLength(value.strip());
  }

  private static long parseLength(String value) {
    boolean digits = !value.isEmpty() && value.length() <= 18;
    return digits && value.chars().allMatch(c -> c >= '0' && c <= '9') ? Long.parseLong(value) : -1;
  }

  /**
   * Fills the target from {@code offset} on with what comes of the body.
   *
   * @return how many bytes: less than there was room for only at the end of the body
   * @throws HttpException INCOMPLETE when it breaks off; INTERRUPTED
   */
  public long read(MemorySegment target, long offset) throws HttpException {
    long done = 0;
    long room = target.byteSize() - offset;
    try {
      while (done < room && nextPiece()) {
        long most = framing == UNTIL_CLOSE ? room - done : Math.min(left, room - done);
        int got = connection.read(target, offset + done, most, client.settings().stallMillis());
        if (got < 0) {
          if (framing == UNTIL_CLOSE) {
            ended = true;
            return done;
          }
          throw new EOFException("the server closed the connection in the middle of the body");
        }
        done += got;
        if (framing != UNTIL_CLOSE) {
          left -= got;
        }
      }
      return done;
    } catch (IOException e) {
      ended = false;
      connection.close();
      throw client.failure(connection, request, Kind.INCOMPLETE, e);
    }
  }

  /** Whether there is more of the body; reads the frame of the next chunk. */
  private boolean nextPiece() throws IOException {
    if (ended || left > 0 || framing == UNTIL_CLOSE) {
      return !ended;
    }
    if (framing != CHUNKED) {
      ended = true;
      return false;
    }
    int most = client.settings().headBytesMax();
    String line = connection.readLine(most);
    if (line.isEmpty()) {
      // The end of the chunk before.
      line = connection.readLine(most);
    }
    int extension = line.indexOf(';');
    String size = (extension < 0 ? line : line.substring(0, extension)).strip();
    try {
      left = Long.parseLong(size, 16);
    } catch (NumberFormatException e) {
      throw new HttpException(Kind.PROTOCOL, "\"" + size + "\" is not the size of a chunk", e);
    }
    if (left < 0) {
      throw new HttpException(Kind.PROTOCOL, "the size of a chunk is negative", null);
    }
    if (left == 0) {
      int trailers = 0;
      for (String trailer = connection.readLine(most); !trailer.isEmpty(); ) {
        trailers += trailer.length();
        if (trailers > most) {
          throw new HttpException(Kind.PROTOCOL, "trailers larger than " + most + " bytes", null);
        }
        trailer = connection.readLine(most);
      }
      ended = true;
    }
    return !ended;
  }

  /**
   * Reads the rest of a small body.
   *
   * @return at most {@code bytesMax} bytes of it
   */
  public byte[] readAll(int bytesMax) throws HttpException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] piece = new byte[8192];
    while (bytes.size() < bytesMax) {
      int room = Math.min(piece.length, bytesMax - bytes.size());
      int got = (int) read(MemorySegment.ofArray(piece).asSlice(0, room), 0);
      bytes.write(piece, 0, got);
      if (got < room) {
        break;
      }
    }
    return bytes.toByteArray();
  }

  /** Whether the body is read to its end. */
  private boolean isAtEnd() {
    try {
      if (framing == UNTIL_CLOSE || framing > 0 && left > DRAIN_BYTES) {
        return false;
      }
      byte[] rest = new byte[DRAIN_BYTES];
      return read(MemorySegment.ofArray(rest), 0) < rest.length && ended;
    } catch (HttpException e) {
      // Then it is not used again.
      return false;
    }
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    client.release(connection, keepAlive && (ended || isAtEnd()));
  }

  /** The value of a header that must be there to go on; null when it is not. */
  public @Nullable String header(String name) {
    return headers.get(name);
  }
}
