// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.format.v1;

/** A version with a name: the payload of SNAPSHOT_CREATE. Its objects stay until it is dropped. */
public record Snapshot(String name, long version, Root root) {
  /** The bytes of the payload. */
  public byte[] encode() {
    ByteSink sink = new ByteSink(64 + root.inline().length);
    write(sink);
    return sink.toArray();
  }

  void write(ByteSink sink) {
    sink.string(name).u64(version);
    root.write(sink);
  }

  static Snapshot read(ByteSource source) throws FormatException {
    return new Snapshot(source.string(), source.u64(), Root.read(source));
  }

  /**
   * The payload in the bytes.
   *
   * @throws FormatException for bytes that are none
   */
  public static Snapshot decode(byte[] payload) throws FormatException {
    ByteSource source = new ByteSource(payload);
    Snapshot snapshot = read(source);
    source.finish("A SNAPSHOT_CREATE record");
    return snapshot;
  }

  /** The payload of SNAPSHOT_DROP. */
  public static byte[] encodeDrop(String name) {
    return new ByteSink(64).string(name).toArray();
  }

  /**
   * The name in a payload of SNAPSHOT_DROP.
   *
   * @throws FormatException for bytes that are none
   */
  public static String decodeDrop(byte[] payload) throws FormatException {
    ByteSource source = new ByteSource(payload);
    String name = source.string();
    source.finish("A SNAPSHOT_DROP record");
    return name;
  }
}
