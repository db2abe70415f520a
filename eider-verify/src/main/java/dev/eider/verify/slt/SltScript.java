// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import java.util.List;

/**
 * A parsed test file.
 *
 * @param name the path as it was given
 * @param records directives in order, includes spliced in, parts under {@code mode skip} left out
 */
record SltScript(String name, List<SltRecord> records) {}
