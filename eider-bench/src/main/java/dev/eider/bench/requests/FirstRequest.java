// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.requests;

/** One request in a fresh process. */
public final class FirstRequest {
  private FirstRequest() {}

  /**
   * Prints nanoseconds from before the client is made to the last byte, and the processor time of
   * the process.
   *
   * @param args name of the client, whether TLS, port, length
   */
  public static void main(String[] args) throws Exception {
    long start = System.nanoTime();
    try (BlobClient client =
        BlobClient.of(args[0], Boolean.parseBoolean(args[1]), Integer.parseInt(args[2]))) {
      client.getter(Integer.parseInt(args[3])).get(0);
      long nanos = System.nanoTime() - start;
      long cpu = ProcessHandle.current().info().totalCpuDuration().map(d -> d.toNanos()).orElse(0L);
      System.out.println(nanos + " " + cpu);
    }
  }
}
