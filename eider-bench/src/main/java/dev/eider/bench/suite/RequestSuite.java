// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.suite;

import dev.eider.bench.harness.Figure;
import dev.eider.bench.harness.Query;
import dev.eider.bench.harness.QueryResult;
import dev.eider.bench.harness.Report;
import dev.eider.bench.harness.Rotation;
import dev.eider.bench.harness.ServiceProcess;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What a signed request for a range costs the process that makes it: our store beside the AWS SDK,
 * each in a process of its own, against a server in a third. Times are of 1,000 requests.
 */
public final class RequestSuite {
  public static final Set<String> OPTIONS =
      Set.of("rounds", "warmups", "data", "out", "check", "gate");

  private static final String EIDER = Engines.EIDER;
  private static final String AWS = "aws-sdk";
  private static final List<String> CLIENTS = List.of(EIDER, AWS);

  private static final int ROUNDS = 5;
  private static final int SMALL = 256 << 10;
  private static final int LARGE = 8 << 20;

  /** Bytes of one measurement: enough requests for a processor time in steps of 10 ms. */
  private static final long BYTES = 256L << 20;

  /** The SDK costs at least as much. */
  private static final double NOT_DEARER = 1;

  private RequestSuite() {}

  private record Load(boolean tls, int length, int inFlight) {
    String name() {
      return (length >= 1 << 20 ? (length >> 20) + " MiB" : (length >> 10) + " KiB")
          + ", "
          + inFlight
          + " in flight, "
          + (tls ? "TLS" : "clear");
    }

    int requests(long bytes) {
      return (int) Math.max(2L * inFlight, bytes / length);
    }
  }

  public static Report run(Options options, PrintStream log)
      throws IOException, InterruptedException {
    boolean check = options.flag("check");
    SuiteRun run = new SuiteRun(options, log);
    Path folder = Files.createDirectories(options.dataDirectory().resolve("requests"));
    Path keys = keys(folder.resolve("localhost.p12"));
    List<String> trust =
        List.of(
            "-Djavax.net.ssl.trustStore=" + keys,
            "-Djavax.net.ssl.trustStorePassword=changeit",
            "--enable-native-access=ALL-UNNAMED");
    try (ServiceProcess server =
        ServiceProcess.start(
            "dev.eider.bench.requests.RangeServer",
            List.of(keys.toString()),
            folder.resolve("server.log"))) {
      String[] ports = server.greeting().split(" ", -1);
      warm(run, options, trust, ports, folder, log);
      cold(run, check ? 1 : options.rounds(ROUNDS), trust, ports, folder);
    }
    return run.report();
  }

  private static List<Load> loads() {
    List<Load> loads = new ArrayList<>();
    for (int length : new int[] {SMALL, LARGE}) {
      for (int inFlight : new int[] {1, 8, 64}) {
        loads.add(new Load(false, length, inFlight));
        loads.add(new Load(true, length, inFlight));
      }
    }
    return loads;
  }

  private static void warm(
      SuiteRun run,
      Options options,
      List<String> flags,
      String[] ports,
      Path folder,
      PrintStream log)
      throws IOException {
    boolean check = options.flag("check");
    int rounds = check ? 1 : options.rounds(ROUNDS);
    long bytes = check ? BYTES / 64 : BYTES;
    Map<String, ServiceProcess> clients = new LinkedHashMap<>();
    Map<Load, Map<String, QueryResult.Timing>> all = new LinkedHashMap<>();
    try {
      for (String client : CLIENTS) {
        clients.put(
            client,
            ServiceProcess.start(
                flags,
                "dev.eider.bench.requests.ClientMain",
                List.of(client, ports[0], ports[1]),
                folder.resolve(client + ".log")));
      }
      for (int round = -options.warmups(); round < rounds; round++) {
        log.println(round < 0 ? "warm-up" : "round " + (round + 1) + " of " + rounds);
        for (Load load : loads()) {
          for (String name : Rotation.order(CLIENTS, Math.max(0, round))) {
            ServiceProcess client = clients.get(name);
            int requests = load.requests(bytes);
            String reply =
                client == null
                    ? ""
                    : client.ask(
                        load.tls() + " " + load.length() + " " + load.inFlight() + " " + requests);
            if (round >= 0) {
              QueryResult.Timing timing =
                  all.computeIfAbsent(load, l -> new LinkedHashMap<>())
                      .computeIfAbsent(
                          name,
                          n -> new QueryResult.Timing(new double[rounds], new double[rounds]));
              put(timing, round, reply, 1_000.0 / requests);
            }
          }
        }
      }
    } finally {
      for (ServiceProcess client : clients.values()) {
        client.close();
      }
    }
    report(run, "Requests, times of 1,000", all, "processor time");
  }

  private static void put(QueryResult.Timing into, int round, String reply, double factor) {
    String[] words = reply.split(" ", -1);
    into.millis()[round] = Long.parseLong(words[0]) / 1e6 * factor;
    into.cpuMillis()[round] = Long.parseLong(words[1]) / 1e6 * factor;
  }

  private static void report(
      SuiteRun run, String title, Map<Load, Map<String, QueryResult.Timing>> all, String what) {
    List<QueryResult> results = new ArrayList<>();
    all.forEach((load, timings) -> {
      results.add(new QueryResult(Query.of(load.name(), "", ""), null, 0, timings));
      QueryResult.Timing ours = timings.get(EIDER);
      QueryResult.Timing theirs = timings.get(AWS);
      if (ours != null && theirs != null) {
        run.figure(
            Figure.ratio(
                    title + ", " + load.name(),
                    load.name() + ": " + what + ", AWS SDK / Eider",
                    theirs.cpuMillis(),
                    ours.cpuMillis(),
                    Figure.atLeast(NOT_DEARER))
                .remark(
                    String.format(
                        Locale.ROOT,
                        "%.3f ms a request, the SDK %.3f ms",
                        ours.medianCpuMillis() / 1e3,
                        theirs.medianCpuMillis() / 1e3)));
      }
    });
    run.table(title, CLIENTS, results);
  }

  /** A fresh process that makes one request and ends. */
  private static void cold(
      SuiteRun run, int rounds, List<String> flags, String[] ports, Path folder)
      throws IOException, InterruptedException {
    List<QueryResult> results = new ArrayList<>();
    for (boolean tls : new boolean[] {false, true}) {
      Map<String, QueryResult.Timing> timings = new LinkedHashMap<>();
      for (String client : CLIENTS) {
        timings.put(client, new QueryResult.Timing(new double[rounds], new double[rounds]));
      }
      for (int round = 0; round < rounds; round++) {
        for (String client : Rotation.order(CLIENTS, round)) {
          QueryResult.Timing timing = timings.get(client);
          if (timing != null) {
            put(timing, round, first(client, tls, ports[tls ? 1 : 0], flags, folder), 1);
          }
        }
      }
      String name = "first request, " + (tls ? "TLS" : "clear");
      results.add(new QueryResult(Query.of(name, "", ""), null, 0, timings));
      QueryResult.Timing ours = timings.get(EIDER);
      QueryResult.Timing theirs = timings.get(AWS);
      if (ours != null && theirs != null) {
        run.figure(
            Figure.ratio(
                name,
                name + " of a cold JVM, 256 KiB: time, AWS SDK / Eider",
                theirs.millis(),
                ours.millis(),
                Figure.atLeast(NOT_DEARER)));
      }
    }
    run.table("One request of a cold JVM, from making the client on", CLIENTS, results);
  }

  private static String first(
      String client, boolean tls, String port, List<String> flags, Path folder) throws IOException {
    try (ServiceProcess process =
        ServiceProcess.start(
            flags,
            "dev.eider.bench.requests.FirstRequest",
            List.of(client, Boolean.toString(tls), port, Integer.toString(SMALL)),
            folder.resolve(client + ".log"))) {
      return process.greeting();
    }
  }

  /** A key with a certificate signed by itself, for {@code localhost}; made once. */
  private static Path keys(Path file) throws IOException, InterruptedException {
    if (Files.exists(file)) {
      return file;
    }
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "bench",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost",
                "-validity",
                "3650",
                "-storetype",
                "PKCS12",
                "-storepass",
                "changeit",
                "-keystore",
                file.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(keytool.getInputStream().readAllBytes());
    if (keytool.waitFor() != 0) {
      throw new IOException("keytool makes no key: " + said);
    }
    return file;
  }
}
