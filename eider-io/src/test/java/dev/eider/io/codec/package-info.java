// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/** Tests of the codecs. Start at {@link dev.eider.io.codec.BlockUnpackerTest}. */
@NullMarked
package dev.eider.io.codec;

import org.jspecify.annotations.NullMarked;
