// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import org.jspecify.annotations.Nullable;

/**
 * The words of the dialect with the places where each may stand as a plain name.
 *
 * <p>A word that is not listed here may be any name. The flags of a listed word say where it still
 * may be one: an alias or column ({@link #isName}), a function ({@link #isFunctionName}), a type
 * ({@link #isTypeName}). A reserved word needs quotes everywhere but after a dot or AS.
 */
enum Keyword {
  ABORT(Flag.U),
  ABSOLUTE(Flag.U),
  ACCESS(Flag.U),
  ACTION(Flag.U),
  ADD(Flag.U),
  ADMIN(Flag.U),
  AFTER(Flag.U),
  AGGREGATE(Flag.U),
  ALL(Flag.R),
  ALSO(Flag.U),
  ALTER(Flag.U),
  ALWAYS(Flag.U),
  ANALYSE(Flag.R),
  ANALYZE(Flag.R),
  AND(Flag.R),
  ANTI(Flag.F | Flag.T),
  ANY(Flag.R),
  APPROX(Flag.U),
  ARRAY(Flag.R),
  AS(Flag.R),
  ASC(Flag.R),
  ASOF(Flag.F | Flag.T),
  ASSERTION(Flag.U),
  ASSIGNMENT(Flag.U),
  ASYMMETRIC(Flag.R),
  AT(Flag.F | Flag.T),
  ATTACH(Flag.U),
  ATTRIBUTE(Flag.U),
  AUTHORIZATION(Flag.F | Flag.T),
  BACKWARD(Flag.U),
  BEFORE(Flag.U),
  BEGIN(Flag.U),
  BETWEEN(Flag.C),
  BIGINT(Flag.C),
  BINARY(Flag.F | Flag.T),
  BIT(Flag.C),
  BOOLEAN(Flag.C),
  BOTH(Flag.R),
  BY(Flag.F | Flag.T),
  CACHE(Flag.U),
  CALL(Flag.U),
  CALLED(Flag.U),
  CASCADE(Flag.U),
  CASCADED(Flag.U),
  CASE(Flag.R),
  CAST(Flag.R),
  CATALOG(Flag.U),
  CENTURIES(Flag.U),
  CENTURY(Flag.U),
  CHAIN(Flag.U),
  CHAR(Flag.C),
  CHARACTER(Flag.C),
  CHARACTERISTICS(Flag.U),
  CHECK(Flag.R),
  CHECKPOINT(Flag.U),
  CLASS(Flag.U),
  CLOSE(Flag.U),
  CLUSTER(Flag.U),
  COALESCE(Flag.C),
  COLLATE(Flag.R),
  COLLATION(Flag.F | Flag.T),
  COLUMN(Flag.R),
  COLUMNS(Flag.C | Flag.F | Flag.T),
  COMMENT(Flag.U),
  COMMENTS(Flag.U),
  COMMIT(Flag.U),
  COMMITTED(Flag.U),
  COMPRESSION(Flag.U),
  CONCURRENTLY(Flag.F | Flag.T),
  CONFIGURATION(Flag.U),
  CONFLICT(Flag.U),
  CONNECT(Flag.U),
  CONNECTION(Flag.U),
  CONSTRAINT(Flag.R),
  CONSTRAINTS(Flag.U),
  CONTENT(Flag.U),
  CONTINUE(Flag.U),
  CONVERSION(Flag.U),
  COPY(Flag.U),
  COST(Flag.U),
  CREATE(Flag.R),
  CROSS(Flag.F | Flag.T),
  CSV(Flag.U),
  CUBE(Flag.U),
  CURRENT(Flag.U),
  CURSOR(Flag.U),
  CYCLE(Flag.U),
  DATA(Flag.U),
  DATABASE(Flag.U),
  DAY(Flag.U),
  DAYS(Flag.U),
  DEALLOCATE(Flag.U),
  DEC(Flag.C),
  DECADE(Flag.U),
  DECADES(Flag.U),
  DECIMAL(Flag.C),
  DECLARE(Flag.U),
  DEFAULT(Flag.R),
  DEFAULTS(Flag.U),
  DEFERRABLE(Flag.R),
  DEFERRED(Flag.U),
  DEFINER(Flag.U),
  DELETE(Flag.U),
  DELIMITER(Flag.U),
  DELIMITERS(Flag.U),
  DEPENDS(Flag.U),
  DESC(Flag.R),
  DESCRIBE(Flag.R),
  DESTROY(Flag.U),
  DETACH(Flag.U),
  DICTIONARY(Flag.U),
  DISABLE(Flag.U),
  DISCARD(Flag.U),
  DISCONNECT(Flag.U),
  DISTANCE(Flag.U),
  DISTINCT(Flag.R),
  DO(Flag.R),
  DOCUMENT(Flag.U),
  DOMAIN(Flag.U),
  DOUBLE(Flag.U),
  DROP(Flag.U),
  EACH(Flag.U),
  ELSE(Flag.R),
  ENABLE(Flag.U),
  ENCODING(Flag.U),
  ENCRYPTED(Flag.U),
  END(Flag.R),
  ENUM(Flag.U),
  ERROR(Flag.U),
  ESCAPE(Flag.U),
  EVENT(Flag.U),
  EXACT(Flag.U),
  EXCEPT(Flag.R),
  EXCLUDE(Flag.U),
  EXCLUDING(Flag.U),
  EXCLUSIVE(Flag.U),
  EXECUTE(Flag.U),
  EXISTS(Flag.C),
  EXPLAIN(Flag.U),
  EXPORT(Flag.U),
  EXPORT_STATE(Flag.U),
  EXTENSION(Flag.U),
  EXTENSIONS(Flag.U),
  EXTERNAL(Flag.U),
  EXTRACT(Flag.C),
  FALSE(Flag.R),
  FAMILY(Flag.U),
  FETCH(Flag.R),
  FILTER(Flag.U),
  FIRST(Flag.U),
  FLOAT(Flag.C),
  FOLLOWING(Flag.U),
  FOR(Flag.R),
  FORCE(Flag.U),
  FOREIGN(Flag.R),
  FORWARD(Flag.U),
  FREEZE(Flag.F | Flag.T),
  FROM(Flag.R),
  FULL(Flag.F | Flag.T),
  FUNCTION(Flag.U),
  FUNCTIONS(Flag.U),
  GENERATED(Flag.C | Flag.F),
  GLOB(Flag.F | Flag.T),
  GLOBAL(Flag.U),
  GRANT(Flag.U),
  GRANTED(Flag.U),
  GROUP(Flag.R),
  GROUPING(Flag.C),
  GROUPING_ID(Flag.C),
  GROUPS(Flag.U),
  HANDLER(Flag.U),
  HAVING(Flag.R),
  HEADER(Flag.U),
  HOLD(Flag.U),
  HOUR(Flag.U),
  HOURS(Flag.U),
  IDENTITY(Flag.U),
  IF(Flag.U),
  IGNORE(Flag.U),
  ILIKE(Flag.F | Flag.T),
  IMMEDIATE(Flag.U),
  IMMUTABLE(Flag.U),
  IMPLICIT(Flag.U),
  IMPORT(Flag.U),
  IN(Flag.R),
  INCLUDE(Flag.U),
  INCLUDING(Flag.U),
  INCREMENT(Flag.U),
  INDEX(Flag.U),
  INDEXES(Flag.U),
  INHERIT(Flag.U),
  INHERITS(Flag.U),
  INITIALLY(Flag.R),
  INLINE(Flag.U),
  INNER(Flag.F | Flag.T),
  INOUT(Flag.C),
  INPUT(Flag.U),
  INSENSITIVE(Flag.U),
  INSERT(Flag.U),
  INSTALL(Flag.U),
  INSTEAD(Flag.U),
  INT(Flag.C),
  INTEGER(Flag.C),
  INTERSECT(Flag.R),
  INTERVAL(Flag.C),
  INTO(Flag.R),
  INVOKER(Flag.U),
  IS(Flag.F | Flag.T),
  ISNULL(Flag.F | Flag.T),
  ISOLATION(Flag.U),
  JOIN(Flag.F | Flag.T),
  JSON(Flag.U),
  KEY(Flag.U),
  LABEL(Flag.U),
  LAMBDA(Flag.R),
  LANGUAGE(Flag.U),
  LARGE(Flag.U),
  LAST(Flag.U),
  LATERAL(Flag.R),
  LEADING(Flag.R),
  LEAKPROOF(Flag.U),
  LEFT(Flag.F | Flag.T),
  LEVEL(Flag.U),
  LIKE(Flag.F | Flag.T),
  LIMIT(Flag.R),
  LISTEN(Flag.U),
  LOAD(Flag.U),
  LOCAL(Flag.U),
  LOCATION(Flag.U),
  LOCK(Flag.U),
  LOCKED(Flag.U),
  LOGGED(Flag.U),
  MACRO(Flag.U),
  MAP(Flag.C | Flag.F),
  MAPPING(Flag.U),
  MATCH(Flag.U),
  MATCHED(Flag.U),
  MATERIALIZED(Flag.U),
  MAXVALUE(Flag.U),
  MERGE(Flag.U),
  METHOD(Flag.U),
  MICROSECOND(Flag.U),
  MICROSECONDS(Flag.U),
  MILLENNIA(Flag.U),
  MILLENNIUM(Flag.U),
  MILLISECOND(Flag.U),
  MILLISECONDS(Flag.U),
  MINUTE(Flag.U),
  MINUTES(Flag.U),
  MINVALUE(Flag.U),
  MODE(Flag.U),
  MONTH(Flag.U),
  MONTHS(Flag.U),
  MOVE(Flag.U),
  NAME(Flag.U),
  NAMES(Flag.U),
  NATIONAL(Flag.C),
  NATURAL(Flag.F | Flag.T),
  NCHAR(Flag.C),
  NEAREST(Flag.U),
  NEW(Flag.U),
  NEXT(Flag.U),
  NO(Flag.U),
  NONE(Flag.C),
  NOT(Flag.R),
  NOTHING(Flag.U),
  NOTIFY(Flag.U),
  NOTNULL(Flag.F | Flag.T),
  NOWAIT(Flag.U),
  NULL(Flag.R),
  NULLIF(Flag.C),
  NULLS(Flag.U),
  NUMERIC(Flag.C),
  OBJECT(Flag.U),
  OF(Flag.U),
  OFF(Flag.U),
  OFFSET(Flag.R),
  OIDS(Flag.U),
  OLD(Flag.U),
  ON(Flag.R),
  ONLY(Flag.R),
  OPERATOR(Flag.U),
  OPTION(Flag.U),
  OPTIONS(Flag.U),
  OR(Flag.R),
  ORDER(Flag.R),
  ORDINALITY(Flag.U),
  OTHERS(Flag.U),
  OUT(Flag.C),
  OUTER(Flag.F | Flag.T),
  OVER(Flag.U),
  OVERLAPS(Flag.F | Flag.T),
  OVERLAY(Flag.C),
  OVERRIDING(Flag.U),
  OWNED(Flag.U),
  OWNER(Flag.U),
  PARALLEL(Flag.U),
  PARSER(Flag.U),
  PARTIAL(Flag.U),
  PARTITION(Flag.U),
  PARTITIONED(Flag.U),
  PASSING(Flag.U),
  PASSWORD(Flag.U),
  PERCENT(Flag.U),
  PERSISTENT(Flag.U),
  PIVOT(Flag.R),
  PIVOT_LONGER(Flag.R),
  PIVOT_WIDER(Flag.R),
  PLACING(Flag.R),
  PLANS(Flag.U),
  POLICY(Flag.U),
  POSITION(Flag.C),
  POSITIONAL(Flag.F | Flag.T),
  PRAGMA(Flag.U),
  PRECEDING(Flag.U),
  PRECISION(Flag.C),
  PREPARE(Flag.U),
  PREPARED(Flag.U),
  PRESERVE(Flag.U),
  PRIMARY(Flag.R),
  PRIOR(Flag.U),
  PRIVILEGES(Flag.U),
  PROCEDURAL(Flag.U),
  PROCEDURE(Flag.U),
  PROGRAM(Flag.U),
  PUBLICATION(Flag.U),
  QUALIFY(Flag.R),
  QUARTER(Flag.U),
  QUARTERS(Flag.U),
  QUOTE(Flag.U),
  RANGE(Flag.U),
  READ(Flag.U),
  REAL(Flag.C),
  REASSIGN(Flag.U),
  RECHECK(Flag.U),
  RECURSIVE(Flag.U),
  REF(Flag.U),
  REFERENCES(Flag.R),
  REFERENCING(Flag.U),
  REFRESH(Flag.U),
  REGISTER(Flag.U),
  REINDEX(Flag.U),
  RELATIVE(Flag.U),
  RELEASE(Flag.U),
  RENAME(Flag.U),
  REPEATABLE(Flag.U),
  REPLACE(Flag.U),
  REPLICA(Flag.U),
  RESET(Flag.U),
  RESOURCE(Flag.U),
  RESOURCES(Flag.U),
  RESPECT(Flag.U),
  RESTART(Flag.U),
  RESTRICT(Flag.U),
  RETURNING(Flag.R),
  RETURNS(Flag.U),
  REVOKE(Flag.U),
  RIGHT(Flag.F | Flag.T),
  ROLE(Flag.U),
  ROLLBACK(Flag.U),
  ROLLUP(Flag.U),
  ROW(Flag.C),
  ROWS(Flag.U),
  RULE(Flag.U),
  SAMPLE(Flag.U),
  SAVEPOINT(Flag.U),
  SCHEMA(Flag.U),
  SCHEMAS(Flag.U),
  SCOPE(Flag.U),
  SCROLL(Flag.U),
  SEARCH(Flag.U),
  SECOND(Flag.U),
  SECONDS(Flag.U),
  SECRET(Flag.U),
  SECURE(Flag.U),
  SECURITY(Flag.U),
  SELECT(Flag.R),
  SEMI(Flag.F | Flag.T),
  SEQUENCE(Flag.U),
  SEQUENCES(Flag.U),
  SERIALIZABLE(Flag.U),
  SERVER(Flag.U),
  SESSION(Flag.U),
  SET(Flag.U),
  SETOF(Flag.C),
  SETS(Flag.U),
  SHARE(Flag.U),
  SHOW(Flag.R),
  SIMILAR(Flag.F | Flag.T),
  SIMILARITY(Flag.U),
  SIMPLE(Flag.U),
  SKIP(Flag.U),
  SMALLINT(Flag.C),
  SNAPSHOT(Flag.U),
  SOME(Flag.R),
  SORTED(Flag.U),
  SOURCE(Flag.U),
  SQL(Flag.U),
  STABLE(Flag.U),
  STANDALONE(Flag.U),
  START(Flag.U),
  STATEMENT(Flag.U),
  STATISTICS(Flag.U),
  STDIN(Flag.U),
  STDOUT(Flag.U),
  STORAGE(Flag.U),
  STORED(Flag.U),
  STRICT(Flag.U),
  STRIP(Flag.U),
  STRUCT(Flag.C | Flag.F),
  SUBSCRIPTION(Flag.U),
  SUBSTRING(Flag.C),
  SUMMARIZE(Flag.R),
  SYMMETRIC(Flag.R),
  SYSID(Flag.U),
  SYSTEM(Flag.U),
  TABLE(Flag.R),
  TABLES(Flag.U),
  TABLESAMPLE(Flag.F | Flag.T),
  TABLESPACE(Flag.U),
  TARGET(Flag.U),
  TEMP(Flag.U),
  TEMPLATE(Flag.U),
  TEMPORARY(Flag.U),
  TEXT(Flag.U),
  THEN(Flag.R),
  TIES(Flag.U),
  TIME(Flag.C),
  TIMESTAMP(Flag.C),
  TO(Flag.R),
  TRAILING(Flag.R),
  TRANSACTION(Flag.U),
  TRANSFORM(Flag.U),
  TREAT(Flag.C),
  TRIGGER(Flag.U),
  TRIM(Flag.C),
  TRUE(Flag.R),
  TRUNCATE(Flag.U),
  TRUSTED(Flag.U),
  TRY_CAST(Flag.C | Flag.F | Flag.T),
  TUPLE(Flag.C | Flag.F),
  TYPE(Flag.U),
  TYPES(Flag.U),
  UNBOUNDED(Flag.U),
  UNCOMMITTED(Flag.U),
  UNENCRYPTED(Flag.U),
  UNION(Flag.R),
  UNIQUE(Flag.R),
  UNKNOWN(Flag.U),
  UNLISTEN(Flag.U),
  UNLOGGED(Flag.U),
  UNPACK(Flag.F | Flag.T),
  UNPIVOT(Flag.R),
  UNTIL(Flag.U),
  UPDATE(Flag.U),
  USE(Flag.U),
  USER(Flag.U),
  USING(Flag.R),
  VACUUM(Flag.U),
  VALID(Flag.U),
  VALIDATE(Flag.U),
  VALIDATOR(Flag.U),
  VALUE(Flag.U),
  VALUES(Flag.C),
  VARCHAR(Flag.C),
  VARIABLE(Flag.U),
  VARIADIC(Flag.R),
  VARYING(Flag.U),
  VERBOSE(Flag.F | Flag.T),
  VERSION(Flag.U),
  VIEW(Flag.U),
  VIEWS(Flag.U),
  VIRTUAL(Flag.U),
  VOLATILE(Flag.U),
  WEEK(Flag.U),
  WEEKS(Flag.U),
  WHEN(Flag.R),
  WHERE(Flag.R),
  WHITESPACE(Flag.U),
  WINDOW(Flag.R),
  WITH(Flag.R),
  WITHIN(Flag.U),
  WITHOUT(Flag.U),
  WORK(Flag.U),
  WRAPPER(Flag.U),
  WRITE(Flag.U),
  XML(Flag.U),
  XMLATTRIBUTES(Flag.C),
  XMLCONCAT(Flag.C),
  XMLELEMENT(Flag.C),
  XMLEXISTS(Flag.C),
  XMLFOREST(Flag.C),
  XMLNAMESPACES(Flag.C),
  XMLPARSE(Flag.C),
  XMLPI(Flag.C),
  XMLROOT(Flag.C),
  XMLSERIALIZE(Flag.C),
  XMLTABLE(Flag.C),
  YEAR(Flag.U),
  YEARS(Flag.U),
  YES(Flag.U),
  ZONE(Flag.U);

  /** Category bits; a word may have several. */
  private static final class Flag {
    /** Reserved: never a plain name. */
    static final int R = 1;

    /** Unreserved: any name. */
    static final int U = 2;

    /** May name a column, table or alias. */
    static final int C = 4;

    /** May name a function. */
    static final int F = 8;

    /** May name a type. */
    static final int T = 16;
  }

  private static final Keyword[] WORDS = values();
  private static final int MASK = 2047;
  private static final @Nullable Keyword[] HASHED = buildTable();
  private static final int LENGTH_MAX = 16;

  private final int flags;

  Keyword(int flags) {
    this.flags = flags;
  }

  /** The keyword of that ordinal, without copying the array of values. */
  static Keyword of(int ordinal) {
    return WORDS[ordinal];
  }

  boolean isReserved() {
    return (flags & Flag.R) != 0;
  }

  /** May stand unquoted as column, table, schema or alias. */
  boolean isName() {
    return (flags & (Flag.U | Flag.C)) != 0;
  }

  /** May stand unquoted as the name of a called function. */
  boolean isFunctionName() {
    return (flags & (Flag.U | Flag.F)) != 0;
  }

  /** May stand unquoted as the name of a type. */
  boolean isTypeName() {
    return (flags & (Flag.U | Flag.T)) != 0;
  }

  /** The keyword with this text, ignoring the case of ASCII letters, or null. */
  static @Nullable Keyword find(CharSequence text, int start, int end) {
    int length = end - start;
    if (length > LENGTH_MAX) {
      return null;
    }
    int hash = 0;
    for (int i = start; i < end; i++) {
      hash = hash * 31 + upper(text.charAt(i));
    }
    for (int slot = spread(hash); ; slot = (slot + 1) & MASK) {
      Keyword candidate = HASHED[slot];
      if (candidate == null) {
        return null;
      }
      if (matches(candidate.name(), text, start, length)) {
        return candidate;
      }
    }
  }

  /** The keyword with this text, or null. */
  static @Nullable Keyword find(String text) {
    return find(text, 0, text.length());
  }

  private static boolean matches(String word, CharSequence text, int start, int length) {
    if (word.length() != length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (word.charAt(i) != upper(text.charAt(start + i))) {
        return false;
      }
    }
    return true;
  }

  private static char upper(char c) {
    return c >= 'a' && c <= 'z' ? (char) (c - 32) : c;
  }

  private static int spread(int hash) {
    return (hash ^ (hash >>> 15)) & MASK;
  }

  private static @Nullable Keyword[] buildTable() {
    @Nullable Keyword[] table = new Keyword[MASK + 1];
    for (Keyword word : WORDS) {
      int hash = 0;
      for (int i = 0; i < word.name().length(); i++) {
        hash = hash * 31 + word.name().charAt(i);
      }
      int slot = spread(hash);
      while (table[slot] != null) {
        slot = (slot + 1) & MASK;
      }
      table[slot] = word;
    }
    return table;
  }
}
