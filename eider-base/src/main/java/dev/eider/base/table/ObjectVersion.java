// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.table;

/**
 * An object (a file, a key of a bucket) as it was when a scan was planned. What is fetched later is
 * of this version or the fetch fails: never a mix of two.
 *
 * @param address as the user wrote it, made absolute: a local path, or a URL
 * @param etag the store's tag of this content; for local files made of size and time of change.
 *     Empty where nothing is known that changes with the content.
 * @param size bytes of the whole object
 */
public record ObjectVersion(String address, String etag, long size) {}
