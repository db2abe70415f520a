// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/** The models of the storage protocol, with all rules and without each. */
@NullMarked
package dev.eider.verify.model;

import org.jspecify.annotations.NullMarked;
