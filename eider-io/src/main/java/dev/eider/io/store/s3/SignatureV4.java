// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.s3;

import dev.eider.io.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * AWS Signature Version 4 in headers: every header of the request, its path, its query and the hash
 * of its body go into one text, whose keyed hash proves that the sender has the secret. Any thread.
 */
final class SignatureV4 {
  /** Instead of the hash of a body that TLS protects. */
  static final String UNSIGNED = "UNSIGNED-PAYLOAD";

  private static final String ALGORITHM = "AWS4-HMAC-SHA256";
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  private final String region;

  /** The key of a day, made once; several threads may make it at once: they make the same. */
  private volatile @Nullable DayKey dayKey;

  private record DayKey(Credentials credentials, String day, byte[] key) {}

  SignatureV4(String region) {
    this.region = region;
  }

  /**
   * Adds the headers of the signature.
   *
   * @param host the value of the Host header
   * @param path encoded, as it is sent
   * @param query encoded, sorted by name, as it is sent; empty for none
   * @param payloadHash of the body in hexadecimal, or {@link #UNSIGNED}
   */
  void sign(
      String method,
      String host,
      String path,
      String query,
      HttpHeaders headers,
      String payloadHash,
      Credentials credentials,
      Instant now) {
    String time = TIME.format(now);
    String day = time.substring(0, 8);
    headers.add("x-amz-date", time).add("x-amz-content-sha256", payloadHash);
    if (credentials.sessionToken() != null) {
      headers.add("x-amz-security-token", credentials.sessionToken());
    }
    Map<String, String> signed = new TreeMap<>();
    signed.put("host", host);
    for (int i = 0; i < headers.size(); i++) {
      String value = headers.value(i).strip().replaceAll(" +", " ");
      signed.merge(headers.name(i).toLowerCase(Locale.ROOT), value, (a, b) -> a + "," + b);
    }
    StringBuilder canonical = new StringBuilder(600);
    canonical.append(method).append('\n').append(path).append('\n').append(query).append('\n');
    signed.forEach((name, value) -> canonical.append(name).append(':').append(value).append('\n'));
    String names = String.join(";", signed.keySet());
    canonical.append('\n').append(names).append('\n').append(payloadHash);
    String scope = day + "/" + region + "/s3/aws4_request";
    String text = ALGORITHM + "\n" + time + "\n" + scope + "\n" + sha256(bytes(canonical));
    String signature = HexFormat.of().formatHex(hmac(key(credentials, day), text));
    headers.add(
        "Authorization",
        ALGORITHM
            + " Credential="
            + credentials.keyId()
            + "/"
            + scope
            + ",SignedHeaders="
            + names
            + ",Signature="
            + signature);
  }

  private byte[] key(Credentials credentials, String day) {
    DayKey known = dayKey;
    if (known == null || !known.day.equals(day) || !known.credentials.equals(credentials)) {
      byte[] key = hmac(bytes("AWS4" + credentials.secret()), day);
      key = hmac(hmac(hmac(key, region), "s3"), "aws4_request");
      known = new DayKey(credentials, day, key);
      dayKey = known;
    }
    return known.key;
  }

  private static byte[] bytes(CharSequence text) {
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] hmac(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(bytes(text));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JVM has HmacSHA256", e);
    }
  }

  private static String sha256(byte[] bytes) {
    return HexFormat.of().formatHex(digest("SHA-256").digest(bytes));
  }

  static MessageDigest digest(String algorithm) {
    try {
      return MessageDigest.getInstance(algorithm);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has " + algorithm, e);
    }
  }
}
