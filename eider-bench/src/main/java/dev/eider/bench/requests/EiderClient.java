// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.requests;

import dev.eider.base.env.Env;
import dev.eider.io.http.HttpClient;
import dev.eider.io.http.HttpOrigin;
import dev.eider.io.http.HttpSettings;
import dev.eider.io.store.s3.Credentials;
import dev.eider.io.store.s3.CredentialsProvider;
import dev.eider.io.store.s3.S3Settings;
import dev.eider.io.store.s3.S3Store;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Our store, into native memory as the readers use it. */
final class EiderClient implements BlobClient {
  /** 64 handshakes of a cold JVM on a busy machine take longer than the usual 10 seconds. */
  private static final HttpSettings PATIENT =
      new HttpSettings(
          60_000,
          60_000,
          60_000,
          60_000,
          HttpSettings.DEFAULT.connectionsPerHostMax(),
          64 << 10,
          null);

  private final HttpClient client = new HttpClient(Env.system(), PATIENT);
  private final S3Store store;

  EiderClient(boolean tls, int port) {
    S3Settings settings =
        new S3Settings("bench", "us-east-1", new HttpOrigin(tls, "localhost", port), true, true);
    Credentials key = new Credentials("AKIDBENCH", "secret", null);
    store = new S3Store(Env.system(), client, settings, CredentialsProvider.of(key));
  }

  @Override
  public Getter getter(int length) {
    MemorySegment target = Arena.ofAuto().allocate(length);
    return offset -> store.get("object", offset, target, null);
  }

  @Override
  public void close() {
    store.close();
    client.close();
  }
}
