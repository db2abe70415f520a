// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.s3;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.env.Env;
import dev.eider.io.http.HttpClient;
import dev.eider.io.http.HttpOrigin;
import dev.eider.io.http.HttpSettings;
import dev.eider.io.store.ListPage;
import dev.eider.io.store.MultipartUpload;
import dev.eider.io.store.ObjectInfo;
import dev.eider.io.store.ObjectStore.FailedDelete;
import dev.eider.io.store.PutCondition;
import dev.eider.io.store.RetryPolicy;
import dev.eider.io.store.RetryingStore;
import dev.eider.io.store.StoreException;
import dev.eider.io.store.StoreException.Reason;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What a bucket may reply that the server of the other tests never does. */
class S3RepliesTest {
  private ScriptedServer server;
  private S3Store store;

  @BeforeEach
  void start() throws IOException {
    server = new ScriptedServer();
    store = store(CredentialsProvider.of(new Credentials("id", "secret", "token")));
  }

  @AfterEach
  void stop() throws IOException {
    store.close();
    server.close();
  }

  private S3Store store(CredentialsProvider provider) {
    return new S3Store(
        Env.system(),
        new HttpClient(Env.system(), HttpSettings.DEFAULT.withTimeout(5000)),
        new S3Settings(
            "bucket",
            "eu-central-1",
            new HttpOrigin(false, "127.0.0.1", server.port()),
            true,
            true),
        provider);
  }

  private static MemorySegment body() {
    return MemorySegment.ofArray(new byte[] {1, 2, 3});
  }

  private static String error(String code, String more) {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Error><Code>"
        + code
        + "</Code><Message>what the store says</Message>"
        + more
        + "</Error>";
  }

  private static StoreException fails(Reason reason, Executable call) {
    StoreException e = assertThrows(StoreException.class, call);
    assertEquals(reason, e.reason(), e.getMessage());
    assertFalse(String.valueOf(e.getMessage()).contains("secret"), e.getMessage());
    return e;
  }

  private void putFails(String status, String code, Reason reason) {
    server.reply(status, "", error(code, ""));
    StoreException e = fails(reason, () -> store.put("k", body(), PutCondition.IF_ABSENT));
    assertTrue(String.valueOf(e.getMessage()).contains(code), e.getMessage());
  }

  @Test
  void codesHaveTheirReasons() {
    putFails("409 Conflict", "ConditionalRequestConflict", Reason.CONFLICT);
    putFails("412 Precondition Failed", "PreconditionFailed", Reason.PRECONDITION_FAILED);
    putFails("503 Slow Down", "SlowDown", Reason.THROTTLED);
    putFails("500 Internal Server Error", "InternalError", Reason.UNCLEAR);
    putFails("502 Bad Gateway", "", Reason.UNCLEAR);
    putFails("400 Bad Request", "RequestTimeout", Reason.UNAVAILABLE);
    putFails("400 Bad Request", "EntityTooLarge", Reason.TOO_LARGE);
    putFails("400 Bad Request", "ExpiredToken", Reason.EXPIRED_CREDENTIALS);
    putFails("403 Forbidden", "AccessDenied", Reason.DENIED);
    putFails("501 Not Implemented", "NotImplemented", Reason.UNSUPPORTED);
    putFails("404 Not Found", "NoSuchBucket", Reason.NOT_FOUND);
    putFails("400 Bad Request", "InvalidDigest", Reason.REFUSED);
    server.reply("404 Not Found", "", error("NoSuchKey", ""));
    fails(
        Reason.PRECONDITION_FAILED, () -> store.put("k", body(), PutCondition.ifMatch("\"gone\"")));
    server.reply("500 Internal Server Error", "", error("InternalError", ""));
    fails(Reason.UNAVAILABLE, () -> store.get("k", 0, body(), null));
    server.reply("503 Slow Down", "Retry-After: 3\r\n", error("SlowDown", ""));
    assertEquals(
        3000, fails(Reason.THROTTLED, () -> store.get("k", 0, body(), null)).retryAfterMillis());
  }

  @Test
  void aWrongRegionNamesTheRightOne() {
    server.reply(
        "301 Moved Permanently",
        "x-amz-bucket-region: us-west-2\r\n",
        error("PermanentRedirect", ""));
    StoreException e = fails(Reason.REFUSED, () -> store.get("k", 0, body(), null));
    assertTrue(String.valueOf(e.getMessage()).contains("REGION 'us-west-2'"), e.getMessage());
    server.reply(
        "400 Bad Request",
        "",
        error("AuthorizationHeaderMalformed", "<Region>ap-south-1</Region>"));
    e = fails(Reason.REFUSED, () -> store.put("k", body(), PutCondition.NONE));
    assertTrue(String.valueOf(e.getMessage()).contains("REGION 'ap-south-1'"), e.getMessage());
    server.reply("301 Moved Permanently", "x-amz-bucket-region: us-west-2\r\n", "");
    e = fails(Reason.REFUSED, () -> store.head("k"));
    assertTrue(String.valueOf(e.getMessage()).contains("REGION 'us-west-2'"), e.getMessage());
  }

  @Test
  void aWrongClockIsNamed() {
    server.reply(
        "403 Forbidden",
        "Date: Fri, 24 May 2013 00:00:00 GMT\r\n",
        error("RequestTimeTooSkewed", ""));
    StoreException e = fails(Reason.REFUSED, () -> store.get("k", 0, body(), null));
    assertTrue(String.valueOf(e.getMessage()).contains("set the clock"), e.getMessage());
    assertTrue(String.valueOf(e.getMessage()).contains("24 May 2013"), e.getMessage());
    assertEquals(1369353600000L, e.storeTime());
  }

  @Test
  void anExpiredTokenIsRefreshedOnce() throws Exception {
    List<String> expired = new ArrayList<>();
    CredentialsProvider provider =
        new CredentialsProvider() {
          @Override
          public @Nullable Credentials credentials() {
            return new Credentials("id", "secret", "token" + expired.size());
          }

          @Override
          public void expired(Credentials used) {
            expired.add(String.valueOf(used.sessionToken()));
          }
        };
    server.reply("400 Bad Request", "", error("ExpiredToken", ""));
    server.reply("206 Partial Content", "Content-Range: bytes 0-2/3\r\nETag: \"e\"\r\n", "abc");
    try (RetryingStore retrying =
        new RetryingStore(Env.system(), store(provider), RetryPolicy.DEFAULT)) {
      byte[] target = new byte[3];
      retrying.get("k", 0, MemorySegment.ofArray(target), null);
      assertArrayEquals("abc".getBytes(), target);
    }
    assertEquals(List.of("token0"), expired);
    assertEquals("token1", server.seen.get(1).headers().get("x-amz-security-token"));
  }

  @Test
  void headLearnsWhyByGet() {
    server.reply("400 Bad Request", "", "");
    server.reply("400 Bad Request", "", error("ExpiredToken", ""));
    fails(Reason.EXPIRED_CREDENTIALS, () -> store.head("k"));
    assertEquals("GET", server.seen.getLast().method());
  }

  @Test
  void withoutCredentialsNothingIsSigned() throws Exception {
    server.reply("200 OK", "Content-Length: 7\r\nETag: \"e\"\r\n", "");
    try (S3Store anonymous = store(CredentialsProvider.of(null))) {
      assertEquals(7, anonymous.head("k").size());
    }
    assertNull(server.seen.getFirst().headers().get("authorization"));
    assertNull(server.seen.getFirst().headers().get("x-amz-date"));
  }

  @Test
  void bucketsMayBePartOfTheHostName() {
    S3Settings virtual =
        new S3Settings("bucket", "r", new HttpOrigin(false, "example.com", 9000), false, true);
    assertEquals("http://bucket.example.com:9000", virtual.origin().toString());
    assertEquals("/", virtual.base());
    assertEquals(
        "https://bucket.s3.eu-west-1.amazonaws.com",
        S3Settings.amazon("bucket", "eu-west-1").origin().toString());
    S3Settings dots = S3Settings.amazon("a.b", "eu-west-1");
    assertEquals("https://s3.eu-west-1.amazonaws.com", dots.origin().toString());
    assertEquals("/a.b/", dots.base());
    assertThrows(IllegalArgumentException.class, () -> S3Settings.amazon("a/b", "eu-west-1"));
  }

  @Test
  void bodiesCarryTheirChecksum() throws Exception {
    server.reply("200 OK", "ETag: \"e\"\r\n", "");
    byte[] digits = "123456789".getBytes();
    store.put("k", MemorySegment.ofArray(digits), PutCondition.NONE);
    // The check value of CRC-32C.
    assertEquals("4waSgw==", server.seen.getFirst().headers().get("x-amz-checksum-crc32c"));
  }

  @Test
  void listingsAreDecodedWhenTheySaySo() throws Exception {
    String contents =
        "<Contents><Key>a%2Bb+c%01</Key><LastModified>2024-01-02T03:04:05.000Z</LastModified>"
            + "<ETag>&quot;e&quot;</ETag><Size>5</Size></Contents>";
    server.reply(
        "200 OK",
        "",
        "<ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">"
            + "<IsTruncated>false</IsTruncated><EncodingType>url</EncodingType>"
            + contents
            + "<CommonPrefixes><Prefix>p%3D1/</Prefix></CommonPrefixes></ListBucketResult>");
    ListPage page = store.list("", "/", null, 10);
    assertEquals(
        List.of(new ObjectInfo("a+b c\u0001", 5, "\"e\"", 1704164645000L, 0)), page.objects());
    assertEquals(List.of("p=1/"), page.prefixes());
    assertNull(page.next());
    server.reply("200 OK", "", "<ListBucketResult>" + contents + "</ListBucketResult>");
    assertEquals("a%2Bb+c%01", store.list("", null, null, 10).objects().getFirst().key());
  }

  @Test
  void aRefusedListingIsRepeatedWithoutDoubles() throws Exception {
    server.reply("503 Slow Down", "", error("SlowDown", ""));
    server.reply(
        "200 OK",
        "",
        "<ListBucketResult><Contents><Key>k</Key><Size>1</Size></Contents></ListBucketResult>");
    try (RetryingStore retrying =
        new RetryingStore(
            Env.system(), store(CredentialsProvider.of(null)), new RetryPolicy(3, 1, 1, 1, 1000))) {
      assertEquals(1, retrying.list("", null, null, 10).objects().size());
    }
  }

  @Test
  void emptyPagesInTheMiddleAreNotTheEnd() throws Exception {
    server.reply(
        "200 OK",
        "",
        "<ListBucketResult><IsTruncated>true</IsTruncated>"
            + "<NextContinuationToken>t+1</NextContinuationToken></ListBucketResult>");
    server.reply(
        "200 OK",
        "",
        "<ListBucketResult><IsTruncated>true</IsTruncated>"
            + "<Contents><Key>k</Key><Size>1</Size></Contents></ListBucketResult>");
    ListPage page = store.list("", null, null, 10);
    assertEquals(1, page.objects().size());
    assertEquals("k", page.next());
    assertTrue(server.seen.getLast().target().contains("continuation-token=t%2B1"));
  }

  @Test
  void xmlNamesNoOtherFile() {
    server.reply(
        "403 Forbidden",
        "",
        "<!DOCTYPE Error [<!ENTITY x SYSTEM \"file:///etc/hostname\">]>"
            + "<Error><Code>&x;</Code><Message>&x;</Message></Error>");
    StoreException e = fails(Reason.DENIED, () -> store.get("k", 0, body(), null));
    assertEquals("GET s3://bucket/k: HTTP 403", e.getMessage());
    server.reply("200 OK", "", "<html>a login page</html>");
    fails(Reason.REFUSED, () -> store.list("", null, null, 10));
    server.reply("200 OK", "", "no xml at all");
    fails(Reason.REFUSED, () -> store.list("", null, null, 10));
  }

  @Test
  void aBatchTellsWhatItCouldNotDelete() throws Exception {
    server.reply("204 No Content", "", "");
    server.reply(
        "200 OK",
        "",
        "<DeleteResult><Error><Key>a&amp;b</Key><Code>AccessDenied</Code><Message>m</Message>"
            + "</Error></DeleteResult>");
    List<FailedDelete> failed = store.deleteAll(List.of("a&b", "c\u0001", "d\re"));
    assertEquals(List.of(new FailedDelete("a&b", Reason.DENIED, "AccessDenied: m")), failed);
    assertEquals("/bucket/c%01", server.seen.getFirst().target());
    String sent = new String(server.seen.getLast().body());
    assertTrue(sent.contains("<Key>a&amp;b</Key>") && sent.contains("<Key>d&#13;e</Key>"), sent);
    assertTrue(server.seen.getLast().headers().containsKey("content-md5"));
  }

  @Test
  void anErrorMayFollowTheStatusOfComplete() throws Exception {
    server.reply(
        "200 OK",
        "",
        "<InitiateMultipartUploadResult><UploadId>u/1</UploadId></InitiateMultipartUploadResult>");
    server.reply("200 OK", "ETag: \"p1\"\r\n", "");
    server.reply("200 OK", "", error("InternalError", ""));
    server.reply("404 Not Found", "", error("NoSuchUpload", ""));
    server.reply("204 No Content", "", "");
    MultipartUpload upload = store.startMultipart("k");
    upload.part(1, body());
    assertTrue(server.seen.getLast().target().endsWith("partNumber=1&uploadId=u%2F1"));
    fails(Reason.UNCLEAR, () -> upload.complete(1, PutCondition.NONE));
    fails(Reason.NOT_FOUND, () -> upload.complete(1, PutCondition.ifMatch("\"x\"")));
    upload.close();
    assertEquals("DELETE", server.seen.getLast().method());
  }

  @Test
  void aServerThatIgnoresRangesIsNotTrusted() {
    server.reply("200 OK", "ETag: \"e\"\r\n", "0123456789");
    fails(Reason.REFUSED, () -> store.get("k", 2, body(), null));
    server.reply("206 Partial Content", "Content-Range: bytes 1-3/10\r\nETag: \"e\"\r\n", "123");
    fails(Reason.INCOMPLETE, () -> store.get("k", 2, body(), null));
    server.reply("206 Partial Content", "Content-Range: bytes 2-4/10\r\nETag: \"f\"\r\n", "234");
    fails(Reason.PRECONDITION_FAILED, () -> store.get("k", 2, body(), "\"e\""));
  }
}
