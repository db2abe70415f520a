// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.memory.ByteSizes;
import dev.eider.base.secret.SecretManager;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.bind.Binder;
import dev.eider.engine.bind.SimilarNames;
import dev.eider.engine.function.cast.ValueCasts;
import dev.eider.engine.optimize.Optimizer;
import dev.eider.engine.session.explain.TextOptions;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a session by the table of {@link SettingTable}. One thread writes. Restrictions
 * are not the session's but hold for all sessions of the database ({@link SharedSettings}).
 */
public final class Settings {
  private static final Value REDACTED = Value.of("redacted");
  private static final List<String> SHOW_BEHAVIORS = List.of("AUTO", "SETTING", "TABLE");
  private static final List<String> PROFILING_FORMATS =
      List.of(
          "default",
          "text",
          "query_tree",
          "query_tree_optimizer",
          "no_output",
          "json",
          "html",
          "graphviz",
          "yaml",
          "mermaid",
          "compact");
  private static final List<String> EXPLAIN_OUTPUTS =
      List.of("ALL", "OPTIMIZED_ONLY", "PHYSICAL_ONLY");

  private final Session session;
  private final Map<String, Setting> known = new LinkedHashMap<>();

  /** Written by the session's thread, read by the workers of its queries too. */
  private final Map<String, Value> changed = new ConcurrentHashMap<>();

  private boolean optimizerOff;

  Settings(Session session) {
    this.session = session;
    for (Setting setting : SettingTable.all()) {
      known.put(key(setting.name()), setting);
      setting.aliases().forEach(alias -> known.put(key(alias), setting));
    }
  }

  /** What one setting is. */
  public record Setting(
      String name,
      List<String> aliases,
      LogicalType type,
      @Nullable Value defaultValue,
      String description,
      Scope scope,
      Effect effect) {
    public Setting {
      aliases = List.copyOf(aliases);
    }
  }

  /** Whether what one session sets holds for all sessions of the database. */
  private static boolean isShared(Setting setting) {
    return switch (setting.effect()) {
      case ONE_WAY,
          ROOT,
          ACCESS,
          SECRET_DIRECTORY,
          SECRET_STORAGE,
          SECRET_PERSISTENCE,
          AT_OPEN,
          STORE_POOL ->
          true;
      default -> false;
    };
  }

  private @Nullable Value changed(Setting setting) {
    String key = key(setting.name());
    return isShared(setting) ? session.services().sharedSettings().get(key) : changed.get(key);
  }

  /** Whether a setting is the session's or the database's. */
  public enum Scope {
    LOCAL,
    GLOBAL
  }

  /** What changing a setting does beyond being remembered. */
  enum Effect {
    /** None at once: its value is asked for, by its name, where it acts. */
    READ,
    /** Steers a mechanism that is not here; no value of it can change an answer. */
    HINT,
    /** Has its default value and no other: any other is refused. */
    FIXED,
    /** Read where it acts; once changed it stays: what restricts could else be lifted. */
    ONE_WAY,
    COLLATION,
    SHOW_BEHAVIOR,
    THREADS,
    MEMORY_LIMIT,
    TEMP_DIRECTORY,
    TEMP_SIZE,
    TIME_ZONE,
    NULL_ORDER,
    ORDER,
    SCHEMA,
    DEPTH,
    EXPLAIN_OUTPUT,
    RENDERER,
    OPTIMIZERS,
    PROFILING,
    /** How stores are reached; checked by them. */
    STORES,
    /** The same, of the threads that all sessions' reads share. */
    STORE_POOL,
    /** Once set it stays: a restriction that SQL could lift would be none. */
    ROOT,
    /** Whether files may be read and written; once off it stays off. */
    ACCESS,
    /** Of the secrets of the database: see {@link dev.eider.base.secret.SecretManager}. */
    SECRET_DIRECTORY,
    SECRET_STORAGE,
    SECRET_PERSISTENCE,
    /** Can be switched on only by who opens the database, never by SQL. */
    AT_OPEN,
    /** Read by stores, and never shown. */
    STORE_SECRET
  }

  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  public boolean isKnown(String name) {
    return known.containsKey(key(name));
  }

  /** All settings by name, aliases included. */
  public Map<String, Setting> all() {
    return new TreeMap<>(known);
  }

  /** A setting's value, or null when there is no such setting. */
  public @Nullable Value value(String name) {
    Setting setting = known.get(key(name));
    return setting == null ? null : valueOf(setting);
  }

  private Value valueOf(Setting setting) {
    Value set = changed(setting);
    if (set != null && setting.effect() == Effect.STORE_SECRET && !set.isNull()) {
      return REDACTED;
    }
    if (set != null
        && setting.effect() != Effect.MEMORY_LIMIT
        && setting.effect() != Effect.SECRET_DIRECTORY) {
      return set;
    }
    return switch (setting.effect()) {
      case THREADS -> Value.of((long) session.services().executor().threads());
      case MEMORY_LIMIT ->
          Value.of(
              dev.eider.base.memory.MemoryManager.formatBytes(session.services().memory().limit()));
      case TIME_ZONE -> Value.of(session.services().env().defaultTimeZone());
      case SCHEMA -> Value.of(session.databases().currentSchema());
      case SECRET_DIRECTORY -> Value.of(session.services().secrets().directory());
      case SECRET_STORAGE -> Value.of(session.services().secrets().defaultStorage());
      case SECRET_PERSISTENCE -> Value.of(session.services().secrets().persistenceAllowed());
      case READ,
          HINT,
          FIXED,
          ONE_WAY,
          COLLATION,
          SHOW_BEHAVIOR,
          TEMP_DIRECTORY,
          TEMP_SIZE,
          NULL_ORDER,
          ORDER,
          DEPTH,
          ROOT,
          EXPLAIN_OUTPUT,
          STORES,
          STORE_POOL,
          RENDERER,
          OPTIMIZERS,
          PROFILING,
          AT_OPEN,
          STORE_SECRET,
          ACCESS -> {
        Value value = setting.defaultValue();
        yield value == null ? Value.nullOf(setting.type()) : value;
      }
    };
  }

  /**
   * The value of a setting as text, what is secret included; null when it has none. For stores:
   * nothing that SQL shows comes from here.
   */
  @Nullable String unredacted(String name) {
    Setting setting = known.get(key(name));
    if (setting == null) {
      return null;
    }
    Value set = changed(setting);
    Value value = set != null ? set : setting.defaultValue();
    return value == null || value.isNull() ? null : String.valueOf(value.object());
  }

  /** A setting's value as text; empty for NULL. */
  public String text(String name) {
    Value value = value(name);
    return value == null || value.isNull() ? "" : String.valueOf(value.object());
  }

  /**
   * Changes a setting.
   *
   * @throws EiderException for a name that is unknown (with suggestions) or a value that is not one
   */
  public void set(String name, Value value) {
    Setting setting = require(name);
    checkLocked(setting);
    if (setting.effect() == Effect.AT_OPEN && !isFalse(value)) {
      throw EiderException.invalidInput(
          "Cannot change " + setting.name() + " setting while database is running");
    }
    change(name, value);
  }

  /**
   * Gives a new session a setting that the database was opened with. What holds for all sessions
   * the first one has set already.
   */
  public void initialize(String name, Value value) {
    Setting setting = require(name);
    if (!isShared(setting) || changed(setting) == null) {
      change(name, value);
    }
  }

  private static boolean isFalse(Value value) {
    return Boolean.FALSE.equals(value.object()) || "false".equalsIgnoreCase(text(value));
  }

  private void change(String name, Value value) {
    Setting setting = require(name);
    Value cast;
    try {
      cast =
          value.isNull()
              ? Value.nullOf(setting.type())
              : ValueCasts.cast(value, setting.type(), ZoneOffset.UTC);
    } catch (EiderException e) {
      throw new EiderException(ErrorType.INVALID_INPUT, "Failed to cast value: " + e.detail(), e);
    }
    Value applied = apply(setting, cast);
    if (isShared(setting)) {
      session.services().sharedSettings().put(key(setting.name()), applied);
    } else {
      changed.put(key(setting.name()), applied);
    }
  }

  /** Puts a setting back to its default. */
  public void reset(String name) {
    Setting setting = require(name);
    checkLocked(setting);
    checkRoot(setting);
    if (setting.effect() == Effect.ONE_WAY && changed(setting) != null) {
      throw EiderException.invalidInput(
          "Cannot change " + setting.name() + " setting while database is running");
    }
    switch (setting.effect()) {
      case SECRET_DIRECTORY -> session.services().secrets().setDirectory(null);
      case SECRET_PERSISTENCE -> session.services().secrets().setPersistenceAllowed(true);
      case SECRET_STORAGE ->
          session.services().secrets().setDefaultStorage(SecretManager.LOCAL_FILE);
      default -> {}
    }
    changed.remove(key(setting.name()));
    session.services().sharedSettings().remove(key(setting.name()));
    switch (setting.effect()) {
      case TEMP_DIRECTORY, TEMP_SIZE -> session.resetSpillSpace();
      case THREADS ->
          session.services().executor().setThreads(Runtime.getRuntime().availableProcessors());
      case READ,
          HINT,
          FIXED,
          ONE_WAY,
          COLLATION,
          SHOW_BEHAVIOR,
          MEMORY_LIMIT,
          TIME_ZONE,
          NULL_ORDER,
          ORDER,
          SCHEMA,
          DEPTH,
          ROOT,
          EXPLAIN_OUTPUT,
          STORES,
          STORE_POOL,
          RENDERER,
          OPTIMIZERS,
          PROFILING,
          SECRET_DIRECTORY,
          SECRET_STORAGE,
          SECRET_PERSISTENCE,
          AT_OPEN,
          STORE_SECRET,
          ACCESS -> {}
    }
  }

  private static void requireDefault(Setting setting, Value value) {
    String wanted = text(value).toLowerCase(Locale.ROOT);
    String fixed =
        setting.defaultValue() == null ? "" : text(setting.defaultValue()).toLowerCase(Locale.ROOT);
    if (!wanted.equals(fixed)) {
      throw EiderException.notImplemented(
          "the setting "
              + setting.name()
              + " cannot be \""
              + text(value)
              + "\": it is always \""
              + fixed
              + "\" here");
    }
  }

  /** Refuses every change but that of the search path once {@code lock_configuration} is on. */
  private void checkLocked(Setting setting) {
    if (setting.effect() != Effect.SCHEMA
        && value("lock_configuration") instanceof Value locked
        && Boolean.TRUE.equals(locked.object())) {
      throw EiderException.invalidInput(
          "Cannot change configuration option \""
              + setting.name()
              + "\" - the configuration has been locked");
    }
  }

  private void checkRoot(Setting setting) {
    if (setting.effect() == Effect.ACCESS && text(setting.name()).equals("false")) {
      throw EiderException.invalidInput(
          "Cannot enable external access while database is running: it was switched off");
    }
    if (setting.effect() == Effect.ROOT && !text(setting.name()).isEmpty()) {
      throw new EiderException(
          ErrorType.PERMISSION,
          setting.name() + " is \"" + text(setting.name()) + "\" and can no longer be changed");
    }
  }

  private Setting require(String name) {
    Setting setting = known.get(key(name));
    if (setting == null) {
      throw unknown(name);
    }
    return setting;
  }

  /** The error for a setting that is not there. */
  EiderException unknown(String name) {
    Collection<String> names = known.keySet();
    return new EiderException(
        ErrorType.CATALOG,
        "unrecognized configuration parameter \""
            + name
            + "\"\n"
            + SimilarNames.message("Did you mean", SimilarNames.closest(names, name)));
  }

  /** Lets whoever reads from stores look at a value before it is kept. */
  private void checkStores(Setting setting, Value value) {
    session
        .services()
        .fetches()
        .check(name -> key(name).equals(key(setting.name())) ? value : this.value(name));
  }

  private Value apply(Setting setting, Value value) {
    return switch (setting.effect()) {
      case READ, HINT, AT_OPEN, STORE_SECRET -> value;
      case SECRET_DIRECTORY -> {
        session.services().secrets().setDirectory(text(value));
        yield value;
      }
      case SECRET_STORAGE -> {
        session.services().secrets().setDefaultStorage(text(value));
        yield value;
      }
      case SECRET_PERSISTENCE -> {
        session.services().secrets().setPersistenceAllowed(Boolean.TRUE.equals(value.object()));
        yield value;
      }
      case STORES, STORE_POOL -> {
        checkStores(setting, value);
        yield value;
      }
      case FIXED -> {
        requireDefault(setting, value);
        yield value;
      }
      case ONE_WAY -> {
        if (!value.equals(setting.defaultValue()) || changed(setting) == null) {
          yield value;
        }
        throw EiderException.invalidInput(
            "Cannot change " + setting.name() + " setting while database is running");
      }
      case COLLATION -> {
        Binder.checkCollation(text(value));
        yield value;
      }
      case SHOW_BEHAVIOR -> {
        String name = text(value).toUpperCase(Locale.ROOT);
        if (!SHOW_BEHAVIORS.contains(name)) {
          throw EiderException.notImplemented(
              "Enum value: unrecognized value \""
                  + text(value)
                  + "\" for enum \"ShowBehaviorType\""
                  + SimilarNames.message("Candidates", SimilarNames.closest(SHOW_BEHAVIORS, name)));
        }
        yield Value.of(name.toLowerCase(Locale.ROOT));
      }
      case ACCESS -> {
        if (!Boolean.FALSE.equals(value.object())) {
          checkRoot(setting);
        } else {
          session
              .services()
              .secrets()
              .refuseFiles(
                  "file system operations are disabled by configuration (enable_external_access)");
        }
        yield value;
      }
      case THREADS -> {
        if (value.isNull() || value.asLong() < 1) {
          throw new EiderException(ErrorType.SYNTAX, "Must have at least 1 thread!");
        }
        session.services().executor().setThreads((int) Math.min(value.asLong(), 1024));
        yield value;
      }
      case MEMORY_LIMIT -> {
        long bytes = ByteSizes.parse(text(value));
        session.services().memory().setLimit(bytes);
        yield value;
      }
      case TEMP_DIRECTORY -> {
        session.resetSpillSpace();
        yield value;
      }
      case TEMP_SIZE -> {
        ByteSizes.parse(text(value), "max_temp_directory_size");
        session.resetSpillSpace();
        yield value;
      }
      case TIME_ZONE -> zone(text(value));
      case NULL_ORDER ->
          oneOf(
              value,
              Map.ofEntries(
                  Map.entry("nulls_first", "NULLS_FIRST"),
                  Map.entry("nulls first", "NULLS_FIRST"),
                  Map.entry("null first", "NULLS_FIRST"),
                  Map.entry("first", "NULLS_FIRST"),
                  Map.entry("nulls_last", "NULLS_LAST"),
                  Map.entry("nulls last", "NULLS_LAST"),
                  Map.entry("null last", "NULLS_LAST"),
                  Map.entry("last", "NULLS_LAST"),
                  Map.entry("nulls_first_on_asc_last_on_desc", "NULLS_FIRST_ON_ASC_LAST_ON_DESC"),
                  Map.entry("sqlite", "NULLS_FIRST_ON_ASC_LAST_ON_DESC"),
                  Map.entry("mysql", "NULLS_FIRST_ON_ASC_LAST_ON_DESC"),
                  Map.entry("nulls_last_on_asc_first_on_desc", "NULLS_LAST_ON_ASC_FIRST_ON_DESC"),
                  Map.entry("postgres", "NULLS_LAST_ON_ASC_FIRST_ON_DESC")),
              "Unrecognized parameter for option NULL_ORDER \"%s\", expected either NULLS FIRST,"
                  + " NULLS LAST, SQLite, MySQL or Postgres");
      case ORDER ->
          oneOf(
              value,
              Map.of("asc", "ASC", "ascending", "ASC", "desc", "DESC", "descending", "DESC"),
              "Unrecognized parameter for option DEFAULT_ORDER \"%s\". Expected ASC or DESC.");
      case SCHEMA -> {
        session.databases().use(List.of(text(value).split("\\.")));
        yield value;
      }
      case EXPLAIN_OUTPUT -> explainOutput(value);
      case OPTIMIZERS -> optimizers(text(value));
      case PROFILING -> profiling(text(value));
      case RENDERER -> {
        explainOptions(value);
        yield value;
      }
      case ROOT -> {
        checkRoot(setting);
        if (!text(value).isEmpty()) {
          session.services().secrets().refuseFiles("eider_root keeps statements to its directory");
        }
        yield value;
      }
      case DEPTH -> {
        if (value.isNull() || value.asLong() < 1) {
          throw EiderException.invalidInput("max_expression_depth must be at least 1");
        }
        yield value;
      }
    };
  }

  private static String text(Value value) {
    return value.isNull() ? "" : String.valueOf(value.object());
  }

  private static Value zone(String name) {
    try {
      for (String id : ZoneId.getAvailableZoneIds()) {
        if (id.equalsIgnoreCase(name)) {
          return Value.of(id);
        }
      }
      return Value.of(ZoneId.of(name, ZoneId.SHORT_IDS).getId());
    } catch (DateTimeException e) {
      throw new EiderException(
          ErrorType.NOT_IMPLEMENTED,
          "Unknown TimeZone '"
              + name
              + "'!"
              + SimilarNames.message(
                  "Candidate time zones", SimilarNames.closest(ZoneId.getAvailableZoneIds(), name)),
          e);
    }
  }

  private static Value oneOf(Value value, Map<String, String> allowed, String message) {
    String found = allowed.get(text(value).toLowerCase(Locale.ROOT));
    if (found == null) {
      // The dialect tells the two apart in the class of the error, too.
      throw new EiderException(
          message.contains("NULL_ORDER") ? ErrorType.PARSER : ErrorType.INVALID_INPUT,
          String.format(Locale.ROOT, message, text(value).toUpperCase(Locale.ROOT)));
    }
    return Value.of(found);
  }

  private static Value explainOutput(Value value) {
    if (value.isNull()) {
      throw EiderException.invalidInput("explain_output setting cannot be NULL");
    }
    String name = text(value).toUpperCase(Locale.ROOT);
    if (!EXPLAIN_OUTPUTS.contains(name)) {
      throw EiderException.notImplemented(
          "Enum value: unrecognized value \""
              + text(value)
              + "\" for enum \"ExplainOutputType\""
              + SimilarNames.message("Candidates", SimilarNames.closest(EXPLAIN_OUTPUTS, name)));
    }
    return Value.of(name);
  }

  private static Value optimizers(String names) {
    Set<String> wanted = new HashSet<>();
    for (String name : names.split(",")) {
      String key = name.strip().toLowerCase(Locale.ROOT);
      if (!key.isEmpty() && !Optimizer.KNOWN.contains(key)) {
        throw new EiderException(
            ErrorType.PARSER,
            "Optimizer type \""
                + key
                + "\" not recognized\n"
                + SimilarNames.message(
                    "Candidate optimizers", SimilarNames.closest(Optimizer.KNOWN, key)));
      }
      wanted.add(key);
    }
    return Value.of(
        Optimizer.KNOWN.stream().filter(wanted::contains).collect(Collectors.joining(",")));
  }

  private static Value profiling(String format) {
    String name = format.toLowerCase(Locale.ROOT);
    if (!PROFILING_FORMATS.contains(name)) {
      throw EiderException.invalidInput(
          "\""
              + format
              + "\" is not a valid FORMAT argument, valid options are: "
              + String.join(", ", PROFILING_FORMATS));
    }
    if (!name.equals("no_output")) {
      throw EiderException.notImplemented(
          "enable_profiling = '"
              + name
              + "': the profile of every statement is not printed. EXPLAIN ANALYZE shows the"
              + " profile of one; 'no_output' is accepted");
    }
    return Value.of(name);
  }

  /** Switches all optional rules of the optimizer off or on again. */
  void useOptimizer(boolean on) {
    optimizerOff = !on;
  }

  /** How EXPLAIN draws plans as text. */
  TextOptions explainOptions() {
    Value value = value("profiling_renderer_settings");
    return value == null || value.isNull() ? TextOptions.DEFAULT : explainOptions(value);
  }

  private static TextOptions explainOptions(Value value) {
    if (value.isNull()) {
      throw EiderException.invalidInput("profiling_renderer_settings cannot be NULL");
    }
    boolean upperCase = false;
    for (Value entry : value.asList()) {
      String name = text(entry.asList().get(0)).toLowerCase(Locale.ROOT);
      String wanted = text(entry.asList().get(1)).toLowerCase(Locale.ROOT);
      switch (name) {
        case "operator_casing" ->
            upperCase =
                switch (wanted) {
                  case "upper" -> true;
                  case "title" -> false;
                  default ->
                      throw EiderException.invalidInput(
                          "operator_casing is \"" + wanted + "\", expected upper or title");
                };
        case "expand_all" -> {
          if (!wanted.equals("true")) {
            throw EiderException.notImplemented(
                "profiling_renderer_settings: expand_all is always true here");
          }
        }
        default ->
            throw EiderException.notImplemented(
                "profiling_renderer_settings: \""
                    + name
                    + "\" is not supported, known are operator_casing and expand_all");
      }
    }
    return new TextOptions(upperCase);
  }

  /** The directory to spill to; null when spilling is off. */
  @Nullable String tempDirectory() {
    String directory = text("temp_directory");
    return directory.isEmpty() ? null : directory;
  }

  /** The most bytes on disk, or -1 for no bound. */
  long maxTempDirectoryBytes() {
    String size = text("max_temp_directory_size");
    return size.isEmpty() || size.indexOf('%') >= 0 ? -1 : ByteSizes.parse(size);
  }

  /** Names of optimizer rules that are switched off. */
  Set<String> disabledRules() {
    if (optimizerOff) {
      return Set.copyOf(Optimizer.RULES);
    }
    List<String> rules = new ArrayList<>();
    for (String rule : text("disabled_optimizers").split(",")) {
      if (!rule.isBlank()) {
        rules.add(rule.strip().toLowerCase(Locale.ROOT));
      }
    }
    return Set.copyOf(rules);
  }
}
