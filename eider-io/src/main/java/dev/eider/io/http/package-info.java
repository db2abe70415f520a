// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * A client for HTTP/1.1: blocking, for threads that may wait (virtual ones best), with bodies that
 * go straight between the socket and segments of the caller.
 *
 * <p>In: an {@link dev.eider.io.http.HttpRequest}. Out: an {@link dev.eider.io.http.HttpResponse}
 * whose body is read into segments, or an {@link dev.eider.io.http.HttpException} that says whether
 * the request can have reached the server. Start at {@link dev.eider.io.http.HttpClient}. It knows
 * nothing of stores; {@code store.http} and {@code store.s3} are built on it.
 *
 * <p>What it does not do: proxies (the variables {@code HTTP_PROXY} and {@code HTTPS_PROXY} are not
 * looked at), cookies, authentication, compression, HTTP/2, pipelining. Certificates and host names
 * are always verified. Depends on {@code base.env} only.
 */
@NullMarked
package dev.eider.io.http;

import org.jspecify.annotations.NullMarked;
