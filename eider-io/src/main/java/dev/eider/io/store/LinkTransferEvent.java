// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * One body that has passed a simulated link, as a flight recorder sees it. Off until a recording
 * asks for {@value #NAME}. The moments are those of the environment's clock ({@code
 * Env.nanoTime()}), not the recorder's: they are exact in a simulation, and in a real process they
 * compare with {@link System#nanoTime()}.
 */
@Name(LinkTransferEvent.NAME)
@Label("Simulated link transfer")
@Description("The body of one request has passed a simulated link")
@Category({"Eider", "Stores"})
@Enabled(false)
@StackTrace(false)
final class LinkTransferEvent extends Event {
  static final String NAME = "dev.eider.LinkTransfer";

  @Label("Operation")
  String operation = "";

  @Label("Key")
  String key = "";

  @Label("Bytes")
  long bytes;

  /** When the request was made. */
  @Label("Requested")
  long requestedNanos;

  /** When the first byte of its body passed the link. */
  @Label("First byte")
  long firstByteNanos;

  /** When the last byte of its body had passed the link. */
  @Label("Last byte")
  long lastByteNanos;
}
