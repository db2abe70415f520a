// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.wal;

/**
 * The rules of the protocol, each of which is needed: the tests leave one out at a time and show
 * what goes wrong. Production code keeps all.
 */
public enum ProtocolRule {
  /** T1: only what a checkpoint has covered that head has named for R is deleted. */
  DELETE_AGE,
  /** T2: a slot created R/2 after the one before it is checked against the floor. */
  WRITER_GUARD,
  /** T3: a slot's time is that of its creation, not of the reply that told of it. */
  CREATION_TIME,
  /** T4: a reader's position older than R/2 is checked against head. */
  READER_GUARD,
  /** T5: a fence created R/2 after its place was seen is checked against the floor. */
  OPENER_GUARD,
  /** V6: the floor is raised before anything below it is deleted. */
  FLOOR_BEFORE_DELETE,
  /** A slot or head that is there is ours only when it holds our identity. */
  IDENTITY_CHECK,
  /** Head names a checkpoint only when the log has its record. */
  COVERING_CHECKPOINT,
  /** Head is replaced only by compare and swap. */
  HEAD_CAS,
  /** V7: a reader looks at the floor after it has written its pin. */
  PIN_RECHECK,
  /** V7: the collector lists pins after it has raised the floor. */
  PINS_LISTED_AFTER_FLOOR,
  /** V7: a reader writes its pin before it looks at the floor, not after. */
  PIN_BEFORE_CHECK,
  /** Objects that a named snapshot needs stay. */
  SNAPSHOTS_KEEP_OBJECTS
}
