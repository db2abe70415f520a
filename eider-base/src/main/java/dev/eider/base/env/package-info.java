// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * The environment: the only door to time, chance, threads and injected faults.
 *
 * <p>In: nothing. Out: an {@link dev.eider.base.env.Env} that is handed to whoever needs one of
 * these; {@link dev.eider.base.env.SystemEnv} is the real one, a simulator brings its own and can
 * then replay any run from a seed. The build bans the JDK's own doors everywhere else. Start at
 * {@link dev.eider.base.env.Env}. Every package may depend on this one.
 */
@NullMarked
package dev.eider.base.env;

import org.jspecify.annotations.NullMarked;
