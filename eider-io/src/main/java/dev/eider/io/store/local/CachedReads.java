// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.local;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads of what lies in the page cache, straight into arrays: one copy instead of the two of a
 * {@link FileChannel}, which has to go through memory outside the heap.
 *
 * <p>While such a read runs the JVM can reach no safepoint, so it must never wait for a device. The
 * kernel is asked before each whether all pages are there ({@code cachestat}, Linux 6.5); when they
 * are not, or anything at all is unusual, the caller reads the ordinary way. Used only where the
 * application has allowed native access, so that nothing is printed about it.
 *
 * <p>Any threads may read. The descriptor is closed when the owner has closed and the last read
 * that was under way is over: its number may be another file's at once. {@code users} and {@code
 * closed} are guarded by this.
 */
final class CachedReads {
  private static final int O_RDONLY_CLOEXEC = 0x80000;
  private static final long CACHESTAT = 451;

  private final Native calls;
  private final int descriptor;
  private int users;
  private boolean closed;

  /** The same open file as a channel. */
  final FileChannel channel;

  private CachedReads(Native calls, int descriptor, FileChannel channel) {
    this.calls = calls;
    this.descriptor = descriptor;
    this.channel = channel;
  }

  /** The functions of the C library; made at the first use, which takes a while. */
  private record Native(
      MethodHandle open, MethodHandle close, MethodHandle pread, MethodHandle syscall) {
    private static final @Nullable Native INSTANCE = make();

    private static @Nullable Native make() {
      if (!CachedReads.class.getModule().isNativeAccessEnabled()
          || !System.getProperty("os.name", "").toLowerCase(Locale.ROOT).equals("linux")) {
        return null;
      }
      Linker linker = Linker.nativeLinker();
      MemorySegment open = linker.defaultLookup().find("open").orElse(null);
      MemorySegment close = linker.defaultLookup().find("close").orElse(null);
      MemorySegment pread = linker.defaultLookup().find("pread").orElse(null);
      MemorySegment syscall = linker.defaultLookup().find("syscall").orElse(null);
      if (open == null || close == null || pread == null || syscall == null) {
        return null;
      }
      ValueLayout.OfInt number = ValueLayout.JAVA_INT;
      ValueLayout.OfLong size = ValueLayout.JAVA_LONG;
      return new Native(
          linker.downcallHandle(
              open,
              FunctionDescriptor.of(number, ValueLayout.ADDRESS, number),
              Linker.Option.firstVariadicArg(2)),
          linker.downcallHandle(close, FunctionDescriptor.of(number, number)),
          linker.downcallHandle(
              pread,
              FunctionDescriptor.of(size, number, ValueLayout.ADDRESS, size, size),
              Linker.Option.critical(true)),
          linker.downcallHandle(
              syscall,
              FunctionDescriptor.of(
                  size, size, size, ValueLayout.ADDRESS, ValueLayout.ADDRESS, size),
              Linker.Option.firstVariadicArg(1)));
    }
  }

  /** Opens a file a second time, or answers null where this way does not work. */
  static @Nullable CachedReads open(Path path) {
    Native calls = Native.INSTANCE;
    if (calls == null) {
      return null;
    }
    int descriptor = -1;
    try (Arena arena = Arena.ofConfined()) {
      descriptor =
          (int) calls.open.invokeExact(arena.allocateFrom(path.toString()), O_RDONLY_CLOEXEC);
    } catch (Throwable e) {
      throw unexpected(e);
    }
    if (descriptor < 0) {
      return null;
    }
    try {
      // By the descriptor, so that both are the same file even when its name is given to another.
      FileChannel channel =
          FileChannel.open(Path.of("/proc/self/fd/" + descriptor), StandardOpenOption.READ);
      return new CachedReads(calls, descriptor, channel);
    } catch (IOException e) {
      // No /proc here: the ordinary way works.
      close(calls, descriptor);
      return null;
    }
  }

  /** Reads exactly so many bytes if the page cache has them; else false and nothing is promised. */
  boolean read(long position, byte[] target, int offset, int length) {
    synchronized (this) {
      if (closed) {
        return false;
      }
      users++;
    }
    try {
      if (!isCached(position, length)) {
        return false;
      }
      MemorySegment bytes = MemorySegment.ofArray(target).asSlice(offset, length);
      long got = (long) calls.pread.invokeExact(descriptor, bytes, (long) length, position);
      return got == length;
    } catch (Throwable e) {
      throw unexpected(e);
    } finally {
      release();
    }
  }

  private boolean isCached(long position, int length) throws Throwable {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment range = arena.allocate(16, 8);
      range.set(ValueLayout.JAVA_LONG, 0, position);
      range.set(ValueLayout.JAVA_LONG, 8, length);
      // Pages cached, dirty, being written, evicted, recently evicted.
      MemorySegment state = arena.allocate(40, 8);
      long result =
          (long) calls.syscall.invokeExact(CACHESTAT, (long) descriptor, range, state, 0L);
      // Pages of 4 KiB: where they are larger, fewer are counted and the answer is no.
      long pages = (position + length - 1 >> 12) - (position >> 12) + 1;
      return result == 0 && state.get(ValueLayout.JAVA_LONG, 0) >= pages;
    }
  }

  private void release() {
    boolean last;
    synchronized (this) {
      users--;
      last = closed && users == 0;
    }
    if (last) {
      close(calls, descriptor);
    }
  }

  /** Closes the descriptor, not the channel. */
  void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      if (users > 0) {
        return;
      }
    }
    close(calls, descriptor);
  }

  private static void close(Native calls, int descriptor) {
    try {
      int ignored = (int) calls.close.invokeExact(descriptor);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Calls into the C library throw nothing of their own. */
  private static IllegalStateException unexpected(Throwable e) {
    if (e instanceof RuntimeException failure) {
      throw failure;
    }
    if (e instanceof Error error) {
      throw error;
    }
    return new IllegalStateException(e);
  }
}
