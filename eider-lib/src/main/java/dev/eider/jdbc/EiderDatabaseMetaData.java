// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.jdbc;

import dev.eider.Database;
import dev.eider.TableInfo;
import dev.eider.base.type.LogicalType;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The catalog as JDBC's tables. What the database does not have (keys, indexes, ...) is empty. */
final class EiderDatabaseMetaData extends Capabilities {
  private final EiderConnection connection;

  EiderDatabaseMetaData(EiderConnection connection) {
    this.connection = connection;
  }

  @Override
  public Connection getConnection() {
    return connection;
  }

  @Override
  public String getURL() {
    return connection.url();
  }

  @Override
  public String getUserName() {
    return "";
  }

  @Override
  public boolean isReadOnly() {
    return connection.isReadOnly();
  }

  @Override
  public String getDatabaseProductName() {
    return "Eider";
  }

  @Override
  public String getDatabaseProductVersion() {
    return Database.version();
  }

  @Override
  public int getDatabaseMajorVersion() {
    return DriverVersion.MAJOR;
  }

  @Override
  public int getDatabaseMinorVersion() {
    return DriverVersion.MINOR;
  }

  @Override
  public String getDriverName() {
    return "Eider JDBC driver";
  }

  @Override
  public String getDriverVersion() {
    return Database.version();
  }

  @Override
  public int getDriverMajorVersion() {
    return DriverVersion.MAJOR;
  }

  @Override
  public int getDriverMinorVersion() {
    return DriverVersion.MINOR;
  }

  @Override
  public int getJDBCMajorVersion() {
    return 4;
  }

  @Override
  public int getJDBCMinorVersion() {
    return 3;
  }

  /** The words that are keywords here and not in SQL:2003 as JDBC lists them. */
  @Override
  public String getSQLKeywords() {
    return "ANALYSE,ANTI,ASOF,DESCRIBE,EXCLUDE,GLOB,ILIKE,LAMBDA,LIMIT,MACRO,OFFSET,PIVOT,PIVOT_LONGER,"
        + "PIVOT_WIDER,PLACING,POSITIONAL,QUALIFY,REPLACE,RETURNING,SAMPLE,SEMI,SHOW,SUMMARIZE,"
        + "TRY_CAST,UNPIVOT,VARIADIC";
  }

  @Override
  public String getNumericFunctions() throws SQLException {
    return "abs,acos,asin,atan,atan2,cbrt,ceil,cos,cot,degrees,exp,floor,ln,log10,log2,pi,pow,radians,"
        + "random,round,sign,sin,sqrt,tan,trunc";
  }

  @Override
  public String getStringFunctions() throws SQLException {
    return "ascii,chr,concat,contains,length,left,lower,lpad,ltrim,position,repeat,replace,reverse,"
        + "right,rpad,rtrim,split_part,substring,trim,upper";
  }

  @Override
  public String getSystemFunctions() throws SQLException {
    return "current_catalog,current_database,current_schema,version";
  }

  @Override
  public String getTimeDateFunctions() throws SQLException {
    return "century,date_add,date_diff,date_part,date_trunc,day,dayname,dayofweek,dayofyear,epoch,hour,"
        + "last_day,minute,month,monthname,now,quarter,second,strftime,strptime,week,year";
  }

  @Override
  public ResultSet getCatalogs() throws SQLException {
    MetaRows rows = new MetaRows("TABLE_CAT");
    for (String name : connection.engine().databases()) {
      rows.add(name);
    }
    return rows.resultSet(connection);
  }

  @Override
  public ResultSet getSchemas() throws SQLException {
    return getSchemas(null, null);
  }

  @Override
  public ResultSet getSchemas(@Nullable String catalog, @Nullable String schemaPattern)
      throws SQLException {
    MetaRows rows = new MetaRows("TABLE_SCHEM", "TABLE_CATALOG");
    for (String database : connection.engine().databases()) {
      if (catalog != null && !catalog.isEmpty() && !catalog.equalsIgnoreCase(database)) {
        continue;
      }
      for (String schema : connection.engine().schemas(database)) {
        if (like(schema, schemaPattern)) {
          rows.add(schema, database);
        }
      }
    }
    return rows.resultSet(connection);
  }

  @Override
  public ResultSet getTableTypes() throws SQLException {
    MetaRows rows = new MetaRows("TABLE_TYPE");
    rows.add("BASE TABLE");
    rows.add("LOCAL TEMPORARY");
    rows.add("VIEW");
    return rows.resultSet(connection);
  }

  private static String tableType(TableInfo table) {
    return table.view() ? "VIEW" : table.temporary() ? "LOCAL TEMPORARY" : "BASE TABLE";
  }

  private List<TableInfo> tables(
      @Nullable String catalog, @Nullable String schemaPattern, @Nullable String namePattern) {
    List<TableInfo> found = new ArrayList<>();
    for (TableInfo table : connection.engine().tables()) {
      if ((catalog == null || catalog.isEmpty() || catalog.equalsIgnoreCase(table.database()))
          && like(table.schema(), schemaPattern)
          && like(table.name(), namePattern)) {
        found.add(table);
      }
    }
    found.sort(
        Comparator.comparing(EiderDatabaseMetaData::tableType)
            .thenComparing(TableInfo::database)
            .thenComparing(TableInfo::schema)
            .thenComparing(TableInfo::name));
    return found;
  }

  /** LIKE with {@code _}, {@code %} and the escape character; null or empty: everything. */
  static boolean like(String text, @Nullable String pattern) {
    return pattern == null || pattern.isEmpty() || like(text, 0, pattern, 0);
  }

  private static boolean like(String text, int t, String pattern, int p) {
    while (p < pattern.length()) {
      char c = pattern.charAt(p);
      if (c == '%') {
        for (int skip = t; skip <= text.length(); skip++) {
          if (like(text, skip, pattern, p + 1)) {
            return true;
          }
        }
        return false;
      }
      if (c == '\\' && p + 1 < pattern.length()) {
        p++;
        c = pattern.charAt(p);
      } else if (c == '_' && t < text.length()) {
        t++;
        p++;
        continue;
      }
      if (t >= text.length() || Character.toLowerCase(text.charAt(t)) != Character.toLowerCase(c)) {
        return false;
      }
      t++;
      p++;
    }
    return t == text.length();
  }

  @Override
  public ResultSet getTables(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String namePattern,
      String @Nullable [] types)
      throws SQLException {
    MetaRows rows =
        new MetaRows(
            "TABLE_CAT",
            "TABLE_SCHEM",
            "TABLE_NAME",
            "TABLE_TYPE",
            "REMARKS",
            "TYPE_CAT",
            "TYPE_SCHEM",
            "TYPE_NAME",
            "SELF_REFERENCING_COL_NAME",
            "REF_GENERATION");
    for (TableInfo table : tables(catalog, schemaPattern, namePattern)) {
      String type = tableType(table);
      if (types == null || wanted(type, types)) {
        rows.add(
            table.database(),
            table.schema(),
            table.name(),
            type,
            null,
            null,
            null,
            null,
            null,
            null);
      }
    }
    return rows.resultSet(connection);
  }

  private static boolean wanted(String type, String[] types) {
    for (String wanted : types) {
      if (wanted.equalsIgnoreCase(type)
          || (wanted.equalsIgnoreCase("TABLE") && type.equals("BASE TABLE"))) {
        return true;
      }
    }
    return false;
  }

  @Override
  public ResultSet getColumns(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String tablePattern,
      @Nullable String columnPattern)
      throws SQLException {
    MetaRows rows =
        new MetaRows(
            "TABLE_CAT",
            "TABLE_SCHEM",
            "TABLE_NAME",
            "COLUMN_NAME",
            "DATA_TYPE INTEGER",
            "TYPE_NAME",
            "COLUMN_SIZE INTEGER",
            "BUFFER_LENGTH INTEGER",
            "DECIMAL_DIGITS INTEGER",
            "NUM_PREC_RADIX INTEGER",
            "NULLABLE INTEGER",
            "REMARKS",
            "COLUMN_DEF",
            "SQL_DATA_TYPE INTEGER",
            "SQL_DATETIME_SUB INTEGER",
            "CHAR_OCTET_LENGTH INTEGER",
            "ORDINAL_POSITION INTEGER",
            "IS_NULLABLE",
            "SCOPE_CATALOG",
            "SCOPE_SCHEMA",
            "SCOPE_TABLE",
            "SOURCE_DATA_TYPE SMALLINT",
            "IS_AUTOINCREMENT",
            "IS_GENERATEDCOLUMN");
    for (TableInfo table : tables(catalog, schemaPattern, tablePattern)) {
      int position = 0;
      for (TableInfo.Column column : table.columns()) {
        position++;
        if (!like(column.name(), columnPattern)) {
          continue;
        }
        LogicalType type = column.type();
        int precision = TypeMapping.precision(type);
        rows.add(
            table.database(),
            table.schema(),
            table.name(),
            column.name(),
            TypeMapping.jdbcType(type),
            TypeMapping.typeName(type),
            precision == 0 ? null : (Object) precision,
            null,
            type.isNumeric() ? (Object) TypeMapping.scale(type) : null,
            type.isNumeric() ? (Object) 10 : null,
            column.notNull() ? columnNoNulls : columnNullable,
            null,
            column.defaultSql(),
            null,
            null,
            null,
            position,
            column.notNull() ? "NO" : "YES",
            null,
            null,
            null,
            null,
            "NO",
            column.generated() ? "YES" : "NO");
      }
    }
    return rows.resultSet(connection);
  }

  @Override
  public ResultSet getTypeInfo() throws SQLException {
    MetaRows rows =
        new MetaRows(
            "TYPE_NAME",
            "DATA_TYPE INTEGER",
            "PRECISION INTEGER",
            "LITERAL_PREFIX",
            "LITERAL_SUFFIX",
            "CREATE_PARAMS",
            "NULLABLE SMALLINT",
            "CASE_SENSITIVE BOOLEAN",
            "SEARCHABLE SMALLINT",
            "UNSIGNED_ATTRIBUTE BOOLEAN",
            "FIXED_PREC_SCALE BOOLEAN",
            "AUTO_INCREMENT BOOLEAN",
            "LOCAL_TYPE_NAME",
            "MINIMUM_SCALE SMALLINT",
            "MAXIMUM_SCALE SMALLINT",
            "SQL_DATA_TYPE INTEGER",
            "SQL_DATETIME_SUB INTEGER",
            "NUM_PREC_RADIX INTEGER");
    List<LogicalType> types =
        new ArrayList<>(
            List.of(
                LogicalType.BOOLEAN,
                LogicalType.TINYINT,
                LogicalType.SMALLINT,
                LogicalType.INTEGER,
                LogicalType.BIGINT,
                LogicalType.HUGEINT,
                LogicalType.UTINYINT,
                LogicalType.USMALLINT,
                LogicalType.UINTEGER,
                LogicalType.UBIGINT,
                LogicalType.UHUGEINT,
                LogicalType.FLOAT,
                LogicalType.DOUBLE,
                LogicalType.decimal(38, 0),
                LogicalType.VARCHAR,
                LogicalType.BLOB,
                LogicalType.DATE,
                LogicalType.TIME,
                LogicalType.TIMESTAMP,
                LogicalType.TIMESTAMP_TZ,
                LogicalType.INTERVAL,
                LogicalType.UUID));
    types.sort(Comparator.comparingInt(TypeMapping::jdbcType));
    for (LogicalType type : types) {
      boolean decimal = type instanceof LogicalType.Decimal;
      boolean quoted = !type.isNumeric() && TypeMapping.jdbcType(type) != Types.BOOLEAN;
      rows.add(
          decimal ? "DECIMAL" : type.toString(),
          TypeMapping.jdbcType(type),
          TypeMapping.precision(type),
          quoted ? "'" : null,
          quoted ? "'" : null,
          decimal ? "precision, scale" : null,
          (int) typeNullable,
          type.equals(LogicalType.VARCHAR),
          (int) typeSearchable,
          type.isUnsigned(),
          false,
          false,
          null,
          0,
          decimal ? 38 : 0,
          null,
          null,
          10);
    }
    return rows.resultSet(connection);
  }

  @Override
  public ResultSet getFunctions(
      @Nullable String catalog, @Nullable String schemaPattern, @Nullable String namePattern)
      throws SQLException {
    MetaRows rows =
        new MetaRows(
            "FUNCTION_CAT",
            "FUNCTION_SCHEM",
            "FUNCTION_NAME",
            "REMARKS",
            "FUNCTION_TYPE SMALLINT",
            "SPECIFIC_NAME");
    for (String name : new TreeSet<>(connection.engine().functionNames())) {
      if (like(name, namePattern)) {
        rows.add(null, "main", name, null, (int) functionResultUnknown, name);
      }
    }
    return rows.resultSet(connection);
  }

  // What there is none of.

  private ResultSet none(String... columns) throws SQLException {
    return new MetaRows(columns).resultSet(connection);
  }

  @Override
  public ResultSet getProcedures(
      @Nullable String catalog, @Nullable String schemaPattern, @Nullable String namePattern)
      throws SQLException {
    return none(
        "PROCEDURE_CAT",
        "PROCEDURE_SCHEM",
        "PROCEDURE_NAME",
        "REMARKS",
        "PROCEDURE_TYPE SMALLINT",
        "SPECIFIC_NAME");
  }

  @Override
  public ResultSet getProcedureColumns(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String namePattern,
      @Nullable String columnPattern)
      throws SQLException {
    return none("PROCEDURE_CAT", "PROCEDURE_SCHEM", "PROCEDURE_NAME", "COLUMN_NAME");
  }

  @Override
  public ResultSet getFunctionColumns(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String namePattern,
      @Nullable String columnPattern)
      throws SQLException {
    return none("FUNCTION_CAT", "FUNCTION_SCHEM", "FUNCTION_NAME", "COLUMN_NAME");
  }

  @Override
  public ResultSet getColumnPrivileges(
      @Nullable String catalog, @Nullable String schema, String table, @Nullable String column)
      throws SQLException {
    return none(
        "TABLE_CAT",
        "TABLE_SCHEM",
        "TABLE_NAME",
        "COLUMN_NAME",
        "GRANTOR",
        "GRANTEE",
        "PRIVILEGE",
        "IS_GRANTABLE");
  }

  @Override
  public ResultSet getTablePrivileges(
      @Nullable String catalog, @Nullable String schemaPattern, @Nullable String tablePattern)
      throws SQLException {
    return none(
        "TABLE_CAT",
        "TABLE_SCHEM",
        "TABLE_NAME",
        "GRANTOR",
        "GRANTEE",
        "PRIVILEGE",
        "IS_GRANTABLE");
  }

  @Override
  public ResultSet getBestRowIdentifier(
      @Nullable String catalog, @Nullable String schema, String table, int scope, boolean nullable)
      throws SQLException {
    return none(
        "SCOPE SMALLINT",
        "COLUMN_NAME",
        "DATA_TYPE INTEGER",
        "TYPE_NAME",
        "COLUMN_SIZE INTEGER",
        "BUFFER_LENGTH INTEGER",
        "DECIMAL_DIGITS SMALLINT",
        "PSEUDO_COLUMN SMALLINT");
  }

  @Override
  public ResultSet getVersionColumns(
      @Nullable String catalog, @Nullable String schema, String table) throws SQLException {
    return none(
        "SCOPE SMALLINT",
        "COLUMN_NAME",
        "DATA_TYPE INTEGER",
        "TYPE_NAME",
        "COLUMN_SIZE INTEGER",
        "BUFFER_LENGTH INTEGER",
        "DECIMAL_DIGITS SMALLINT",
        "PSEUDO_COLUMN SMALLINT");
  }

  @Override
  public ResultSet getPrimaryKeys(@Nullable String catalog, @Nullable String schema, String table)
      throws SQLException {
    MetaRows rows =
        new MetaRows(
            "TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "COLUMN_NAME", "KEY_SEQ SMALLINT", "PK_NAME");
    for (TableInfo info : connection.engine().tables()) {
      if (info.name().equalsIgnoreCase(table)
          && (catalog == null || catalog.equalsIgnoreCase(info.database()))
          && (schema == null || schema.equalsIgnoreCase(info.schema()))) {
        List<String> key = info.primaryKey();
        for (int i = 0; i < key.size(); i++) {
          rows.add(info.database(), info.schema(), info.name(), key.get(i), i + 1, null);
        }
      }
    }
    return rows.resultSet(connection);
  }

  private ResultSet noKeys() throws SQLException {
    return none(
        "PKTABLE_CAT",
        "PKTABLE_SCHEM",
        "PKTABLE_NAME",
        "PKCOLUMN_NAME",
        "FKTABLE_CAT",
        "FKTABLE_SCHEM",
        "FKTABLE_NAME",
        "FKCOLUMN_NAME",
        "KEY_SEQ SMALLINT",
        "UPDATE_RULE SMALLINT",
        "DELETE_RULE SMALLINT",
        "FK_NAME",
        "PK_NAME",
        "DEFERRABILITY SMALLINT");
  }

  @Override
  public ResultSet getImportedKeys(@Nullable String catalog, @Nullable String schema, String table)
      throws SQLException {
    return noKeys();
  }

  @Override
  public ResultSet getExportedKeys(@Nullable String catalog, @Nullable String schema, String table)
      throws SQLException {
    return noKeys();
  }

  @Override
  public ResultSet getCrossReference(
      @Nullable String parentCatalog,
      @Nullable String parentSchema,
      String parentTable,
      @Nullable String foreignCatalog,
      @Nullable String foreignSchema,
      String foreignTable)
      throws SQLException {
    return noKeys();
  }

  @Override
  public ResultSet getIndexInfo(
      @Nullable String catalog,
      @Nullable String schema,
      String table,
      boolean unique,
      boolean approximate)
      throws SQLException {
    return none(
        "TABLE_CAT",
        "TABLE_SCHEM",
        "TABLE_NAME",
        "NON_UNIQUE BOOLEAN",
        "INDEX_QUALIFIER",
        "INDEX_NAME",
        "TYPE SMALLINT",
        "ORDINAL_POSITION SMALLINT",
        "COLUMN_NAME",
        "ASC_OR_DESC",
        "CARDINALITY BIGINT",
        "PAGES BIGINT",
        "FILTER_CONDITION");
  }

  @Override
  public ResultSet getUDTs(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String namePattern,
      int @Nullable [] types)
      throws SQLException {
    return none(
        "TYPE_CAT",
        "TYPE_SCHEM",
        "TYPE_NAME",
        "CLASS_NAME",
        "DATA_TYPE INTEGER",
        "REMARKS",
        "BASE_TYPE SMALLINT");
  }

  @Override
  public ResultSet getSuperTypes(
      @Nullable String catalog, @Nullable String schemaPattern, @Nullable String namePattern)
      throws SQLException {
    return none(
        "TYPE_CAT",
        "TYPE_SCHEM",
        "TYPE_NAME",
        "SUPERTYPE_CAT",
        "SUPERTYPE_SCHEM",
        "SUPERTYPE_NAME");
  }

  @Override
  public ResultSet getSuperTables(
      @Nullable String catalog, @Nullable String schemaPattern, @Nullable String namePattern)
      throws SQLException {
    return none("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "SUPERTABLE_NAME");
  }

  @Override
  public ResultSet getAttributes(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String typePattern,
      @Nullable String attributePattern)
      throws SQLException {
    return none("TYPE_CAT", "TYPE_SCHEM", "TYPE_NAME", "ATTR_NAME", "DATA_TYPE INTEGER");
  }

  @Override
  public ResultSet getClientInfoProperties() throws SQLException {
    return none("NAME", "MAX_LEN INTEGER", "DEFAULT_VALUE", "DESCRIPTION");
  }

  @Override
  public ResultSet getPseudoColumns(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String tablePattern,
      @Nullable String columnPattern)
      throws SQLException {
    return none("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "COLUMN_NAME", "DATA_TYPE INTEGER");
  }
}
