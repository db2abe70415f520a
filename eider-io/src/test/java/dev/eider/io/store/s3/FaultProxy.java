// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.s3;

import dev.eider.testkit.LoopbackServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands between a client and a server and breaks what passes, by a seed: refuses, cuts, loses
 * requests, loses replies after they were acted on, stalls.
 */
final class FaultProxy extends LoopbackServer {
  /** Chances of one request, in percent. */
  record Rates(int refuse, int cutBody, int loseRequest, int loseReply, int stall) {}

  private final int backend;
  private final Random random;
  final AtomicInteger faults = new AtomicInteger();

  /** How many of the next writes are acted on and get no reply. */
  final AtomicInteger repliesToLose = new AtomicInteger();

  volatile Rates reads = new Rates(0, 0, 0, 0, 0);
  volatile Rates writes = new Rates(0, 0, 0, 0, 0);

  FaultProxy(int backend, long seed) throws IOException {
    this.backend = backend;
    this.random = new Random(seed);
    start();
  }

  @Override
  protected boolean reply(Request request, Socket connection, InputStream in, OutputStream out)
      throws IOException, InterruptedException {
    boolean read = request.method().equals("GET") || request.method().equals("HEAD");
    Rates rates = read ? reads : writes;
    int chance;
    synchronized (random) {
      chance = random.nextInt(100);
    }
    if (chance < rates.refuse) {
      faults.incrementAndGet();
      String body = "<Error><Code>SlowDown</Code><Message>injected</Message></Error>";
      String head = "HTTP/1.1 503 Slow Down\r\nContent-Length: ";
      out.write(
          (head
                  + (read && request.method().equals("HEAD")
                      ? "0\r\n\r\n"
                      : body.length() + "\r\n\r\n" + body))
              .getBytes(StandardCharsets.ISO_8859_1));
      return true;
    }
    chance -= rates.refuse;
    if (chance < rates.loseRequest) {
      faults.incrementAndGet();
      return false;
    }
    chance -= rates.loseRequest;
    if (chance < rates.stall) {
      faults.incrementAndGet();
      Thread.sleep(60_000);
      return false;
    }
    chance -= rates.stall;
    byte[] reply = forward(request);
    boolean lost = !read && repliesToLose.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
    if (lost || chance < rates.loseReply) {
      faults.incrementAndGet();
      return false;
    }
    chance -= rates.loseReply;
    if (chance < rates.cutBody) {
      faults.incrementAndGet();
      out.write(reply, 0, reply.length - Math.min(reply.length - 1, 1 + reply.length / 3));
      out.flush();
      Thread.sleep(20);
      connection.setSoLinger(true, 0);
      return false;
    }
    out.write(reply);
    out.flush();
    return false;
  }

  private byte[] forward(Request request) throws IOException {
    try (Socket server = new Socket(InetAddress.getLoopbackAddress(), backend)) {
      StringBuilder head = new StringBuilder();
      head.append(request.method()).append(' ').append(request.target()).append(" HTTP/1.1\r\n");
      request
          .headers()
          .forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
      head.append("connection: close\r\n\r\n");
      server.getOutputStream().write(head.toString().getBytes(StandardCharsets.ISO_8859_1));
      server.getOutputStream().write(request.body());
      server.getOutputStream().flush();
      return server.getInputStream().readAllBytes();
    }
  }
}
