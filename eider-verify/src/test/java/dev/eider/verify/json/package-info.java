// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/** JSON against the oracle: generated documents and files, and files that are at fault. */
@NullMarked
package dev.eider.verify.json;

import org.jspecify.annotations.NullMarked;
