// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

import static dev.eider.io.store.PlantedBug.ABORT_COMPLETES;
import static dev.eider.io.store.PlantedBug.ABORT_DELETES;
import static dev.eider.io.store.PlantedBug.BATCH_DELETES_HALF;
import static dev.eider.io.store.PlantedBug.BODY_AND_INFO_APART;
import static dev.eider.io.store.PlantedBug.BODY_KEPT;
import static dev.eider.io.store.PlantedBug.CASE_FOLDED;
import static dev.eider.io.store.PlantedBug.CLOCK_IN_SECONDS;
import static dev.eider.io.store.PlantedBug.CLOSE_IGNORED;
import static dev.eider.io.store.PlantedBug.CREATE_LOOKS_THEN_WRITES;
import static dev.eider.io.store.PlantedBug.CREATE_REPLACES;
import static dev.eider.io.store.PlantedBug.DELETE_KEEPS;
import static dev.eider.io.store.PlantedBug.DELETE_OF_MISSING_FAILS;
import static dev.eider.io.store.PlantedBug.EMPTY_TARGET_UNCHECKED;
import static dev.eider.io.store.PlantedBug.FAILED_CREATE_WRITES;
import static dev.eider.io.store.PlantedBug.FIRST_PART_STAYS;
import static dev.eider.io.store.PlantedBug.HEAD_OTHER_TAG;
import static dev.eider.io.store.PlantedBug.INTERRUPT_CLEARED;
import static dev.eider.io.store.PlantedBug.INTERRUPT_IGNORED;
import static dev.eider.io.store.PlantedBug.KEY_CUT_AT_1023;
import static dev.eider.io.store.PlantedBug.LARGE_BODY_TORN;
import static dev.eider.io.store.PlantedBug.LIMIT_UNCHECKED;
import static dev.eider.io.store.PlantedBug.LIST_AFTER_INCLUSIVE;
import static dev.eider.io.store.PlantedBug.LIST_ENDS_EARLY;
import static dev.eider.io.store.PlantedBug.LIST_IN_UTF16_ORDER;
import static dev.eider.io.store.PlantedBug.LIST_LATE;
import static dev.eider.io.store.PlantedBug.LIST_OTHER_SIZE;
import static dev.eider.io.store.PlantedBug.LIST_PREFIX_PER_KEY;
import static dev.eider.io.store.PlantedBug.LIST_PREFIX_TWICE;
import static dev.eider.io.store.PlantedBug.LONG_KEYS_TAKEN;
import static dev.eider.io.store.PlantedBug.MISSING_IS_EMPTY;
import static dev.eider.io.store.PlantedBug.PARTS_IN_ORDER_OF_ARRIVAL;
import static dev.eider.io.store.PlantedBug.PARTS_SEEN;
import static dev.eider.io.store.PlantedBug.PART_ZERO;
import static dev.eider.io.store.PlantedBug.PERCENT_DECODED;
import static dev.eider.io.store.PlantedBug.PLUS_IS_SPACE;
import static dev.eider.io.store.PlantedBug.RANGE_OFF_BY_ONE;
import static dev.eider.io.store.PlantedBug.REPLACE_CREATES;
import static dev.eider.io.store.PlantedBug.REPLACE_LOOKS_THEN_WRITES;
import static dev.eider.io.store.PlantedBug.SHORT_READ;
import static dev.eider.io.store.PlantedBug.SIZE_OF_THE_RANGE;
import static dev.eider.io.store.PlantedBug.SMALL_PARTS_TAKEN;
import static dev.eider.io.store.PlantedBug.STALE_TAG_WINS;
import static dev.eider.io.store.PlantedBug.SUFFIX_AT_THE_END;
import static dev.eider.io.store.PlantedBug.SUFFIX_OF_EMPTY_REFUSED;
import static dev.eider.io.store.PlantedBug.SUFFIX_TAG_IGNORED;
import static dev.eider.io.store.PlantedBug.SWAP_LOOKS_THEN_WRITES;
import static dev.eider.io.store.PlantedBug.SWAP_OVERWRITES_PLAIN;
import static dev.eider.io.store.PlantedBug.TAG_IGNORED;
import static dev.eider.io.store.PlantedBug.TAG_OF_SIZE;
import static dev.eider.io.store.PlantedBug.UPLOAD_CONDITION_IGNORED;
import static dev.eider.io.store.PlantedBug.WRITE_LOST;
import static dev.eider.io.store.PlantedBug.WRITE_OTHER_TAG;

import dev.eider.base.env.Env;
import dev.eider.io.store.StoreException.Reason;
import dev.eider.io.store.memory.MemoryStore;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A store in memory with one planted bug. */
final class BrokenStore implements ObjectStore {
  final PlantedBug bug;

  /** Long enough for a thread to be scheduled on a busy machine. */
  private static final int WAIT_SECONDS = 20;

  private final MemoryStore base = new MemoryStore(Env.system(), "broken");
  private final CyclicBarrier window = new CyclicBarrier(2);
  private final AtomicInteger plainWrites = new AtomicInteger();
  private volatile boolean met;

  /** The body that a store should not have kept. */
  private @Nullable MemorySegment kept;

  BrokenStore(PlantedBug bug) {
    this.bug = bug;
  }

  private boolean has(PlantedBug one) {
    return bug == one;
  }

  private String key(String key) {
    return switch (bug) {
      case PLUS_IS_SPACE -> key.replace('+', ' ');
      case PERCENT_DECODED -> key.replace("%41", "A");
      case CASE_FOLDED -> key.toLowerCase(java.util.Locale.ROOT);
      case KEY_CUT_AT_1023 -> key.length() > 1023 ? key.substring(0, 1023) : key;
      case LONG_KEYS_TAKEN -> key.length() > 1024 ? key.substring(0, 1024) : key;
      default -> key;
    };
  }

  private ObjectInfo changed(String key, ObjectInfo info, boolean head) {
    boolean otherTag = head && has(HEAD_OTHER_TAG);
    String tag = has(TAG_OF_SIZE) ? "\"" + info.size() + "\"" : info.etag();
    return new ObjectInfo(
        has(PLUS_IS_SPACE) ? info.key() : key,
        info.size(),
        otherTag ? tag + "h" : tag,
        has(CLOCK_IN_SECONDS) ? info.lastModified() / 1000 : info.lastModified(),
        info.storeTime());
  }

  /**
   * Between looking and writing: waits, the first time, until another thread is there too, so that
   * a race is lost for certain.
   */
  private void meet() {
    if (met) {
      return;
    }
    try {
      window.await(WAIT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (BrokenBarrierException | TimeoutException e) {
      // Nobody came: the race is not run, and the test says that it did not see the bug.
      return;
    }
    met = true;
  }

  /** Waits until a plain write was done after {@code seen} of them. */
  private void awaitPlainWrite(int seen) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
    while (plainWrites.get() == seen && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  /** A write of somebody else: one byte longer, of the next value. */
  private void writeBetween(String key, long size) throws StoreException {
    MemorySegment first = Arena.ofAuto().allocate(1);
    base.get(key, 0, first, null);
    byte next = (byte) (first.get(ValueLayout.JAVA_BYTE, 0) + 1);
    base.put(key, Arena.ofAuto().allocate(size + 1).fill(next), PutCondition.NONE);
  }

  /** How a broken store begins a read. */
  private void begin() throws StoreException {
    if (has(INTERRUPT_IGNORED)) {
      Thread.interrupted();
    }
    if (has(INTERRUPT_CLEARED) && Thread.interrupted()) {
      throw new StoreException(Reason.INTERRUPTED, "cleared");
    }
  }

  private @Nullable String tag(@Nullable String ifMatch) {
    return has(TAG_IGNORED) || has(TAG_OF_SIZE) ? null : ifMatch;
  }

  @Override
  public String address() {
    return "broken://" + bug;
  }

  @Override
  public ObjectInfo get(String key, long offset, MemorySegment target, @Nullable String ifMatch)
      throws StoreException {
    begin();
    long size = target.byteSize();
    try {
      ObjectInfo info;
      if (has(RANGE_OFF_BY_ONE) && offset > 0) {
        info = base.get(key, offset - 1, target, ifMatch);
      } else if (has(SHORT_READ)) {
        long whole = base.head(key).size();
        long there = Math.max(0, Math.min(size, whole - offset));
        info = base.get(key, Math.min(offset, whole), target.asSlice(0, there), ifMatch);
      } else if (has(EMPTY_TARGET_UNCHECKED) && size == 0) {
        info = base.head(key);
      } else if (kept != null) {
        MemorySegment.copy(kept, offset, target, 0, size);
        return base.head(key);
      } else {
        info = base.get(key(key), offset, target, tag(ifMatch));
      }
      if (has(LARGE_BODY_TORN) && size > 8 << 20) {
        target.asSlice(8 << 20).fill((byte) 0);
      }
      return has(SIZE_OF_THE_RANGE)
          ? new ObjectInfo(key, size, info.etag(), info.lastModified(), info.storeTime())
          : changed(key, info, false);
    } catch (StoreException e) {
      if (has(MISSING_IS_EMPTY) && e.reason() == Reason.NOT_FOUND) {
        return new ObjectInfo(key, 0, "\"0\"", 0, 0);
      }
      throw e;
    }
  }

  @Override
  public ObjectInfo getSuffix(String key, MemorySegment target, @Nullable String ifMatch)
      throws StoreException {
    begin();
    String tag = has(SUFFIX_TAG_IGNORED) ? null : tag(ifMatch);
    if (has(BODY_AND_INFO_APART)) {
      ObjectInfo before = base.head(key);
      writeBetween(key, before.size());
      base.getSuffix(key, target, null);
      return before;
    }
    ObjectInfo info = base.getSuffix(key(key), target, tag);
    if (has(SUFFIX_AT_THE_END) && info.size() < target.byteSize()) {
      base.get(key, 0, target.asSlice(target.byteSize() - info.size()), null);
    }
    if (has(SUFFIX_OF_EMPTY_REFUSED) && info.size() == 0) {
      throw new StoreException(Reason.RANGE, "no last bytes");
    }
    return changed(key, info, false);
  }

  @Override
  public ObjectInfo head(String key) throws StoreException {
    begin();
    return changed(key, base.head(key(key)), true);
  }

  @Override
  public WriteReply put(String key, MemorySegment body, PutCondition condition)
      throws StoreException {
    if (has(WRITE_LOST) && body.byteSize() == 0) {
      return new WriteReply("\"lost\"", 0);
    }
    if (has(BODY_KEPT)) {
      kept = body;
    }
    boolean plain = has(SWAP_OVERWRITES_PLAIN) && condition instanceof PutCondition.None;
    if (plain && !isFree(key)) {
      meet();
    }
    PutCondition used = condition;
    if (condition instanceof PutCondition.IfAbsent) {
      used = createCondition(key, body);
    } else if (condition instanceof PutCondition.IfMatch match) {
      used = swapCondition(key, match);
    }
    WriteReply reply = base.put(key(key), body, used);
    if (plain) {
      plainWrites.incrementAndGet();
    }
    return has(WRITE_OTHER_TAG) ? new WriteReply(reply.etag() + "w", 0) : reply;
  }

  private PutCondition createCondition(String key, MemorySegment body) throws StoreException {
    if (has(CREATE_LOOKS_THEN_WRITES) && isFree(key)) {
      meet();
      return PutCondition.NONE;
    }
    if (has(FAILED_CREATE_WRITES) && !isFree(key)) {
      base.put(key, body, PutCondition.NONE);
    }
    return has(CREATE_REPLACES) ? PutCondition.NONE : PutCondition.IF_ABSENT;
  }

  private PutCondition swapCondition(String key, PutCondition.IfMatch match) throws StoreException {
    if (has(STALE_TAG_WINS) || has(REPLACE_CREATES) && isFree(key)) {
      return PutCondition.NONE;
    }
    boolean looks =
        has(REPLACE_LOOKS_THEN_WRITES) || has(SWAP_LOOKS_THEN_WRITES) || has(SWAP_OVERWRITES_PLAIN);
    int seen = plainWrites.get();
    if (looks && !isFree(key) && base.head(key).etag().equals(match.etag())) {
      boolean first = !met;
      meet();
      if (first && has(SWAP_OVERWRITES_PLAIN)) {
        awaitPlainWrite(seen);
      }
      return PutCondition.NONE;
    }
    return match;
  }

  private boolean isFree(String key) throws StoreException {
    return base.list(key, null, null, 1).objects().isEmpty();
  }

  @Override
  public MultipartUpload startMultipart(String key) throws StoreException {
    MultipartUpload real = base.startMultipart(key);
    return new MultipartUpload() {
      private final List<Integer> sent = new ArrayList<>();
      private boolean complete;

      @Override
      public void part(int number, MemorySegment body) throws StoreException {
        int used = number;
        synchronized (sent) {
          if (has(FIRST_PART_STAYS) && sent.contains(number)) {
            return;
          }
          sent.add(number);
          if (has(PARTS_IN_ORDER_OF_ARRIVAL)) {
            used = sent.size();
          }
        }
        if (has(PARTS_SEEN)) {
          base.put(key, body, PutCondition.NONE);
        }
        real.part(has(PART_ZERO) && number == 0 ? 1 : used, body);
      }

      @Override
      public WriteReply complete(int parts, PutCondition condition) throws StoreException {
        WriteReply reply;
        if (has(SMALL_PARTS_TAKEN)) {
          reply = base.put(key, MemorySegment.ofArray(new byte[9]), condition);
        } else {
          boolean ignored = has(UPLOAD_CONDITION_IGNORED);
          reply = real.complete(parts, ignored ? PutCondition.NONE : condition);
        }
        complete = true;
        return reply;
      }

      @Override
      public void abort() throws StoreException {
        if (has(ABORT_COMPLETES) && !complete && !sent.isEmpty()) {
          real.complete(1, PutCondition.NONE);
        }
        if (has(ABORT_DELETES)) {
          base.delete(key);
        }
        real.abort();
      }

      @Override
      public void close() {
        real.close();
      }
    };
  }

  @Override
  public ListPage list(String prefix, @Nullable String delimiter, @Nullable String after, int limit)
      throws StoreException {
    if (has(LIMIT_UNCHECKED) && limit > 1000) {
      return base.list(prefix, delimiter, after, 1000);
    }
    ListPage page = base.list(prefix, delimiter, after, limit);
    List<ObjectInfo> objects = new ArrayList<>(page.objects());
    List<String> prefixes = new ArrayList<>(page.prefixes());
    String next = page.next();
    switch (bug) {
      case LIST_IN_UTF16_ORDER -> objects.sort(Comparator.comparing(ObjectInfo::key));
      case LIST_AFTER_INCLUSIVE -> {
        if (after != null && after.startsWith(prefix) && delimiter == null && !isFree(after)) {
          objects.add(0, new ObjectInfo(after, 1, "\"x\"", 0, 0));
        }
      }
      case LIST_PREFIX_PER_KEY -> prefixes.addAll(List.copyOf(prefixes));
      case LIST_PREFIX_TWICE -> {
        if (after != null && after.endsWith("/") && delimiter != null) {
          prefixes.add(0, after);
        }
      }
      case LIST_OTHER_SIZE ->
          objects.replaceAll(i -> new ObjectInfo(i.key(), i.size() + 1, i.etag(), 0, 0));
      case LIST_LATE -> {
        if (!objects.isEmpty()) {
          objects.removeLast();
        }
      }
      case LIST_ENDS_EARLY -> next = null;
      default -> {}
    }
    return new ListPage(objects, prefixes, next);
  }

  @Override
  public void delete(String key) throws StoreException {
    if (has(DELETE_OF_MISSING_FAILS)) {
      base.head(key);
    }
    if (!has(DELETE_KEEPS)) {
      base.delete(key(key));
    }
  }

  @Override
  public List<FailedDelete> deleteAll(List<String> keys) throws StoreException {
    return base.deleteAll(has(BATCH_DELETES_HALF) ? keys.subList(0, keys.size() / 2) : keys);
  }

  @Override
  public void close() {
    if (!has(CLOSE_IGNORED)) {
      base.close();
    }
  }
}
