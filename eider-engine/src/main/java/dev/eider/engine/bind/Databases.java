// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.catalog.Catalog;
import dev.eider.base.catalog.Catalog.EntryKind;
import dev.eider.base.catalog.CatalogEntry;
import dev.eider.base.error.EiderException;
import dev.eider.engine.sql.ast.QualifiedName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The databases of a session by name and the path on which an unqualified name is looked for: the
 * temporary database first, then the current one. Used by the session's thread only.
 */
public final class Databases {
  /** Name of the database that holds temporary entries. */
  public static final String TEMP = "temp";

  /** The schema every database has. */
  public static final String MAIN = "main";

  private final Source source;
  private String currentDatabase;
  private String currentSchema = MAIN;

  /**
   * The databases of a session.
   *
   * @param main name of the database that the session begins with
   */
  public Databases(Source source, String main) {
    this.source = source;
    currentDatabase = main;
  }

  /** The databases as the session's transaction sees them. */
  public interface Source {
    /** The session's own database for temporary entries. */
    Catalog temporary();

    /** The databases that sessions share, the main one first. */
    List<Catalog> shared();

    /** The shared database of a name, or null. */
    @Nullable Catalog find(String name);
  }

  /** Where an entry was found or is to be put. */
  public record Place(Catalog catalog, String schema) {
    /** Whether the place is in the temporary database. */
    public boolean isTemporary() {
      return catalog.name().equalsIgnoreCase(TEMP);
    }
  }

  /** An entry with its place. */
  public record Found(Place place, CatalogEntry entry) {}

  /** All databases, the main one first. */
  public List<Catalog> all() {
    List<Catalog> all = new ArrayList<>(source.shared());
    all.add(1, source.temporary());
    return all;
  }

  public String currentDatabase() {
    return currentDatabase;
  }

  public String currentSchema() {
    return currentSchema;
  }

  /** The database of that name, or null. */
  public @Nullable Catalog catalog(String name) {
    return name.equalsIgnoreCase(TEMP) ? source.temporary() : source.find(name);
  }

  /** USE: a schema of the current database, a database, or both. */
  public void use(List<String> parts) {
    if (parts.size() == 2) {
      Catalog catalog = catalog(parts.get(0));
      if (catalog != null && hasSchema(catalog, parts.get(1))) {
        currentDatabase = catalog.name();
        currentSchema = parts.get(1);
        return;
      }
    } else if (parts.size() == 1) {
      Catalog current = current();
      if (hasSchema(current, parts.getFirst())) {
        currentSchema = parts.getFirst();
        return;
      }
      Catalog catalog = catalog(parts.getFirst());
      if (catalog != null) {
        currentDatabase = catalog.name();
        currentSchema = MAIN;
        return;
      }
    }
    throw EiderException.catalog(
        "SET schema: No catalog + schema named \"" + String.join(".", parts) + "\" found.");
  }

  private Catalog current() {
    Catalog catalog = catalog(currentDatabase);
    // Another session may have detached it.
    return catalog == null ? source.shared().getFirst() : catalog;
  }

  /** Whether a database has a schema of that name. */
  public static boolean hasSchema(Catalog catalog, String schema) {
    for (String name : catalog.schemas()) {
      if (name.equalsIgnoreCase(schema)) {
        return true;
      }
    }
    return false;
  }

  /** The places where a name with these qualifiers may be, best first. */
  public List<Place> places(List<String> qualifiers) {
    List<Place> places = new ArrayList<>();
    switch (qualifiers.size()) {
      case 0 -> {
        places.add(new Place(source.temporary(), MAIN));
        places.add(new Place(current(), currentSchema));
        if (!currentSchema.equalsIgnoreCase(MAIN)) {
          places.add(new Place(current(), MAIN));
        }
      }
      case 1 -> {
        String first = qualifiers.getFirst();
        if (hasSchema(current(), first)) {
          places.add(new Place(current(), first));
        }
        Catalog named = catalog(first);
        if (named != null) {
          places.add(new Place(named, named == current() ? currentSchema : MAIN));
        }
        if (first.equalsIgnoreCase(MAIN)) {
          places.add(new Place(source.temporary(), MAIN));
        }
      }
      default -> {
        Catalog named = catalog(qualifiers.get(0));
        if (named != null && hasSchema(named, qualifiers.get(1))) {
          places.add(new Place(named, qualifiers.get(1)));
        }
      }
    }
    return places;
  }

  /** The entry of a name, or null. */
  public @Nullable Found find(EntryKind kind, QualifiedName name) {
    for (Place place : places(name.qualifiers())) {
      CatalogEntry entry = place.catalog().find(kind, place.schema(), name.name());
      if (entry != null) {
        return new Found(place, entry);
      }
    }
    return null;
  }

  /** Where CREATE puts a new entry of that name. */
  public Place target(QualifiedName name, boolean temporary) {
    List<String> qualifiers = name.qualifiers();
    if (temporary) {
      if (!qualifiers.isEmpty()
          && !qualifiers.getFirst().equalsIgnoreCase(TEMP)
          && !qualifiers.getLast().equalsIgnoreCase(MAIN)) {
        throw new EiderException(
            dev.eider.base.error.ErrorType.PARSER,
            "TEMPORARY table names can *only* use the \"" + TEMP + "\" catalog",
            name.span().start(),
            null);
      }
      return new Place(source.temporary(), MAIN);
    }
    if (qualifiers.isEmpty()) {
      return new Place(current(), currentSchema);
    }
    List<Place> places = places(qualifiers);
    if (places.isEmpty()) {
      throw new EiderException(
          dev.eider.base.error.ErrorType.CATALOG,
          qualifiers.size() > 1 && catalog(qualifiers.getFirst()) == null
              ? "Catalog \"" + qualifiers.getFirst() + "\" does not exist!"
              : "Schema with name " + qualifiers.getLast() + " does not exist!",
          name.span().start(),
          null);
    }
    return places.getFirst();
  }

  /** Names of all entries of a kind that a qualified or plain name could have meant. */
  public List<String> names(EntryKind kind) {
    List<String> names = new ArrayList<>();
    for (Catalog catalog : all()) {
      for (String schema : catalog.schemas()) {
        for (CatalogEntry entry : catalog.list(kind, schema)) {
          names.add(
              schema.equalsIgnoreCase(MAIN) || schema.equalsIgnoreCase(currentSchema)
                  ? entry.name()
                  : schema + "." + entry.name());
        }
      }
    }
    return names;
  }
}
