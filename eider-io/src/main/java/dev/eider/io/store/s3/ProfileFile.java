// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.s3;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The text of a credentials or config file of AWS: sections of {@code key = value}. Source: "Shared
 * config and credentials files format", AWS SDKs and Tools Reference Guide. Lines that begin with a
 * blank belong to the value before them, and none that is used here has such.
 */
final class ProfileFile {
  private final Map<String, Map<String, String>> profiles = new LinkedHashMap<>();

  private ProfileFile() {}

  /**
   * Reads a text; what is no line of the format is passed over, as other tools do.
   *
   * @param prefixed whether profiles are named {@code [profile x]}, as in the config file
   */
  static ProfileFile parse(String text, boolean prefixed) {
    ProfileFile file = new ProfileFile();
    Map<String, String> section = new HashMap<>();
    for (String line : text.split("\\r?\\n")) {
      if (line.isBlank() || line.startsWith("#") || line.startsWith(";")) {
        continue;
      }
      if (line.startsWith("[")) {
        int end = line.indexOf(']');
        String name = end < 0 ? "" : line.substring(1, end).strip();
        section = new HashMap<>();
        String profile = profile(name, prefixed);
        if (profile != null) {
          section = file.profiles.computeIfAbsent(profile, key -> new HashMap<>());
        }
        continue;
      }
      int equal = line.indexOf('=');
      if (equal > 0 && !Character.isWhitespace(line.charAt(0))) {
        String key = line.substring(0, equal).strip().toLowerCase(Locale.ROOT);
        section.put(key, withoutComment(line.substring(equal + 1)).strip());
      }
    }
    return file;
  }

  private static @Nullable String profile(String section, boolean prefixed) {
    if (!prefixed || section.equals("default")) {
      return section;
    }
    return section.startsWith("profile ") || section.startsWith("profile\t")
        ? section.substring("profile ".length()).strip()
        : null;
  }

  /** A comment at the end of a line stands behind a blank; keys may hold the sign itself. */
  private static String withoutComment(String value) {
    for (int i = 1; i < value.length(); i++) {
      if ((value.charAt(i) == '#' || value.charAt(i) == ';')
          && Character.isWhitespace(value.charAt(i - 1))) {
        return value.substring(0, i);
      }
    }
    return value;
  }

  /** The keys and values of a profile, or null. */
  @Nullable Map<String, String> profile(String name) {
    return profiles.get(name);
  }
}
