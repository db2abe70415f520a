// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.window;

import dev.eider.engine.execute.sort.RowOrdering;
import dev.eider.engine.expr.WindowCall;

/**
 * A window call and the columns of a block that hold its expressions (-1: the call has none).
 *
 * @param start the offset of the frame's start, or for RANGE the bound itself
 * @param end the same for its end
 * @param argumentOrder the order of the frame's rows for the function; without keys: the window's
 */
public record WindowInput(
    WindowCall call, int[] arguments, int filter, int start, int end, RowOrdering argumentOrder) {}
