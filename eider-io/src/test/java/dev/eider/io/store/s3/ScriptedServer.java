// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.s3;

import dev.eider.io.http.WebServer;
import dev.eider.io.http.WebServer.Seen;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** Sends the replies it is given, one after the other, whatever is asked. */
final class ScriptedServer implements AutoCloseable {
  private record Reply(String status, String headers, String body) {}

  private final Queue<Reply> replies = new ConcurrentLinkedQueue<>();
  final List<Seen> seen = new CopyOnWriteArrayList<>();
  private final ServerSocket socket;

  ScriptedServer() throws IOException {
    socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    Thread.ofPlatform().daemon().start(this::serve);
  }

  int port() {
    return socket.getLocalPort();
  }

  /** Headers are whole lines. */
  void reply(String status, String headers, String body) {
    replies.add(new Reply(status, headers, body));
  }

  private void serve() {
    while (!socket.isClosed()) {
      try (Socket connection = socket.accept()) {
        InputStream in = new BufferedInputStream(connection.getInputStream());
        Seen request = WebServer.readRequest(in);
        Reply reply = request == null ? null : replies.poll();
        if (reply != null) {
          seen.add(request);
          byte[] body = reply.body.getBytes(StandardCharsets.UTF_8);
          String head = "HTTP/1.1 " + reply.status + "\r\nConnection: close\r\n" + reply.headers;
          if (!reply.headers.contains("Content-Length")) {
            head += "Content-Length: " + body.length + "\r\n";
          }
          connection.getOutputStream().write((head + "\r\n").getBytes(StandardCharsets.UTF_8));
          if (!request.method().equals("HEAD")) {
            connection.getOutputStream().write(body);
          }
          connection.getOutputStream().flush();
        }
      } catch (IOException e) {
        // That client has gone.
        continue;
      }
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
