// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.glob;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.table.TableFunction.BindContext;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Finds files by name or pattern: {@code *} and {@code ?} within a name, {@code [a-z]}, {@code
 * [!x]}, and {@code **} for any number of directories. Names come back sorted, in the form they
 * were asked for (a relative pattern gives relative names).
 */
public final class FileGlob {
  private final List<String> searchPath;
  private final List<Path> roots;
  private final List<String> prefixes;

  private final String home;
  private final boolean forbidden;

  private final RemoteGlob remote;

  private FileGlob(
      List<String> searchPath,
      List<Path> roots,
      List<String> prefixes,
      String home,
      boolean forbidden,
      RemoteGlob remote) {
    this.remote = remote;
    this.prefixes = prefixes;
    this.home = home;
    this.forbidden = forbidden;
    this.searchPath = searchPath;
    this.roots = roots;
  }

  /**
   * A glob that follows the session's settings: {@code file_search_path}, and {@code eider_root} or
   * {@code allowed_directories}, outside of which no file may be read.
   */
  public static FileGlob of(BindContext context) {
    List<String> search = new ArrayList<>();
    for (String item : texts(context.setting("file_search_path"))) {
      for (String part : item.split(",", -1)) {
        if (!part.isBlank()) {
          search.add(part.strip());
        }
      }
    }
    List<Path> roots = new ArrayList<>();
    List<String> prefixes = new ArrayList<>();
    for (String setting : List.of("eider_root", "allowed_directories")) {
      for (String item : texts(context.setting(setting))) {
        if (item.contains("://")) {
          prefixes.add(item.endsWith("/") ? item : item + "/");
        } else if (!item.isBlank()) {
          roots.add(real(Path.of(item)));
        }
      }
    }
    List<String> homes = texts(context.setting("home_directory"));
    Value access = context.setting("enable_external_access");
    return new FileGlob(
        search,
        roots,
        prefixes,
        homes.isEmpty() || homes.get(0).isEmpty()
            ? System.getProperty("user.home", "")
            : homes.get(0),
        access != null && Boolean.FALSE.equals(access.object()),
        new RemoteGlob(context));
  }

  private static List<String> texts(@org.jspecify.annotations.Nullable Value value) {
    List<String> found = new ArrayList<>();
    if (value == null || value.isNull()) {
      return found;
    }
    if (value.get() instanceof String text) {
      found.add(text);
    } else if (value.get() instanceof List<?>) {
      for (Value item : value.asList()) {
        found.add(item.asString());
      }
    }
    return found;
  }

  /** Whether a name holds a character that makes it a pattern. */
  public static boolean isPattern(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == '*' || c == '?' || c == '[') {
        return true;
      }
    }
    return false;
  }

  /** Whether the name stands for standard input. */
  public static boolean isStdin(String name) {
    return name.equals("/dev/stdin") || name.equals("-");
  }

  /**
   * The files that match; never empty.
   *
   * @param extension a directory stands for all files below it that end so, for instance {@code
   *     csv}
   * @throws EiderException IO when there is none, PERMISSION outside the allowed directories
   */
  public List<String> expand(String pattern, String extension, boolean allowEmpty) {
    return notEmpty(pattern, find(pattern, extension), allowEmpty);
  }

  private static List<String> notEmpty(String pattern, List<String> found, boolean allowEmpty) {
    if (found.isEmpty() && !allowEmpty) {
      throw EiderException.io("No files found that match the pattern \"" + pattern + "\"", null);
    }
    return found;
  }

  /**
   * The files of a reader function's first argument: one pattern or a list of them.
   *
   * @param function the name of the function, for messages
   * @param extension as for {@link #expand}
   */
  public FileList files(String function, Value argument, String extension, boolean allowEmpty) {
    List<String> patterns = new ArrayList<>();
    if (argument.isNull()) {
      throw EiderException.parser("\"" + function + "\" cannot take NULL list as parameter", -1);
    }
    if (argument.type().id() == TypeId.LIST) {
      for (Value item : argument.asList()) {
        if (item.isNull()) {
          throw EiderException.parser(
              "\"" + function + "\" reader cannot take NULL input as parameter", -1);
        }
        patterns.add(item.asString());
      }
      if (patterns.isEmpty()) {
        throw EiderException.io("\"" + function + "\" needs at least one file to read", null);
      }
    } else {
      patterns.add(argument.asString());
    }
    FileList files = new FileList();
    for (String pattern : patterns) {
      if (!isStdin(pattern) && remote.covers(pattern)) {
        checkStore(pattern);
        RemoteGlob.Files found = remote.begin(pattern, extension);
        if (!found.found().isEmpty()) {
          files.add(found);
          continue;
        }
        files.add(notEmpty(pattern, found.all(), allowEmpty));
      } else {
        files.add(expand(pattern, extension, allowEmpty));
      }
    }
    return files;
  }

  /**
   * The same, all of them.
   *
   * @param extension as for {@link #expand}
   */
  public List<String> paths(String function, Value argument, String extension, boolean allowEmpty) {
    return files(function, argument, extension, allowEmpty).all();
  }

  /** The files that match, perhaps none. */
  public List<String> find(String pattern, String extension) {
    if (isStdin(pattern)) {
      return List.of("/dev/stdin");
    }
    if (remote.covers(pattern)) {
      checkStore(pattern);
      return remote.find(pattern, extension);
    }
    if (pattern.startsWith("file:")) {
      String rest = pattern.substring(pattern.startsWith("file://") ? 7 : 5);
      return find(rest.startsWith("localhost/") ? rest.substring(9) : rest, extension);
    }
    String expanded = home(pattern);
    List<String> found = new ArrayList<>();
    if (isPattern(expanded) && !searchPath.isEmpty() && !isAbsolute(expanded)) {
      // A pattern stands for what is in all the directories, a name for the first that has it.
      for (String directory : searchPath) {
        found.addAll(at(directory, expanded, extension));
      }
    }
    if (found.isEmpty()) {
      found.addAll(at("", expanded, extension));
    }
    for (int i = 0; found.isEmpty() && i < searchPath.size() && !isAbsolute(expanded); i++) {
      found = at(searchPath.get(i), expanded, extension);
    }
    for (String name : found) {
      check(name);
    }
    return found;
  }

  private String home(String pattern) {
    return pattern.equals("~") || pattern.startsWith("~/") ? home + pattern.substring(1) : pattern;
  }

  private static boolean isAbsolute(String name) {
    try {
      return Path.of(name).isAbsolute();
    } catch (InvalidPathException e) {
      return name.startsWith("/");
    }
  }

  private static String join(String directory, String name) {
    if (directory.isEmpty()) {
      return name;
    }
    return directory.endsWith("/") ? directory + name : directory + "/" + name;
  }

  private static List<String> at(String directory, String pattern, String extension) {
    String full = join(directory, pattern);
    try {
      if (full.isEmpty() || full.indexOf('\0') >= 0) {
        return List.of();
      }
      // A file whose very name looks like a pattern is that file.
      if (!isPattern(full) || Files.isRegularFile(Path.of(full))) {
        Path path = Path.of(full);
        if (Files.isDirectory(path)) {
          return extension.isEmpty() ? List.of() : matches(join(full, "**/*." + extension));
        }
        return Files.exists(path) ? List.of(full) : List.of();
      }
    } catch (InvalidPathException e) {
      if (!isPattern(full)) {
        return List.of();
      }
    }
    List<String> found = matches(full);
    return found.isEmpty() && full.indexOf('\\') >= 0 ? matches(full.replace('\\', '/')) : found;
  }

  private static List<String> matches(String pattern) {
    String normal = java.io.File.separatorChar == '\\' ? pattern.replace('\\', '/') : pattern;
    List<String> parts = new ArrayList<>();
    String base = "";
    int at = 0;
    while (at < normal.length() && normal.charAt(at) == '/') {
      base = "/";
      at++;
    }
    for (String part : normal.substring(at).split("/+", -1)) {
      if (!part.isEmpty()) {
        parts.add(part);
      }
    }
    List<String> found = new ArrayList<>();
    walk(base, parts, 0, found);
    Collections.sort(found);
    return found;
  }

  private static void walk(String base, List<String> parts, int index, List<String> found) {
    if (index == parts.size()) {
      return;
    }
    String part = parts.get(index);
    boolean last = index == parts.size() - 1;
    if (part.equals("**")) {
      walk(base, parts, index + 1, found);
      for (String name : list(base)) {
        String child = join(base.equals("/") ? "/" : base, name);
        Path path = Path.of(child);
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
          walk(child, parts, index, found);
        } else if (last && Files.isRegularFile(path)) {
          found.add(child);
        }
      }
      return;
    }
    if (!isPattern(part)) {
      String child = join(base, part);
      Path path = Path.of(child);
      if (last ? Files.exists(path) && !Files.isDirectory(path) : Files.isDirectory(path)) {
        if (last) {
          found.add(child);
        } else {
          walk(child, parts, index + 1, found);
        }
      }
      return;
    }
    for (String name : list(base)) {
      if (matches(part, 0, name, 0)) {
        String child = join(base, name);
        Path path = Path.of(child);
        if (last) {
          if (!Files.isDirectory(path)) {
            found.add(child);
          }
        } else if (Files.isDirectory(path)) {
          walk(child, parts, index + 1, found);
        }
      }
    }
  }

  private static List<String> list(String directory) {
    List<String> names = new ArrayList<>();
    Path path = Path.of(directory.isEmpty() ? "." : directory);
    try (DirectoryStream<Path> children = Files.newDirectoryStream(path)) {
      for (Path child : children) {
        Path name = child.getFileName();
        if (name != null && !name.toString().startsWith(".")) {
          names.add(name.toString());
        }
      }
    } catch (AccessDeniedException e) {
      return names;
    } catch (IOException e) {
      throw EiderException.io("Cannot list directory \"" + path + "\": " + e.getMessage(), e);
    }
    Collections.sort(names);
    return names;
  }

  /** Whether a name matches one part of a pattern. */
  public static boolean matches(String pattern, String name) {
    return matches(pattern, 0, name, 0);
  }

  private static boolean matches(String pattern, int p, String name, int n) {
    // Back up to the last star only: linear in practice, never exponential.
    int star = -1;
    int mark = 0;
    while (n < name.length()) {
      int next = p < pattern.length() ? one(pattern, p, name.charAt(n)) : -1;
      if (p < pattern.length() && pattern.charAt(p) == '*') {
        star = p++;
        mark = n;
      } else if (next > 0) {
        p = next;
        n++;
      } else if (star >= 0) {
        p = star + 1;
        n = ++mark;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == '*') {
      p++;
    }
    return p == pattern.length();
  }

  /** Where the pattern goes on when the character matches its item at {@code p}, else -1. */
  private static int one(String pattern, int p, char c) {
    char item = pattern.charAt(p);
    if (item == '?') {
      return p + 1;
    }
    if (item != '[') {
      return item == c && item != '*' ? p + 1 : -1;
    }
    int at = p + 1;
    boolean not = at < pattern.length() && (pattern.charAt(at) == '!' || pattern.charAt(at) == '^');
    if (not) {
      at++;
    }
    boolean hit = false;
    boolean first = true;
    while (at < pattern.length() && (first || pattern.charAt(at) != ']')) {
      first = false;
      char low = pattern.charAt(at);
      char high = low;
      if (at + 2 < pattern.length()
          && pattern.charAt(at + 1) == '-'
          && pattern.charAt(at + 2) != ']') {
        high = pattern.charAt(at + 2);
        at += 2;
      }
      hit |= c >= low && c <= high;
      at++;
    }
    if (at >= pattern.length()) {
      return -1;
    }
    return hit != not ? at + 1 : -1;
  }

  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return path.toAbsolutePath().normalize();
    }
  }

  /** Throws when an address lies outside of what may be read. */
  private void checkStore(String address) {
    if (forbidden && roots.isEmpty() && prefixes.isEmpty()) {
      throw disabled(address);
    }
    if (roots.isEmpty() && prefixes.isEmpty()) {
      return;
    }
    for (String prefix : prefixes) {
      if (address.startsWith(prefix)) {
        return;
      }
    }
    throw restricted(address);
  }

  private static EiderException disabled(String name) {
    return new EiderException(
        ErrorType.PERMISSION,
        "Cannot access file \""
            + name
            + "\" - file system operations are disabled by configuration");
  }

  private EiderException restricted(String name) {
    List<Object> allowed = new ArrayList<>(roots);
    allowed.addAll(prefixes);
    return new EiderException(
        ErrorType.PERMISSION,
        "Cannot access file \""
            + name
            + "\" - file system operations are restricted to "
            + allowed);
  }

  /**
   * Throws when a file may not be read or written because it lies outside the allowed directories.
   */
  public void check(String name) {
    if (forbidden && roots.isEmpty() && prefixes.isEmpty()) {
      throw disabled(name);
    }
    if (roots.isEmpty() && prefixes.isEmpty() || isStdin(name)) {
      return;
    }
    if (name.contains("://")) {
      for (String prefix : prefixes) {
        if (name.startsWith(prefix)) {
          return;
        }
      }
      throw restricted(name);
    }
    Path path = Path.of(name);
    Path parent = path.toAbsolutePath().normalize().getParent();
    Path real =
        Files.exists(path) || parent == null
            ? real(path)
            : real(parent).resolve(path.getFileName());
    for (Path root : roots) {
      if (real.startsWith(root)) {
        return;
      }
    }
    throw restricted(name);
  }
}
