// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider;

import dev.eider.base.env.Env;
import dev.eider.base.error.EiderException;
import dev.eider.base.table.ScanContext;
import dev.eider.base.table.ScanRequest;
import dev.eider.base.table.Table;
import dev.eider.base.table.TableColumn;
import dev.eider.base.table.TableFunction;
import dev.eider.base.table.TableScan;
import dev.eider.base.table.TableStats;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.formats.glob.FileGlob;
import dev.eider.formats.glob.RowsTable;
import dev.eider.io.probe.Finding;
import dev.eider.io.probe.StoreProbe;
import dev.eider.io.store.StoreSource;
import dev.eider.io.store.Stores;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** {@code eider_doctor('s3://bucket/prefix')}: whether a store does what is asked of it. */
final class DoctorFunction implements TableFunction {
  private static final List<TableColumn> COLUMNS =
      List.of(
          new TableColumn("promise", LogicalType.VARCHAR),
          new TableColumn("needed_for", LogicalType.VARCHAR),
          new TableColumn("result", LogicalType.VARCHAR),
          new TableColumn("detail", LogicalType.VARCHAR));

  private final Env env;
  private final StoreSource stores;

  DoctorFunction(Env env, StoreSource stores) {
    this.env = env;
    this.stores = stores;
  }

  @Override
  public String name() {
    return "eider_doctor";
  }

  @Override
  public List<List<LogicalType>> signatures() {
    return List.of(List.of(LogicalType.VARCHAR));
  }

  @Override
  public Map<String, LogicalType> namedParameters() {
    return Map.of();
  }

  @Override
  public Table bind(List<Value> arguments, Map<String, Value> named, BindContext context) {
    Value address = arguments.getFirst();
    if (address.isNull()) {
      throw EiderException.invalidInput("eider_doctor needs an address: 's3://bucket/prefix'");
    }
    FileGlob.of(context).check(address.asString());
    return new Findings(address.asString());
  }

  /** Tries the store when it is scanned. */
  private final class Findings implements Table {
    private final String address;

    Findings(String address) {
      this.address = address;
    }

    @Override
    public List<TableColumn> columns() {
      return COLUMNS;
    }

    @Override
    public TableStats stats() {
      return TableStats.UNKNOWN;
    }

    @Override
    public String describe() {
      return "EIDER_DOCTOR";
    }

    @Override
    public TableScan scan(ScanRequest request, ScanContext context) {
      return new RowsTable(describe(), COLUMNS, () -> examine(address, context))
          .scan(request, context);
    }
  }

  private List<List<Value>> examine(String address, ScanContext context) {
    Stores.Located located = stores.open(context).locate(address);
    if (located == null) {
      throw EiderException.invalidInput(
          "eider_doctor examines stores, and \""
              + address
              + "\" is a path of the local file system; expected an address such as"
              + " 's3://bucket/prefix'");
    }
    String key = located.key();
    String prefix =
        key
            + (key.isEmpty() || key.endsWith("/") ? "" : "/")
            + ".eider-doctor-"
            + Long.toHexString(env.newRandom().nextLong())
            + "/";
    List<List<Value>> rows = new ArrayList<>();
    for (Finding finding :
        StoreProbe.run(env, located.store(), prefix, context::checkInterrupted)) {
      rows.add(
          List.of(
              Value.of(finding.promise()),
              Value.of(finding.neededFor().name().toLowerCase(Locale.ROOT)),
              Value.of(finding.status().name().toLowerCase(Locale.ROOT)),
              Value.of(finding.detail())));
    }
    return rows;
  }
}
