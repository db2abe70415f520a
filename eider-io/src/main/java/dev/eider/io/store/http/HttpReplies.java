// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.http;

import dev.eider.io.http.HttpException;
import dev.eider.io.http.HttpResponse;
import dev.eider.io.store.ObjectInfo;
import dev.eider.io.store.StoreErrors;
import dev.eider.io.store.StoreException;
import dev.eider.io.store.StoreException.Reason;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** What replies of HTTP servers mean to a store. */
public final class HttpReplies {
  private static final HexFormat HEX = HexFormat.of().withUpperCase();
  private static final String UNRESERVED =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";

  private HttpReplies() {}

  /** The bytes that a Content-Range header names: of a whole of {@code total}, -1 when unknown. */
  public record ContentRange(long first, long last, long total) {
    /** Parses {@code bytes 0-9/100} or {@code bytes *}{@code /100} (then first is -1), or null. */
    public static @Nullable ContentRange parse(@Nullable String header) {
      if (header == null || !header.startsWith("bytes ")) {
        return null;
      }
      String range = header.substring("bytes ".length()).strip();
      int slash = range.indexOf('/');
      int dash = range.indexOf('-');
      if (slash < 0) {
        return null;
      }
      try {
        String whole = range.substring(slash + 1);
        long total = whole.equals("*") ? -1 : Long.parseLong(whole);
        if (range.startsWith("*")) {
          return new ContentRange(-1, -1, total);
        }
        if (dash < 0 || dash > slash) {
          return null;
        }
        return new ContentRange(
            Long.parseLong(range.substring(0, dash)),
            Long.parseLong(range.substring(dash + 1, slash)),
            total);
      } catch (NumberFormatException e) {
        return null;
      }
    }
  }

  /** What a status other than of success means. A store looks at codes of its own first. */
  public static Reason reason(int status, boolean write) {
    return switch (status) {
      case 404, 410 -> Reason.NOT_FOUND;
      case 401, 403 -> Reason.DENIED;
      case 409 -> write ? Reason.CONFLICT : Reason.REFUSED;
      case 412 -> Reason.PRECONDITION_FAILED;
      case 413 -> Reason.TOO_LARGE;
      case 416 -> Reason.RANGE;
      case 429, 503 -> Reason.THROTTLED;
      case 408 -> Reason.UNAVAILABLE;
      case 500, 502, 504 -> write ? Reason.UNCLEAR : Reason.UNAVAILABLE;
      default -> Reason.REFUSED;
    };
  }

  /** What a failure without a reply means. */
  public static StoreException failure(String store, HttpException e, boolean write) {
    Reason reason =
        switch (e.kind()) {
          case CONNECT -> Reason.UNAVAILABLE;
          case TLS -> Reason.REFUSED;
          case NO_REPLY -> write ? Reason.UNCLEAR : Reason.UNAVAILABLE;
          case INCOMPLETE -> write ? Reason.UNCLEAR : Reason.INCOMPLETE;
          case PROTOCOL -> write ? Reason.UNCLEAR : Reason.REFUSED;
          case INTERRUPTED -> Reason.INTERRUPTED;
        };
    String message = store + ": " + e.getMessage();
    if (e.kind() == HttpException.Kind.TLS) {
      message +=
          ". The certificate must be for this host name and signed by an authority that this"
              + " JVM trusts";
    }
    return new StoreException(reason, message, 0, 0, 0, e);
  }

  /** An error with what the reply tells besides its status. */
  public static StoreException error(Reason reason, String message, HttpResponse response) {
    return new StoreException(
        reason, message, response.status(), retryAfterMillis(response), date(response), null);
  }

  /** How long the server asks to wait; a date is taken against its own clock. */
  static long retryAfterMillis(HttpResponse response) {
    String value = response.header("Retry-After");
    if (value == null) {
      return 0;
    }
    if (value.chars().allMatch(c -> c >= '0' && c <= '9') && !value.isEmpty()) {
      return value.length() > 6 ? 1_000_000_000L : Long.parseLong(value) * 1000;
    }
    long until = parseDate(value);
    long now = date(response);
    return until == 0 || now == 0 ? 0 : Math.max(0, until - now);
  }

  /** The server's clock, milliseconds since 1970 UTC; 0 when unknown. */
  public static long date(HttpResponse response) {
    return parseDate(response.header("Date"));
  }

  /** A date of HTTP; 0 when there is none. */
  static long parseDate(@Nullable String text) {
    if (text == null) {
      return 0;
    }
    try {
      return ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
          .toInstant()
          .toEpochMilli();
    } catch (DateTimeException e) {
      return 0;
    }
  }

  /** A date of ISO 8601, as listings have it; 0 when it is none. */
  public static long parseIsoDate(String text) {
    try {
      return Instant.parse(text).toEpochMilli();
    } catch (DateTimeException e) {
      return 0;
    }
  }

  /**
   * What a reply's head tells of the object. Without an ETag the time of its writing and its size
   * serve as one.
   */
  public static ObjectInfo info(String key, long size, HttpResponse response) {
    long modified = parseDate(response.header("Last-Modified"));
    String etag = response.header("ETag");
    if (etag == null || etag.isEmpty()) {
      etag = modified == 0 ? "" : "\"" + MADE_TAG + modified + "-" + size + "\"";
    }
    return new ObjectInfo(key, size, etag, modified, date(response));
  }

  private static final String MADE_TAG = "modified-";

  /** Whether a tag may be sent to a server: it is the server's own, and a strong one. */
  static boolean isComparable(@Nullable String etag) {
    return etag != null
        && !etag.isEmpty()
        && !etag.startsWith("W/")
        && !etag.startsWith("\"" + MADE_TAG);
  }

  /** Also finds what a server that does not look at conditions would have mixed. */
  public static void checkTag(String store, ObjectInfo info, @Nullable String ifMatch)
      throws StoreException {
    if (ifMatch != null && !ifMatch.isEmpty() && !sameTag(ifMatch, info.etag())) {
      throw StoreErrors.changed(store, info.key(), ifMatch, info.etag());
    }
  }

  private static boolean sameTag(String one, String other) {
    return one.equals(other) || one.replace("\"", "").equals(other.replace("\"", ""));
  }

  /** Reads a body that must fill the target. */
  public static void fill(String store, String key, HttpResponse response, MemorySegment target)
      throws HttpException, StoreException {
    long got = response.read(target, 0);
    if (got < target.byteSize()) {
      throw new StoreException(
          Reason.INCOMPLETE,
          "The body of "
              + StoreErrors.address(store, key)
              + " ended after "
              + got
              + " of "
              + target.byteSize()
              + " bytes");
    }
  }

  /** Percent-encodes UTF-8, all but letters, digits and {@code -._~}, and {@code also}. */
  public static String encode(String text, String also) {
    StringBuilder out = new StringBuilder(text.length() + 16);
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      if (b > 0 && (UNRESERVED.indexOf(b) >= 0 || also.indexOf(b) >= 0)) {
        out.append((char) b);
      } else {
        out.append('%').append(HEX.toHexDigits(b));
      }
    }
    return out.toString();
  }
}
