// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.eider.base.error.EiderException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Secrets of SQL arrive at a server, and only there. */
class RemoteSecretsTest {
  private static final byte[] CSV = "a,b\n1,2\n3,4\n".getBytes(StandardCharsets.UTF_8);
  private static final String KEY = "planted7xyz";

  @TempDir Path temporary;

  private final Set<String> seen = ConcurrentHashMap.newKeySet();

  /** What Authorization must hold. */
  private volatile String wanted = "";

  private HttpServer server;
  private Database database;
  private Connection connection;

  @BeforeEach
  void open() throws IOException {
    server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext("/", this::answer);
    server.start();
    database =
        Database.open(
            Database.MEMORY, Map.of("secret_directory", temporary.toString(), "http_retries", "0"));
    connection = database.connect();
  }

  @AfterEach
  void close() {
    connection.close();
    database.close();
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String given = exchange.getRequestHeaders().getFirst("Authorization");
      seen.add(String.valueOf(given));
      if (given == null || !given.contains(wanted)) {
        exchange.sendResponseHeaders(403, -1);
        return;
      }
      String range = exchange.getRequestHeaders().getFirst("Range");
      byte[] body = CSV;
      int status = 200;
      if (range != null) {
        String[] bounds = range.substring("bytes=".length()).split("-", -1);
        int from = Integer.parseInt(bounds[0]);
        int to = bounds[1].isEmpty() ? CSV.length : Integer.parseInt(bounds[1]) + 1;
        body = Arrays.copyOfRange(CSV, from, Math.min(to, CSV.length));
        status = 206;
        exchange
            .getResponseHeaders()
            .add(
                "Content-Range",
                "bytes " + from + "-" + (from + body.length - 1) + "/" + CSV.length);
      }
      exchange.getResponseHeaders().add("ETag", "\"one\"");
      exchange.getResponseHeaders().add("Accept-Ranges", "bytes");
      if (exchange.getRequestMethod().equals("HEAD")) {
        exchange.getResponseHeaders().add("Content-Length", Integer.toString(body.length));
        exchange.sendResponseHeaders(status, -1);
      } else {
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
      }
    }
  }

  private String place() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  private static @Nullable String sum(Connection connection, String address) {
    try (Result result = connection.query("SELECT sum(a + b) FROM '" + address + "'")) {
      assertTrue(result.next());
      return result.getString(0);
    }
  }

  private void isDenied(Connection asker, String address) {
    EiderException e = assertThrows(EiderException.class, () -> sum(asker, address));
    assertFalse(e.toString().contains(KEY), e.toString());
  }

  @Test
  void theHeaderOfAWebServer() {
    String file = "http://" + place() + "/x.csv";
    wanted = "Bearer " + KEY;
    isDenied(connection, file);
    connection.execute(
        "CREATE SECRET (TYPE http, BEARER_TOKEN '" + KEY + "', SCOPE 'http://" + place() + "')");
    assertEquals("10", sum(connection, file));
    // The next statement takes the secret that is there then.
    connection.execute("CREATE OR REPLACE SECRET (TYPE http, BEARER_TOKEN 'another')");
    isDenied(connection, file);
    connection.execute("DROP SECRET \"__default_http\"");
    connection.execute(
        "CREATE SECRET (TYPE http, EXTRA_HTTP_HEADERS MAP {'Authorization': 'Bearer "
            + KEY
            + "'})");
    assertEquals("10", sum(connection, file));
    connection.execute(
        "CREATE OR REPLACE SECRET (TYPE http, BEARER_TOKEN '"
            + KEY
            + "', SCOPE 'http://127.0.0.1:1/')");
    isDenied(connection, file);
  }

  @Test
  void theKeyOfABucket() {
    String file = "s3://bucket/x.csv";
    wanted = "Credential=AKIDONE/";
    String server =
        ", REGION 'eu-west-1', ENDPOINT '" + place() + "', URL_STYLE path, USE_SSL false)";
    connection.execute("CREATE SECRET (TYPE s3" + server);
    isDenied(connection, file);
    connection.execute(
        "CREATE SECRET ours (TYPE s3, SCOPE 's3://bucket', KEY_ID 'AKIDONE', SECRET '"
            + KEY
            + "'"
            + server);
    seen.clear();
    assertEquals("10", sum(connection, file));
    for (String given : seen) {
      assertTrue(given.contains("/eu-west-1/s3/aws4_request"), given);
      assertFalse(given.contains(KEY), given);
    }
    connection.execute("DROP SECRET ours");
    isDenied(connection, file);
  }

  @Test
  void aConnectionsOwnIsNobodyElses() {
    String file = "http://" + place() + "/x.csv";
    wanted = "Bearer " + KEY;
    connection.execute("CREATE SECRET IN connection (TYPE http, BEARER_TOKEN '" + KEY + "')");
    try (Connection other = database.connect()) {
      assertEquals("10", sum(connection, file));
      isDenied(other, file);
      assertEquals("10", sum(connection, file));
    }
  }

  @Test
  void settingsWhereThereIsNoSecret() {
    String file = "s3://bucket/x.csv";
    wanted = "Credential=AKIDTWO/";
    connection.execute("SET s3_endpoint = '" + place() + "'");
    connection.execute("SET s3_use_ssl = false");
    connection.execute("SET s3_url_style = 'path'");
    isDenied(connection, file);
    connection.execute("SET s3_access_key_id = 'AKIDTWO'");
    connection.execute("SET s3_secret_access_key = '" + KEY + "'");
    assertEquals("10", sum(connection, file));
    connection.execute("RESET s3_access_key_id");
    isDenied(connection, file);
  }

  @Test
  void aPersistentOneOpensAnotherDatabase() {
    String file = "http://" + place() + "/x.csv";
    wanted = "Bearer " + KEY;
    connection.execute("CREATE PERSISTENT SECRET kept (TYPE http, BEARER_TOKEN '" + KEY + "')");
    try (Database other =
            Database.open(Database.MEMORY, Map.of("secret_directory", temporary.toString()));
        Connection asker = other.connect()) {
      assertEquals("10", sum(asker, file));
    }
  }
}
