// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * JSON text: read into a flat document, looked into by paths, turned into vectors, and written.
 *
 * <p>In: UTF-8 bytes, or vectors. Out: vectors, or UTF-8 bytes. Shared by the functions over JSON
 * values and by the reader and writer of JSON files. Start at {@link
 * dev.eider.base.json.JsonDocument}, the one parser; {@link dev.eider.base.json.JsonPath} finds
 * nodes in it, {@link dev.eider.base.json.JsonDecoder} makes vectors of nodes, {@link
 * dev.eider.base.json.JsonShape} the type that fits many documents, {@link
 * dev.eider.base.json.JsonEncoder} and {@link dev.eider.base.json.JsonWriter} make text.
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>A document is a table of integers over the text it was read from; no object is made for a
 *       node. It is used again for the next text and belongs to one thread.
 *   <li>What is read follows the dialect: RFC 8259, and besides trailing commas, NaN and Infinity
 *       in any case, and numbers of any size, which keep their text.
 *   <li>Nesting is bounded by {@link dev.eider.base.json.JsonDocument#MAX_DEPTH}, so that whoever
 *       follows a document recursively stays within a thread's stack.
 * </ul>
 *
 * <p>Depends on {@code base.vector}, {@code base.kernel} and below.
 */
@NullMarked
package dev.eider.base.json;

import org.jspecify.annotations.NullMarked;
