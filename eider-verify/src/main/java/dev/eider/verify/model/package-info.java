// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Explicit-state models of the storage protocol: small worlds of which every state is visited.
 *
 * <p>In: a model, that is an initial state, what can happen next, and what must never be. Out: the
 * number of states, and the shortest way to a violation. Start at {@link
 * dev.eider.verify.model.Explorer}; {@link dev.eider.verify.model.LogModel} is the log with head
 * and deletions, {@link dev.eider.verify.model.PinModel} readers' pins against collectors; {@link
 * dev.eider.verify.model.CheckModels} is the command. The simulator runs the real code on one way
 * through a large world; the models take all ways through a small one.
 *
 * <p>Development code; nothing depends on it.
 */
@NullMarked
package dev.eider.verify.model;

import org.jspecify.annotations.NullMarked;
