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
 *
 * <h2>Packs and pages</h2>
 *
 * <p>All numbers are little-endian. {@code uN} has N bits; {@code varint} is an unsigned number of
 * up to 64 bits in groups of seven, the low one first, each but the last with bit 7 set; {@code
 * zigzag} is a varint of {@code (n << 1) ^ (n >> 63)}; {@code block} is a varint length and as many
 * bytes; {@code text} is a block of UTF-8; {@code crc} is a u32, CRC32C.
 *
 * <h3>seg/{..}.pack</h3>
 *
 * <pre>
 * u32 "EPAK" | u16 version, 1 | u16 flags, 0 | u64 number of the table
 * chunks: of the first column those of all row groups, then of the second, and so on
 * directory, a row group table in which all chunks are in pack 0
 * u32 length of the directory | crc of the directory | u32 "EPAK"
 * </pre>
 *
 * <p>Who knows the metadata pages needs neither head nor directory: it is for tools that have
 * nothing but packs. Row ids in it are those that the writer was given first.
 *
 * <h3>Row group table</h3>
 *
 * <pre>
 * varint columns, for each: varint number in the table | type
 * varint row groups, for each: zigzag first row id less the one behind the row group before (0)
 *                              | varint rows, 1 to 122880
 * for each column, for each row group:
 *   varint pack | zigzag offset less the end of the chunk before (0; numbers of this column)
 *   | varint length | varint length of the prefix | u8 encoding | varint NULLs
 *   | varint different values, about, plus 1 (0: not known) | value min | value max
 * </pre>
 *
 * <p>No value of the chunk is below min or above max; there is none of them when that is not known
 * or all values are NULL. Bounds of strings may be shorter than the strings.
 *
 * <p>{@code value}: u8 0 for none, else u8 1 and, by the vector's class of the type: BOOLEAN u8;
 * integers of up to 64 bits zigzag; of 128 bits u64 low, u64 high half; FLOAT u32, DOUBLE u64, its
 * bits; INTERVAL zigzag microseconds, months, days; strings block; nested values varint parts and a
 * value for each.
 *
 * <p>{@code type}: u8 kind, the place in this list from 1: NULL, BOOLEAN, TINYINT, SMALLINT,
 * INTEGER, BIGINT, HUGEINT, UTINYINT, USMALLINT, UINTEGER, UBIGINT, UHUGEINT, BIGNUM, DECIMAL,
 * FLOAT, DOUBLE, VARCHAR, JSON, BLOB, BIT, UUID, DATE, TIME, TIME_NS, TIME_TZ, TIMESTAMP_S,
 * TIMESTAMP_MS, TIMESTAMP, TIMESTAMP_NS, TIMESTAMP_TZ, INTERVAL, ENUM, LIST, ARRAY, STRUCT, MAP,
 * UNION, AGGREGATE_STATE. Then: DECIMAL u8 width, u8 scale; ENUM text name or empty, varint n, n
 * texts; LIST type; ARRAY varint size, type; STRUCT and UNION varint n, n times text and type; MAP
 * type of keys, type of values; AGGREGATE_STATE text function, varint n, n times (type, u8 whether
 * a constant follows: type, value), varint n, n times (varint field, u8 1 descending + 2 NULLs
 * first), type of the state.
 *
 * <h3>Chunk</h3>
 *
 * <pre>
 * prefix: varint rows
 *         | node
 *         | integers, one a vector: bytes of its record
 *         | integers, one a vector: its NULLs
 *         | u8 1 when bounds follow, else 0
 *         | integers, one a vector: lower bound | integers, one a vector: upper bound
 *         | crc of each 64 KiB of the body, the last of what is left
 *         | crc of the prefix up to here
 * body:   the records of the vectors, one after the other
 * </pre>
 *
 * <p>A vector is 2048 rows, the last one what is left. Its record and the prefix suffice to read
 * it. Bounds are integers in the order of the values: those of up to 64 bits as they are, UBIGINT
 * with its highest bit turned over, DOUBLE and FLOAT the bits (of FLOAT as a signed number of 32
 * bits) with all but the sign turned over when it is set, -0.0 as 0.0; of vectors of NULLs only
 * they say nothing.
 *
 * <h3>Integers</h3>
 *
 * <p>{@code n} numbers of 64 bits, where n is known; of none there are no bytes. Arithmetic is
 * modulo 2^64.
 *
 * <pre>
 * u8 0 | zigzag v                                    all are v
 * u8 1 | frame: zigzag base | u8 width, 1..64 | packed n        base + packed
 * u8 2 | zigzag first | zigzag step | u8 width | packed n-1     each is the one before + step +
 *                                                    packed; of width 0 nothing is packed
 * u8 3 | varint r | integers r, values | integers r, lengths less 1     runs, n in all
 * u8 4 | frame of n | varint k | integers k, ascending positions | integers k, values
 *                                                    a frame, then the values at the positions
 * </pre>
 *
 * <p>Integers within integers have modes 0 to 2.
 *
 * <p>{@code packed n} of {@code width} bits: words of B = 32 bits, of 64 where the width is above
 * 32; L = ceil(n / B) lanes. Number i stands in row i / L of lane i % L. A lane is its rows'
 * numbers one after the other, low bits first, in {@code width} words; word j of lane l is word j *
 * L + l of all. Rows behind the last number are zeros.
 *
 * <h3>Nodes</h3>
 *
 * <p>A node says how a column or a part of it is encoded: u8 encoding, then what all vectors share.
 * The record of n rows is what is listed last. All but that of encodings 0 and 1 begin with {@code
 * validity}: u8 0 all rows are valid; 1 none is; 2 and ceil(n / 8) bytes, bit i % 8 of byte i / 8
 * is set when row i is valid; 3, varint k, integers k: lengths of runs, valid ones first, then
 * NULL, and so on. What stands at the place of a NULL has no meaning.
 *
 * <pre>
 *  0 constant    u8 0: all NULL; or u8 1, node, its record of 1 row     | record: no bytes
 *  1 dictionary  varint d >= 1, node, its record of d rows              | record: integers n, codes
 *  2 integers    BOOLEAN (0, 1), integers of up to 64 bits, dates, times, timestamps, DECIMAL up to
 *                18 digits, codes of ENUM                               | record: integers n
 *  3 wide        HUGEINT, UHUGEINT, UUID, wider DECIMAL: low, high half; INTERVAL: microseconds,
 *                months * 2^32 + days (low 32 bits)         | record: integers n, integers n
 *  4 plain       FLOAT n * u32, DOUBLE n * u64, their bits
 *  5 ALP         record: u8 e | u8 f &lt;= e | integers n | varint k | integers k, positions
 *                | integers k, bits. Each value is (number * 10^f) * 10^-e, number converted first,
 *                powers and each product rounded to the type; bits replace those at the positions
 *  6 ALP-RD      u8 r | u8 d, 1..8 | d * u16       | record: integers n, codes | integers n, right
 *                | varint k | integers k, positions | integers k, left.
 *                bits = (d[code], or left at the positions) * 2^r + right
 *  7 strings     record: integers n, lengths in bytes, 0 for NULL | all bytes
 *  8 FSST        u8 s | s * u8 lengths of symbols, 1..8 | their bytes
 *                record: integers n, lengths | block of codes: code c &lt; 255 stands for symbol c,
 *                255 for the byte behind it; together the bytes of all strings
 *  9 zstd        record: integers n, lengths | block, a frame of Zstandard, of all bytes
 * 10 list, map   node of the elements   | record: integers n, lengths, 0 for NULL | elements' record
 * 11 array       node of the elements              | record: the elements' record of n * size rows
 * 12 struct      node of each field, of a union INTEGER tag and members; of an aggregate's state
 *                one of its value                            | record: each field's record of n rows
 * </pre>
 *
 * <h3>Pages</h3>
 *
 * <pre>
 * u32 "EPGE" | u16 version, 1 | u8 kind: 1 leaf, 2 root | content | crc of all before it
 * leaf: varint table | varint packs, for each: object | row group table
 *       | for each row group its deletes: u8 0 none
 *           | u8 1, varint rows, block delete vector
 *           | u8 2, varint rows, varint pack, varint offset, varint length, crc of the bytes there
 *       | for each column a sketch: 256 * u8, registers of HyperLogLog
 * root: block catalogue | varint tables, for each:
 *         varint number | varint columns, for each: varint number, type
 *         | varint leaf pages, for each: object | varint offset | varint length | varint first row
 *             id | varint row id behind the last | varint row groups | varint rows | varint deleted
 *             | for each column: varint NULLs, varint different values plus 1, value min, value max
 * object: text name below the prefix | varint size
 * delete vector: u8 0, varint k, k varints: deleted rows less the one behind the deleted row before
 *              | u8 1, ceil(rows / 8) bytes, bit i % 8 of byte i / 8 is set when row i is deleted
 * </pre>
 *
 * <p>A leaf page has at most 1024 row groups. A root of up to 512 KiB lies in the head. The hash of
 * sketches is that of the engine's values times 0x9E3779B97F4A7C15: the first 8 bits are the
 * register, one more than the zeros that follow is its value.
 */
@NullMarked
package dev.eider.storage.format.v1;

import org.jspecify.annotations.NullMarked;
