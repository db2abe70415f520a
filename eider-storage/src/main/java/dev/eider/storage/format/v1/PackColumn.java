// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.format.v1;

import dev.eider.base.type.LogicalType;

/** A column of the table that a pack or a leaf page belongs to: its number there and its type. */
public record PackColumn(int id, LogicalType type) {}
