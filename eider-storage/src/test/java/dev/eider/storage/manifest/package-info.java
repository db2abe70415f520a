// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/** Tests of the protocol on real threads. */
@NullMarked
package dev.eider.storage.manifest;

import org.jspecify.annotations.NullMarked;
