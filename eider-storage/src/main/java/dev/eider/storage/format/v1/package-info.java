// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Version 1 of what lies in the bucket, byte by byte. Pure encoding and decoding; no I/O. A
 * released version of this package is never edited again: a change of layout is a new package.
 *
 * <p>In: records of Java. Out: bytes, and back; {@link dev.eider.storage.format.v1.FormatException}
 * for bytes that are none of ours, damaged, or of the future. Start at {@link
 * dev.eider.storage.format.v1.SlotCodec} and {@link dev.eider.storage.format.v1.HeadCodec}. Seen by
 * all rooms of storage; sees only {@code base}.
 *
 * <h2>Conventions</h2>
 *
 * <p>All integers are little-endian. {@code uN} is an unsigned integer of N bits; a u64 stays below
 * 2^63. {@code uuid} is 16 bytes in the order in which the text form shows them. {@code str} is a
 * u32 length in bytes and UTF-8; {@code bytes} is a u32 length and bytes. {@code hash} is the first
 * 16 bytes of the SHA-256 of what it covers (the JDK has it with the processor's instructions on
 * every platform, and it also shows deliberate change; XXH3 would need a native library that not
 * all platforms have). {@code crc} is a u32, CRC32C.
 *
 * <h2>The log and the head</h2>
 *
 * <h3>log/{slot in 20 decimal digits}</h3>
 *
 * <pre>
 *   0  "OLOG"
 *   4  u16   format version, 1
 *   6  u16   flags; a bit that the reader does not know means that it cannot read the slot
 *   8  uuid  of the database
 *  24  u64   slot number, as in the name
 *  32  u64   epoch of the writer
 *  40  uuid  of the writer
 *  56  u64   number of the batch among those of the writer
 *  64  hash  of the previous slot: of its first 80 and its last 24 bytes; zeros for slot 1
 *  80  records, one after another:
 *        u8    type: 1 COMMIT, 2 FENCE, 3 CHECKPOINT, 4 SNAPSHOT_CREATE, 5 SNAPSHOT_DROP, 6 SET
 *        u32   length of the payload
 *        crc   of type, length and payload
 *        payload
 *  end-24  u32   number of records
 *  end-20  u32   bytes of all records with their headers
 *  end-16  hash  of all bytes before it
 * </pre>
 *
 * <p>A slot has at most 16 MiB. Since a hash covers the footer, which holds the hash of the
 * content, a slot that was exchanged or changed breaks the chain.
 *
 * <h3>Payloads of the log that are not the business of transactions</h3>
 *
 * <pre>
 * FENCE            u64 epoch | str host | u64 pid | str boot id
 * CHECKPOINT       u64 covers through slot | hash of that slot | u64 epoch of that slot
 *                  | str key of the root, or empty | bytes root itself, or empty
 *                  | u32 n, n times: str key | u64 born | u64 died     objects to be deleted
 *                  | u32 n, n times: snapshot                          named snapshots
 * SNAPSHOT_CREATE  snapshot
 * SNAPSHOT_DROP    str name
 * snapshot         str name | u64 version | str key of the root | bytes root itself
 * </pre>
 *
 * <p>A version is the slot that a checkpoint covers through. An object is needed by the versions
 * from born on, up to but not with died.
 *
 * <h3>head</h3>
 *
 * <pre>
 *   0  "OHED"
 *   4  u16   format version, 1
 *   6  u16   flags, as in a slot
 *   8  u64   required features; an unknown bit means that the database cannot be opened
 *  16  uuid  of the database
 *  32  u64   number of this version of head
 *  40  uuid  of this very write
 *  56  u64   epoch: the greatest that was given to a writer
 *  64  u8    1 when there is an owner, then: uuid of the writer | str host | u64 pid | str boot id
 *            | u64 opened at (milliseconds since 1970, by the store's clock)
 *      u64   time to live of the lease, milliseconds
 *      u8    1 when there is a checkpoint, then: u64 slot of its record | u64 covers through
 *            | hash of that slot | u64 epoch of that slot | str key of the root | bytes root itself
 *      u64   floor: slots up to it may be gone
 *      u64   tail hint: a slot that exists
 *      u64   rounds of garbage collection
 *      crc   of all bytes before it
 * </pre>
 *
 * <h3>pins/{uuid}</h3>
 *
 * <pre>
 *   0  "OPIN" | u16 format version, 1 | u16 flags | uuid of the database
 *  24  u64 version | u64 time to live, milliseconds | crc
 * </pre>
 *
 * <h3>format.json</h3>
 *
 * <p>A JSON object of at most 64 KiB: {@code format} "eider", {@code version} 1, {@code db_uuid} in
 * text form, {@code required_features} (an array of names; an unknown one means that the database
 * cannot be opened), {@code retention_millis} (R, the grace time of deletions), and last {@code
 * crc32c}, eight hexadecimal digits, of all bytes before the quote of that name. Unknown members
 * are ignored. Objects below the prefix must not be deleted by a lifecycle rule of the bucket.
 */
@NullMarked
package dev.eider.storage.format.v1;

import org.jspecify.annotations.NullMarked;
