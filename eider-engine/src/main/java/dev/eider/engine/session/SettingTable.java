// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.session.Settings.Effect;
import dev.eider.engine.session.Settings.Scope;
import dev.eider.engine.session.Settings.Setting;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All settings. To add one: a line here, and its effect in {@link Settings}. A setting acts, or it
 * is a hint that cannot change an answer, or its value is fixed and others are refused.
 */
final class SettingTable {
  private SettingTable() {}

  static List<Setting> all() {
    List<Setting> all = new ArrayList<>();
    number(
        all,
        "threads",
        "worker_threads",
        null,
        Effect.THREADS,
        "The number of total threads used by the system.");
    text(
        all,
        "memory_limit",
        "max_memory",
        null,
        Effect.MEMORY_LIMIT,
        "The maximum memory of the system (e.g. 1GB)");
    text(
        all,
        "temp_directory",
        null,
        ".tmp",
        Effect.TEMP_DIRECTORY,
        "Set the directory to which to write temp files");
    text(
        all,
        "max_temp_directory_size",
        null,
        "90% of available disk space",
        Effect.TEMP_SIZE,
        "The maximum amount of data stored inside the 'temp_directory' (when set) (e.g. 1GB)");
    text(
        all,
        "default_null_order",
        "null_order",
        "NULLS_LAST",
        Effect.NULL_ORDER,
        "NULL ordering used when none is specified (NULLS_FIRST or NULLS_LAST)");
    text(
        all,
        "default_order",
        null,
        "ASC",
        Effect.ORDER,
        "The order type used when none is specified (ASC or DESC)");
    text(all, "TimeZone", null, null, Effect.TIME_ZONE, "The current time zone");
    text(
        all,
        "schema",
        null,
        null,
        Effect.SCHEMA,
        "Sets the default search schema. Equivalent to setting search_path to a single value.");
    text(
        all,
        "search_path",
        null,
        null,
        Effect.SCHEMA,
        "Sets the default catalog search path as a comma-separated list of values");
    text(
        all,
        "file_search_path",
        null,
        "",
        Effect.READ,
        "A comma separated list of directories to search for input files");
    flag(
        all,
        "binary_as_string",
        null,
        false,
        Effect.READ,
        "Whether byte strings without an annotation in Parquet files are read as text");
    flag(
        all,
        "immediate_transaction_mode",
        null,
        false,
        Effect.READ,
        "Whether BEGIN takes its snapshot of all databases at once, not at the first look at each");
    text(
        all,
        "eider_root",
        null,
        "",
        Effect.ROOT,
        "The directory that files must lie in to be read or written; once set it stays");
    flag(
        all,
        "enable_external_access",
        null,
        true,
        Effect.ACCESS,
        "Allow the database to access external state (files); once off it stays off");
    text(
        all, "home_directory", null, "", Effect.READ, "Sets the home directory used by the system");
    number(
        all,
        "max_expression_depth",
        null,
        1000L,
        Effect.DEPTH,
        "The maximum expression depth limit in the parser. WARNING: increasing this setting and"
            + " using very deep expressions might lead to stack overflow errors.");
    flag(
        all,
        "enable_progress_bar",
        null,
        false,
        Effect.HINT,
        "Enables the progress bar, printing progress to the terminal for long queries");
    number(
        all,
        "progress_bar_time",
        null,
        2000L,
        Effect.HINT,
        "Sets the time (in milliseconds) how long a query needs to take before we start printing"
            + " a progress bar");
    flag(
        all,
        "preserve_insertion_order",
        null,
        true,
        Effect.READ,
        "Whether or not to preserve insertion order. If set to false the system is allowed to"
            + " re-order any results that do not contain ORDER BY clauses.");
    flag(
        all,
        "preserve_identifier_case",
        null,
        true,
        Effect.FIXED,
        "Whether or not to preserve the identifier case, instead of always lowercasing all"
            + " non-quoted identifiers");
    flag(
        all,
        "integer_division",
        null,
        false,
        Effect.READ,
        "Whether or not the / operator defaults to integer division, or to floating point"
            + " division");
    flag(
        all,
        "ieee_floating_point_ops",
        null,
        true,
        Effect.READ,
        "Whether or not the operations of floating point numbers follow IEEE 754");
    number(
        all,
        "approximate_join_order_threshold",
        null,
        12L,
        Effect.READ,
        "The maximum number of relations in a join order graph before an approximation is used");
    number(
        all,
        "nested_loop_join_threshold",
        null,
        5L,
        Effect.READ,
        "The number of rows we need on either table to choose a nested loop join");
    number(
        all,
        "merge_join_threshold",
        null,
        1000L,
        Effect.READ,
        "The maximum number of rows on either table to choose a merge join");
    flag(
        all,
        "prefer_range_joins",
        null,
        false,
        Effect.READ,
        "Force use of range joins with mixed predicates");
    flag(
        all,
        "order_by_non_integer_literal",
        null,
        false,
        Effect.READ,
        "Allow ordering by non-integer literals - ordering by such literals has no effect.");
    flag(
        all,
        "old_implicit_casting",
        null,
        false,
        Effect.READ,
        "Allow implicit casting to/from VARCHAR");
    text(
        all,
        "lambda_syntax",
        null,
        "DEFAULT",
        Effect.READ,
        "Configures the use of the deprecated single arrow operator (->) for lambda functions.");
    text(
        all,
        "disabled_optimizers",
        null,
        "",
        Effect.OPTIMIZERS,
        "DEBUG SETTING: disable a specific set of optimizers (comma separated)");
    text(
        all,
        "enable_profiling",
        null,
        null,
        Effect.PROFILING,
        "Enables profiling: no_output, or NULL for none; use EXPLAIN ANALYZE for the profile of a"
            + " statement");
    text(all, "Calendar", null, "gregorian", Effect.FIXED, "The current calendar");
    text(
        all,
        "default_collation",
        null,
        "",
        Effect.COLLATION,
        "The collation setting used when none is specified");
    flag(
        all,
        "scalar_subquery_error_on_multiple_rows",
        null,
        true,
        Effect.READ,
        "When a scalar subquery returns multiple rows - return a random row instead of returning"
            + " an error.");
    number(
        all,
        "pivot_limit",
        null,
        100_000L,
        Effect.READ,
        "The maximum number of pivot columns in a pivot statement");
    number(
        all,
        "pivot_filter_threshold",
        null,
        20L,
        Effect.HINT,
        "The threshold to switch from using filtered aggregates to LIST with a dedicated pivot"
            + " operator");
    text(
        all,
        "explain_output",
        null,
        "PHYSICAL_ONLY",
        Effect.EXPLAIN_OUTPUT,
        "Output of EXPLAIN statements (ALL, OPTIMIZED_ONLY, PHYSICAL_ONLY)");
    add(
        all,
        "profiling_renderer_settings",
        null,
        LogicalType.map(LogicalType.VARCHAR, LogicalType.VARCHAR),
        new Value(LogicalType.map(LogicalType.VARCHAR, LogicalType.VARCHAR), List.of()),
        Effect.RENDERER,
        "A map of settings passed to the renderer of the profiler output (e.g."
            + " {'operator_casing': 'upper'})");
    text(
        all,
        "access_mode",
        null,
        "automatic",
        Effect.FIXED,
        "Access mode of the database (AUTOMATIC, READ_ONLY or READ_WRITE)");
    flag(
        all,
        "lock_configuration",
        null,
        false,
        Effect.ONE_WAY,
        "Whether or not the configuration can be altered");
    number(
        all,
        "max_execution_time",
        null,
        0L,
        Effect.READ,
        "The maximum time (in milliseconds) that a query may run; 0 for no limit");
    text(
        all,
        "show_behavior",
        null,
        "auto",
        Effect.SHOW_BEHAVIOR,
        "What SHOW name looks for: a table first (auto), only a setting, or only a table");
    stores(all);
    secrets(all);
    hints(all);
    fixed(all);
    return all;
  }

  /** How data in stores is read. */
  private static void stores(List<Setting> all) {
    number(
        all,
        "async_threads",
        null,
        null,
        Effect.STORE_POOL,
        "Threads that wait for stores; 0: the workers wait themselves. NULL: 16 for each processor,"
            + " 64 to 256");
    number(
        all,
        "read_ahead_depth",
        null,
        -1L,
        Effect.STORES,
        "Scan tasks whose bytes are fetched ahead: -1 as many as the memory allows, 0 none");
    number(
        all,
        "http_hedge_percent",
        null,
        3L,
        Effect.STORES,
        "How many of a hundred slow reads may be asked for a second time, 0 to 100");
    number(all, "http_retries", null, 3L, Effect.STORES, "Repetitions of a request that failed");
    number(
        all,
        "http_retry_wait_ms",
        null,
        100L,
        Effect.STORES,
        "Longest wait in milliseconds before a request is repeated for the first time");
    all.add(
        new Setting(
            "http_retry_backoff",
            List.of(),
            LogicalType.DOUBLE,
            Value.of(4.0),
            "By what each further wait may be longer than the one before",
            Scope.GLOBAL,
            Effect.STORES));
    number(
        all,
        "http_timeout",
        null,
        30L,
        Effect.STORES,
        "Seconds without a byte from a server after which a request has failed");
    text(
        all,
        "eider_simulated_store",
        null,
        "",
        Effect.STORES,
        "Lets stores (and file:// addresses) seem as far away and as unreliable as this says, as in"
            + " 'latency_ms=30,jitter_ms=15,stream_mb_s=88,link_gbit_s=5,fault_rate=0.05'");
  }

  /** What keeps secrets, and what stores fall back to where there is none. */
  private static void secrets(List<Setting> all) {
    text(
        all,
        "secret_directory",
        null,
        null,
        Effect.SECRET_DIRECTORY,
        "Set the directory to which persistent secrets are stored");
    text(
        all,
        "default_secret_storage",
        null,
        null,
        Effect.SECRET_STORAGE,
        "Allows switching the default storage for secrets");
    flag(
        all,
        "allow_persistent_secrets",
        null,
        true,
        Effect.SECRET_PERSISTENCE,
        "Allow the creation of persistent secrets, that are stored and loaded on restarts");
    flag(
        all,
        "allow_unredacted_secrets",
        null,
        false,
        Effect.AT_OPEN,
        "Allow printing unredacted secrets; can only be switched on when the database is opened");
    text(all, "s3_region", null, null, Effect.STORES, "The region of S3 where no secret says one");
    text(
        all,
        "s3_access_key_id",
        null,
        null,
        Effect.STORES,
        "The id of the key for S3 where no secret gives one; better CREATE SECRET");
    text(
        all,
        "s3_secret_access_key",
        null,
        null,
        Effect.STORE_SECRET,
        "The key for S3 where no secret gives one; never shown; better CREATE SECRET");
    text(
        all,
        "s3_session_token",
        null,
        null,
        Effect.STORE_SECRET,
        "The token of a key for a while; never shown; better CREATE SECRET");
    text(
        all,
        "s3_endpoint",
        null,
        null,
        Effect.STORES,
        "The server of S3 where no secret says one: host or host:port");
    text(
        all,
        "s3_url_style",
        null,
        "vhost",
        Effect.STORES,
        "Where the name of an S3 bucket stands where no secret says so: vhost or path");
    flag(
        all,
        "s3_use_ssl",
        null,
        true,
        Effect.STORES,
        "Whether S3 is asked with TLS where no secret says so");
    flag(
        all,
        "enable_external_file_cache",
        null,
        true,
        Effect.STORES,
        "Whether what was read of stores stays in memory, for the next query");
    text(
        all,
        "external_file_cache_directory",
        null,
        "",
        Effect.STORES,
        "A directory in which what was read of stores is kept, also after the end (empty: none)");
    text(
        all,
        "external_file_cache_directory_size",
        null,
        "10GiB",
        Effect.STORES,
        "The most that is kept in external_file_cache_directory (e.g. 1GB)");
  }

  /**
   * Settings of the dialect that steer how another engine works inside, or that its tests switch on
   * to check itself: whatever they say, the answers are the same. They are taken so that scripts
   * run; what they would steer is not here.
   */
  private static void hints(List<Setting> all) {
    for (String name :
        List.of(
            "profiling_mode",
            "enable_object_cache",
            "debug_window_mode",
            "debug_force_external",
            "force_compression",
            "checkpoint_threshold",
            "wal_autocheckpoint",
            "external_threads",
            "perfect_ht_threshold",
            "ordered_aggregate_threshold",
            "partitioned_write_flush_threshold",
            "partitioned_write_max_open_files",
            "asof_loop_join_threshold",
            "late_materialization_max_rows",
            "index_scan_percentage",
            "index_scan_max_count",
            "enable_http_metadata_cache",
            "autoinstall_known_extensions",
            "autoload_known_extensions",
            "allow_extensions_metadata_mismatch",
            "streaming_buffer_size",
            "scheduler_process_partial",
            "allocator_flush_threshold",
            "allocator_background_threads",
            "allocator_bulk_deallocation_flush_threshold",
            "arrow_large_buffer_size",
            "arrow_lossless_conversion",
            "produce_arrow_string_view",
            "arrow_output_list_view",
            "dynamic_or_filter_threshold",
            "catalog_error_max_schemas",
            "max_vacuum_tasks",
            "enable_progress_bar_print",
            "logging_level",
            "default_block_size",
            "storage_compatibility_version",
            "zstd_min_string_length",
            "write_buffer_row_group_count",
            "debug_verify_vector",
            "debug_verify_statement",
            "debug_verify_serializer",
            "debug_verify_column_bindings",
            "delim_join_as_cte",
            "debug_asof_iejoin",
            "debug_checkpoint_abort",
            "debug_skip_checkpoint_on_commit",
            "verify_external",
            "verify_serializer",
            "verify_parallelism",
            "enable_fsst_vectors",
            "duckdb_api",
            "custom_user_agent",
            "enable_caching_operators",
            "checkpoint_on_shutdown",
            "parquet_metadata_cache",
            "parquet_prefetch_column_gap",
            "disable_parquet_prefetching",
            "allow_community_extensions",
            "allow_unsigned_extensions",
            "allow_parser_override_extension",
            "disabled_compression_methods")) {
      all.add(
          new Setting(
              name,
              List.of(),
              LogicalType.VARCHAR,
              null,
              "A hint for an engine with that mechanism; here there is none, and answers are the"
                  + " same",
              Scope.GLOBAL,
              Effect.HINT));
    }
  }

  /** Settings that would change what is seen or promised, and have one value here. */
  private static void fixed(List<Setting> all) {
    text(all, "errors_as_json", null, "false", Effect.FIXED, "Has this value and no other here");
    text(all, "log_query_path", null, "", Effect.FIXED, "Has this value and no other here");
    text(all, "enable_logging", null, "false", Effect.FIXED, "Has this value and no other here");
    text(all, "profiling_output", null, "", Effect.FIXED, "Has this value and no other here");
    text(all, "profile_output", null, "", Effect.FIXED, "Has this value and no other here");
    text(
        all,
        "custom_profiling_settings",
        null,
        "",
        Effect.FIXED,
        "Has this value and no other here");
    text(all, "operator_memory_limit", null, "", Effect.FIXED, "Has this value and no other here");
    text(all, "disabled_filesystems", null, "", Effect.FIXED, "Has this value and no other here");
    text(
        all,
        "enable_view_dependencies",
        null,
        "false",
        Effect.FIXED,
        "Has this value and no other here");
    text(
        all,
        "enable_macro_dependencies",
        null,
        "false",
        Effect.FIXED,
        "Has this value and no other here");
    text(all, "username", null, "", Effect.FIXED, "Has this value and no other here");
    text(all, "user", null, "", Effect.FIXED, "Has this value and no other here");
    text(all, "password", null, "", Effect.FIXED, "Has this value and no other here");
    text(all, "extension_directory", null, "", Effect.FIXED, "Has this value and no other here");
    text(
        all,
        "custom_extension_repository",
        null,
        "",
        Effect.FIXED,
        "Has this value and no other here");
    text(all, "logging_mode", null, "LEVEL_ONLY", Effect.FIXED, "Has this value and no other here");
    text(all, "logging_storage", null, "memory", Effect.FIXED, "Has this value and no other here");
  }

  private static void text(
      List<Setting> all,
      String name,
      @Nullable String alias,
      @Nullable String value,
      Effect effect,
      String description) {
    add(
        all,
        name,
        alias,
        LogicalType.VARCHAR,
        value == null ? null : Value.of(value),
        effect,
        description);
  }

  private static void number(
      List<Setting> all,
      String name,
      @Nullable String alias,
      @Nullable Long value,
      Effect effect,
      String description) {
    add(
        all,
        name,
        alias,
        LogicalType.BIGINT,
        value == null ? null : Value.of(value),
        effect,
        description);
  }

  private static void flag(
      List<Setting> all,
      String name,
      @Nullable String alias,
      boolean value,
      Effect effect,
      String description) {
    add(all, name, alias, LogicalType.BOOLEAN, Value.of(value), effect, description);
  }

  private static void add(
      List<Setting> all,
      String name,
      @Nullable String alias,
      LogicalType type,
      @Nullable Value value,
      Effect effect,
      String description) {
    Scope scope =
        effect == Effect.THREADS
                || effect == Effect.MEMORY_LIMIT
                || effect == Effect.TEMP_DIRECTORY
                || effect == Effect.TEMP_SIZE
                || effect == Effect.ONE_WAY
                || effect == Effect.ROOT
                || effect == Effect.SECRET_DIRECTORY
                || effect == Effect.SECRET_STORAGE
                || effect == Effect.SECRET_PERSISTENCE
                || effect == Effect.AT_OPEN
                || effect == Effect.STORE_POOL
                || effect == Effect.ACCESS
            ? Scope.GLOBAL
            : Scope.LOCAL;
    all.add(
        new Setting(
            name,
            alias == null ? List.of() : List.of(alias),
            type,
            value,
            description,
            scope,
            effect));
  }
}
