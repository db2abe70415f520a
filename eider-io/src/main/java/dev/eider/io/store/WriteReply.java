// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

/**
 * The acknowledgement of a write.
 *
 * @param etag the tag of what was written, to be used in {@link PutCondition#ifMatch}
 * @param storeTime the store's clock when it replied, milliseconds since 1970 UTC; 0 when unknown
 */
public record WriteReply(String etag, long storeTime) {}
