// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Transactions of several connections against a model of what each of them must see. Start at
 * {@link dev.eider.verify.transactions.SnapshotIsolationTest}.
 */
@NullMarked
package dev.eider.verify.transactions;

import org.jspecify.annotations.NullMarked;
