// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** Bytes over a connection, in clear or encrypted. One thread at a time. */
interface Transport {
  /** Reads at least one byte, or -1 at the end. */
  int read(ByteBuffer target) throws IOException;

  /** Writes everything. */
  void write(ByteBuffer source) throws IOException;

  /** Whether the server has neither closed the connection nor sent what nobody asked for. */
  boolean isQuiet() throws IOException;

  /** In clear. */
  record Clear(SocketChannel channel) implements Transport {
    @Override
    public int read(ByteBuffer target) throws IOException {
      return channel.read(target);
    }

    @Override
    public void write(ByteBuffer source) throws IOException {
      while (source.hasRemaining()) {
        channel.write(source);
      }
    }

    @Override
    public boolean isQuiet() throws IOException {
      return readNow(channel, ByteBuffer.allocate(1)) == 0;
    }
  }

  /** What is there without waiting: 0 for nothing, -1 for the end. */
  static int readNow(SocketChannel channel, ByteBuffer target) throws IOException {
    channel.configureBlocking(false);
    try {
      return channel.read(target);
    } finally {
      channel.configureBlocking(true);
    }
  }
}
