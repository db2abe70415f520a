// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.registry;

import dev.eider.base.env.Env;
import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.secret.Secret;
import dev.eider.base.secret.SecretLookup;
import dev.eider.base.table.ScanContext;
import dev.eider.base.type.Value;
import dev.eider.io.http.HttpClient;
import dev.eider.io.http.HttpHeaders;
import dev.eider.io.http.HttpOrigin;
import dev.eider.io.http.HttpSettings;
import dev.eider.io.store.ObjectStore;
import dev.eider.io.store.RetryingStore;
import dev.eider.io.store.StoreException;
import dev.eider.io.store.StoreSource;
import dev.eider.io.store.StoreStatistics;
import dev.eider.io.store.Stores;
import dev.eider.io.store.http.HttpSecretType;
import dev.eider.io.store.http.HttpStore;
import dev.eider.io.store.local.DirectoryStore;
import dev.eider.io.store.s3.S3Secrets;
import dev.eider.io.store.s3.S3Settings;
import dev.eider.io.store.s3.S3Store;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The stores of a database. A store is made when an address first needs it and shared by all
 * queries with the same settings and secret, so that connections are kept and what was learnt of a
 * server (how fast it wants to be asked) holds for all. Any thread.
 */
public final class StoreRegistry implements StoreSource, AutoCloseable {
  /** Stores kept; one that is pushed out is made anew when it is needed. */
  private static final int KEPT_MAX = 1_000;

  private final Env env;
  private final S3Secrets s3;
  private final Map<Object, ObjectStore> stores = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<HttpSettings, HttpClient> clients = new HashMap<>();
  private final StoreStatistics statistics;
  private boolean closed;

  /** No stores yet. */
  public StoreRegistry(Env env, S3Secrets s3) {
    this.s3 = s3;
    this.env = env;
    this.statistics = new StoreStatistics(env);
  }

  /** What was asked of the stores. */
  public StoreStatistics statistics() {
    return statistics;
  }

  @Override
  public Stores open(ScanContext context) {
    StoreSettings settings = StoreSettings.of(context::setting);
    return address -> locate(address, settings, context);
  }

  @Override
  public void check(Function<String, @Nullable Value> settings) {
    StoreSettings checked = StoreSettings.of(settings);
    assert checked != null;
  }

  /**
   * The store for a database at an address or in a local directory, and the prefix of its objects
   * in it. It makes one attempt for each call, and whoever asks closes it.
   *
   * @param create makes a local directory that is not there
   * @throws EiderException IO when there is no such directory; INVALID_INPUT for an address of no
   *     store that can hold one
   */
  public Stores.Located openDatabase(
      String address,
      boolean create,
      Function<String, @Nullable Value> setting,
      SecretLookup secrets) {
    StoreSettings settings = StoreSettings.of(setting);
    Address parts = Address.parse(address);
    ObjectStore store;
    String key;
    if (parts == null || parts.kind() == Address.Kind.FILE) {
      store = directory(parts == null ? address : parts.key(), create);
      key = "";
    } else if (parts.kind() == Address.Kind.S3) {
      // A client of its own, which is closed with the store.
      store = access(address, parts, secrets).open(new HttpClient(env, settings.http()));
      key = parts.key();
    } else {
      throw EiderException.invalidInput(
          "A database cannot lie at \""
              + address
              + "\": it takes a directory or a bucket (s3://bucket/path)");
    }
    Simulation simulation = settings.simulation();
    if (simulation != null) {
      store = simulation.around(env, store);
    }
    return new Stores.Located(store, key.isEmpty() || key.endsWith("/") ? key : key + "/");
  }

  private ObjectStore directory(String path, boolean create) {
    Path directory = Path.of(path);
    if (Files.exists(directory) && !Files.isDirectory(directory)) {
      throw new EiderException(
          ErrorType.IO,
          "The file \""
              + path
              + "\" is not a database of Eider, which is a directory; to read a file of data name"
              + " it in FROM");
    }
    if (!create && !Files.isDirectory(directory)) {
      throw new EiderException(
          ErrorType.IO,
          "Cannot open database \"" + path + "\" in read-only mode: database does not exist");
    }
    try {
      return DirectoryStore.open(env, directory);
    } catch (StoreException e) {
      throw EiderException.io("Cannot open the database \"" + path + "\": " + e.getMessage(), e);
    }
  }

  private Stores.@Nullable Located locate(
      String address, StoreSettings settings, ScanContext context) {
    Address parts = Address.parse(address);
    Simulation simulation = settings.simulation();
    if (parts == null && simulation != null && simulation.local()) {
      parts = Address.ofFile(address);
    }
    if (parts == null || parts.kind() == Address.Kind.FILE && simulation == null) {
      return null;
    }
    return switch (parts.kind()) {
      case FILE -> new Stores.Located(files(settings), parts.key());
      case HTTP -> new Stores.Located(http(address, parts, settings, context), parts.key());
      case S3 -> new Stores.Located(s3(address, parts, settings, context), parts.key());
    };
  }

  private ObjectStore files(StoreSettings settings) {
    return store(
        new FilesKey(settings),
        () -> {
          try {
            return DirectoryStore.readingFiles(env, Path.of("/"));
          } catch (StoreException e) {
            throw EiderException.io("Cannot read the local file system: " + e.getMessage(), e);
          }
        },
        settings);
  }

  private record FilesKey(StoreSettings settings) {}

  private ObjectStore http(
      String address, Address parts, StoreSettings settings, ScanContext context) {
    HttpOrigin origin = origin(address, parts);
    Secret secret = context.secrets().find(address, "http");
    return store(
        new HttpKey(origin, secret, settings),
        () -> {
          HttpHeaders headers = HttpSecretType.headers(secret);
          return HttpStore.ofAddresses(client(settings), origin, headers);
        },
        settings);
  }

  private record HttpKey(HttpOrigin origin, @Nullable Secret secret, StoreSettings settings) {}

  private static HttpOrigin origin(String address, Address parts) {
    try {
      return parts.origin();
    } catch (IllegalArgumentException e) {
      throw EiderException.invalidInput("\"" + address + "\" is not an address: " + e.getMessage());
    }
  }

  private ObjectStore s3(
      String address, Address parts, StoreSettings settings, ScanContext context) {
    SecretLookup lookup = context.secrets();
    S3Access access = access(address, parts, lookup);
    // Credentials of the settings are a part of the key as much as a secret is.
    List<@Nullable String> own =
        Arrays.asList(
            lookup.setting("s3_access_key_id"),
            lookup.setting("s3_secret_access_key"),
            lookup.setting("s3_session_token"));
    return store(
        new S3Key(access.bucket, access.secret, own, settings),
        () -> access.open(client(settings)),
        settings);
  }

  /** A bucket and who asks for it. */
  private final class S3Access {
    private final S3Settings bucket;
    private final @Nullable Secret secret;
    private final SecretLookup lookup;

    S3Access(S3Settings bucket, @Nullable Secret secret, SecretLookup lookup) {
      this.bucket = bucket;
      this.secret = secret;
      this.lookup = lookup;
    }

    ObjectStore open(HttpClient client) {
      return new S3Store(env, client, bucket, s3.credentials(secret, lookup));
    }
  }

  private S3Access access(String address, Address parts, SecretLookup lookup) {
    String type = S3Secrets.type(address);
    if (type == null) {
      throw EiderException.internal("\"" + address + "\" is of no kind of S3");
    }
    Secret secret = lookup.find(address, type);
    return new S3Access(S3Secrets.settings(type, secret, parts.place(), lookup), secret, lookup);
  }

  private record S3Key(
      S3Settings bucket,
      @Nullable Secret secret,
      List<@Nullable String> own,
      StoreSettings settings) {
    /** Without what is secret. */
    @Override
    public String toString() {
      return bucket.toString();
    }
  }

  private interface Maker {
    ObjectStore make();
  }

  private synchronized ObjectStore store(Object key, Maker maker, StoreSettings settings) {
    if (closed) {
      throw EiderException.interrupted();
    }
    ObjectStore known = stores.get(key);
    if (known != null) {
      return known;
    }
    ObjectStore made = maker.make();
    if (settings.simulation() != null) {
      made = settings.simulation().around(env, made);
    }
    made = new RetryingStore(env, made, settings.retries(), statistics);
    stores.put(key, made);
    if (stores.size() > KEPT_MAX) {
      // Not closed: a query may be using it. Its client is shared and stays.
      stores.remove(stores.keySet().iterator().next());
    }
    return made;
  }

  /** Called with the monitor held. */
  private HttpClient client(StoreSettings settings) {
    return clients.computeIfAbsent(settings.http(), http -> new HttpClient(env, http));
  }

  /** Ends all calls under way and closes all connections. */
  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    stores.values().forEach(ObjectStore::close);
    clients.values().forEach(HttpClient::close);
  }
}
