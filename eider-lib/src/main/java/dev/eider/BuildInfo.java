// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider;

import dev.eider.base.table.Table;
import dev.eider.base.table.TableColumn;
import dev.eider.base.table.TableFunction;
import dev.eider.base.table.TableWriter;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.DataChunk;
import dev.eider.formats.csv.Kernels;
import dev.eider.storage.memory.MemoryTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code eider_build_info()}: what runs here, as rows of name and value. */
final class BuildInfo implements TableFunction {
  /** The facts, in order. */
  static Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("version", Wiring.version());
    facts.put("kernels", Kernels.describe());
    facts.put("jdk", Runtime.version() + " (" + System.getProperty("java.vendor") + ")");
    facts.put("vm", System.getProperty("java.vm.name"));
    facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    facts.put("processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
    facts.put(
        "heap_limit",
        dev.eider.base.memory.MemoryManager.formatBytes(Runtime.getRuntime().maxMemory()));
    return facts;
  }

  @Override
  public String name() {
    return "eider_build_info";
  }

  @Override
  public List<List<LogicalType>> signatures() {
    return List.of(List.of());
  }

  @Override
  public Map<String, LogicalType> namedParameters() {
    return Map.of();
  }

  @Override
  public Table bind(List<Value> arguments, Map<String, Value> named, BindContext context) {
    List<LogicalType> types = List.of(LogicalType.VARCHAR, LogicalType.VARCHAR);
    MemoryTable table =
        new MemoryTable(
            List.of(
                new TableColumn("name", LogicalType.VARCHAR),
                new TableColumn("value", LogicalType.VARCHAR)),
            context.memory());
    Map<String, String> facts = facts();
    DataChunk chunk = DataChunk.allocate(types, facts.size());
    int row = 0;
    for (Map.Entry<String, String> fact : facts.entrySet()) {
      chunk.flat(0).setValue(row, Value.of(fact.getKey()));
      chunk.flat(1).setValue(row, Value.of(fact.getValue()));
      row++;
    }
    chunk.setSize(row);
    try (TableWriter writer = table.append(context)) {
      TableWriter.Local local = writer.newLocal();
      local.write(chunk, 0);
      local.finish();
      writer.finish();
    }
    return table;
  }
}
