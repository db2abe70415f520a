// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Development only: the tests that look at the house as a whole.
 *
 * <p>Architecture rules, SQL logic tests, comparison with other engines. Nobody depends on it.
 */
@NullMarked
package dev.eider.verify;

import org.jspecify.annotations.NullMarked;
