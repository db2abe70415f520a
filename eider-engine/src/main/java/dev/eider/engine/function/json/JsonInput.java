// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.json;

import dev.eider.base.error.ErrorType;
import dev.eider.base.json.JsonDocument;
import dev.eider.base.json.JsonText;
import dev.eider.base.vector.StringVector;
import dev.eider.engine.function.Operand;
import org.jspecify.annotations.Nullable;

/** Reads the documents of an argument one by one. Belongs to one worker. */
final class JsonInput {
  final JsonDocument document = new JsonDocument();
  private final byte[] scratch = new byte[StringVector.INLINE];

  /** The constant that {@link #document} holds, so that it is read once a chunk. */
  private @Nullable StringVector held;

  /** Begins a chunk. */
  void begin() {
    held = null;
  }

  /** Reads the document of a valid row; an error when it is not JSON. */
  JsonDocument load(Operand argument, int row) {
    StringVector texts = (StringVector) argument.vector();
    if (argument.isConstant() && held == texts) {
      return document;
    }
    int at = argument.index(row);
    int length = texts.length(at);
    if (length <= StringVector.INLINE) {
      texts.copyBytes(at, scratch, 0);
      JsonText.parse(document, scratch, 0, length, ErrorType.INVALID_INPUT);
    } else {
      int from = texts.offset(at);
      JsonText.parse(document, texts.buffer(at), from, from + length, ErrorType.INVALID_INPUT);
    }
    held = argument.isConstant() ? texts : null;
    return document;
  }

  /** Whether the text of a valid row is JSON. */
  boolean isValid(Operand argument, int row) {
    StringVector texts = (StringVector) argument.vector();
    int at = argument.index(row);
    int length = texts.length(at);
    if (length <= StringVector.INLINE) {
      texts.copyBytes(at, scratch, 0);
      return document.parse(scratch, 0, length, true);
    }
    int from = texts.offset(at);
    return document.parse(texts.buffer(at), from, from + length, true);
  }
}
