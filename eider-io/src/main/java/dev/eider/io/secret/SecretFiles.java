// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.secret;

import dev.eider.base.error.EiderException;
import dev.eider.base.secret.Secret;
import dev.eider.base.secret.SecretManager;
import dev.eider.base.secret.SecretStorage;
import dev.eider.io.store.local.DurableFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One file a secret in a directory: {@code name.eider_secret}, the name in lower case with {@code
 * %XX} for what cannot stand in the name of a file everywhere. The directory and the files are made
 * for their owner alone (0700, 0600), and a file that others may read or write is not read. A file
 * is there whole or not at all. Where the file system knows no such permissions (Windows) those of
 * the user's own directory protect the files. Any thread.
 */
public final class SecretFiles implements SecretStorage {
  private static final String SUFFIX = ".eider_secret";

  /** More than any secret needs; what is longer is none. */
  private static final int FILE_BYTES_MAX = 1 << 20;

  private static final Set<PosixFilePermission> OWNER =
      Set.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);

  private final Path directory;
  private final boolean posix;
  private final AtomicLong written = new AtomicLong();

  private SecretFiles(Path directory) {
    this.directory = directory;
    this.posix = directory.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  /**
   * The storage of a directory, which is made when a secret is first kept.
   *
   * @param directory may begin with {@code ~/}
   * @throws EiderException INVALID_INPUT when that cannot be the name of a directory
   */
  public static SecretFiles of(String directory) {
    String path =
        directory.startsWith("~/")
            ? System.getProperty("user.home", "") + directory.substring(1)
            : directory;
    try {
      return new SecretFiles(Path.of(path).toAbsolutePath());
    } catch (InvalidPathException e) {
      throw EiderException.invalidInput(
          "the setting secret_directory is no name of a directory: " + e.getMessage());
    }
  }

  @Override
  public String name() {
    return SecretManager.LOCAL_FILE;
  }

  @Override
  public List<String> names() {
    List<String> names = new ArrayList<>();
    if (!Files.isDirectory(directory)) {
      return names;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        String name = String.valueOf(file.getFileName());
        if (name.endsWith(SUFFIX)) {
          String secret = decode(name.substring(0, name.length() - SUFFIX.length()));
          // What is named otherwise was not put there by a SecretFiles.
          if (name.equals(encode(secret) + SUFFIX)) {
            names.add(secret);
          }
        }
      }
    } catch (IOException e) {
      throw failure("the directory of secrets \"" + directory + "\" cannot be read", e);
    }
    return names;
  }

  @Override
  public @Nullable Secret load(String name) {
    Path file = file(name);
    try (InputStream in = Files.newInputStream(file)) {
      checkPrivate(file);
      Secret secret = SecretFormat.read(in.readNBytes(FILE_BYTES_MAX), file.toString());
      if (!secret.name().equalsIgnoreCase(name)) {
        throw EiderException.io(
            "the secret file \"" + file + "\" holds a secret of another name: rename or remove it",
            null);
      }
      return secret;
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      throw failure("the secret file \"" + file + "\" cannot be read", e);
    }
  }

  private void checkPrivate(Path file) throws IOException {
    if (posix && !OWNER.containsAll(Files.getPosixFilePermissions(file))) {
      throw EiderException.io(
          "The secret file '"
              + file
              + "' has incorrect permissions! Others than its owner may read or change it: set them"
              + " right (chmod 600) or remove the file",
          null);
    }
  }

  @Override
  public void store(Secret secret) {
    Path file = file(secret.name());
    try {
      createDirectory();
      Path written = writeTemporary(file, SecretFormat.write(secret));
      try {
        Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
      } catch (IOException e) {
        Files.deleteIfExists(written);
        throw e;
      }
      DurableFiles.syncDirectory(directory);
    } catch (IOException e) {
      throw failure("the secret file \"" + file + "\" cannot be written", e);
    }
  }

  private void createDirectory() throws IOException {
    if (Files.isDirectory(directory)) {
      return;
    }
    Path parent = directory.getParent();
    if (parent != null) {
      DurableFiles.createDirectories(parent);
    }
    Files.createDirectory(directory, attributes("rwx------"));
    if (parent != null) {
      DurableFiles.syncDirectory(parent);
    }
  }

  private FileAttribute<?>[] attributes(String permissions) {
    return posix
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  private Path writeTemporary(Path file, byte[] bytes) throws IOException {
    Path temporary =
        file.resolveSibling(
            file.getFileName()
                + ".tmp-"
                + ProcessHandle.current().pid()
                + "-"
                + written.incrementAndGet());
    Files.deleteIfExists(temporary);
    Set<StandardOpenOption> options =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try (FileChannel channel = FileChannel.open(temporary, options, attributes("rw-------"))) {
      ByteBuffer rest = ByteBuffer.wrap(bytes);
      while (rest.hasRemaining()) {
        channel.write(rest);
      }
      channel.force(true);
    } catch (IOException e) {
      Files.deleteIfExists(temporary);
      throw e;
    }
    return temporary;
  }

  @Override
  public void remove(String name) {
    Path file = file(name);
    try {
      if (Files.deleteIfExists(file)) {
        DurableFiles.syncDirectory(directory);
      }
    } catch (IOException e) {
      throw failure("the secret file \"" + file + "\" cannot be removed", e);
    }
  }

  private static EiderException failure(String what, IOException e) {
    return EiderException.io(what + ": " + e, e);
  }

  private Path file(String name) {
    return directory.resolve(encode(name) + SUFFIX);
  }

  private static String encode(String name) {
    StringBuilder text = new StringBuilder();
    for (byte b : name.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8)) {
      boolean plain = b >= 'a' && b <= 'z' || b >= '0' && b <= '9' || b == '_' || b == '-';
      if (plain) {
        text.append((char) b);
      } else {
        text.append('%').append(String.format(Locale.ROOT, "%02X", b & 0xFF));
      }
    }
    return text.toString();
  }

  private static String decode(String text) {
    byte[] bytes = new byte[text.length()];
    int length = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      int high = c == '%' && i + 2 < text.length() ? Character.digit(text.charAt(i + 1), 16) : -1;
      int low = high >= 0 ? Character.digit(text.charAt(i + 2), 16) : -1;
      if (low >= 0) {
        bytes[length++] = (byte) (high << 4 | low);
        i += 2;
      } else if (c < 0x80) {
        bytes[length++] = (byte) c;
      } else {
        return text;
      }
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }
}
