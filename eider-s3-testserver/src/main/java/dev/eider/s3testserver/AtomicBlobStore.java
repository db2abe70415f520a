// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.s3testserver;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.gaul.s3proxy.blobstore.BlobStore;
import org.gaul.s3proxy.blobstore.ForwardingBlobStore;
import org.gaul.s3proxy.blobstore.S3Exceptions;
import org.gaul.s3proxy.blobstore.domain.MultipartUpload;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.DeleteObjectRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;

/**
 * Makes conditional writes atomic: the stores of S3Proxy look at the tag and write in two steps,
 * and of two writers that look at once both win. Here all that changes a key holds its lock.
 *
 * <p>A body is read before the lock is taken, so that a slow client does not stop others.
 */
final class AtomicBlobStore extends ForwardingBlobStore {
  private static final int STRIPES = 256;

  private final ReentrantLock[] locks = new ReentrantLock[STRIPES];

  AtomicBlobStore(BlobStore store) {
    super(store);
    for (int i = 0; i < STRIPES; i++) {
      locks[i] = new ReentrantLock();
    }
  }

  private <T> T locked(String bucket, String key, Supplier<T> action) {
    ReentrantLock lock = locks[(bucket + "/" + key).hashCode() & STRIPES - 1];
    lock.lock();
    try {
      return action.get();
    } finally {
      lock.unlock();
    }
  }

  private void check(String bucket, String key, @Nullable String match, @Nullable String none) {
    if (match == null && none == null) {
      return;
    }
    HeadObjectResponse present = null;
    try {
      present =
          delegate().blobMetadata(HeadObjectRequest.builder().bucket(bucket).key(key).build());
    } catch (NoSuchKeyException e) {
      // Then it is not there.
      present = null;
    }
    if (match != null) {
      if (present == null) {
        throw S3Exceptions.fromStatusCode(404);
      }
      if (!match.equals("*") && !bare(match).equals(bare(present.eTag()))) {
        throw S3Exceptions.fromStatusCode(412);
      }
    }
    if (none != null && present != null) {
      throw S3Exceptions.fromStatusCode(412);
    }
  }

  private static String bare(String tag) {
    return tag.replace("\"", "");
  }

  @Override
  public PutObjectResponse putBlob(PutObjectRequest request, InputStream body) {
    byte[] bytes;
    try {
      bytes = body.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return locked(
        request.bucket(),
        request.key(),
        () -> {
          check(request.bucket(), request.key(), request.ifMatch(), request.ifNoneMatch());
          PutObjectRequest plain = request.toBuilder().ifMatch(null).ifNoneMatch(null).build();
          return super.putBlob(plain, new ByteArrayInputStream(bytes));
        });
  }

  @Override
  public DeleteObjectResponse removeBlob(DeleteObjectRequest request) {
    return locked(
        request.bucket(),
        request.key(),
        () -> {
          check(request.bucket(), request.key(), request.ifMatch(), null);
          return super.removeBlob(request.toBuilder().ifMatch(null).build());
        });
  }

  @Override
  public CompleteMultipartUploadResponse completeMultipartUpload(
      MultipartUpload upload, CompleteMultipartUploadRequest request) {
    String bucket = upload.containerName();
    String key = upload.blobName();
    return locked(
        bucket,
        key,
        () -> {
          check(bucket, key, request.ifMatch(), request.ifNoneMatch());
          return super.completeMultipartUpload(
              upload, request.toBuilder().ifMatch(null).ifNoneMatch(null).build());
        });
  }
}
