// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.write;

import dev.eider.base.table.ObjectAccess;
import dev.eider.base.table.ObjectVersion;
import java.util.List;

/** Keys of a store; directories are only how their names begin. */
final class StorePlace implements OutputPlace {
  private final ObjectAccess objects;

  StorePlace(ObjectAccess objects) {
    this.objects = objects;
  }

  @Override
  public OutputFile begin(String path, boolean temporary) {
    // An object is there when it is whole, in any case.
    return new StoreOutput(path, objects.create(path));
  }

  @Override
  public String resolve(String directory, String name) {
    return directory.endsWith("/") ? directory + name : directory + "/" + name;
  }

  @Override
  public void makeDirectories(String directory) {}

  @Override
  public void prepare(String directory, boolean keep, boolean overwrite) {
    if (keep) {
      return;
    }
    List<String> there =
        objects.list(resolve(directory, ""), true).stream().map(ObjectVersion::address).toList();
    if (!there.isEmpty()) {
      if (!overwrite) {
        throw OutputPlace.notEmpty(directory);
      }
      objects.delete(there);
    }
  }

  @Override
  public void delete(String path) {
    objects.delete(List.of(path));
  }
}
