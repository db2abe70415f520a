// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.s3;

import dev.eider.io.http.HttpResponse;
import dev.eider.io.store.KeyListing;
import dev.eider.io.store.ListPage;
import dev.eider.io.store.ObjectInfo;
import dev.eider.io.store.ObjectKeys;
import dev.eider.io.store.StoreException;
import dev.eider.io.store.http.HttpReplies;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Pages of ListObjectsV2. */
final class S3Listing {
  /** 1,000 keys of 1,024 bytes, each three characters, and what stands around them. */
  static final int BYTES_MAX = 16 << 20;

  private S3Listing() {}

  static ListPage page(
      S3Client client, String prefix, @Nullable String delimiter, @Nullable String after, int limit)
      throws StoreException {
    KeyListing.checkArguments(delimiter, limit);
    String token = null;
    while (true) {
      S3Client.Call call =
          client
              .read("GET", "")
              .query("list-type", "2")
              .query("encoding-type", "url")
              .query("max-keys", Integer.toString(limit))
              .query("prefix", prefix);
      if (delimiter != null) {
        call.query("delimiter", delimiter);
      }
      if (token != null) {
        call.query("continuation-token", token);
      } else if (after != null) {
        call.query("start-after", startAfter(prefix, delimiter, after));
      }
      try (HttpResponse response = call.send()) {
        if (response.status() != 200) {
          throw call.error(response);
        }
        S3Xml.Element result = S3Store.document(call, response, "ListBucketResult");
        ListPage page = page(result, after, HttpReplies.date(response));
        token = result.get("NextContinuationToken");
        if (page.next() == null
            || token == null
            || !page.objects().isEmpty()
            || !page.prefixes().isEmpty()) {
          return page;
        }
        // An empty page that is not the last one: go on from where the server is.
      }
    }
  }

  /** Behind all that is folded into the prefix that {@code after} is or lies in. */
  private static String startAfter(String prefix, @Nullable String delimiter, String after) {
    String common = ObjectKeys.commonPrefix(after, prefix, delimiter);
    return common == null ? after : ObjectKeys.beyond(common);
  }

  private static ListPage page(S3Xml.Element result, @Nullable String after, long storeTime) {
    boolean encoded = "url".equals(result.get("EncodingType"));
    List<ObjectInfo> objects = new ArrayList<>();
    String last = after == null ? "" : after;
    for (S3Xml.Element object : result.all("Contents")) {
      String key = decode(object.text("Key"), encoded);
      if (isAfter(key, after)) {
        objects.add(
            new ObjectInfo(
                key,
                Long.parseLong(object.text("Size").strip()),
                S3Store.tag(object.get("ETag")),
                HttpReplies.parseIsoDate(object.text("LastModified")),
                storeTime));
        last = greater(last, key);
      }
    }
    List<String> prefixes = new ArrayList<>();
    for (S3Xml.Element common : result.all("CommonPrefixes")) {
      String text = decode(common.text("Prefix"), encoded);
      if (isAfter(text, after)) {
        prefixes.add(text);
        last = greater(last, text);
      }
    }
    boolean more = "true".equals(result.text("IsTruncated").strip());
    return new ListPage(objects, prefixes, more ? last : null);
  }

  private static boolean isAfter(String entry, @Nullable String after) {
    return after == null || ObjectKeys.compare(entry, after) > 0;
  }

  private static String greater(String one, String other) {
    return ObjectKeys.compare(one, other) >= 0 ? one : other;
  }

  private static String decode(String text, boolean encoded) {
    return encoded ? URLDecoder.decode(text, StandardCharsets.UTF_8) : text;
  }
}
