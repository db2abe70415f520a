// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * What several tools of this module share and no other module needs: real threads and real time for
 * harnesses. Start here: {@link dev.eider.verify.support.HarnessThreads}. May be used by every
 * package of this module; depends on none.
 */
@NullMarked
package dev.eider.verify.support;

import org.jspecify.annotations.NullMarked;
