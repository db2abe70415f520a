// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Visits all states of a model, nearest first, until one violates an invariant.
 *
 * <p>A state that was visited is remembered by a 64-bit hash of its description: with ten million
 * states two of them fall together with a chance of about 1 in 400,000.
 */
public final class Explorer<S> {
  /** A world. */
  public interface Model<S> {
    /** Where it begins. */
    S initial();

    /** Gives each state that may follow, with the step that leads to it. */
    void successors(S state, Steps<S> steps);

    /** What is wrong with a state; null for nothing. */
    @Nullable String violation(S state);

    /** A text that differs for different states. */
    String describe(S state);
  }

  /** Takes the successors of a state. */
  public interface Steps<S> {
    /** A state that may follow. */
    void to(String step, S state);
  }

  /**
   * What was found.
   *
   * @param exhausted whether all states were visited
   * @param violation null when there is none
   * @param steps that lead to the violation; empty unless asked for
   */
  public record Result(
      long states, boolean exhausted, @Nullable String violation, List<String> steps) {}

  private record Node<S>(S state, @Nullable Node<S> before, String step) {}

  private final Model<S> model;

  public Explorer(Model<S> model) {
    this.model = model;
  }

  /**
   * Visits at most {@code limit} states; {@code traced} keeps the way to each, which costs memory.
   */
  public Result explore(long limit, boolean traced) {
    HashSetOfLongs seen = new HashSetOfLongs();
    ArrayDeque<Node<S>> open = new ArrayDeque<>();
    S initial = model.initial();
    seen.add(hash(model.describe(initial)));
    open.add(new Node<>(initial, null, "begin"));
    long states = 0;
    while (!open.isEmpty() && states < limit) {
      Node<S> node = open.remove();
      states++;
      String violation = model.violation(node.state);
      if (violation != null) {
        return new Result(states, false, violation, way(node));
      }
      model.successors(
          node.state,
          (step, next) -> {
            if (seen.add(hash(model.describe(next)))) {
              open.add(new Node<>(next, traced ? node : null, step));
            }
          });
    }
    return new Result(states, open.isEmpty(), null, List.of());
  }

  private static <S> List<String> way(Node<S> last) {
    List<String> steps = new ArrayList<>();
    for (Node<S> node = last; node != null; node = node.before) {
      steps.addFirst(node.step);
    }
    return steps;
  }

  private static long hash(String text) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 29;
    }
    return hash == 0 ? 1 : hash;
  }

  /** Open addressing; zero is an empty place. */
  private static final class HashSetOfLongs {
    private long[] places = new long[1 << 16];
    private int size;

    boolean add(long value) {
      if (size * 2 > places.length) {
        long[] old = places;
        places = new long[old.length * 2];
        for (long one : old) {
          if (one != 0) {
            places[place(one)] = one;
          }
        }
      }
      int place = place(value);
      if (places[place] == value) {
        return false;
      }
      places[place] = value;
      size++;
      return true;
    }

    private int place(long value) {
      int mask = places.length - 1;
      int place = (int) (value ^ value >>> 32) & mask;
      while (places[place] != 0 && places[place] != value) {
        place = place + 1 & mask;
      }
      return place;
    }
  }
}
