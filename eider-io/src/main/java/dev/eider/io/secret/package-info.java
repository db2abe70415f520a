// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Secrets that outlive the process, in files of their owner alone.
 *
 * <p>In: {@link dev.eider.base.secret.Secret}s. Out: the same, in another process. Start with
 * {@link dev.eider.io.secret.SecretFiles}; {@link dev.eider.io.secret.SecretFormat} is the format.
 *
 * <p>What a file holds never comes into a message, only its name.
 */
@NullMarked
package dev.eider.io.secret;

import org.jspecify.annotations.NullMarked;
