// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.suite;

import dev.eider.bench.harness.Contestant.EngineFailure;
import dev.eider.bench.harness.Figure;
import dev.eider.bench.harness.InProcessContestant;
import dev.eider.bench.harness.QueryResult;
import dev.eider.bench.harness.ServiceProcess;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * TPC-H query 6 through a real S3 server on the loopback interface, in a process of its own. It
 * shows what requests, signatures and replies cost; the link is as fast as memory.
 */
final class RemoteS3 {
  /** Of the test server's module, which only runs beside the benchmark. */
  private static final String SERVER = "dev.eider.s3testserver.S3TestServer";

  private static final String BUCKET = "bench";
  private static final String KEY = "lineitem.parquet";
  private static final String S3 = "eider-s3";
  private static final String LOCAL = "eider-local";
  private static final String WHAT = "q06, S3 server on loopback / local file";

  private RemoteS3() {}

  static void run(RemoteRun remote) throws IOException, InterruptedException {
    Path file = remote.data.lineitem(remote.scale);
    Path root = Files.createDirectories(remote.data.directory().path().resolve("s3"));
    Path log = root.resolve("server.log");
    Path object = root.resolve(BUCKET).resolve(KEY);
    // The server makes the bucket itself and minds one that is there.
    Files.deleteIfExists(object);
    Files.deleteIfExists(root.resolve(BUCKET));
    try (ServiceProcess server =
            ServiceProcess.start(SERVER, List.of(root.toString(), BUCKET), log);
        RemoteRun.Entrants entrants = new RemoteRun.Entrants()) {
      String[] words = server.greeting().split(" ", -1);
      if (words.length != 3) {
        throw new IOException("The S3 server does not say where it listens; see " + log);
      }
      share(file, object);
      String view = "CREATE VIEW lineitem AS SELECT * FROM ";
      remote.start(entrants, remote.duckdb(), view + RemoteData.quoted(file));
      remote.start(
          entrants,
          Engines.variant(remote.eider(), "-local", List.of()),
          view + RemoteData.quoted(file));
      InProcessContestant s3 =
          remote.start(
              entrants,
              Engines.variant(
                  remote.eider(), "-s3", List.of("SET enable_external_file_cache = false")));
      try {
        connect(s3, words[0], words[1], words[2]);
        s3.run(view + "'s3://" + BUCKET + "/" + KEY + "'");
      } catch (EngineFailure e) {
        remote.run.figure(Figure.missing("s3", WHAT, null, String.valueOf(e.getMessage())));
        return;
      }
      QueryResult result =
          remote
              .run
              .contest(
                  "S3 server on loopback",
                  entrants.all,
                  RemoteRun.UNLISTED,
                  TpchSuite.queries(1, List.of("q06")),
                  remote.rounds,
                  List.of())
              .getFirst();
      remote.run.figure(
          result.refusal() != null
              ? Figure.missing("s3", WHAT, null, result.refusal())
              : Figure.ratio(
                  "s3", WHAT, RemoteRun.millis(result, S3), RemoteRun.millis(result, LOCAL), null));
    }
  }

  /** The server's buckets are directories: the file is in the bucket without being copied. */
  private static void share(Path file, Path object) throws IOException {
    try {
      Files.createLink(object, file);
    } catch (UnsupportedOperationException | FileAlreadyExistsException e) {
      Files.copy(file, object);
    }
  }

  private static void connect(InProcessContestant s3, String url, String key, String secret)
      throws IOException, EngineFailure {
    String endpoint = url.substring(url.indexOf("//") + 2);
    s3.run(
        "CREATE SECRET bench (TYPE s3, KEY_ID '"
            + key
            + "', SECRET '"
            + secret
            + "', ENDPOINT '"
            + endpoint
            + "', USE_SSL false, URL_STYLE 'path')");
  }
}
