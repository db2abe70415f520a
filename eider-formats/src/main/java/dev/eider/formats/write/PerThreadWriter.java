// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.write;

import dev.eider.base.table.TableWriter;
import dev.eider.base.vector.DataChunk;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Writes the rows of each worker to files of its own; one at least. */
final class PerThreadWriter implements TableWriter {
  private final Supplier<TableWriter> opener;

  /** Guarded by the monitor. */
  private final List<TableWriter> writers = new ArrayList<>();

  /** A writer that opens the files of a worker by that. */
  PerThreadWriter(Supplier<TableWriter> opener) {
    this.opener = opener;
  }

  private synchronized TableWriter open() {
    TableWriter writer = opener.get();
    writers.add(writer);
    return writer;
  }

  @Override
  public Local newLocal() {
    return new Lazy();
  }

  @Override
  public synchronized long finish() {
    if (writers.isEmpty()) {
      open();
    }
    long rows = 0;
    for (TableWriter writer : writers) {
      rows += writer.finish();
    }
    return rows;
  }

  @Override
  public synchronized List<String> files() {
    List<String> files = new ArrayList<>();
    for (TableWriter writer : writers) {
      files.addAll(writer.files());
    }
    return files;
  }

  @Override
  public synchronized void close() {
    writers.forEach(TableWriter::close);
  }

  /** Opens its files when there are rows. */
  private final class Lazy implements Local {
    private @Nullable Local local;

    @Override
    public void write(DataChunk chunk, long batchIndex) {
      Local target = local;
      if (target == null) {
        target = open().newLocal();
        local = target;
      }
      target.write(chunk, batchIndex);
    }

    @Override
    public void finish() {
      if (local != null) {
        local.finish();
      }
    }
  }
}
