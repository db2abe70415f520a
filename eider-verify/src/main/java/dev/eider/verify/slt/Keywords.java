// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The variables of a test file: {@code {TEST_DIR}}, {@code {DATA_DIR}} and those the file defines.
 * Safe for the threads of a concurrent loop.
 */
final class Keywords {
  private final Map<String, String> variables = new ConcurrentHashMap<>();
  private final String testName;
  private final String temporary;
  private final String root;
  private int uuidCount;

  /**
   * The variables every test has.
   *
   * @param testName the file's path relative to the root
   * @param root the directory that relative paths of the tests mean
   * @param temporary the scratch directory of this file
   */
  Keywords(String testName, Path root, Path temporary) {
    this.testName = testName;
    this.temporary = temporary.toString();
    this.root = root.toString();
    String data = root.resolve("data").toString();
    String uuid = UUID.nameUUIDFromBytes(testName.getBytes(StandardCharsets.UTF_8)).toString();
    variables.put("DATA_DIR", data);
    variables.put("LOCAL_DATA_DIR", data);
    variables.put("TEST_DIR", this.temporary);
    variables.put("TEMP_DIR", this.temporary);
    variables.put("TEMP_DIR_ABSOLUTE", this.temporary);
    variables.put("LOCAL_TEMP_DIR", this.temporary);
    variables.put("TEMP_DIR_ROOT", String.valueOf(temporary.getParent()));
    variables.put("WORKING_DIR", this.root);
    variables.put("WORKING_DIRECTORY", this.root);
    variables.put("BUILD_DIR", root.resolve("build/release").toString());
    variables.put("BUILD_DIRECTORY", root.resolve("build/release").toString());
    variables.put("TEST_NAME", testName);
    variables.put("TEST_NAME__NO_SLASH", testName.replace('/', '_'));
    variables.put("BASE_TEST_NAME", testName.replace('/', '_'));
    variables.put("TEST_ID", testName.replaceAll("[^A-Za-z0-9_-]", "_"));
    variables.put("TEST_UUID", uuid);
    variables.put("CATALOG_DIR", this.temporary + "/" + uuid);
    variables.put("RUN_ID", "slt");
  }

  void define(String name, String value) {
    variables.put(name, value);
  }

  @Nullable String get(String name) {
    return variables.get(name);
  }

  /** Replaces every known variable; unknown words in braces stay. */
  String replace(String text) {
    String result = text;
    if (result.indexOf('{') >= 0) {
      for (Map.Entry<String, String> variable : variables.entrySet()) {
        String braced = "{" + variable.getKey() + "}";
        if (result.contains(braced)) {
          result = result.replace("$" + braced, variable.getValue());
          result = result.replace(braced, variable.getValue());
        }
      }
      if (result.contains("{UUID}")) {
        result = result.replace("{UUID}", nextUuid());
      }
    }
    if (result.contains("__")) {
      result = result.replace("__TEST_DIR__", temporary);
      result = result.replace("__WORKING_DIRECTORY__", root);
      result = result.replace("__BUILD_DIRECTORY__", root + "/build/release");
    }
    return result;
  }

  /** Distinct within the file, the same in every run. */
  private synchronized String nextUuid() {
    String seed = testName + "#" + uuidCount++;
    return UUID.nameUUIDFromBytes(seed.getBytes(StandardCharsets.UTF_8)).toString();
  }
}
