// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.table;

import dev.eider.base.vector.DataChunk;
import java.util.concurrent.CompletableFuture;

/**
 * Decodes tasks into chunks for one worker. Protocol: {@code start} (task), then {@code next} until
 * {@link Status#END}, then perhaps {@code start} again; {@code close} at the end, at any point.
 */
public interface ChunkReader extends AutoCloseable {
  /**
   * Begins a task. {@code bytes} holds the task's fetch plan and stays open until the task ends.
   */
  void start(ScanTask task, FetchedBytes bytes);

  /** Makes the next chunk. Never blocks on a network: answers {@link Status#BLOCKED} instead. */
  Status next();

  /**
   * The chunk made by the last {@code next} that answered CHUNK: columns as requested, at least one
   * row unless everything was filtered (an empty chunk is allowed). Valid until the next call.
   */
  DataChunk chunk();

  /** After BLOCKED: completes when {@code next} may be called again. */
  default CompletableFuture<?> blockedOn() {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  void close();

  /** What {@code next} found. */
  enum Status {
    CHUNK,
    BLOCKED,
    END
  }
}
