// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.io.http.HttpHeaders;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The worked examples that Amazon publishes with its description of the signature. */
class SignatureV4Test {
  private static final Credentials EXAMPLE =
      new Credentials("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", null);
  private static final Instant DAY = Instant.parse("2013-05-24T00:00:00Z");
  private static final String HOST = "examplebucket.s3.amazonaws.com";
  private static final String NOTHING =
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

  private static String sign(
      String method, String path, String query, HttpHeaders headers, String hash) {
    new SignatureV4("us-east-1").sign(method, HOST, path, query, headers, hash, EXAMPLE, DAY);
    String header = String.valueOf(headers.get("Authorization"));
    assertTrue(
        header.startsWith(
            "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,"),
        header);
    return header.substring(header.indexOf("Signature=") + "Signature=".length());
  }

  @Test
  void aRangeOfAnObject() {
    assertEquals(
        "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
        sign("GET", "/test.txt", "", new HttpHeaders().add("Range", "bytes=0-9"), NOTHING));
  }

  @Test
  void aPut() {
    HttpHeaders headers = new HttpHeaders();
    headers.add("Date", "Fri, 24 May 2013 00:00:00 GMT");
    headers.add("x-amz-storage-class", "REDUCED_REDUNDANCY");
    assertEquals(
        "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
        sign(
            "PUT",
            "/test%24file.text",
            "",
            headers,
            "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072"));
  }

  @Test
  void queries() {
    assertEquals(
        "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
        sign("GET", "/", "lifecycle=", new HttpHeaders(), NOTHING));
    assertEquals(
        "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
        sign("GET", "/", "max-keys=2&prefix=J", new HttpHeaders(), NOTHING));
  }

  @Test
  void secretsAreNotShown() {
    String shown = new Credentials("id", "the-secret", "the-token").toString();
    assertFalse(shown.contains("the-"), shown);
  }
}
