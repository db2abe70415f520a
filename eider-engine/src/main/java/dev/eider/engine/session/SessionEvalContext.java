// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session;

import dev.eider.base.env.SessionZone;
import dev.eider.base.type.Value;
import dev.eider.engine.function.EvalContext;
import java.time.ZoneId;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** What functions of one worker may ask of the session. */
final class SessionEvalContext implements EvalContext {
  private final Session session;
  private final Runnable interruption;
  private final long transactionMicros;
  private final SessionZone zone;
  private @Nullable RandomGenerator random;

  SessionEvalContext(Session session, Runnable interruption) {
    this.session = session;
    this.interruption = interruption;
    this.transactionMicros = session.transactionMicros();
    this.zone = new SessionZone(session.settings().text("TimeZone"));
  }

  @Override
  public long transactionMicros() {
    return transactionMicros;
  }

  @Override
  public long clockMicros() {
    return session.services().env().epochMicros();
  }

  @Override
  public ZoneId timeZone() {
    return zone.get();
  }

  @Override
  public RandomGenerator random() {
    RandomGenerator own = random;
    if (own == null) {
      own = session.newRandom();
      random = own;
    }
    return own;
  }

  @Override
  public RandomGenerator newRandom() {
    return session.newRandom();
  }

  @Override
  public void setSeed(double seed) {
    session.setSeed(seed);
    random = null;
  }

  @Override
  public @Nullable Value setting(String name) {
    return session.settings().value(name);
  }

  @Override
  public @Nullable Value variable(String name) {
    return session.variable(name);
  }

  @Override
  public long nextValue(String sequence) {
    return session.sequence(sequence).counter().nextValue(sequence);
  }

  @Override
  public long currentValue(String sequence) {
    return session.sequence(sequence).counter().currentValue(sequence);
  }

  @Override
  public void checkInterrupted() {
    interruption.run();
  }
}
