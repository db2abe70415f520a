// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.s3;

import dev.eider.base.env.Env;
import dev.eider.io.http.HttpClient;
import dev.eider.io.http.HttpException;
import dev.eider.io.http.HttpResponse;
import dev.eider.io.store.ListPage;
import dev.eider.io.store.MultipartUpload;
import dev.eider.io.store.ObjectInfo;
import dev.eider.io.store.ObjectKeys;
import dev.eider.io.store.ObjectStore;
import dev.eider.io.store.PutCondition;
import dev.eider.io.store.StoreErrors;
import dev.eider.io.store.StoreException;
import dev.eider.io.store.StoreException.Reason;
import dev.eider.io.store.WriteReply;
import dev.eider.io.store.http.HttpReplies;
import dev.eider.io.store.http.HttpReplies.ContentRange;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A bucket of S3 or of a server that speaks its protocol. Conditions are the protocol's own: {@code
 * If-None-Match: *} creates, {@code If-Match} replaces.
 */
public final class S3Store implements ObjectStore {
  private final S3Client client;

  /** A bucket, over a client that becomes the store's own. */
  public S3Store(Env env, HttpClient client, S3Settings settings, CredentialsProvider provider) {
    this.client = new S3Client(env, client, settings, provider);
  }

  /** Opens connections ahead of their use; returns at once. */
  public void prewarm(int connections) {
    client.prewarm(connections);
  }

  @Override
  public String address() {
    return client.address();
  }

  @Override
  public String identity() {
    return client.identity();
  }

  private void check(String key) throws StoreException {
    client.checkRunning();
    ObjectKeys.check(key);
  }

  // Reads

  @Override
  public ObjectInfo get(String key, long offset, MemorySegment target, @Nullable String ifMatch)
      throws StoreException {
    try {
      return getRange(key, offset, target, ifMatch);
    } catch (StoreException e) {
      throw StoreErrors.changed(address(), key, ifMatch, e, () -> head(key, null).etag());
    }
  }

  private ObjectInfo getRange(
      String key, long offset, MemorySegment target, @Nullable String ifMatch)
      throws StoreException {
    check(key);
    long length = target.byteSize();
    if (length == 0) {
      ObjectInfo info = head(key, ifMatch);
      if (offset < 0 || offset > info.size()) {
        throw StoreErrors.range(address(), key, offset, length, info.size());
      }
      return info;
    }
    S3Client.Call call = rangeCall(key, offset + "-" + (offset + length - 1), ifMatch);
    try (HttpResponse response = call.send()) {
      if (response.status() == 416) {
        ContentRange range = ContentRange.parse(response.header("Content-Range"));
        long size = range == null ? -1 : range.total();
        throw StoreErrors.range(address(), key, offset, length, size);
      }
      ContentRange range = range(call, response);
      ObjectInfo info = HttpReplies.info(key, range.total(), response);
      HttpReplies.checkTag(address(), info, ifMatch);
      if (offset + length > range.total()) {
        throw StoreErrors.range(address(), key, offset, length, range.total());
      }
      if (range.first() != offset || range.last() != offset + length - 1) {
        throw otherRange(call, response);
      }
      HttpReplies.fill(address(), key, response, target);
      return info;
    } catch (HttpException e) {
      throw call.failure(e);
    }
  }

  private S3Client.Call rangeCall(String key, String range, @Nullable String ifMatch) {
    S3Client.Call call = client.read("GET", key).header("Range", "bytes=" + range);
    if (ifMatch != null && !ifMatch.isEmpty()) {
      call.header("If-Match", ifMatch);
    }
    return call;
  }

  private static ContentRange range(S3Client.Call call, HttpResponse response)
      throws StoreException {
    if (response.status() != 206) {
      throw response.status() == 200 ? whole(call, response) : call.error(response);
    }
    ContentRange range = ContentRange.parse(response.header("Content-Range"));
    if (range == null || range.first() < 0 || range.total() < 0) {
      throw otherRange(call, response);
    }
    return range;
  }

  /** No bucket does so; what stands in front of it does, or something that is none. */
  private static StoreException whole(S3Client.Call call, HttpResponse response) {
    return HttpReplies.error(
        Reason.REFUSED,
        call.what()
            + ": the server ignores ranges and sends the whole object of "
            + response.contentLength()
            + " bytes. Check the endpoint and what lies between; a web server's file is read by its"
            + " http:// address",
        response);
  }

  private static StoreException otherRange(S3Client.Call call, HttpResponse response) {
    return HttpReplies.error(
        Reason.INCOMPLETE,
        call.what()
            + ": the server sent another range than it was asked for: "
            + response.header("Content-Range"),
        response);
  }

  @Override
  public ObjectInfo getSuffix(String key, MemorySegment target, @Nullable String ifMatch)
      throws StoreException {
    try {
      return getLast(key, target, ifMatch);
    } catch (StoreException e) {
      throw StoreErrors.changed(address(), key, ifMatch, e, () -> head(key, null).etag());
    }
  }

  private ObjectInfo getLast(String key, MemorySegment target, @Nullable String ifMatch)
      throws StoreException {
    check(key);
    long length = target.byteSize();
    if (length == 0) {
      return head(key, ifMatch);
    }
    S3Client.Call call = rangeCall(key, "-" + length, ifMatch);
    try (HttpResponse response = call.send()) {
      // Of an empty object some servers send everything, which is nothing.
      boolean empty = response.status() == 200 && response.contentLength() == 0;
      if (response.status() != 416 && !empty) {
        ContentRange range = range(call, response);
        ObjectInfo info = HttpReplies.info(key, range.total(), response);
        HttpReplies.checkTag(address(), info, ifMatch);
        long got = Math.min(length, info.size());
        if (range.first() != info.size() - got || range.last() != info.size() - 1) {
          throw otherRange(call, response);
        }
        HttpReplies.fill(address(), key, response, target.asSlice(0, got));
        return info;
      }
    } catch (HttpException e) {
      throw call.failure(e);
    }
    // An empty object has no last bytes; what it is, only HEAD tells.
    ObjectInfo info = head(key, ifMatch);
    long got = Math.min(length, info.size());
    return got == 0 ? info : get(key, info.size() - got, target.asSlice(0, got), info.etag());
  }

  @Override
  public ObjectInfo head(String key) throws StoreException {
    return head(key, null);
  }

  private ObjectInfo head(String key, @Nullable String ifMatch) throws StoreException {
    check(key);
    S3Client.Call call = client.read("HEAD", key);
    if (ifMatch != null && !ifMatch.isEmpty()) {
      call.header("If-Match", ifMatch);
    }
    try (HttpResponse response = call.send()) {
      if (response.status() == 200) {
        ObjectInfo info = HttpReplies.info(key, response.declaredLength(), response);
        HttpReplies.checkTag(address(), info, ifMatch);
        return info;
      }
      StoreException e = call.error(response);
      if (response.status() != 400 && response.status() != 403) {
        throw e;
      }
    }
    // Replies to HEAD have no body; only with one it is known what was wrong.
    S3Client.Call explained = rangeCall(key, "0-0", ifMatch);
    try (HttpResponse response = explained.send()) {
      if (response.status() == 416) {
        return HttpReplies.info(key, 0, response);
      }
      return HttpReplies.info(key, range(explained, response).total(), response);
    }
  }

  // Writes

  @Override
  public WriteReply put(String key, MemorySegment body, PutCondition condition)
      throws StoreException {
    check(key);
    S3Client.Call call = client.write("PUT", key).body(body);
    if (client.settings().checksums()) {
      call.header("x-amz-checksum-crc32c", S3Client.crc32c(body));
    }
    addCondition(call, condition);
    try (HttpResponse response = call.send()) {
      if (response.status() != 200) {
        throw refused(key, condition, call.error(response));
      }
      return new WriteReply(tag(response.header("ETag")), HttpReplies.date(response));
    }
  }

  static void addCondition(S3Client.Call call, PutCondition condition) {
    switch (condition) {
      case PutCondition.None none -> {}
      case PutCondition.IfAbsent absent -> call.header("If-None-Match", "*");
      case PutCondition.IfMatch match -> call.header("If-Match", match.etag());
    }
  }

  /** A replace of what is not there is "not found" to the protocol, and a condition to a store. */
  static StoreException refused(String key, PutCondition condition, StoreException e) {
    if (e.reason() == Reason.NOT_FOUND
        && condition instanceof PutCondition.IfMatch
        && !String.valueOf(e.getMessage()).contains("NoSuchBucket")
        && !String.valueOf(e.getMessage()).contains("NoSuchUpload")) {
      return new StoreException(
          Reason.PRECONDITION_FAILED,
          e.getMessage() + ": the object to be replaced is gone",
          e.status(),
          0,
          e.storeTime(),
          e);
    }
    return e;
  }

  static String tag(@Nullable String header) {
    if (header == null) {
      return "";
    }
    // As GET sends it, whoever sends it here without quotes.
    return header.startsWith("\"") || header.isEmpty() ? header : "\"" + header + "\"";
  }

  @Override
  public MultipartUpload startMultipart(String key) throws StoreException {
    check(key);
    return S3Upload.start(client, key);
  }

  // Lists

  @Override
  public ListPage list(String prefix, @Nullable String delimiter, @Nullable String after, int limit)
      throws StoreException {
    client.checkRunning();
    return S3Listing.page(client, prefix, delimiter, after, limit);
  }

  // Deletes

  @Override
  public void delete(String key) throws StoreException {
    check(key);
    S3Client.Call call = client.write("DELETE", key);
    try (HttpResponse response = call.send()) {
      boolean gone = response.status() == 204 || response.status() == 200;
      if (!gone) {
        StoreException e = call.error(response);
        if (e.reason() != Reason.NOT_FOUND || String.valueOf(e.getMessage()).contains("Bucket")) {
          throw e;
        }
      }
    }
  }

  @Override
  public List<FailedDelete> deleteAll(List<String> keys) throws StoreException {
    client.checkRunning();
    StoreErrors.checkBatch(keys.size());
    for (String key : keys) {
      ObjectKeys.check(key);
    }
    List<FailedDelete> failed = new ArrayList<>();
    List<String> together = new ArrayList<>();
    for (String key : keys) {
      if (S3Xml.canHold(key)) {
        together.add(key);
      } else {
        // XML has no such characters; a request of its own has.
        deleteOne(key, failed);
      }
    }
    if (!together.isEmpty()) {
      deleteTogether(together, failed);
    }
    return failed;
  }

  private void deleteOne(String key, List<FailedDelete> failed) throws StoreException {
    try {
      delete(key);
    } catch (StoreException e) {
      if (e.reason() == Reason.INTERRUPTED) {
        throw e;
      }
      failed.add(new FailedDelete(key, e.reason(), String.valueOf(e.getMessage())));
    }
  }

  private void deleteTogether(List<String> keys, List<FailedDelete> failed) throws StoreException {
    StringBuilder xml =
        new StringBuilder("<Delete xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">");
    xml.append("<Quiet>true</Quiet>");
    for (String key : keys) {
      xml.append("<Object><Key>").append(S3Xml.escape(key)).append("</Key></Object>");
    }
    xml.append("</Delete>");
    byte[] bytes = xml.toString().getBytes(StandardCharsets.UTF_8);
    MemorySegment body = MemorySegment.ofArray(bytes);
    S3Client.Call call =
        client
            .write("POST", "")
            .query("delete", "")
            .header("Content-MD5", S3Client.md5(body))
            .header("Content-Type", "application/xml")
            .body(body);
    try (HttpResponse response = call.send()) {
      if (response.status() != 200) {
        throw call.error(response);
      }
      S3Xml.Element result = document(call, response, "DeleteResult");
      for (S3Xml.Element error : result.all("Error")) {
        String code = error.text("Code");
        Reason reason = S3Errors.reason(code, 500, true);
        if (reason != Reason.NOT_FOUND) {
          failed.add(
              new FailedDelete(error.text("Key"), reason, code + ": " + error.text("Message")));
        }
      }
    }
  }

  /** The document of a reply; some servers send an error with status 200. */
  static S3Xml.Element document(S3Client.Call call, HttpResponse response, String root)
      throws StoreException {
    byte[] body;
    try {
      body = response.readAll(S3Listing.BYTES_MAX);
    } catch (HttpException e) {
      throw call.failure(e);
    }
    S3Xml.Element element = S3Xml.parse(body);
    if (element != null && element.name().equals("Error")) {
      throw call.error(element, response);
    }
    if (element == null || !element.name().equals(root)) {
      throw HttpReplies.error(
          Reason.REFUSED,
          call.what() + ": the reply is no " + root + " of S3; check the endpoint",
          response);
    }
    return element;
  }

  @Override
  public void close() {
    client.close();
  }
}
