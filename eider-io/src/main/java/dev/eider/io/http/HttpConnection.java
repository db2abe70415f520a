// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.http;

import dev.eider.base.env.Env;
import dev.eider.io.http.HttpException.Kind;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One connection: sends a request, reads the head of the reply, then gives out raw bytes of its
 * body. One thread at a time, besides the timer, which closes the channel when the time is up; the
 * thread that reads then fails, and {@link #failure} says why.
 */
final class HttpConnection {
  /** A head fits in it nearly always; what follows a head in the same packet is copied once. */
  private static final int BUFFER_BYTES = 16 << 10;

  /** One call of the operating system moves at most so much. */
  private static final int STEP_BYTES = 1 << 20;

  final HttpOrigin origin;
  private final Env env;
  private final SocketChannel channel;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES).flip();
  private Transport transport;

  /** When it was given back last; written by who gives it back, read under the pool's lock. */
  long idleSince;

  /** Whether no reply was read on it yet: then it is not the reason of a failure. */
  boolean fresh = true;

  /** Whether any byte of the present reply has come. */
  private boolean replyBegan;

  // Of the timer. The deadline is written by the thread that uses the connection.
  private volatile long deadline;
  private volatile boolean timed;
  private volatile boolean timedOut;
  private volatile long timerAt;
  private volatile boolean timerSet;
  private volatile @Nullable CompletableFuture<Void> timer;

  HttpConnection(Env env, HttpOrigin origin, SocketChannel channel) {
    this.env = env;
    this.origin = origin;
    this.channel = channel;
    this.transport = new Transport.Clear(channel);
  }

  void use(Transport encrypted) {
    this.transport = encrypted;
  }

  // Time

  /** From now on something must happen within so much time, again after each byte that moves. */
  void expectWithin(long millis) {
    long now = env.nanoTime();
    long end = now + millis * 1_000_000;
    deadline = end;
    timed = true;
    if (!timerSet || timerAt - end > 0) {
      setTimer(end, end - now);
    }
  }

  void expectNothing() {
    timed = false;
  }

  private void setTimer(long end, long nanos) {
    timerAt = end;
    timerSet = true;
    CompletableFuture<Void> delay = env.delay(nanos, TimeUnit.NANOSECONDS);
    timer = delay;
    delay.thenRun(() -> timer(end));
  }

  /** One timer serves many requests: it looks whether its time is still the one that counts. */
  private void timer(long end) {
    if (timerAt != end) {
      return;
    }
    timerSet = false;
    if (!timed || !channel.isOpen()) {
      return;
    }
    long left = deadline - env.nanoTime();
    if (left > 0) {
      setTimer(env.nanoTime() + left, left);
    } else {
      timedOut = true;
      close();
    }
  }

  boolean timedOut() {
    return timedOut;
  }

  boolean replyBegan() {
    return replyBegan;
  }

  boolean isQuiet() {
    try {
      return channel.isOpen() && !buffer.hasRemaining() && transport.isQuiet();
    } catch (IOException e) {
      // As dead as a closed one.
      return false;
    }
  }

  void close() {
    CompletableFuture<Void> running = timer;
    if (running != null) {
      // It would hold the buffers until its time.
      running.cancel(false);
    }
    try {
      channel.close();
    } catch (IOException e) {
      // It is given up in any case; the descriptor is released first.
      assert !channel.isOpen();
    }
  }

  // Requests

  /** Sends everything. A server that replies early and closes is heard by {@link #readHead}. */
  void send(HttpRequest request, String userAgent, long stallMillis) throws IOException {
    replyBegan = false;
    StringBuilder head = new StringBuilder(512);
    head.append(request.method()).append(' ').append(request.target()).append(" HTTP/1.1\r\n");
    head.append("Host: ").append(request.origin().authority()).append("\r\n");
    HttpHeaders headers = request.headers();
    for (int i = 0; i < headers.size(); i++) {
      head.append(headers.name(i)).append(": ").append(headers.value(i)).append("\r\n");
    }
    head.append("User-Agent: ").append(userAgent).append("\r\n");
    long length = request.body().byteSize();
    if (length > 0 || !request.isRepeatable() && !request.method().equals("DELETE")) {
      head.append("Content-Length: ").append(length).append("\r\n");
    }
    byte[] bytes = head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    expectWithin(stallMillis);
    buffer.clear();
    try {
      if (bytes.length + length <= buffer.capacity()) {
        // In one packet, if it may be.
        buffer.put(bytes).put(request.body().asByteBuffer()).flip();
        transport.write(buffer);
      } else {
        transport.write(ByteBuffer.wrap(bytes));
        for (long done = 0; done < length; ) {
          long step = Math.min(STEP_BYTES, length - done);
          transport.write(request.body().asSlice(done, step).asByteBuffer());
          done += step;
          expectWithin(stallMillis);
        }
      }
    } finally {
      buffer.clear().flip();
    }
  }

  // Replies

  /** Reads a line of the head, without its end. */
  String readLine(int bytesMax) throws IOException {
    StringBuilder line = new StringBuilder(80);
    while (true) {
      if (!buffer.hasRemaining()) {
        fill();
      }
      char c = (char) (buffer.get() & 0xFF);
      if (c == '\n') {
        int end = line.length();
        if (end > 0 && line.charAt(end - 1) == '\r') {
          line.setLength(end - 1);
        }
        return line.toString();
      }
      if (line.length() >= bytesMax) {
        throw new HttpException(
            Kind.PROTOCOL, "the head of the reply is larger than " + bytesMax + " bytes", null);
      }
      line.append(c);
    }
  }

  private void fill() throws IOException {
    buffer.clear();
    int got;
    try {
      got = transport.read(buffer);
    } finally {
      buffer.flip();
    }
    if (got < 0) {
      throw new EOFException("the server closed the connection");
    }
    replyBegan = true;
  }

  /**
   * Reads at least one byte of a body into the target from {@code offset} on, at most {@code
   * length}; -1 at the end of the connection.
   */
  int read(MemorySegment target, long offset, long length, long stallMillis) throws IOException {
    int step = (int) Math.min(STEP_BYTES, length);
    expectWithin(stallMillis);
    ByteBuffer into = target.asSlice(offset, step).asByteBuffer();
    if (buffer.hasRemaining()) {
      int there = Math.min(step, buffer.remaining());
      into.put(0, buffer, buffer.position(), there);
      buffer.position(buffer.position() + there);
      return there;
    }
    return transport.read(into);
  }
}
