// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.sim;

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
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The network between one process and the bucket. A request travels, is applied, and its reply
 * travels back; it may be slow, lost, late, or delivered twice, also after its process has died.
 * Keeps the contract of {@link ObjectStore}. Only under the baton.
 */
public final class SimStore implements ObjectStore {
  /** After so long a client gives a request up. */
  static final long TIMEOUT_NANOS = 20_000_000_000L;

  /** What happens to the requests of a process that dies. */
  public enum AtDeath {
    /** Each arrives or not, by chance. */
    CHANCE,
    /** All arrive. */
    ARRIVE,
    /** None arrives. */
    LOST
  }

  /** One step of the server. */
  private interface Step<T> {
    T apply() throws StoreException;
  }

  private final SimProcess process;
  private final Simulation simulation;
  private final SimBucket bucket;
  private final AtDeath atDeath;
  private SimFaults faults;
  private boolean lostAtDeath;
  private boolean closed;

  /** The way of a process to the bucket. */
  public SimStore(SimProcess process, SimBucket bucket, SimFaults faults, AtDeath atDeath) {
    this.process = process;
    this.simulation = process.simulation();
    this.bucket = bucket;
    this.faults = faults;
    this.atDeath = atDeath;
    process.onDeath(() -> lostAtDeath = atDeath == AtDeath.LOST);
  }

  /** From now on other things go wrong. */
  public void setFaults(SimFaults changed) {
    faults = changed;
  }

  /** A request under way: what its caller waits for. */
  private static final class Request<T> {
    final CompletableFuture<T> reply = new CompletableFuture<>();
    final boolean write;
    final String what;

    Request(boolean write, String what) {
      this.write = write;
      this.what = what;
    }
  }

  private long travel() {
    if (simulation.chance(faults.slow())) {
      return simulation.logUniform(500_000_000, 15_000_000_000L);
    }
    return simulation.logUniform(2_000_000, 60_000_000);
  }

  private <T> T call(boolean write, boolean conditional, String what, Step<T> step)
      throws StoreException {
    process.point(what);
    if (closed) {
      throw new StoreException(Reason.INTERRUPTED, "The store " + address() + " is closed");
    }
    if (simulation.chance(faults.unavailable())) {
      throw new StoreException(Reason.UNAVAILABLE, what + ": could not connect (simulated)");
    }
    Request<T> request = new Request<>(write, what);
    send(request, conditional, step);
    CompletableFuture<Void> timeout = process.delay(TIMEOUT_NANOS, TimeUnit.NANOSECONDS);
    process.waitFor(CompletableFuture.anyOf(request.reply.handle((v, e) -> 0), timeout));
    timeout.complete(null);
    if (!request.reply.isDone()) {
      simulation.note(process.noteName(), what + " times out");
      throw unanswered(request, "no reply came in time");
    }
    process.point("reply of " + what);
    return switch (request.reply.state()) {
      case SUCCESS -> request.reply.resultNow();
      case FAILED -> {
        if (request.reply.exceptionNow() instanceof StoreException e) {
          throw new StoreException(
              e.reason(), String.valueOf(e.getMessage()), e.status(), 0, e.storeTime(), e);
        }
        throw new IllegalStateException(request.reply.exceptionNow());
      }
      default -> throw new IllegalStateException("the request has no reply");
    };
  }

  private static StoreException unanswered(Request<?> request, String what) {
    return new StoreException(
        request.write ? Reason.UNCLEAR : Reason.UNAVAILABLE,
        request.what + ": " + what + " (simulated)");
  }

  private <T> void send(Request<T> request, boolean conditional, Step<T> step) {
    if (simulation.chance(faults.throttled())) {
      refuse(request, Reason.THROTTLED, 503, "503 Slow Down");
      return;
    }
    if (conditional && simulation.chance(faults.conflict())) {
      refuse(request, Reason.CONFLICT, 409, "409 Conflict");
      return;
    }
    long there = travel();
    boolean replied = true;
    if (simulation.chance(faults.late())) {
      there = simulation.logUniform(1_000_000_000, faults.lateNanosMax());
    } else if (simulation.chance(faults.lostRequest())) {
      return;
    }
    if (simulation.chance(faults.lostReply())) {
      replied = false;
    }
    if (simulation.chance(faults.reset())) {
      replied = false;
      simulation.at(
          simulation.now() + travel() + travel(),
          () -> request.reply.completeExceptionally(unanswered(request, "connection reset")));
    }
    deliver(request, step, there, replied, "");
    if (request.write && simulation.chance(faults.duplicate())) {
      long again = simulation.logUniform(10_000_000, faults.lateNanosMax());
      deliver(request, step, there + again, simulation.chance(0.5), " again");
    }
  }

  private void refuse(Request<?> request, Reason reason, int status, String what) {
    simulation.at(
        simulation.now() + travel(),
        () -> request.reply.completeExceptionally(bucket.refused(reason, status, what)));
  }

  private <T> void deliver(
      Request<T> request, Step<T> step, long there, boolean replied, String again) {
    simulation.at(
        simulation.now() + there,
        () -> {
          if (process.isDead() && atDeath != AtDeath.ARRIVE) {
            if (lostAtDeath || simulation.chance(0.3)) {
              return;
            }
          }
          apply(request, step, replied, again);
        });
  }

  private <T> void apply(Request<T> request, Step<T> step, boolean replied, String again) {
    String who = process.name();
    Runnable answer;
    try {
      T value = step.apply();
      simulation.note(who, "  applied" + again + ": " + request.what);
      answer = () -> request.reply.complete(value);
    } catch (StoreException e) {
      simulation.note(who, "  " + e.reason() + again + ": " + request.what);
      answer = () -> request.reply.completeExceptionally(e);
    }
    if (replied) {
      simulation.at(simulation.now() + travel(), answer);
    }
  }

  @Override
  public String address() {
    return SimBucket.ADDRESS;
  }

  @Override
  public ObjectInfo get(String key, long offset, MemorySegment target, @Nullable String ifMatch)
      throws StoreException {
    ObjectKeys.check(key);
    SimBucket.Found found = call(false, false, "get " + key, () -> bucket.read(key, ifMatch));
    if (offset < 0 || offset > found.body().length - target.byteSize()) {
      throw StoreErrors.range(address(), key, offset, target.byteSize(), found.body().length);
    }
    fill(key, found, (int) offset, target);
    return found.info();
  }

  @Override
  public ObjectInfo getSuffix(String key, MemorySegment target, @Nullable String ifMatch)
      throws StoreException {
    ObjectKeys.check(key);
    SimBucket.Found found = call(false, false, "tail " + key, () -> bucket.read(key, ifMatch));
    int size = (int) Math.min(found.body().length, target.byteSize());
    fill(key, found, found.body().length - size, target.asSlice(0, size));
    return found.info();
  }

  private void fill(String key, SimBucket.Found found, int offset, MemorySegment target)
      throws StoreException {
    int size = (int) target.byteSize();
    MemorySegment.copy(found.body(), offset, target, ValueLayout.JAVA_BYTE, 0, size);
    if (size == 0) {
      return;
    }
    int at = simulation.random().nextInt(size);
    if (simulation.chance(faults.torn())) {
      target.asSlice(at).fill((byte) 0xA5);
      simulation.note(process.noteName(), "  torn body");
      throw new StoreException(Reason.INCOMPLETE, "get " + key + ": the body ended (simulated)");
    }
    if (simulation.chance(faults.wrongBytes())) {
      byte value = target.get(ValueLayout.JAVA_BYTE, at);
      target.set(ValueLayout.JAVA_BYTE, at, (byte) (value ^ 1 << simulation.random().nextInt(8)));
      simulation.note(process.noteName(), "  wrong byte at " + at);
    }
  }

  @Override
  public ObjectInfo head(String key) throws StoreException {
    ObjectKeys.check(key);
    return call(false, false, "head " + key, () -> bucket.read(key, null)).info();
  }

  @Override
  public WriteReply put(String key, MemorySegment body, PutCondition condition)
      throws StoreException {
    ObjectKeys.check(key);
    byte[] copy = body.toArray(ValueLayout.JAVA_BYTE);
    boolean conditional = condition != PutCondition.NONE;
    String how = condition == PutCondition.IF_ABSENT ? "create " : conditional ? "cas " : "put ";
    return call(true, conditional, how + key, () -> bucket.write(key, copy, condition));
  }

  @Override
  public MultipartUpload startMultipart(String key) throws StoreException {
    throw new StoreException(Reason.UNSUPPORTED, "the simulated store has no multipart uploads");
  }

  @Override
  public ListPage list(String prefix, @Nullable String delimiter, @Nullable String after, int limit)
      throws StoreException {
    return call(false, false, "list " + prefix, () -> bucket.list(prefix, delimiter, after, limit));
  }

  @Override
  public void delete(String key) throws StoreException {
    ObjectKeys.check(key);
    var unused =
        call(
            true,
            false,
            "delete " + key,
            () -> {
              bucket.delete(key);
              return key;
            });
  }

  @Override
  public List<FailedDelete> deleteAll(List<String> keys) throws StoreException {
    StoreErrors.checkBatch(keys.size());
    List<String> copy = new ArrayList<>(keys);
    return call(true, false, "delete " + copy, () -> deleteEach(new ArrayList<>(copy)));
  }

  /** A batch is no unit: some objects stay, the others go in any order. */
  private List<FailedDelete> deleteEach(List<String> keys) {
    List<FailedDelete> failed = new ArrayList<>();
    for (String key : keys) {
      if (simulation.chance(4 * faults.throttled())) {
        failed.add(new FailedDelete(key, Reason.THROTTLED, "SlowDown (simulated)"));
      } else {
        bucket.delete(key);
      }
    }
    return failed;
  }

  @Override
  public void close() {
    closed = true;
  }
}
