// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.sim;

import java.nio.ByteBuffer;

/** A transaction of the simulated bank. */
record Transfer(long number, int from, int to, long amount) {
  byte[] encode() {
    return ByteBuffer.allocate(24).putLong(number).putInt(from).putInt(to).putLong(amount).array();
  }

  static Transfer decode(byte[] payload) {
    ByteBuffer buffer = ByteBuffer.wrap(payload);
    return new Transfer(buffer.getLong(), buffer.getInt(), buffer.getInt(), buffer.getLong());
  }
}
