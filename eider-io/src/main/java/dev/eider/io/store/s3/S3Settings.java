// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.s3;

import dev.eider.io.http.HttpOrigin;
import org.jspecify.annotations.Nullable;

/**
 * Which bucket, and how it is reached.
 *
 * @param bucket its name
 * @param region of the signature, and of the host when there is no endpoint
 * @param endpoint the server; null for Amazon's of the region
 * @param pathStyle whether the bucket is the first part of the path and not of the host name
 * @param checksums whether bodies are sent with their CRC32C, for servers that check it
 */
public record S3Settings(
    String bucket,
    String region,
    @Nullable HttpOrigin endpoint,
    boolean pathStyle,
    boolean checksums) {
  /** The region of buckets that name none. */
  public static final String DEFAULT_REGION = "us-east-1";

  /** Names that can stand in an address. */
  public S3Settings {
    if (!bucket.matches("[A-Za-z0-9._-]{1,255}")) {
      throw new IllegalArgumentException(
          "\"" + bucket + "\" is not the name of a bucket: letters, digits, dots and dashes");
    }
    if (!region.matches("[A-Za-z0-9-]{1,60}")) {
      throw new IllegalArgumentException("\"" + region + "\" is not the name of a region");
    }
  }

  /** A bucket at Amazon. Names with dots do not fit the certificates of host names. */
  public static S3Settings amazon(String bucket, String region) {
    return new S3Settings(bucket, region, null, bucket.contains("."), true);
  }

  /** Where requests go. */
  HttpOrigin origin() {
    HttpOrigin server =
        endpoint != null ? endpoint : new HttpOrigin(true, "s3." + region + ".amazonaws.com", 443);
    return pathStyle
        ? server
        : new HttpOrigin(server.secure(), bucket + "." + server.host(), server.port());
  }

  /** What comes before the key in a path. */
  String base() {
    return pathStyle ? "/" + bucket + "/" : "/";
  }
}
