// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.FileFormat;
import dev.eider.base.type.Value;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What the name of a file says when no format takes it. */
final class ForeignFiles {
  /** Endings of files that people expect to work, and the formats they stand for. */
  private record Foreign(String ending, String format) {}

  private static final List<Foreign> FOREIGN =
      List.of(
          new Foreign(".parquet", "Parquet"),
          new Foreign(".avro", "Avro"),
          new Foreign(".arrow", "Arrow"),
          new Foreign(".feather", "Arrow"),
          new Foreign(".orc", "ORC"),
          new Foreign(".xlsx", "Excel"));

  private ForeignFiles() {}

  /**
   * The error for a file of a format that is not there: without it such a name would be a table
   * that does not exist, or a file that is not what its name says.
   *
   * @return null for every other name
   */
  static @Nullable EiderException notThere(String path, List<FileFormat> formats, int at) {
    String name = path.toLowerCase(Locale.ROOT);
    for (String packed : List.of(".gz", ".zst")) {
      name = name.endsWith(packed) ? name.substring(0, name.length() - packed.length()) : name;
    }
    for (Foreign foreign : FOREIGN) {
      if (name.endsWith(foreign.ending())) {
        StringBuilder known = new StringBuilder();
        for (FileFormat format : formats) {
          known.append(known.isEmpty() ? "" : ", ").append(format.name());
        }
        return EiderException.notImplemented(
                foreign.format()
                    + " files are not supported yet; the formats of files are: "
                    + known)
            .at(at);
      }
    }
    return null;
  }

  /**
   * Whether a name without a known ending is that of a file. A store is asked only about what can
   * be an object of it.
   *
   * @throws EiderException IO or HTTP when a store does not tell, INTERRUPT
   */
  static boolean isFile(String path, BindEnvironment env) {
    Value access = env.setting("enable_external_access");
    if (path.indexOf('/') < 0 && path.indexOf('.') < 0
        || path.endsWith("/")
        || access != null && Boolean.FALSE.equals(access.object())) {
      return false;
    }
    int scheme = path.indexOf("://");
    if (scheme >= 0 && (path.indexOf('/', scheme + 3) < 0 || path.indexOf('*') >= 0)) {
      // A bucket or a host alone, or a pattern.
      return false;
    }
    return env.tableContext().objects().find(path) != null;
  }

  /** The error for a file that is there, but does not say by its name what it holds. */
  static EiderException unknownFormat(String path, int at) {
    return EiderException.binder(
        "No extension found that is capable of reading the file \""
            + path
            + "\"\n* If this file is a supported file format you can explicitly use the reader"
            + " functions, such as read_csv, read_json or read_parquet: FROM read_csv('"
            + path
            + "')",
        at);
  }

  /** How to read a file whose name does not tell its format; empty for what is no file's name. */
  static String hint(String path) {
    if (path.endsWith("/") || path.equals(".") || path.equals("..")) {
      String directory = path.endsWith("/") ? path : path + "/";
      return "\nTo read the CSV files of a directory write FROM '" + directory + "*.csv'";
    }
    if (path.indexOf('/') < 0 && path.indexOf('.') < 0) {
      return "";
    }
    return "\nTo read a file whose name does not end in .csv or .tsv write FROM read_csv('"
        + path
        + "')";
  }
}
