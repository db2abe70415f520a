// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/** What errors never show. */
@NullMarked
package dev.eider.base.error;

import org.jspecify.annotations.NullMarked;
