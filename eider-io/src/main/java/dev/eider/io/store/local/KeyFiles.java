// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.local;

import dev.eider.io.store.StoreException;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How the segments of a key (what lies between its slashes) become names of files, and back.
 *
 * <p>{@link #ESCAPED} takes every key to names that every file system keeps apart: lower-case
 * ASCII, everything else as {@code %} and two hexadecimal digits for each UTF-8 byte. The name of a
 * directory ends in {@code .d}, so that {@code a} and {@code a/b} can both be objects. A segment
 * that is longer than a name may be is cut into directories whose names end in {@code %} and a last
 * piece. The mapping is one to one: a file whose name is not the one its key would be given is no
 * object.
 *
 * <p>{@link #PLAIN} is for trees of files that others made: the key is the relative path, and keys
 * that are no path are refused.
 */
enum KeyFiles {
  ESCAPED,
  PLAIN;

  /** Where the store keeps what is not an object: no key has this name. */
  static final String OWN_DIRECTORY = "%eider";

  /** Ends the name of a directory that holds the rest of a long segment. */
  static final String CUT = "%";

  /** Ends the name of a directory. */
  static final String DIRECTORY = ".d";

  /** File systems allow 255 bytes. */
  private static final int PIECE_MAX = 200;

  private static final String EMPTY = "%-";
  private static final String PLAIN_CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789-_=+,@()~!. ";
  private static final Set<String> DEVICES = Set.of("con", "prn", "aux", "nul");
  private static final boolean WINDOWS = File.separatorChar == '\\';

  /**
   * The names on the way to the file of a key, the last one the file's.
   *
   * @throws StoreException REFUSED when this naming has none for the key
   */
  List<String> names(String key) throws StoreException {
    List<String> names = new ArrayList<>();
    int start = 0;
    for (int slash = key.indexOf('/'); slash >= 0; slash = key.indexOf('/', start)) {
      add(names, key, key.substring(start, slash), true);
      start = slash + 1;
    }
    add(names, key, key.substring(start), false);
    return names;
  }

  private void add(List<String> names, String key, String segment, boolean directory)
      throws StoreException {
    switch (this) {
      case ESCAPED -> names.addAll(escape(segment, directory));
      case PLAIN -> {
        if (!isPath(segment) || names.isEmpty() && segment.equals(OWN_DIRECTORY)) {
          throw new StoreException(
              StoreException.Reason.REFUSED,
              "The key \""
                  + key
                  + "\" is no path of a file in this directory: \""
                  + segment
                  + "\" cannot be a name in it");
        }
        names.add(segment);
      }
    }
  }

  private static boolean isPath(String name) {
    boolean special = name.isEmpty() || name.equals(".") || name.equals("..");
    if (special || name.indexOf('\0') >= 0) {
      return false;
    }
    return !WINDOWS
        || name.chars().noneMatch(c -> c < ' ' || "\\:*?\"<>|".indexOf(c) >= 0)
            && !name.endsWith(".")
            && !name.endsWith(" ")
            && !isDevice(name.toLowerCase(Locale.ROOT));
  }

  /**
   * The segment that names stand for: a file's or directory's, after those of the directories with
   * its first pieces. Null when no key has these names.
   */
  @Nullable String segment(List<String> names, boolean directory) {
    String last = names.getLast();
    if (this == PLAIN) {
      return last;
    }
    if (directory && !last.endsWith(DIRECTORY)) {
      return null;
    }
    StringBuilder escaped = new StringBuilder();
    for (String piece : names.subList(0, names.size() - 1)) {
      escaped.append(piece, 0, piece.length() - CUT.length());
    }
    escaped.append(last, 0, last.length() - (directory ? DIRECTORY.length() : 0));
    String text = escaped.toString();
    String segment = text.equals(EMPTY) ? "" : unescape(text);
    return segment != null && escape(segment, directory).equals(names) ? segment : null;
  }

  private static List<String> escape(String segment, boolean directory) {
    List<String> names = new ArrayList<>();
    StringBuilder piece = new StringBuilder(segment.isEmpty() ? EMPTY : "");
    int end = segment.length();
    int dot = segment.endsWith(DIRECTORY) ? end - DIRECTORY.length() : -1;
    for (int i = 0; i < end; ) {
      int character = segment.codePointAt(i);
      int next = i + Character.charCount(character);
      boolean edge = (i == 0 || next == end || i == dot) && (character == '.' || character == ' ');
      String text =
          !edge && PLAIN_CHARACTERS.indexOf(character) >= 0
              ? Character.toString(character)
              : hex(Character.toString(character));
      if (piece.length() + text.length() > PIECE_MAX) {
        names.add(withoutDevice(piece) + CUT);
        piece.setLength(0);
      }
      piece.append(text);
      i = next;
    }
    names.add(withoutDevice(piece) + (directory ? DIRECTORY : ""));
    return names;
  }

  private static String withoutDevice(StringBuilder piece) {
    String name = piece.toString();
    return isDevice(name) ? hex(name.substring(0, 1)) + name.substring(1) : name;
  }

  /** Names that Windows keeps for devices, whatever follows a dot. */
  private static boolean isDevice(String name) {
    int dot = name.indexOf('.');
    String stem = (dot < 0 ? name : name.substring(0, dot)).stripTrailing();
    boolean port =
        stem.length() == 4
            && (stem.startsWith("com") || stem.startsWith("lpt"))
            && Character.isDigit(stem.charAt(3));
    return port || DEVICES.contains(stem);
  }

  private static String hex(String character) {
    StringBuilder out = new StringBuilder();
    for (byte b : character.getBytes(StandardCharsets.UTF_8)) {
      out.append('%').append(HexFormat.of().toHexDigits(b));
    }
    return out.toString();
  }

  private static @Nullable String unescape(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '%') {
        bytes.write(c);
        continue;
      }
      if (i + 2 >= text.length()
          || !HexFormat.isHexDigit(text.charAt(i + 1))
          || !HexFormat.isHexDigit(text.charAt(i + 2))) {
        return null;
      }
      bytes.write(HexFormat.fromHexDigits(text, i + 1, i + 3));
      i += 2;
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
