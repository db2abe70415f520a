// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Seeded test runner and shared fakes for the tests of every module.
 *
 * <p>Comes in: nothing of the project. Goes out: one line that reproduces a failure from its seed.
 * Who may depend on it: test code of every module, and the development modules.
 */
@NullMarked
package dev.eider.testkit;

import org.jspecify.annotations.NullMarked;
