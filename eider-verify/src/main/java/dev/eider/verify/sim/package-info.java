// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * A simulator that runs the real, blocking storage code deterministically from a seed.
 *
 * <p>In: code that takes time, chance and threads from an {@link dev.eider.base.env.Env} and bytes
 * from an {@link dev.eider.io.store.ObjectStore}. Out: the same run for the same seed, as a trace
 * hash proves, and violations with the seed that makes them again. Start at {@link
 * dev.eider.verify.sim.Simulation} (threads, clock), {@link dev.eider.verify.sim.SimProcess} (one
 * process: environment, death, pauses), {@link dev.eider.verify.sim.SimBucket} (the server) and
 * {@link dev.eider.verify.sim.SimStore} (the network between a process and the server).
 *
 * <h2>How it works</h2>
 *
 * <ul>
 *   <li>Threads of simulated processes are platform threads of which exactly one runs at a time: it
 *       holds the baton. It passes the baton on at every store call, wait, thread start and fault
 *       point; a seeded choice says who gets it.
 *   <li>Time stands still while any thread can run, and then jumps to the next event: a request
 *       that arrives, a reply, a delay that ends. So an hour costs what happens in it.
 *   <li>A process that dies lets all its threads end by {@link dev.eider.verify.sim.ProcessKilled}.
 *       Its requests that are under way still arrive, or not.
 * </ul>
 *
 * <p>Nothing depends on this package; it is development code.
 */
@NullMarked
package dev.eider.verify.sim;

import org.jspecify.annotations.NullMarked;
