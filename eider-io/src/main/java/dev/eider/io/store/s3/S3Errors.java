// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.s3;

import dev.eider.io.http.HttpException;
import dev.eider.io.http.HttpResponse;
import dev.eider.io.store.StoreException;
import dev.eider.io.store.StoreException.Reason;
import dev.eider.io.store.http.HttpReplies;
import org.jspecify.annotations.Nullable;

/** What replies of a bucket other than success mean, and how the user is told. */
final class S3Errors {
  /** Errors are small; what is larger is not of the protocol. */
  private static final int BYTES_MAX = 64 << 10;

  private final S3Settings settings;

  S3Errors(S3Settings settings) {
    this.settings = settings;
  }

  /** The error of a reply, whose body is read. */
  StoreException of(String what, HttpResponse response, boolean write) {
    byte[] body;
    try {
      body = response.readAll(BYTES_MAX);
    } catch (HttpException e) {
      // The status must do.
      body = new byte[0];
    }
    S3Xml.Element root = body.length == 0 ? null : S3Xml.parse(body);
    return of(what, root != null && root.name().equals("Error") ? root : null, response, write);
  }

  /** The error of a reply with a body that says more; null when there was none. */
  StoreException of(
      String what, S3Xml.@Nullable Element error, HttpResponse response, boolean write) {
    String code = error == null ? "" : error.text("Code");
    String region = rightRegion(error, response);
    Reason reason = region != null ? Reason.REFUSED : reason(code, response.status(), write);
    StringBuilder message = new StringBuilder(what);
    message.append(": HTTP ").append(response.status());
    if (!code.isEmpty()) {
      message.append(' ').append(code);
    }
    String detail = error == null ? "" : error.text("Message");
    if (!detail.isEmpty()) {
      message.append(" (").append(detail.strip()).append(')');
    }
    message.append(mend(code, reason, region, response));
    return HttpReplies.error(reason, message.toString(), response);
  }

  private static String mend(
      String code, Reason reason, @Nullable String region, HttpResponse response) {
    if (region != null) {
      return ". The bucket is in the region '" + region + "': set REGION '" + region + "'";
    }
    return switch (code) {
      case "RequestTimeTooSkewed" ->
          ". The clock of this machine differs too much from the store's, which says "
              + response.header("Date")
              + ": set the clock";
      case "NoSuchBucket" -> ". Check the name of the bucket and the endpoint";
      case "SignatureDoesNotMatch" ->
          ". Check SECRET, and that nothing changes requests on the way";
      case "InvalidAccessKeyId" -> ". Check KEY_ID and the endpoint";
      default ->
          reason == Reason.EXPIRED_CREDENTIALS
              ? ". The session token has expired: fetch a new one"
              : "";
    };
  }

  /** The region that the reply says is right, when the one that was used is not. */
  private @Nullable String rightRegion(S3Xml.@Nullable Element error, HttpResponse response) {
    String code = error == null ? "" : error.text("Code");
    boolean elsewhere =
        switch (response.status()) {
          case 301, 307 -> true;
          case 400 -> code.equals("AuthorizationHeaderMalformed") || code.isEmpty();
          default -> false;
        };
    if (!elsewhere) {
      return null;
    }
    String region = response.header("x-amz-bucket-region");
    if (region == null && error != null) {
      region = error.get("Region");
    }
    return region == null || region.equals(settings.region()) ? null : region;
  }

  /** By the code first: several come with the same status. */
  static Reason reason(String code, int status, boolean write) {
    return switch (code) {
      case "NoSuchKey", "NoSuchBucket", "NoSuchUpload", "NoSuchVersion" -> Reason.NOT_FOUND;
      case "ExpiredToken", "ExpiredTokenException", "TokenRefreshRequired" ->
          Reason.EXPIRED_CREDENTIALS;
      case "AccessDenied", "InvalidAccessKeyId", "SignatureDoesNotMatch", "InvalidToken" ->
          Reason.DENIED;
      case "RequestTimeTooSkewed" -> Reason.REFUSED;
      case "SlowDown",
          "Throttling",
          "ThrottlingException",
          "TooManyRequests",
          "RequestLimitExceeded",
          "ServiceUnavailable" ->
          Reason.THROTTLED;
      case "RequestTimeout" -> Reason.UNAVAILABLE;
      case "EntityTooLarge" -> Reason.TOO_LARGE;
      case "PreconditionFailed" -> Reason.PRECONDITION_FAILED;
      case "ConditionalRequestConflict", "OperationAborted" -> Reason.CONFLICT;
      case "NotImplemented" -> Reason.UNSUPPORTED;
      case "InternalError" -> write ? Reason.UNCLEAR : Reason.UNAVAILABLE;
      default ->
          switch (status) {
            case 501 -> Reason.UNSUPPORTED;
            default -> HttpReplies.reason(status, write);
          };
    };
  }
}
