// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

/**
 * What a store tells of an object.
 *
 * @param key its name within the store
 * @param size bytes of the whole object
 * @param etag the opaque tag of this content, with its quotes where the store sends them; changes
 *     whenever the object does. Empty where the store gives none (some HTTP servers).
 * @param lastModified when it was written by the store's clock, milliseconds since 1970 UTC; stores
 *     round it to seconds. 0 when unknown.
 * @param storeTime the store's clock when it replied, milliseconds since 1970 UTC; 0 when unknown
 */
public record ObjectInfo(String key, long size, String etag, long lastModified, long storeTime) {}
