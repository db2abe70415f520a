// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.s3;

import dev.eider.io.http.HttpResponse;
import dev.eider.io.store.MultipartUpload;
import dev.eider.io.store.PartNumbers;
import dev.eider.io.store.PutCondition;
import dev.eider.io.store.StoreErrors;
import dev.eider.io.store.StoreException;
import dev.eider.io.store.StoreException.Reason;
import dev.eider.io.store.WriteReply;
import dev.eider.io.store.http.HttpReplies;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** An upload by the protocol's own calls. The parts that were sent are known by their tags. */
final class S3Upload implements MultipartUpload {
  private final S3Client client;
  private final String key;
  private final String id;
  private final Map<Integer, Part> parts = new ConcurrentHashMap<>();
  private volatile boolean ended;

  private record Part(String tag, long size, @Nullable String crc32c) {}

  private S3Upload(S3Client client, String key, String id) {
    this.client = client;
    this.key = key;
    this.id = id;
  }

  /** Nothing is written by it, so a lost reply is no doubt but a failure. */
  static S3Upload start(S3Client client, String key) throws StoreException {
    S3Client.Call call = client.read("POST", key).query("uploads", "");
    if (client.settings().checksums()) {
      call.header("x-amz-checksum-algorithm", "CRC32C");
    }
    try (HttpResponse response = call.send()) {
      if (response.status() != 200) {
        throw call.error(response);
      }
      S3Xml.Element result = S3Store.document(call, response, "InitiateMultipartUploadResult");
      return new S3Upload(client, key, result.text("UploadId"));
    }
  }

  @Override
  public void part(int number, MemorySegment body) throws StoreException {
    client.checkRunning();
    PartNumbers.check(number);
    checkOpen();
    S3Client.Call call =
        client
            .write("PUT", key)
            .query("partNumber", Integer.toString(number))
            .query("uploadId", id)
            .body(body);
    String crc = client.settings().checksums() ? S3Client.crc32c(body) : null;
    if (crc != null) {
      call.header("x-amz-checksum-crc32c", crc);
    }
    try (HttpResponse response = call.send()) {
      if (response.status() != 200) {
        throw call.error(response);
      }
      String tag = S3Store.tag(response.header("ETag"));
      parts.put(number, new Part(tag, body.byteSize(), crc));
    }
  }

  @Override
  public WriteReply complete(int count, PutCondition condition) throws StoreException {
    client.checkRunning();
    PartNumbers.check(count);
    checkOpen();
    MemorySegment body = MemorySegment.ofArray(document(count).getBytes(StandardCharsets.UTF_8));
    S3Client.Call call =
        client
            .write("POST", key)
            .query("uploadId", id)
            .header("Content-Type", "application/xml")
            .body(body);
    S3Store.addCondition(call, condition);
    try (HttpResponse response = call.send()) {
      if (response.status() != 200) {
        throw call.error(response);
      }
      // The status comes before the work is done; an error may follow it.
      S3Xml.Element result = S3Store.document(call, response, "CompleteMultipartUploadResult");
      ended = true;
      return new WriteReply(S3Store.tag(result.get("ETag")), HttpReplies.date(response));
    } catch (StoreException e) {
      StoreException refused = S3Store.refused(key, condition, e);
      if (refused.reason() == Reason.PRECONDITION_FAILED) {
        close();
      }
      throw refused;
    }
  }

  private String document(int count) throws StoreException {
    StringBuilder xml =
        new StringBuilder(
            "<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">");
    for (int number = 1; number <= count; number++) {
      if (!parts.containsKey(number)) {
        throw new IllegalStateException("part " + number + " of " + key + " was not sent");
      }
    }
    for (int number = 1; number <= count; number++) {
      Part part = parts.get(number);
      assert part != null;
      if (number < count) {
        PartNumbers.checkSize(client.address(), key, number, part.size);
      }
      xml.append("<Part><PartNumber>").append(number).append("</PartNumber><ETag>");
      xml.append(S3Xml.escape(part.tag)).append("</ETag>");
      if (part.crc32c != null) {
        xml.append("<ChecksumCRC32C>").append(part.crc32c).append("</ChecksumCRC32C>");
      }
      xml.append("</Part>");
    }
    return xml.append("</CompleteMultipartUpload>").toString();
  }

  private void checkOpen() {
    if (ended) {
      throw new IllegalStateException(
          "the upload of "
              + StoreErrors.address(client.address(), key)
              + " is complete or aborted");
    }
  }

  @Override
  public void abort() throws StoreException {
    if (ended) {
      return;
    }
    S3Client.Call call = client.write("DELETE", key).query("uploadId", id);
    try (HttpResponse response = call.send()) {
      if (response.status() != 204 && response.status() != 200) {
        StoreException e = call.error(response);
        if (e.reason() != Reason.NOT_FOUND) {
          throw e;
        }
      }
    }
    ended = true;
  }

  @Override
  public void close() {
    try {
      abort();
    } catch (StoreException e) {
      // The parts stay until the bucket's rule for unfinished uploads deletes them.
      ended = true;
    }
  }
}
