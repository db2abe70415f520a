// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.data;

import java.nio.file.Path;

/**
 * One generated file.
 *
 * @param name how queries name it, relative to the directory the engines run in
 * @param rows data rows, the header not counted
 * @param bytes its size
 */
public record DataFile(String name, Path path, long rows, long bytes) {}
