// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.requests;

import java.io.EOFException;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;

/** The AWS SDK with its usual blocking HTTP client, into an array that is used again. */
final class AwsClient implements BlobClient {
  /** As many connections as requests in flight at most, so that none waits. */
  private static final int CONNECTIONS = 512;

  /** 64 handshakes of a cold JVM on a busy machine take longer than the usual two seconds. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final S3Client client;

  AwsClient(boolean tls, int port) {
    client =
        S3Client.builder()
            .endpointOverride(URI.create((tls ? "https" : "http") + "://localhost:" + port))
            .forcePathStyle(true)
            .region(Region.US_EAST_1)
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create("AKIDBENCH", "secret")))
            .httpClientBuilder(
                Apache5HttpClient.builder()
                    .maxConnections(CONNECTIONS)
                    .connectionTimeout(PATIENCE)
                    .connectionAcquisitionTimeout(PATIENCE)
                    .socketTimeout(PATIENCE))
            .build();
  }

  @Override
  public Getter getter(int length) {
    byte[] target = new byte[length];
    return offset -> {
      GetObjectRequest request =
          GetObjectRequest.builder()
              .bucket("bench")
              .key("object")
              .range("bytes=" + offset + "-" + (offset + length - 1))
              .build();
      try (InputStream in = client.getObject(request)) {
        if (in.readNBytes(target, 0, length) < length) {
          throw new EOFException("the reply is too short");
        }
      }
    };
  }

  @Override
  public void close() {
    client.close();
  }
}
