// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session.catalog;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Built-in views, as SQL over the catalog functions. */
public final class SystemViews {
  private static final Map<String, String> MAIN =
      Map.ofEntries(
          Map.entry("duckdb_tables", "SELECT * FROM duckdb_tables() WHERE NOT internal"),
          Map.entry("duckdb_views", "SELECT * FROM duckdb_views() WHERE NOT internal"),
          Map.entry("duckdb_columns", "SELECT * FROM duckdb_columns() WHERE NOT internal"),
          Map.entry("duckdb_schemas", "SELECT * FROM duckdb_schemas() WHERE NOT internal"),
          Map.entry("duckdb_databases", "SELECT * FROM duckdb_databases() WHERE NOT internal"),
          Map.entry("duckdb_types", "SELECT * FROM duckdb_types()"),
          Map.entry("duckdb_indexes", "SELECT * FROM duckdb_indexes()"),
          Map.entry("duckdb_constraints", "SELECT * FROM duckdb_constraints()"),
          Map.entry("duckdb_logs", "SELECT * FROM (SELECT NULL::VARCHAR AS message) WHERE false"),
          Map.entry(
              "pragma_database_list",
              "SELECT database_oid AS seq, database_name AS name,"
                  + " path AS file FROM duckdb_databases() WHERE NOT internal ORDER BY 1"),
          Map.entry("sqlite_master", sqliteMaster()),
          Map.entry("sqlite_schema", sqliteMaster()),
          Map.entry("sqlite_temp_master", sqliteMaster()),
          Map.entry("sqlite_temp_schema", sqliteMaster()));

  private static final Map<String, String> INFORMATION_SCHEMA =
      Map.ofEntries(
          Map.entry(
              "tables",
              "SELECT database_name AS table_catalog, schema_name AS table_schema, table_name,"
                  + " CASE WHEN temporary THEN 'LOCAL TEMPORARY' ELSE 'BASE TABLE' END AS table_type,"
                  + " NULL::VARCHAR AS self_referencing_column_name,"
                  + " NULL::VARCHAR AS reference_generation,"
                  + " NULL::VARCHAR AS user_defined_type_catalog,"
                  + " NULL::VARCHAR AS user_defined_type_schema,"
                  + " NULL::VARCHAR AS user_defined_type_name, 'YES' AS is_insertable_into,"
                  + " 'NO' AS is_typed,"
                  + " CASE WHEN temporary THEN 'PRESERVE' ELSE NULL END AS commit_action,"
                  + " comment AS TABLE_COMMENT FROM duckdb_tables()"
                  + " UNION ALL SELECT database_name, schema_name, view_name, 'VIEW', NULL, NULL,"
                  + " NULL, NULL, NULL, 'NO', 'NO', NULL, comment FROM duckdb_views()"),
          Map.entry(
              "columns",
              "SELECT database_name AS table_catalog, schema_name AS table_schema, table_name,"
                  + " column_name, column_index AS ordinal_position, column_default,"
                  + " CASE WHEN is_nullable THEN 'YES' ELSE 'NO' END AS is_nullable, data_type,"
                  + " character_maximum_length, NULL::INTEGER AS character_octet_length,"
                  + " numeric_precision, numeric_precision_radix, numeric_scale,"
                  + " NULL::INTEGER AS datetime_precision, comment AS COLUMN_COMMENT"
                  + " FROM duckdb_columns()"),
          Map.entry(
              "schemata",
              "SELECT database_name AS catalog_name, schema_name, 'duckdb' AS schema_owner,"
                  + " NULL::VARCHAR AS default_character_set_catalog,"
                  + " NULL::VARCHAR AS default_character_set_schema,"
                  + " NULL::VARCHAR AS default_character_set_name, sql AS sql_path"
                  + " FROM duckdb_schemas()"),
          Map.entry(
              "character_sets",
              "SELECT NULL::VARCHAR AS character_set_catalog, NULL::VARCHAR AS character_set_schema,"
                  + " 'UTF8' AS character_set_name, 'UCS' AS character_repertoire,"
                  + " 'UTF8' AS form_of_use, current_database() AS default_collate_catalog,"
                  + " 'pg_catalog' AS default_collate_schema, 'ucs_basic' AS default_collate_name"),
          Map.entry(
              "table_constraints",
              "SELECT database_name AS constraint_catalog, schema_name AS constraint_schema,"
                  + " constraint_name, database_name AS table_catalog, schema_name AS table_schema,"
                  + " table_name, CASE constraint_type WHEN 'NOT NULL' THEN 'CHECK'"
                  + " ELSE constraint_type END AS constraint_type, 'NO' AS is_deferrable,"
                  + " 'NO' AS initially_deferred, 'YES' AS enforced, 'YES' AS nulls_distinct"
                  + " FROM duckdb_constraints()"),
          Map.entry(
              "key_column_usage",
              "SELECT database_name AS constraint_catalog, schema_name AS constraint_schema,"
                  + " constraint_name, database_name AS table_catalog, schema_name AS table_schema,"
                  + " table_name, unnest(constraint_column_names) AS column_name,"
                  + " unnest(range(1, len(constraint_column_names) + 1)) AS ordinal_position,"
                  + " CASE constraint_type WHEN 'FOREIGN KEY'"
                  + " THEN unnest(range(1, len(constraint_column_names) + 1)) ELSE NULL END"
                  + " AS position_in_unique_constraint FROM duckdb_constraints()"
                  + " WHERE constraint_type IN ('FOREIGN KEY', 'PRIMARY KEY', 'UNIQUE')"),
          Map.entry(
              "referential_constraints",
              "SELECT f.database_name AS constraint_catalog, f.schema_name AS constraint_schema,"
                  + " f.constraint_name, f.database_name AS unique_constraint_catalog,"
                  + " u.schema_name AS unique_constraint_schema,"
                  + " u.constraint_name AS unique_constraint_name, 'NONE' AS match_option,"
                  + " 'NO ACTION' AS update_rule, 'NO ACTION' AS delete_rule"
                  + " FROM duckdb_constraints() f JOIN duckdb_constraints() u"
                  + " ON f.database_name = u.database_name AND f.schema_name = u.schema_name"
                  + " AND lower(f.referenced_table) = lower(u.table_name)"
                  + " AND f.referenced_column_names = u.constraint_column_names"
                  + " WHERE f.constraint_type = 'FOREIGN KEY'"
                  + " AND u.constraint_type IN ('PRIMARY KEY', 'UNIQUE')"),
          Map.entry(
              "constraint_column_usage",
              "SELECT database_name AS table_catalog, schema_name AS table_schema, table_name,"
                  + " unnest(constraint_column_names) AS column_name,"
                  + " database_name AS constraint_catalog, schema_name AS constraint_schema,"
                  + " constraint_name, constraint_type, constraint_text FROM duckdb_constraints()"
                  + " WHERE constraint_type != 'NOT NULL'"),
          Map.entry(
              "constraint_table_usage",
              "SELECT database_name AS table_catalog, schema_name AS table_schema, table_name,"
                  + " database_name AS constraint_catalog, schema_name AS constraint_schema,"
                  + " constraint_name, constraint_type FROM duckdb_constraints()"
                  + " WHERE constraint_type != 'NOT NULL'"),
          Map.entry(
              "check_constraints",
              "SELECT database_name AS constraint_catalog, schema_name AS constraint_schema,"
                  + " constraint_name, CASE constraint_type WHEN 'NOT NULL'"
                  + " THEN constraint_column_names[1] || ' IS NOT NULL' ELSE constraint_text END"
                  + " AS check_clause FROM duckdb_constraints()"
                  + " WHERE constraint_type IN ('CHECK', 'NOT NULL')"),
          Map.entry(
              "views",
              "SELECT database_name AS table_catalog, schema_name AS table_schema,"
                  + " view_name AS table_name, sql AS view_definition, 'NONE' AS check_option,"
                  + " 'NO' AS is_updatable, 'NO' AS is_insertable_into,"
                  + " 'NO' AS is_trigger_updatable, 'NO' AS is_trigger_deletable,"
                  + " 'NO' AS is_trigger_insertable_into FROM duckdb_views()"));

  private static final Map<String, String> PG_CATALOG =
      Map.of(
          "pg_tables",
          "SELECT schema_name AS schemaname, table_name AS tablename, 'duckdb' AS tableowner,"
              + " NULL::VARCHAR AS tablespace, index_count > 0 AS hasindexes,"
              + " false AS hasrules, false AS hastriggers FROM duckdb_tables()",
          "pg_views",
          "SELECT schema_name AS schemaname, view_name AS viewname, 'duckdb' AS viewowner,"
              + " sql AS definition FROM duckdb_views()",
          "pg_namespace",
          "SELECT oid, schema_name AS nspname, 0 AS nspowner, NULL::VARCHAR AS nspacl"
              + " FROM duckdb_schemas()",
          "pg_class",
          "SELECT table_oid AS oid, table_name AS relname, schema_oid AS relnamespace,"
              + " 0 AS reltype, 0 AS reloftype, 0 AS relowner, 0 AS relam, 0 AS relfilenode,"
              + " 0 AS reltablespace, 0 AS relpages, estimated_size::REAL AS reltuples,"
              + " 0 AS relallvisible, 0 AS reltoastrelid, 0::BIGINT AS reltoastidxid,"
              + " index_count > 0 AS relhasindex, false AS relisshared,"
              + " CASE WHEN temporary THEN 't' ELSE 'p' END AS relpersistence, 'r' AS relkind,"
              + " column_count AS relnatts FROM duckdb_tables()"
              + " UNION ALL SELECT view_oid, view_name, schema_oid, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,"
              + " 0, false, false, CASE WHEN temporary THEN 't' ELSE 'p' END, 'v', column_count"
              + " FROM duckdb_views()",
          "pg_attribute",
          "SELECT table_oid AS attrelid, column_name AS attname, data_type_id AS atttypid,"
              + " 0 AS attstattarget, NULL::INTEGER AS attlen, column_index AS attnum,"
              + " 0 AS attndims, -1 AS attcacheoff, -1 AS atttypmod, false AS attbyval,"
              + " NULL::VARCHAR AS attstorage, NULL::VARCHAR AS attalign,"
              + " NOT is_nullable AS attnotnull, column_default IS NOT NULL AS atthasdef,"
              + " false AS atthasmissing, '' AS attidentity, '' AS attgenerated,"
              + " false AS attisdropped, true AS attislocal, 0 AS attinhcount,"
              + " 0 AS attcollation FROM duckdb_columns()",
          "pg_type",
          "SELECT type_oid AS oid, type_name AS typname, schema_oid AS typnamespace,"
              + " 0 AS typowner, type_size AS typlen, false AS typbyval, 'b' AS typtype,"
              + " substr(type_category, 1, 1) AS typcategory FROM duckdb_types()",
          "pg_database",
          "SELECT database_oid AS oid, database_name AS datname FROM duckdb_databases()",
          "pg_settings",
          "SELECT name, value AS setting, description AS short_desc,"
              + " CASE WHEN input_type = 'VARCHAR' THEN 'string' WHEN input_type = 'BOOLEAN'"
              + " THEN 'bool' ELSE input_type END AS vartype FROM duckdb_settings()",
          "pg_proc",
          "SELECT function_oid AS oid, function_name AS proname, 0 AS pronamespace,"
              + " varargs IS NOT NULL AS provariadic, function_type AS prokind,"
              + " return_type AS prorettype FROM duckdb_functions()");

  private SystemViews() {}

  private static String sqliteMaster() {
    return "SELECT 'table' AS type, table_name AS name, table_name AS tbl_name, 0 AS rootpage, sql"
        + " FROM duckdb_tables() UNION ALL SELECT 'view' AS type, view_name AS name,"
        + " view_name AS tbl_name, 0 AS rootpage, sql FROM duckdb_views()"
        + " UNION ALL SELECT 'index' AS type, index_name AS name, table_name AS tbl_name,"
        + " 0 AS rootpage, sql FROM duckdb_indexes()";
  }

  /** The query of a built-in view, or null. Names are lower case. */
  public static @Nullable String find(@Nullable String schema, String name) {
    if (schema == null) {
      String main = MAIN.get(name);
      return main != null ? main : name.startsWith("pg_") ? PG_CATALOG.get(name) : null;
    }
    return switch (schema) {
      case "information_schema" -> INFORMATION_SCHEMA.get(name);
      case "pg_catalog" -> PG_CATALOG.get(name);
      case "main", "system" -> MAIN.get(name);
      default -> null;
    };
  }
}
