// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.s3testserver;

import java.net.URI;
import java.nio.file.Path;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.blobstore.BlobStore;
import org.gaul.s3proxy.nio2blob.FilesystemNio2BlobStore;
import org.gaul.s3proxy.nio2blob.TransientNio2BlobStore;

/**
 * S3Proxy on a free port of the loopback interface. It checks signatures of version 4, conditions,
 * ranges and checksums, and knows listings and multipart uploads.
 */
public final class S3TestServer implements AutoCloseable {
  /** The one key that may do anything. */
  public static final String KEY_ID = "AKIDTEST";

  /** What proves it. */
  public static final String SECRET = "secret/of+the=test";

  private final BlobStore blobs;
  private final S3Proxy proxy;

  private S3TestServer(BlobStore blobs) throws Exception {
    this.blobs = new AtomicBlobStore(blobs);
    this.proxy =
        S3Proxy.builder()
            .blobStore(this.blobs)
            .endpoint(URI.create("http://127.0.0.1:0"))
            .awsAuthentication(AuthenticationType.AWS_V4, KEY_ID, SECRET)
            .build();
    proxy.start();
  }

  /** Starts one with its buckets in memory. */
  public static S3TestServer inMemory() throws Exception {
    return new S3TestServer(new TransientNio2BlobStore());
  }

  /** Starts one with its buckets as directories. */
  public static S3TestServer inDirectory(Path directory) throws Exception {
    return new S3TestServer(new FilesystemNio2BlobStore(directory.toString()));
  }

  /** Where it listens, on 127.0.0.1, in clear text. */
  public int port() {
    return proxy.getPort();
  }

  /** Makes an empty bucket. */
  public void createBucket(String name) {
    blobs.createContainer(name);
  }

  @Override
  public void close() throws Exception {
    proxy.stop();
    blobs.close();
  }

  /**
   * Serves a directory until the process ends; for trying things by hand.
   *
   * @param args the directory, and the buckets to make
   */
  public static void main(String[] args) throws Exception {
    S3TestServer server = inDirectory(Path.of(args[0]));
    for (int i = 1; i < args.length; i++) {
      server.createBucket(args[i]);
    }
    System.out.println("http://127.0.0.1:" + server.port() + " " + KEY_ID + " " + SECRET);
    Thread.currentThread().join();
  }
}
