// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.s3;

import dev.eider.base.error.EiderException;
import dev.eider.io.store.StoreException;
import dev.eider.io.store.StoreException.Reason;
import dev.eider.io.store.s3.CredentialLink.Found;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The places where credentials may lie, asked one after the other: the variables of the process and
 * the files of AWS's tools, which are built in, and those of other modules. Any thread.
 */
public final class CredentialChain {
  /** What to do where a link is missing; ends a sentence. */
  static final String MODULE_HINT =
      "that needs a CredentialLink of another module on the class path. Put the keys into the"
          + " variables AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or into a profile";

  /** The links that a chain may name, here or in the module. */
  private static final List<String> KNOWN =
      List.of("env", "config", "sts", "sso", "web_identity", "process", "instance");

  /** Credentials that end so soon are renewed at once, so that a request does not outlive them. */
  private static final long EARLY_SECONDS = 60;

  private final CredentialLink variables;
  private final CredentialLink profiles;
  private final Iterable<CredentialLink> more;
  private final Function<String, @Nullable String> environment;
  private final LongSupplier epochMicros;

  private CredentialChain(
      Function<String, @Nullable String> environment,
      String home,
      Iterable<CredentialLink> more,
      LongSupplier epochMicros) {
    this.environment = environment;
    this.epochMicros = epochMicros;
    this.variables = new EnvironmentLink(environment);
    this.profiles = new ProfileLink(environment, home);
    this.more = more;
  }

  /** By name, looked for when a chain is used and no earlier: that reads the class path. */
  private synchronized Map<String, CredentialLink> all() {
    Map<String, CredentialLink> links = new LinkedHashMap<>();
    links.put(variables.name(), variables);
    links.put(profiles.name(), profiles);
    more.forEach(link -> links.put(link.name(), link));
    return links;
  }

  /** With the links that are on the class path. */
  public static CredentialChain installed(
      Function<String, @Nullable String> environment, String home, LongSupplier epochMicros) {
    return of(
        environment, home, () -> ServiceLoader.load(CredentialLink.class).iterator(), epochMicros);
  }

  /**
   * With the links that are given.
   *
   * @param environment variables of the process
   * @param home the user's directory
   * @param epochMicros the clock, microseconds since 1970 UTC
   */
  public static CredentialChain of(
      Function<String, @Nullable String> environment,
      String home,
      Iterable<CredentialLink> more,
      LongSupplier epochMicros) {
    return new CredentialChain(environment, home, more, epochMicros);
  }

  /**
   * The links of CHAIN's value.
   *
   * @param text names with {@code ;} between them; null for all that are there
   * @throws EiderException INVALID_INPUT for one that there is not
   */
  List<CredentialLink> links(@Nullable String text) {
    Map<String, CredentialLink> links = all();
    if (text == null) {
      return List.copyOf(links.values());
    }
    List<CredentialLink> chosen = new ArrayList<>();
    for (String part : text.split(";")) {
      String name = part.strip().toLowerCase(Locale.ROOT);
      CredentialLink link = links.get(name);
      if (link != null) {
        chosen.add(link);
      } else if (KNOWN.contains(name)) {
        throw EiderException.invalidInput(
            "CHAIN names \"" + name + "\", which is not read here: " + MODULE_HINT);
      } else {
        throw EiderException.invalidInput(
            "Unknown provider found while parsing AWS credential chain string: '"
                + part
                + "'. Possible are "
                + String.join(", ", KNOWN));
      }
    }
    return chosen;
  }

  /** Looks into the links, in their order, now. */
  Found find(List<CredentialLink> chosen, @Nullable String profile) throws StoreException {
    StoreException denied = null;
    for (CredentialLink link : chosen) {
      Found found;
      try {
        found = link.find(profile);
      } catch (StoreException e) {
        // A later link may have them all the same; if none has, the first reason is the one to
        // tell.
        denied = denied == null ? e : denied;
        continue;
      }
      if (found != null) {
        String region = found.region();
        return region != null
            ? found
            : new Found(found.credentials(), EnvironmentLink.region(environment), found.expires());
      }
    }
    if (denied != null) {
      throw denied;
    }
    List<String> names = new ArrayList<>();
    chosen.forEach(link -> names.add(link.name()));
    throw new StoreException(
        Reason.DENIED,
        "no credentials were found in "
            + String.join(", ", names)
            + " (env: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; config: the files of AWS's"
            + " tools)");
  }

  /** A provider that looks when it is first asked, and again when what it found has ended. */
  CredentialsProvider provider(List<CredentialLink> chosen, @Nullable String profile) {
    return new Refreshing(chosen, profile);
  }

  private final class Refreshing implements CredentialsProvider {
    private final List<CredentialLink> chosen;
    private final @Nullable String profile;

    /** Guarded by this. */
    private @Nullable Found present;

    Refreshing(List<CredentialLink> chosen, @Nullable String profile) {
      this.chosen = chosen;
      this.profile = profile;
    }

    @Override
    public synchronized Credentials credentials() throws StoreException {
      Found found = present;
      if (found == null || ends(found)) {
        found = find(chosen, profile);
        present = found;
      }
      return found.credentials();
    }

    private boolean ends(Found found) {
      Instant expires = found.expires();
      return expires != null
          && expires.minusSeconds(EARLY_SECONDS).toEpochMilli() * 1000 <= epochMicros.getAsLong();
    }

    @Override
    public synchronized void expired(Credentials used) {
      // Of many requests that were refused together only the first makes it look again.
      if (present != null && present.credentials().equals(used)) {
        present = null;
      }
    }
  }
}
