// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A store around a store: every call goes through one method, those of its uploads too. */
abstract class WrappedStore implements ObjectStore {
  final ObjectStore inner;

  WrappedStore(ObjectStore inner) {
    this.inner = inner;
  }

  /** A call of the store inside, which may be made any number of times. */
  interface Call<T> {
    T run() throws StoreException;
  }

  /** Makes the call, or not, or several times. */
  abstract <T> T around(StoreRequest request, Call<T> call) throws StoreException;

  @Override
  public String address() {
    return inner.address();
  }

  @Override
  public String identity() {
    return inner.identity();
  }

  @Override
  public ObjectInfo get(String key, long offset, MemorySegment target, @Nullable String ifMatch)
      throws StoreException {
    return around(
        new StoreRequest(StoreOperation.GET, key, offset, target, PutCondition.NONE),
        () -> inner.get(key, offset, target, ifMatch));
  }

  @Override
  public ObjectInfo getSuffix(String key, MemorySegment target, @Nullable String ifMatch)
      throws StoreException {
    return around(
        StoreRequest.of(StoreOperation.GET_SUFFIX, key, target),
        () -> inner.getSuffix(key, target, ifMatch));
  }

  @Override
  public ObjectInfo head(String key) throws StoreException {
    return around(StoreRequest.of(StoreOperation.HEAD, key), () -> inner.head(key));
  }

  @Override
  public WriteReply put(String key, MemorySegment body, PutCondition condition)
      throws StoreException {
    return around(
        new StoreRequest(StoreOperation.PUT, key, 0, body, condition),
        () -> inner.put(key, body, condition));
  }

  @Override
  public ListPage list(String prefix, @Nullable String delimiter, @Nullable String after, int limit)
      throws StoreException {
    return around(
        StoreRequest.of(StoreOperation.LIST, prefix),
        () -> inner.list(prefix, delimiter, after, limit));
  }

  @Override
  public void delete(String key) throws StoreException {
    around(
        StoreRequest.of(StoreOperation.DELETE, key),
        () -> {
          inner.delete(key);
          return key;
        });
  }

  @Override
  public List<FailedDelete> deleteAll(List<String> keys) throws StoreException {
    return around(StoreRequest.of(StoreOperation.DELETE_ALL, ""), () -> inner.deleteAll(keys));
  }

  @Override
  public MultipartUpload startMultipart(String key) throws StoreException {
    return new Upload(
        key,
        around(
            StoreRequest.of(StoreOperation.START_MULTIPART, key),
            () -> opened(key, inner.startMultipart(key))));
  }

  /** What the calls of an upload are made on. */
  MultipartUpload opened(String key, MultipartUpload upload) {
    return upload;
  }

  @Override
  public void close() {
    inner.close();
  }

  private final class Upload implements MultipartUpload {
    private final String key;
    private final MultipartUpload upload;
    private boolean ended;

    Upload(String key, MultipartUpload upload) {
      this.key = key;
      this.upload = upload;
    }

    @Override
    public void part(int number, MemorySegment body) throws StoreException {
      checkOpen();
      around(
          StoreRequest.of(StoreOperation.PART, key, body),
          () -> {
            upload.part(number, body);
            return key;
          });
    }

    @Override
    public WriteReply complete(int parts, PutCondition condition) throws StoreException {
      checkOpen();
      try {
        WriteReply reply =
            around(
                new StoreRequest(StoreOperation.COMPLETE, key, 0, MemorySegment.NULL, condition),
                () -> upload.complete(parts, condition));
        ended = true;
        return reply;
      } catch (StoreException e) {
        ended = e.reason() == StoreException.Reason.PRECONDITION_FAILED;
        throw e;
      }
    }

    private void checkOpen() {
      if (ended) {
        throw new IllegalStateException("the upload of " + key + " is complete or aborted");
      }
    }

    @Override
    public void abort() throws StoreException {
      if (ended) {
        upload.abort();
        return;
      }
      around(
          StoreRequest.of(StoreOperation.ABORT, key),
          () -> {
            upload.abort();
            return key;
          });
      ended = true;
    }

    @Override
    public void close() {
      try {
        abort();
      } catch (StoreException e) {
        // The parts stay: the store inside has had its chance, and close does not throw.
        ended = true;
      }
      upload.close();
    }
  }
}
