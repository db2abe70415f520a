// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.write;

import dev.eider.base.error.EiderException;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** Directories of the local file system. */
final class LocalPlace implements OutputPlace {
  @Override
  public OutputFile begin(String path, boolean temporary) {
    return new LocalOutput(path, temporary);
  }

  @Override
  public String resolve(String directory, String name) {
    return Path.of(directory).resolve(name).toString();
  }

  @Override
  public void makeDirectories(String directory) {
    try {
      Files.createDirectories(Path.of(directory));
    } catch (IOException e) {
      throw EiderException.io("Cannot create directory \"" + directory + "\": " + e, e);
    }
  }

  @Override
  public void prepare(String name, boolean keep, boolean overwrite) {
    Path directory = Path.of(name);
    try {
      if (overwrite && Files.isRegularFile(directory, LinkOption.NOFOLLOW_LINKS)) {
        Files.delete(directory);
      }
      if (Files.exists(directory) && !Files.isDirectory(directory)) {
        throw EiderException.io(
            "Cannot write to \"" + directory + "\" - it exists and is a file, not a directory!",
            null);
      }
      Files.createDirectories(directory);
      if (keep) {
        return;
      }
      boolean empty;
      try (DirectoryStream<Path> children = Files.newDirectoryStream(directory)) {
        empty = !children.iterator().hasNext();
      }
      if (!empty && !overwrite) {
        throw OutputPlace.notEmpty(name);
      }
      if (!empty) {
        clear(directory);
      }
    } catch (IOException | DirectoryIteratorException e) {
      throw EiderException.io("Cannot prepare directory \"" + directory + "\": " + e, e);
    }
  }

  /** Removes what is below a directory; links are removed, not followed. */
  private static void clear(Path directory) throws IOException {
    try (DirectoryStream<Path> children = Files.newDirectoryStream(directory)) {
      for (Path child : children) {
        if (Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS)) {
          clear(child);
        }
        Files.delete(child);
      }
    }
  }

  @Override
  public void delete(String path) {
    try {
      Files.deleteIfExists(Path.of(path));
    } catch (IOException e) {
      throw EiderException.io("Cannot remove \"" + path + "\": " + e, e);
    }
  }
}
