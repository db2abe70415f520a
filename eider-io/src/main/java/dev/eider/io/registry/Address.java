// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.registry;

import dev.eider.base.error.EiderException;
import dev.eider.io.http.HttpOrigin;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An address taken apart.
 *
 * @param scheme lower case: {@code s3}
 * @param place the bucket, or the host with its port
 * @param key what follows, without the slash before it; perhaps empty (a listing of all)
 */
record Address(Kind kind, String scheme, String place, String key) {
  enum Kind {
    S3,
    HTTP,
    FILE
  }

  /**
   * Takes an address apart; null for a path of the local file system.
   *
   * @throws EiderException INVALID_INPUT for a scheme that is none, or an address without a bucket
   */
  static @Nullable Address parse(String address) {
    int colon = address.indexOf(':');
    // A drive letter is no scheme.
    if (colon < 2 || !address.startsWith("//", colon + 1)) {
      return null;
    }
    String scheme = address.substring(0, colon).toLowerCase(Locale.ROOT);
    String rest = address.substring(colon + 3);
    Kind kind =
        switch (scheme) {
          case "s3", "s3a", "s3n", "gs", "gcs", "r2" -> Kind.S3;
          case "http", "https" -> Kind.HTTP;
          case "file" -> Kind.FILE;
          default -> throw unknown(scheme, address);
        };
    if (kind == Kind.FILE) {
      String path = rest.startsWith("localhost/") ? rest.substring(9) : rest;
      return new Address(kind, scheme, "", path.startsWith("/") ? path.substring(1) : path);
    }
    int slash = 0;
    while (slash < rest.length() && "/?#".indexOf(rest.charAt(slash)) < 0) {
      slash++;
    }
    String place = rest.substring(0, slash);
    if (place.isEmpty()) {
      throw EiderException.invalidInput(
          "\"" + address + "\" names no " + (kind == Kind.S3 ? "bucket" : "host"));
    }
    String key = rest.substring(slash);
    return new Address(kind, scheme, place, key.startsWith("/") ? key.substring(1) : key);
  }

  /**
   * The server of an address of the web: {@code host}, {@code host:port} or {@code [address]:port}.
   *
   * @throws IllegalArgumentException when it is none
   */
  HttpOrigin origin() {
    boolean secure = scheme.equals("https");
    String host = place.substring(place.lastIndexOf('@') + 1);
    if (host.length() != place.length()) {
      throw new IllegalArgumentException(
          "names and passwords do not belong into an address; CREATE SECRET (TYPE http, ...)");
    }
    int colon = host.lastIndexOf(':');
    if (colon < 0 || host.endsWith("]")) {
      return new HttpOrigin(secure, host, secure ? 443 : 80);
    }
    int port;
    try {
      port = Integer.parseInt(host.substring(colon + 1));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "\"" + host.substring(colon + 1) + "\" is not the number of a port", e);
    }
    return new HttpOrigin(secure, host.substring(0, colon), port);
  }

  /** A regular file of the local file system as an object; null when it is none. */
  static @Nullable Address ofFile(String path) {
    Path file = Path.of(path).toAbsolutePath();
    Path root = file.getRoot();
    return root == null || !Files.isRegularFile(file)
        ? null
        : new Address(Kind.FILE, "file", "", root.relativize(file).toString().replace('\\', '/'));
  }

  private static EiderException unknown(String scheme, String address) {
    return EiderException.invalidInput(
        "\""
            + address
            + "\": there is no "
            + scheme
            + "://; files can be read from s3://, s3a://, gs://, r2://, http://, https:// and"
            + " file://");
  }
}
