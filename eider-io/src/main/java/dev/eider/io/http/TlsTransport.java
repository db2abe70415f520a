// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.http;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;

/**
 * TLS over a channel. What is decrypted goes straight into the target when there is room for a
 * whole record, otherwise through a buffer.
 */
final class TlsTransport implements Transport {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final SocketChannel channel;
  private final SSLEngine engine;

  /** Encrypted bytes that came, ready to be read. */
  private final ByteBuffer incoming;

  /** Decrypted bytes that had no room, ready to be read. */
  private final ByteBuffer decrypted;

  private final ByteBuffer outgoing;

  /** Shakes hands; the host's certificate must be for {@code origin}. */
  TlsTransport(SocketChannel channel, SSLContext context, HttpOrigin origin) throws IOException {
    this.channel = channel;
    String host = origin.host();
    boolean literal = host.startsWith("[");
    this.engine =
        context.createSSLEngine(
            literal ? host.substring(1, host.length() - 1) : host, origin.port());
    engine.setUseClientMode(true);
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    engine.setSSLParameters(parameters);
    int record = engine.getSession().getPacketBufferSize();
    this.incoming = ByteBuffer.allocateDirect(2 * record).flip();
    this.outgoing = ByteBuffer.allocateDirect(record);
    this.decrypted = ByteBuffer.allocateDirect(applicationSize()).flip();
    engine.beginHandshake();
    handshake();
  }

  private int applicationSize() {
    return engine.getSession().getApplicationBufferSize();
  }

  private void handshake() throws IOException {
    while (true) {
      HandshakeStatus status = engine.getHandshakeStatus();
      switch (status) {
        case NEED_WRAP -> wrap(NOTHING);
        case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
          decrypted.compact();
          try {
            if (!unwrap(decrypted)) {
              throw new EOFException("the server closed the connection during the TLS handshake");
            }
          } finally {
            decrypted.flip();
          }
        }
        case NEED_TASK -> runTasks();
        case FINISHED, NOT_HANDSHAKING -> {
          return;
        }
      }
    }
  }

  private void runTasks() {
    for (Runnable task = engine.getDelegatedTask(); task != null; ) {
      task.run();
      task = engine.getDelegatedTask();
    }
  }

  private void wrap(ByteBuffer source) throws IOException {
    outgoing.clear();
    SSLEngineResult result = engine.wrap(source, outgoing);
    if (result.getStatus() == SSLEngineResult.Status.CLOSED && outgoing.position() == 0) {
      throw new EOFException("the TLS connection is closed");
    }
    outgoing.flip();
    while (outgoing.hasRemaining()) {
      channel.write(outgoing);
    }
  }

  /** Takes one step with what came or comes; false at the end. */
  private boolean unwrap(ByteBuffer target) throws IOException {
    while (true) {
      SSLEngineResult result = engine.unwrap(incoming, target);
      switch (result.getStatus()) {
        case OK -> {
          return true;
        }
        case CLOSED -> {
          return false;
        }
        case BUFFER_UNDERFLOW -> {
          incoming.compact();
          int got;
          try {
            got = channel.read(incoming);
          } finally {
            incoming.flip();
          }
          if (got < 0) {
            // Without the closing alert somebody else may have cut it.
            throw new EOFException("the connection ended without the end of TLS");
          }
        }
        case BUFFER_OVERFLOW -> throw new SSLException("a TLS record larger than the session's");
      }
    }
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    while (!decrypted.hasRemaining()) {
      if (target.remaining() >= applicationSize()) {
        int before = target.position();
        if (!unwrap(target)) {
          return -1;
        }
        afterUnwrap();
        if (target.position() > before) {
          return target.position() - before;
        }
      } else {
        decrypted.clear();
        boolean open;
        try {
          open = unwrap(decrypted);
        } finally {
          decrypted.flip();
        }
        if (!open) {
          return -1;
        }
        afterUnwrap();
      }
    }
    int length = Math.min(target.remaining(), decrypted.remaining());
    target.put(target.position(), decrypted, decrypted.position(), length);
    target.position(target.position() + length);
    decrypted.position(decrypted.position() + length);
    return length;
  }

  /** New keys and tickets come between the data. */
  private void afterUnwrap() throws IOException {
    HandshakeStatus status = engine.getHandshakeStatus();
    if (status == HandshakeStatus.NEED_TASK || status == HandshakeStatus.NEED_WRAP) {
      if (decrypted.hasRemaining()) {
        throw new SSLException("the server renegotiates in the middle of data");
      }
      handshake();
    }
  }

  @Override
  public void write(ByteBuffer source) throws IOException {
    while (source.hasRemaining()) {
      wrap(source);
    }
  }

  @Override
  public boolean isQuiet() throws IOException {
    if (decrypted.hasRemaining()) {
      return false;
    }
    incoming.compact();
    try {
      // Tickets of the session may have come, which the next reply's reader finds; or the closing
      // alert, which the end of the connection follows.
      int got = Transport.readNow(channel, incoming);
      while (got > 0 && incoming.hasRemaining()) {
        got = Transport.readNow(channel, incoming);
      }
      return got >= 0;
    } finally {
      incoming.flip();
    }
  }
}
