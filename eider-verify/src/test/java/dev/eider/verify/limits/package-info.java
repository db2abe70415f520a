// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Whole queries under tight memory, on failing disks, and stopped in the middle: each ends in its
 * answer or in one clear error, and leaves nothing behind. Start at {@code LimitedDatabase}.
 */
@NullMarked
package dev.eider.verify.limits;

import org.jspecify.annotations.NullMarked;
