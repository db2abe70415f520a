// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.s3;

import dev.eider.testkit.LoopbackServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** Sends the replies it is given, one after the other, whatever is asked. */
final class ScriptedServer extends LoopbackServer {
  private record Reply(String status, String headers, String body) {}

  private final Queue<Reply> replies = new ConcurrentLinkedQueue<>();
  final List<Request> seen = new CopyOnWriteArrayList<>();

  ScriptedServer() throws IOException {
    start();
  }

  /** Headers are whole lines. */
  void reply(String status, String headers, String body) {
    replies.add(new Reply(status, headers, body));
  }

  @Override
  protected boolean reply(Request request, Socket connection, InputStream in, OutputStream out)
      throws IOException {
    Reply reply = replies.poll();
    if (reply == null) {
      return false;
    }
    seen.add(request);
    byte[] body = reply.body.getBytes(StandardCharsets.UTF_8);
    String head = "HTTP/1.1 " + reply.status + "\r\nConnection: close\r\n" + reply.headers;
    if (!reply.headers.contains("Content-Length")) {
      head += "Content-Length: " + body.length + "\r\n";
    }
    out.write((head + "\r\n").getBytes(StandardCharsets.UTF_8));
    if (!request.method().equals("HEAD")) {
      out.write(body);
    }
    out.flush();
    return false;
  }
}
