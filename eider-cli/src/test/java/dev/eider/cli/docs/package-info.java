// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0

/**
 * The examples and tables of the documentation, run against the program: a page that lies fails.
 */
@NullMarked
package dev.eider.cli.docs;

import org.jspecify.annotations.NullMarked;
