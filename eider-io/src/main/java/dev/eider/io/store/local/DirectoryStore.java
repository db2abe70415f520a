// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.local;

import dev.eider.base.env.Env;
import dev.eider.io.store.KeyListing;
import dev.eider.io.store.ListPage;
import dev.eider.io.store.MultipartUpload;
import dev.eider.io.store.ObjectInfo;
import dev.eider.io.store.ObjectKeys;
import dev.eider.io.store.ObjectStore;
import dev.eider.io.store.PutCondition;
import dev.eider.io.store.StoreErrors;
import dev.eider.io.store.StoreException;
import dev.eider.io.store.StoreException.Reason;
import dev.eider.io.store.WriteReply;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLockInterruptionException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The files of a directory as objects, safe between processes and after a power failure.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>What has an object's name is whole and on the disk: bodies are written to a file of another
 *       name, synced, and then linked or renamed, and the directory is synced before the reply.
 *   <li>A create is one {@code link()}, which fails when the name is taken. Everything that removes
 *       or replaces a name holds the key's lock ({@link DirectoryLocks}) from looking at the tag
 *       until it is done.
 *   <li>A tag is the file's time of writing, its size and its number. Every version is a file of
 *       its own, and its time is set to the nanosecond, with chance in the digits that the clock
 *       does not have; so the next file with the same number has another time.
 * </ul>
 *
 * <p>The directory {@value KeyFiles#OWN_DIRECTORY} holds locks and unfinished files. What a process
 * that died left there is deleted when the store is opened a day later.
 */
public final class DirectoryStore implements ObjectStore {
  /** One call of the operating system moves at most so much, so that close and interrupt count. */
  private static final int STEP_BYTES = 8 << 20;

  private final Env env;
  private final Path root;
  private final KeyFiles naming;
  private final String address;
  private final DirectoryLocks locks;
  private final TemporaryFiles temporary;
  private volatile boolean closed;

  private DirectoryStore(Env env, Path root, KeyFiles naming) {
    this.env = env;
    this.root = root;
    this.naming = naming;
    this.address = "file://" + root;
    Path own = root.resolve(KeyFiles.OWN_DIRECTORY);
    this.locks = new DirectoryLocks(own.resolve("locks"));
    this.temporary = new TemporaryFiles(env, own.resolve("tmp"));
  }

  /**
   * Opens a directory for objects with any keys, and makes it if need be. File names are escaped so
   * that every file system can hold them.
   *
   * @throws StoreException DENIED, REFUSED when it cannot be made
   */
  public static DirectoryStore open(Env env, Path root) throws StoreException {
    return open(env, root, KeyFiles.ESCAPED);
  }

  /**
   * Opens a directory of files that others made: a file's key is its path below the directory.
   *
   * @throws StoreException DENIED, REFUSED when it cannot be made
   */
  public static DirectoryStore overFiles(Env env, Path root) throws StoreException {
    return open(env, root, KeyFiles.PLAIN);
  }

  /**
   * The files of a directory, to be read: nothing is made in it or deleted by opening it.
   *
   * @throws StoreException NOT_FOUND, DENIED when there is no such directory
   */
  public static DirectoryStore readingFiles(Env env, Path root) throws StoreException {
    try {
      return new DirectoryStore(env, root.toRealPath(), KeyFiles.PLAIN);
    } catch (IOException e) {
      throw failure("file://" + root, "open", "", e);
    }
  }

  private static DirectoryStore open(Env env, Path root, KeyFiles naming) throws StoreException {
    try {
      DurableFiles.createDirectories(root.toAbsolutePath());
      DirectoryStore store = new DirectoryStore(env, root.toRealPath(), naming);
      store.temporary.deleteLeftovers();
      return store;
    } catch (IOException e) {
      throw failure("file://" + root, "open", "", e);
    }
  }

  @Override
  public String address() {
    return address;
  }

  @Override
  public ObjectInfo get(String key, long offset, MemorySegment target, @Nullable String ifMatch)
      throws StoreException {
    try (OpenObject object = openObject(key, ifMatch)) {
      long length = target.byteSize();
      if (offset < 0 || offset > object.info.size() - length) {
        throw StoreErrors.range(address, key, offset, length, object.info.size());
      }
      read(object, offset, target);
      return object.info;
    } catch (IOException e) {
      throw failed("read", key, e);
    }
  }

  @Override
  public ObjectInfo getSuffix(String key, MemorySegment target, @Nullable String ifMatch)
      throws StoreException {
    try (OpenObject object = openObject(key, ifMatch)) {
      long length = Math.min(object.info.size(), target.byteSize());
      read(object, object.info.size() - length, target.asSlice(0, length));
      return object.info;
    } catch (IOException e) {
      throw failed("read", key, e);
    }
  }

  private void read(OpenObject object, long offset, MemorySegment target)
      throws IOException, StoreException {
    long done = 0;
    while (done < target.byteSize()) {
      checkRunning();
      ByteBuffer step = step(target, done);
      int got = object.channel.read(step, offset + done);
      if (got < 0) {
        throw new StoreException(
            Reason.INCOMPLETE,
            "The file of "
                + StoreErrors.address(address, object.info.key())
                + " ends at byte "
                + (offset + done)
                + ", expected "
                + object.info.size()
                + ": it was changed while it was read");
      }
      done += got;
    }
  }

  private static ByteBuffer step(MemorySegment body, long from) {
    return body.asSlice(from, Math.min(STEP_BYTES, body.byteSize() - from)).asByteBuffer();
  }

  /** An object's file and what it was when it was opened. */
  private record OpenObject(FileChannel channel, ObjectInfo info) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  /**
   * Opens the version whose tag it then knows: the name had the same tag before and after, and no
   * tag comes twice.
   */
  private OpenObject openObject(String key, @Nullable String ifMatch)
      throws IOException, StoreException {
    Path file = file(key);
    while (true) {
      checkRunning();
      ObjectInfo before = info(key, file);
      if (ifMatch != null && !ifMatch.isEmpty() && !ifMatch.equals(before.etag())) {
        throw StoreErrors.changed(address, key, ifMatch, before.etag());
      }
      FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
      boolean same = false;
      try {
        same = info(key, file).etag().equals(before.etag());
        if (same) {
          return new OpenObject(channel, before);
        }
      } finally {
        if (!same) {
          channel.close();
        }
      }
    }
  }

  @Override
  public ObjectInfo head(String key) throws StoreException {
    try {
      return info(key, file(key));
    } catch (IOException e) {
      throw failed("read", key, e);
    }
  }

  private ObjectInfo info(String key, Path file) throws IOException, StoreException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    if (attributes.isDirectory()) {
      throw StoreErrors.notFound(address, key);
    }
    long written = attributes.lastModifiedTime().toMillis();
    return new ObjectInfo(key, attributes.size(), tag(attributes), written, nowMillis());
  }

  private static String tag(BasicFileAttributes attributes) {
    Object number = attributes.fileKey();
    return '"'
        + Long.toHexString(attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS))
        + '-'
        + Long.toHexString(attributes.size())
        + (number == null ? "" : "-" + Integer.toHexString(number.hashCode()))
        + '"';
  }

  private long nowMillis() {
    return env.epochMicros() / 1000;
  }

  private Path file(String key) throws StoreException {
    checkRunning();
    ObjectKeys.check(key);
    try {
      Path file = root;
      for (String name : naming.names(key)) {
        file = file.resolve(name);
      }
      return file;
    } catch (InvalidPathException e) {
      throw new StoreException(
          Reason.REFUSED,
          "The key \"" + key + "\" cannot be a path of this file system: " + e.getMessage());
    }
  }

  @Override
  public WriteReply put(String key, MemorySegment body, PutCondition condition)
      throws StoreException {
    Path file = file(key);
    try (TemporaryFiles.Temporary written = temporary.create()) {
      write(written.channel(), body);
      return publish(key, file, written, condition);
    } catch (IOException e) {
      throw failed("write", key, e);
    }
  }

  void write(FileChannel channel, MemorySegment body) throws IOException, StoreException {
    for (long done = 0; done < body.byteSize(); ) {
      checkRunning();
      done += channel.write(step(body, done));
    }
  }

  /** Gives a file that is fully written the name of an object, if the condition holds. */
  WriteReply publish(
      String key, Path file, TemporaryFiles.Temporary written, PutCondition condition)
      throws IOException, StoreException {
    Files.setLastModifiedTime(written.path(), FileTime.from(nextTime(), TimeUnit.NANOSECONDS));
    written.finish();
    BasicFileAttributes made = Files.readAttributes(written.path(), BasicFileAttributes.class);
    Path directory = directoryOf(file);
    if (!(condition instanceof PutCondition.IfAbsent)
        || !create(key, file, directory, written.path())) {
      try (DirectoryLocks.Held held = locks.lock(key)) {
        checkCondition(key, file, condition);
        move(written.path(), file, directory);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw StoreErrors.interrupted(address, e);
      }
    }
    env.faultPoint("directory-store-published");
    try {
      DurableFiles.syncDirectory(directory);
    } catch (IOException e) {
      throw new StoreException(
          e instanceof ClosedByInterruptException ? Reason.INTERRUPTED : Reason.UNCLEAR,
          "The file of "
              + StoreErrors.address(address, key)
              + " was written, but its directory may not be on the disk: "
              + e.getMessage(),
          0,
          0,
          0,
          e);
    }
    return new WriteReply(tag(made), nowMillis());
  }

  private long nextTime() {
    return env.epochMicros() * 1000 + temporary.chance(1000);
  }

  private static Path directoryOf(Path file) {
    Path parent = file.getParent();
    assert parent != null;
    return parent;
  }

  /** Links; false where the file system has no links and the lock must do. */
  private boolean create(String key, Path file, Path directory, Path written)
      throws IOException, StoreException {
    while (true) {
      try {
        DurableFiles.createDirectories(directory);
        Files.createLink(file, written);
        return true;
      } catch (FileAlreadyExistsException e) {
        throw StoreErrors.exists(address, key);
      } catch (NoSuchFileException e) {
        // Another call has just removed the directory, because it was empty.
        checkRunning();
      } catch (UnsupportedOperationException e) {
        return false;
      } catch (FileSystemException e) {
        if (Files.exists(file) || !temporary.refusesLinks(written)) {
          throw e;
        }
        return false;
      }
    }
  }

  private void checkCondition(String key, Path file, PutCondition condition)
      throws IOException, StoreException {
    switch (condition) {
      case PutCondition.None none -> {}
      case PutCondition.IfAbsent ifAbsent -> {
        if (Files.exists(file)) {
          throw StoreErrors.exists(address, key);
        }
      }
      case PutCondition.IfMatch match -> {
        String seen = null;
        try {
          seen = info(key, file).etag();
        } catch (NoSuchFileException | NotDirectoryException e) {
          throw StoreErrors.changed(address, key, match.etag(), "gone");
        }
        if (!match.etag().equals(seen)) {
          throw StoreErrors.changed(address, key, match.etag(), seen);
        }
      }
    }
  }

  private void move(Path written, Path file, Path directory) throws IOException, StoreException {
    while (true) {
      try {
        DurableFiles.createDirectories(directory);
        Files.move(
            written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        return;
      } catch (NoSuchFileException e) {
        checkRunning();
        if (!Files.exists(written)) {
          throw e;
        }
      }
    }
  }

  @Override
  public MultipartUpload startMultipart(String key) throws StoreException {
    Path file = file(key);
    try {
      return new DirectoryUpload(this, key, file, temporary);
    } catch (IOException e) {
      throw failed("write", key, e);
    }
  }

  @Override
  public ListPage list(String prefix, @Nullable String delimiter, @Nullable String after, int limit)
      throws StoreException {
    checkRunning();
    return KeyListing.page(new DirectoryKeys(this, root, naming), prefix, delimiter, after, limit);
  }

  @Override
  public void delete(String key) throws StoreException {
    Path file = file(key);
    try (DirectoryLocks.Held held = locks.lock(key)) {
      if (naming == KeyFiles.PLAIN && Files.isDirectory(file)) {
        return;
      }
      if (Files.deleteIfExists(file)) {
        removeEmpty(directoryOf(file));
      }
    } catch (NotDirectoryException e) {
      // Nothing can be there.
      checkRunning();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw StoreErrors.interrupted(address, e);
    } catch (IOException e) {
      throw failed("delete", key, e);
    }
  }

  /** Removes directories that hold nothing any more, and syncs the first that stays. */
  private void removeEmpty(Path directory) throws IOException {
    Path at = directory;
    try {
      while (naming == KeyFiles.ESCAPED && !at.equals(root)) {
        Files.deleteIfExists(at);
        at = directoryOf(at);
      }
    } catch (DirectoryNotEmptyException e) {
      // Others still need it.
    }
    try {
      DurableFiles.syncDirectory(at);
    } catch (NoSuchFileException e) {
      // Removed by another call, which syncs the one above.
      assert !at.equals(root);
    }
  }

  @Override
  public List<FailedDelete> deleteAll(List<String> keys) throws StoreException {
    StoreErrors.checkBatch(keys.size());
    for (String key : keys) {
      file(key);
    }
    List<FailedDelete> failed = new ArrayList<>();
    for (String key : keys) {
      try {
        delete(key);
      } catch (StoreException e) {
        if (e.reason() == Reason.INTERRUPTED) {
          throw e;
        }
        failed.add(new FailedDelete(key, e.reason(), String.valueOf(e.getMessage())));
      }
    }
    return failed;
  }

  @Override
  public void close() {
    closed = true;
  }

  void checkRunning() throws StoreException {
    StoreErrors.checkRunning(address, closed);
  }

  StoreException failed(String what, String key, IOException e) {
    return failure(address, what, key, e);
  }

  private static StoreException failure(String address, String what, String key, IOException e) {
    String place = key.isEmpty() ? address : StoreErrors.address(address, key);
    return switch (e) {
      case ClosedByInterruptException interrupted -> StoreErrors.interrupted(address, e);
      case FileLockInterruptionException interrupted -> {
        Thread.currentThread().interrupt();
        yield StoreErrors.interrupted(address, e);
      }
      case NoSuchFileException missing -> StoreErrors.notFound(address, key);
      case AccessDeniedException denied ->
          failure(Reason.DENIED, "No right to " + what + " " + place, e);
      default -> {
        boolean missing = e instanceof NotDirectoryException || isNotDirectory(e);
        if (missing && what.equals("read")) {
          yield StoreErrors.notFound(address, key);
        }
        Reason reason = what.equals("read") ? Reason.UNAVAILABLE : Reason.REFUSED;
        yield failure(reason, "Could not " + what + " " + place + ": " + e.getMessage(), e);
      }
    };
  }

  /** A file where the path has a directory; the JDK has no exception of its own for it. */
  private static boolean isNotDirectory(IOException e) {
    return e instanceof FileSystemException system
        && system.getReason() != null
        && system.getReason().contains("Not a directory");
  }

  private static StoreException failure(Reason reason, String message, IOException cause) {
    return new StoreException(reason, message, 0, 0, 0, cause);
  }
}
