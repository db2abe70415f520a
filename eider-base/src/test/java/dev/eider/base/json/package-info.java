// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dev.eider.base.json;

import org.jspecify.annotations.NullMarked;
