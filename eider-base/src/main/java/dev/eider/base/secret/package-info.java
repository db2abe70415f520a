// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Secrets: what proves to a store who asks. CREATE SECRET puts them in, stores look them up by
 * address; what is secret in them comes out only where a request is signed.
 *
 * <p>In: {@link dev.eider.base.secret.SecretType}s from the rooms of the stores, secrets from SQL
 * and from files of a {@link dev.eider.base.secret.SecretStorage}. Out: {@link
 * dev.eider.base.secret.SecretLookup#find}. Start with {@link dev.eider.base.secret.Secret}.
 */
@NullMarked
package dev.eider.base.secret;

import org.jspecify.annotations.NullMarked;
