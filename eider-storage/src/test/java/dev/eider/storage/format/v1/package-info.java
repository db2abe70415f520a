// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/** Tests of the bytes in the bucket. */
@NullMarked
package dev.eider.storage.format.v1;

import org.jspecify.annotations.NullMarked;
