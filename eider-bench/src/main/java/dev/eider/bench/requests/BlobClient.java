// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.requests;

/** A client of an S3 server that signs its requests. Any thread. */
interface BlobClient extends AutoCloseable {
  /** Something that gets a range again and again, into a buffer of its own. One thread. */
  interface Getter {
    void get(long offset) throws Exception;
  }

  /** A getter of ranges of {@code length} bytes. */
  Getter getter(int length);

  @Override
  void close();

  /** The client of a name. */
  static BlobClient of(String name, boolean tls, int port) {
    return switch (name) {
      case "eider" -> new EiderClient(tls, port);
      case "aws-sdk" -> new AwsClient(tls, port);
      default -> throw new IllegalArgumentException("Unknown client " + name);
    };
  }
}
