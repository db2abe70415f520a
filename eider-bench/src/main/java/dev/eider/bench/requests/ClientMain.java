// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.requests;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes requests with one client, on virtual threads, and says what they cost this process.
 *
 * <p>Lines in: {@code TLS LENGTH IN_FLIGHT REQUESTS}. Lines out: {@code NANOS CPU_NANOS} of all of
 * them together; the first line is {@code ready}.
 */
public final class ClientMain {
  private ClientMain() {}

  /**
   * Answers lines until the input ends.
   *
   * @param args name of the client, port in clear text, port of TLS
   */
  public static void main(String[] args) throws Exception {
    OperatingSystemMXBean process =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (BlobClient clear = BlobClient.of(args[0], false, Integer.parseInt(args[1]));
        BlobClient secure = BlobClient.of(args[0], true, Integer.parseInt(args[2]));
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Map<String, List<BlobClient.Getter>> kept = new HashMap<>();
      System.out.println("ready");
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String[] words = line.split(" ", -1);
        BlobClient client = Boolean.parseBoolean(words[0]) ? secure : clear;
        int length = Integer.parseInt(words[1]);
        int inFlight = Integer.parseInt(words[2]);
        // Kept as engines keep their buffers: to make and to clear them is no part of a request.
        List<BlobClient.Getter> known =
            kept.computeIfAbsent(words[0] + " " + length, key -> new ArrayList<>());
        while (known.size() < inFlight) {
          known.add(client.getter(length));
        }
        List<BlobClient.Getter> getters = known.subList(0, inFlight);
        long cpu = process.getProcessCpuTime();
        long start = System.nanoTime();
        run(threads, getters, length, Integer.parseInt(words[3]));
        long nanos = System.nanoTime() - start;
        System.out.println(nanos + " " + (process.getProcessCpuTime() - cpu));
      }
    }
  }

  private static void run(
      ExecutorService threads, List<BlobClient.Getter> getters, int length, int requests)
      throws Exception {
    AtomicInteger next = new AtomicInteger();
    List<Future<?>> ends = new ArrayList<>();
    for (BlobClient.Getter getter : getters) {
      ends.add(
          threads.submit(() -> {
            for (int i = next.getAndIncrement(); i < requests; i = next.getAndIncrement()) {
              getter.get((long) i * length);
            }
            return null;
          }));
    }
    for (Future<?> end : ends) {
      end.get();
    }
  }
}
