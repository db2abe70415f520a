// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.manifest;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/** This process as the operating system knows it. Any thread. */
public final class SystemHost implements HostIdentity {
  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

  @Override
  public String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }

  @Override
  public long pid() {
    return ProcessHandle.current().pid();
  }

  /** Only Linux tells; elsewhere a dead owner's lease has to run out. */
  @Override
  public String bootId() {
    try {
      return Files.isReadable(BOOT_ID) ? Files.readString(BOOT_ID).strip() : "";
    } catch (IOException e) {
      return "";
    }
  }

  @Override
  public boolean isAlive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }
}
