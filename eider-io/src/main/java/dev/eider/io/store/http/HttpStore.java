// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.http;

import dev.eider.io.http.HttpClient;
import dev.eider.io.http.HttpException;
import dev.eider.io.http.HttpHeaders;
import dev.eider.io.http.HttpOrigin;
import dev.eider.io.http.HttpRequest;
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
import dev.eider.io.store.http.HttpReplies.ContentRange;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Files of a web server, read only. Redirects are followed. Copes with servers that refuse HEAD
 * (signed addresses are often for GET only), know no suffix ranges, or have no tags; one that
 * ignores ranges is read from its beginning as far as {@value #SKIP_BYTES_MAX} bytes.
 *
 * <p>A version is pinned by the server's tag or, without one, by time and size; the reply is
 * checked too, so a server that does not look at conditions cannot mix two versions.
 */
public final class HttpStore implements ObjectStore {
  /** What of a body is read and thrown away to get at an offset, when a server ignores ranges. */
  private static final long SKIP_BYTES_MAX = 16 << 20;

  /** What may stand in an address as it is written: what it is made of, and escapes. */
  private static final String ADDRESS_CHARACTERS = "/?:@!$&'()*+,;=%[]|";

  private static final String PATH_CHARACTERS = "/:@!$&'()*,;=";

  private final HttpClient client;
  private final HttpOrigin origin;
  private final String base;
  private final HttpHeaders headers;
  private final boolean addresses;
  private final String address;

  /** Set when a HEAD was refused and a GET was not: then it is not tried again. */
  private volatile boolean refusesHead;

  private volatile boolean closed;

  private HttpStore(
      HttpClient client, HttpOrigin origin, String base, HttpHeaders headers, boolean addresses) {
    this.client = client;
    this.origin = origin;
    this.base = base.endsWith("/") ? base : base + "/";
    this.headers = headers;
    this.addresses = addresses;
    this.address = origin + base;
  }

  /**
   * The files below a path; keys may hold any character. The client becomes the store's own.
   *
   * @param base starts with a slash, encoded
   * @param headers for every request, such as Authorization; kept from other hosts
   */
  public static HttpStore ofKeys(
      HttpClient client, HttpOrigin origin, String base, HttpHeaders headers) {
    return new HttpStore(client, origin, base, headers, false);
  }

  /**
   * All of a host, over a client that becomes the store's own. A key is the rest of an address as
   * users write it: encoded where it must be, with its query if there is one; only what cannot
   * stand in an address is encoded. Messages leave the query out, since it may be a signature.
   */
  public static HttpStore ofAddresses(HttpClient client, HttpOrigin origin, HttpHeaders headers) {
    return new HttpStore(client, origin, "/", headers, true);
  }

  @Override
  public String address() {
    return address;
  }

  /** The key as messages show it. */
  private String shown(String key) {
    int query = addresses ? key.indexOf('?') : -1;
    return query < 0 ? key : key.substring(0, query);
  }

  private HttpRequest request(String method, String key, @Nullable String range) {
    String path = HttpReplies.encode(key, addresses ? ADDRESS_CHARACTERS : PATH_CHARACTERS);
    HttpHeaders all = new HttpHeaders();
    for (int i = 0; i < headers.size(); i++) {
      all.add(headers.name(i), headers.value(i));
    }
    if (range != null) {
      all.add("Range", "bytes=" + range);
    }
    return new HttpRequest(method, origin, base + path, all);
  }

  private void check(String key) throws StoreException {
    StoreErrors.checkRunning(address, closed);
    if (addresses && key.getBytes(StandardCharsets.UTF_8).length > ObjectKeys.MAX_BYTES) {
      // Signatures make addresses longer than any key.
      ObjectKeys.check(shown(key));
    } else {
      ObjectKeys.check(key);
    }
  }

  @Override
  public ObjectInfo get(String key, long offset, MemorySegment target, @Nullable String ifMatch)
      throws StoreException {
    check(key);
    long length = target.byteSize();
    if (length == 0) {
      ObjectInfo info = head(key, ifMatch);
      if (offset < 0 || offset > info.size()) {
        throw StoreErrors.range(address, shown(key), offset, length, info.size());
      }
      return info;
    }
    HttpRequest request = request("GET", key, offset + "-" + (offset + length - 1));
    addCondition(request, ifMatch);
    try (HttpResponse response = client.sendFollowing(request)) {
      return switch (response.status()) {
        case 206 -> {
          ContentRange range = range(key, response);
          ObjectInfo info = info(key, range.total(), response);
          HttpReplies.checkTag(address, info, ifMatch);
          if (offset + length > info.size()) {
            throw StoreErrors.range(address, shown(key), offset, length, info.size());
          }
          if (range.first() != offset || range.last() != offset + length - 1) {
            throw otherRange(key, response);
          }
          HttpReplies.fill(address, shown(key), response, target);
          yield info;
        }
        case 200 -> {
          ObjectInfo info = whole(key, response);
          HttpReplies.checkTag(address, info, ifMatch);
          if (offset + length > info.size()) {
            throw StoreErrors.range(address, shown(key), offset, length, info.size());
          }
          skip(key, response, offset);
          HttpReplies.fill(address, shown(key), response, target);
          yield info;
        }
        case 416 -> {
          ContentRange range = ContentRange.parse(response.header("Content-Range"));
          throw StoreErrors.range(
              address, shown(key), offset, length, range == null ? -1 : range.total());
        }
        default -> throw error(key, response);
      };
    } catch (HttpException e) {
      throw failure(e);
    } catch (StoreException e) {
      throw StoreErrors.changed(address, shown(key), ifMatch, e, () -> head(key, null).etag());
    }
  }

  private static void addCondition(HttpRequest request, @Nullable String ifMatch) {
    if (ifMatch != null && HttpReplies.isComparable(ifMatch)) {
      request.headers().add("If-Match", ifMatch);
    }
  }

  private ContentRange range(String key, HttpResponse response) throws StoreException {
    ContentRange range = ContentRange.parse(response.header("Content-Range"));
    if (range == null || range.first() < 0) {
      throw otherRange(key, response);
    }
    return range;
  }

  private StoreException otherRange(String key, HttpResponse response) {
    return HttpReplies.error(
        Reason.INCOMPLETE,
        "The server of "
            + StoreErrors.address(address, shown(key))
            + " sent another range than it was asked for: "
            + response.header("Content-Range"),
        response);
  }

  private ObjectInfo info(String key, long size, HttpResponse response) throws StoreException {
    if (size < 0) {
      throw HttpReplies.error(
          Reason.REFUSED,
          "The server of "
              + StoreErrors.address(address, shown(key))
              + " does not tell the size of the file; download it to read it",
          response);
    }
    return HttpReplies.info(key, size, response);
  }

  /** A reply with the whole file, by a server that ignores ranges. */
  private ObjectInfo whole(String key, HttpResponse response) throws StoreException {
    return info(key, response.contentLength(), response);
  }

  private void skip(String key, HttpResponse response, long bytes)
      throws HttpException, StoreException {
    if (bytes > SKIP_BYTES_MAX) {
      throw HttpReplies.error(
          Reason.REFUSED,
          "The server of "
              + StoreErrors.address(address, shown(key))
              + " ignores ranges: it sends the whole file of "
              + response.contentLength()
              + " bytes for a part at offset "
              + bytes
              + "; download the file to read it",
          response);
    }
    MemorySegment scratch = MemorySegment.ofArray(new byte[64 << 10]);
    for (long left = bytes; left > 0; ) {
      long step = Math.min(left, scratch.byteSize());
      HttpReplies.fill(address, shown(key), response, scratch.asSlice(0, step));
      left -= step;
    }
  }

  @Override
  public ObjectInfo getSuffix(String key, MemorySegment target, @Nullable String ifMatch)
      throws StoreException {
    check(key);
    long length = target.byteSize();
    if (length == 0) {
      return head(key, ifMatch);
    }
    HttpRequest request = request("GET", key, "-" + length);
    addCondition(request, ifMatch);
    try (HttpResponse response = client.sendFollowing(request)) {
      switch (response.status()) {
        case 206 -> {
          ContentRange range = range(key, response);
          ObjectInfo info = info(key, range.total(), response);
          HttpReplies.checkTag(address, info, ifMatch);
          long got = Math.min(length, info.size());
          if (range.first() != info.size() - got || range.last() != info.size() - 1) {
            throw otherRange(key, response);
          }
          HttpReplies.fill(address, shown(key), response, target.asSlice(0, got));
          return info;
        }
        case 200 -> {
          ObjectInfo info = whole(key, response);
          HttpReplies.checkTag(address, info, ifMatch);
          long got = Math.min(length, info.size());
          skip(key, response, info.size() - got);
          HttpReplies.fill(address, shown(key), response, target.asSlice(0, got));
          return info;
        }
        case 416, 501 -> {
          // Nothing in it, or a server without suffix ranges.
        }
        default -> throw error(key, response);
      }
    } catch (HttpException e) {
      throw failure(e);
    } catch (StoreException e) {
      throw StoreErrors.changed(address, shown(key), ifMatch, e, () -> head(key, null).etag());
    }
    ObjectInfo info = head(key, ifMatch);
    long got = Math.min(length, info.size());
    if (got == 0) {
      return info;
    }
    return get(key, info.size() - got, target.asSlice(0, got), info.etag());
  }

  @Override
  public ObjectInfo head(String key) throws StoreException {
    check(key);
    return head(key, null);
  }

  private ObjectInfo head(String key, @Nullable String ifMatch) throws StoreException {
    check(key);
    try {
      if (!refusesHead) {
        try (HttpResponse response = client.sendFollowing(request("HEAD", key, null))) {
          if (response.status() == 200 && response.declaredLength() >= 0) {
            ObjectInfo info = HttpReplies.info(key, response.declaredLength(), response);
            HttpReplies.checkTag(address, info, ifMatch);
            return info;
          }
          switch (response.status()) {
            case 200, 204, 400, 401, 403, 405, 501 -> {
              // It may know GET only.
            }
            default -> throw error(key, response);
          }
        }
      }
      ObjectInfo info = headByGet(key);
      HttpReplies.checkTag(address, info, ifMatch);
      refusesHead = true;
      return info;
    } catch (HttpException e) {
      throw failure(e);
    }
  }

  private ObjectInfo headByGet(String key) throws HttpException, StoreException {
    try (HttpResponse response = client.sendFollowing(request("GET", key, "0-0"))) {
      return switch (response.status()) {
        case 206 -> info(key, range(key, response).total(), response);
        case 200 -> whole(key, response);
        case 416 -> info(key, 0, response);
        default -> throw error(key, response);
      };
    }
  }

  private StoreException error(String key, HttpResponse response) {
    Reason reason = HttpReplies.reason(response.status(), false);
    String place = StoreErrors.address(address, shown(key));
    String message =
        switch (reason) {
          case NOT_FOUND -> "No file at " + place + " (HTTP " + response.status() + ")";
          case DENIED ->
              "The server refuses to send "
                  + place
                  + " (HTTP "
                  + response.status()
                  + "); look whether the signature of the address has expired, if it has one";
          default -> place + ": the server replied HTTP " + response.status();
        };
    return HttpReplies.error(reason, message, response);
  }

  private StoreException failure(HttpException e) {
    return HttpReplies.failure(address, e, false);
  }

  @Override
  public WriteReply put(String key, MemorySegment body, PutCondition condition)
      throws StoreException {
    throw readOnly(key);
  }

  @Override
  public MultipartUpload startMultipart(String key) throws StoreException {
    throw readOnly(key);
  }

  @Override
  public ListPage list(String prefix, @Nullable String delimiter, @Nullable String after, int limit)
      throws StoreException {
    StoreErrors.checkRunning(address, closed);
    throw new StoreException(
        Reason.UNSUPPORTED,
        "Files of " + address + " cannot be listed: HTTP has no listings; name each file");
  }

  @Override
  public void delete(String key) throws StoreException {
    throw readOnly(key);
  }

  @Override
  public List<FailedDelete> deleteAll(List<String> keys) throws StoreException {
    throw readOnly("");
  }

  private StoreException readOnly(String key) throws StoreException {
    StoreErrors.checkRunning(address, closed);
    return new StoreException(
        Reason.READ_ONLY,
        StoreErrors.address(address, shown(key)) + " cannot be written: HTTP is read only");
  }

  @Override
  public void close() {
    closed = true;
    client.close();
  }
}
