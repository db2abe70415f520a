// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * What passed the simulated link while it was open: the engine tells the flight recorder of its
 * JVM. Engines without such events give none.
 */
final class TransferRecording implements AutoCloseable {
  private static final String EVENT = "dev.eider.LinkTransfer";

  private final Recording recording = new Recording();

  TransferRecording() {
    recording.enable(EVENT).withoutStackTrace();
    recording.start();
  }

  /** Ends it; one line for each body, moments relative to {@code origin} of the system's clock. */
  String lines(long origin) throws IOException {
    recording.stop();
    Path file = Files.createTempFile("eider-bench", ".jfr");
    try {
      recording.dump(file);
      StringBuilder text = new StringBuilder();
      List<RecordedEvent> events = RecordingFile.readAllEvents(file);
      for (RecordedEvent event : events) {
        text.append("transfer\t")
            .append(event.getString("operation"))
            .append('\t')
            .append(event.getLong("bytes"))
            .append('\t')
            .append(event.getLong("requestedNanos") - origin)
            .append('\t')
            .append(event.getLong("firstByteNanos") - origin)
            .append('\t')
            .append(event.getLong("lastByteNanos") - origin)
            .append('\n');
      }
      return text.toString();
    } finally {
      Files.deleteIfExists(file);
    }
  }

  @Override
  public void close() {
    recording.close();
  }
}
