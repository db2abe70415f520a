// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.s3;

import dev.eider.base.env.Env;
import dev.eider.io.http.HttpClient;
import dev.eider.io.http.HttpException;
import dev.eider.io.http.HttpHeaders;
import dev.eider.io.http.HttpOrigin;
import dev.eider.io.http.HttpRequest;
import dev.eider.io.http.HttpResponse;
import dev.eider.io.store.StoreErrors;
import dev.eider.io.store.StoreException;
import dev.eider.io.store.StoreException.Reason;
import dev.eider.io.store.http.HttpReplies;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Signed requests to one bucket, and their failures as a store's. Any thread. */
final class S3Client implements AutoCloseable {
  private static final int STEP_BYTES = 1 << 20;

  private final Env env;
  private final HttpClient client;
  private final S3Settings settings;
  private final CredentialsProvider provider;
  private final HttpOrigin origin;
  private final SignatureV4 signature;
  private final S3Errors errors;
  private volatile boolean closed;

  S3Client(Env env, HttpClient client, S3Settings settings, CredentialsProvider provider) {
    this.env = env;
    this.client = client;
    this.settings = settings;
    this.provider = provider;
    this.origin = settings.origin();
    this.signature = new SignatureV4(settings.region());
    this.errors = new S3Errors(settings);
  }

  S3Settings settings() {
    return settings;
  }

  String address() {
    return "s3://" + settings.bucket();
  }

  String identity() {
    return address() + " at " + settings.endpoint();
  }

  void checkRunning() throws StoreException {
    StoreErrors.checkRunning(address(), closed);
  }

  /** A request to an object, or to the bucket when the key is empty. */
  final class Call {
    private final String method;
    private final String key;
    private final Map<String, String> query = new TreeMap<>();
    private final HttpHeaders headers = new HttpHeaders();
    private MemorySegment body = MemorySegment.NULL;
    private final boolean write;
    private @Nullable Credentials used;

    private Call(String method, String key, boolean write) {
      this.method = method;
      this.key = key;
      this.write = write;
    }

    /** Names and values are encoded here; the order of the encoded names is the order of names. */
    Call query(String name, String value) {
      query.put(name, value);
      return this;
    }

    Call header(String name, String value) {
      try {
        headers.add(name, value);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("for " + what() + ": " + e.getMessage(), e);
      }
      return this;
    }

    Call body(MemorySegment bytes) {
      this.body = bytes;
      return this;
    }

    /** For messages. */
    String what() {
      return method + " " + StoreErrors.address(address(), key);
    }

    /**
     * Sends it; the reply must be closed.
     *
     * @throws StoreException when there is no reply
     */
    HttpResponse send() throws StoreException {
      checkRunning();
      StringBuilder text = new StringBuilder();
      query.forEach((name, value) ->
          text.append(text.isEmpty() ? "" : "&")
              .append(HttpReplies.encode(name, ""))
              .append('=')
              .append(HttpReplies.encode(value, "")));
      String path = settings.base() + HttpReplies.encode(key, "/");
      Credentials credentials = provider.credentials();
      used = credentials;
      if (credentials != null) {
        // What TLS protects is not hashed as well.
        boolean unsigned = origin.secure() && body.byteSize() > 0;
        signature.sign(
            method,
            origin.authority(),
            path,
            text.toString(),
            headers,
            unsigned ? SignatureV4.UNSIGNED : sha256(body),
            credentials,
            Instant.ofEpochMilli(env.epochMicros() / 1000));
      }
      String target = text.isEmpty() ? path : path + "?" + text;
      try {
        return client.send(new HttpRequest(method, origin, target, headers, body));
      } catch (HttpException e) {
        throw HttpReplies.failure(what(), e, write);
      }
    }

    /** What a reply that is no success means. */
    StoreException error(HttpResponse response) {
      return noted(errors.of(what(), response, write));
    }

    /** The same, of a reply whose body was read. */
    StoreException error(S3Xml.Element body, HttpResponse response) {
      return noted(errors.of(what(), body, response, write));
    }

    private StoreException noted(StoreException e) {
      Credentials refused = used;
      if (e.reason() == Reason.EXPIRED_CREDENTIALS && refused != null) {
        provider.expired(refused);
      }
      return e;
    }

    /** A failure of the connection while the body was read. */
    StoreException failure(HttpException e) {
      return HttpReplies.failure(what(), e, write);
    }
  }

  Call read(String method, String key) {
    return new Call(method, key, false);
  }

  Call write(String method, String key) {
    return new Call(method, key, true);
  }

  private static String sha256(MemorySegment body) {
    MessageDigest digest = SignatureV4.digest("SHA-256");
    update(body, digest::update);
    return HexFormat.of().formatHex(digest.digest());
  }

  /** In the form of headers. */
  static String md5(MemorySegment body) {
    MessageDigest digest = SignatureV4.digest("MD5");
    update(body, digest::update);
    return Base64.getEncoder().encodeToString(digest.digest());
  }

  /** In the form of headers. */
  static String crc32c(MemorySegment body) {
    CRC32C crc = new CRC32C();
    update(body, crc::update);
    byte[] bytes = ByteBuffer.allocate(4).putInt((int) crc.getValue()).array();
    return Base64.getEncoder().encodeToString(bytes);
  }

  private interface Update {
    void with(ByteBuffer bytes);
  }

  private static void update(MemorySegment body, Update update) {
    for (long at = 0; at < body.byteSize(); at += STEP_BYTES) {
      update.with(body.asSlice(at, Math.min(STEP_BYTES, body.byteSize() - at)).asByteBuffer());
    }
  }

  void prewarm(int connections) {
    client.prewarm(origin, connections);
  }

  @Override
  public void close() {
    closed = true;
    client.close();
  }
}
