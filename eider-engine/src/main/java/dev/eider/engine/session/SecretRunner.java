// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.secret.Secret;
import dev.eider.base.secret.SecretManager;
import dev.eider.base.secret.SecretType;
import dev.eider.base.secret.SecretType.Parameter;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.engine.bind.Binder;
import dev.eider.engine.function.cast.ValueCasts;
import dev.eider.engine.sql.ast.DefinitionStatement.CreateSecret;
import dev.eider.engine.sql.ast.DefinitionStatement.DropSecret;
import dev.eider.engine.sql.ast.DefinitionStatement.IfExists;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.Option;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * CREATE SECRET and DROP SECRET. Used by the session's thread only. No error holds the value of a
 * parameter, nor anything that went into one: which is secret shows only when the type is known.
 */
final class SecretRunner {
  private static final String PERSISTENT = "persistent";
  private static final String TEMPORARY = "temporary";

  private final Session session;
  private final SessionSecrets secrets;
  private final SecretManager manager;

  SecretRunner(Session session) {
    this.session = session;
    this.secrets = session.secrets();
    this.manager = secrets.manager();
  }

  // --- create

  QueryResult create(CreateSecret create, Map<String, Value> parameters) {
    if (!parameters.isEmpty()) {
      throw EiderException.invalidInput("Create Secret expressions can not have parameters!");
    }
    String storage = create.storage() == null ? null : create.storage().toLowerCase(Locale.ROOT);
    if ("transaction".equals(storage)) {
      throw EiderException.binder("Transaction-scoped secrets cannot be created through SQL");
    }
    String name = create.name() == null ? defaultName(create.options()) : create.name();
    SecretType type = type(create.options());
    String provider = provider(create.options(), type);
    Map<String, Value> given = values(create.options(), type, provider);
    List<String> scope = scope(create.options());
    Place place = place(create.persistence(), storage);
    checkSurroundings(type, provider);
    Map<String, Value> values = type.create(provider, given);
    Set<String> redacted = new HashSet<>();
    for (Parameter parameter : type.parameters(provider)) {
      if (parameter.redacted() && values.containsKey(parameter.name())) {
        redacted.add(parameter.name());
      }
    }
    Secret secret =
        new Secret(
            name,
            type.name(),
            provider,
            scope == null ? type.defaultScope() : scope,
            values,
            redacted,
            place.persistent(),
            place.storage());
    boolean replace = create.ifExists() == IfExists.REPLACE;
    boolean isOwn = place.storage().equals(SessionSecrets.CONNECTION);
    boolean added = isOwn ? secrets.add(secret, replace) : manager.add(secret, replace);
    if (!added && create.ifExists() == IfExists.FAIL) {
      throw exists(secret, isOwn);
    }
    return QueryResult.of(
        List.of("Success"), List.of(LogicalType.BOOLEAN), List.of(List.of(Value.TRUE)));
  }

  private static EiderException exists(Secret secret, boolean isOwn) {
    if (isOwn) {
      return EiderException.invalidInput(
          "Connection secret with name '" + secret.name() + "' already exists");
    }
    return EiderException.invalidInput(
        (secret.persistent() ? "Persistent" : "Temporary")
            + " secret with name \""
            + secret.name()
            + "\" already exists"
            + (secret.persistent() ? " in secret storage '" + secret.storage() + "'" : "")
            + "!");
  }

  private static @Nullable Option option(List<Option> options, String name) {
    for (Option option : options) {
      if (option.name().equalsIgnoreCase(name)) {
        return option;
      }
    }
    return null;
  }

  /** A word stands for itself. */
  private static @Nullable String word(Expr expr) {
    return expr instanceof Expr.ColumnRef ref ? String.join(".", ref.names()) : null;
  }

  private String defaultName(List<Option> options) {
    Option type = option(options, "type");
    Expr expr = type == null ? null : single(type);
    String name = expr == null ? null : word(expr);
    if (expr instanceof Expr.StringLiteral literal) {
      name = literal.value();
    }
    if (name == null) {
      throw EiderException.invalidInput(
          "Can not combine a non-constant expression for the secret type with a default-named"
              + " secret. Either provide an explicit secret name or use a constant expression for"
              + " the secret type.");
    }
    return "__default_" + name.toLowerCase(Locale.ROOT);
  }

  private static Expr single(Option option) {
    if (option.values().isEmpty()) {
      throw EiderException.invalidInput("the option \"" + option.name() + "\" needs a value");
    }
    if (option.values().size() > 1) {
      throw EiderException.invalidInput("the option \"" + option.name() + "\" takes one value");
    }
    return option.values().getFirst();
  }

  private Value evaluate(Option option, Expr expr) {
    String word = word(expr);
    if (word != null) {
      return Value.of(word);
    }
    if (expr instanceof Expr.StringLiteral literal) {
      return Value.of(literal.value());
    }
    try {
      return new Binder(session.environment(), Map.of()).evaluate(expr);
    } catch (EiderException e) {
      // Its text, and that of its causes, may hold what was to be kept secret.
      throw new EiderException(
          e.type(),
          "the value of the option \""
              + option.name()
              + "\" cannot be computed (the reason is not shown, since it may hold a secret): it"
              + " must be an expression without columns and parameters");
    }
  }

  private String text(Option option) {
    Value value = evaluate(option, single(option));
    return value.isNull()
        ? "null"
        : ValueCasts.cast(value, LogicalType.VARCHAR, ZoneOffset.UTC)
            .asString()
            .toLowerCase(Locale.ROOT);
  }

  private SecretType type(List<Option> options) {
    Option option = option(options, "type");
    String name = option == null ? "" : text(option);
    SecretType type = manager.type(name);
    if (type == null) {
      List<String> names = new ArrayList<>();
      manager.types().forEach(known -> names.add(known.name()));
      throw EiderException.invalidInput(
          "Secret type \"" + name + "\" not found: possible are " + String.join(", ", names));
    }
    return type;
  }

  private String provider(List<Option> options, SecretType type) {
    Option option = option(options, "provider");
    if (option == null) {
      return type.providers().getFirst();
    }
    String name = text(option);
    if (!type.providers().contains(name)) {
      throw EiderException.invalidInput(
          "Secret provider \""
              + name
              + "\" not found for type \""
              + type.name()
              + "\": possible are "
              + String.join(", ", type.providers()));
    }
    return name;
  }

  private Map<String, Value> values(List<Option> options, SecretType type, String provider) {
    Map<String, Parameter> known = new LinkedHashMap<>();
    type.parameters(provider).forEach(parameter -> known.put(parameter.name(), parameter));
    Map<String, Value> values = new LinkedHashMap<>();
    for (Option option : options) {
      String name = option.name().toLowerCase(Locale.ROOT);
      if (name.equals("type") || name.equals("provider") || name.equals("scope")) {
        continue;
      }
      Parameter parameter = known.get(name);
      if (parameter == null) {
        String kind = option(options, "provider") == null ? "default " : "";
        throw EiderException.binder(
            "Unknown parameter \""
                + name
                + "\" for secret type \""
                + type.name()
                + "\" with "
                + kind
                + "provider \""
                + provider
                + "\": possible are "
                + String.join(", ", known.keySet()));
      }
      values.put(name, cast(evaluate(option, single(option)), parameter));
    }
    return values;
  }

  private static Value cast(Value value, Parameter parameter) {
    if (value.isNull()) {
      return Value.nullOf(parameter.type());
    }
    try {
      return ValueCasts.cast(value, parameter.type(), ZoneOffset.UTC);
    } catch (EiderException e) {
      // The reason holds the value.
      throw EiderException.binder(
          "Failed to cast option \""
              + parameter.name()
              + "\" to type '"
              + parameter.type()
              + "': the value, of type "
              + value.type()
              + ", is not one");
    }
  }

  private @Nullable List<String> scope(List<Option> options) {
    Option option = option(options, "scope");
    if (option == null) {
      return null;
    }
    if (option.values().isEmpty()) {
      throw EiderException.invalidInput("the option \"scope\" needs a value");
    }
    List<Value> prefixes = new ArrayList<>();
    for (Expr expr : option.values()) {
      Value value = evaluate(option, expr);
      boolean isList =
          value.type() instanceof LogicalType.ListOf
              || value.type() instanceof LogicalType.ArrayOf
              || value.type() instanceof LogicalType.Struct;
      if (isList && option.values().size() == 1 && !value.isNull()) {
        prefixes.addAll(value.asList());
      } else {
        prefixes.add(value);
      }
    }
    List<String> scope = new ArrayList<>();
    for (Value prefix : prefixes) {
      if (prefix.isNull() || prefix.type().id() != TypeId.VARCHAR) {
        throw EiderException.invalidInput(
            "Create Secret scope must be of type VARCHAR or LIST(VARCHAR)");
      }
      scope.add(prefix.asString());
    }
    return scope;
  }

  /** Who may not read files by SQL may not have them read by a provider either. */
  private void checkSurroundings(SecretType type, String provider) {
    String reason = manager.filesRefusedBy();
    if (type.readsSurroundings(provider) && reason != null) {
      throw new EiderException(
          ErrorType.PERMISSION,
          "the provider \""
              + provider
              + "\" reads files and variables of the process, and "
              + reason
              + ": give the values in the statement");
    }
  }

  // --- where it is kept

  private record Place(String storage, boolean persistent) {}

  private Place place(@Nullable String persistence, @Nullable String storage) {
    boolean persistent = PERSISTENT.equals(persistence);
    if (persistence == null && storage != null) {
      Boolean isPersistent = isPersistent(storage);
      persistent = isPersistent == null || isPersistent;
    }
    String resolved =
        storage != null ? storage : persistent ? manager.defaultStorage() : SecretManager.MEMORY;
    Boolean keeps = isPersistent(resolved);
    if (keeps == null) {
      boolean disabled =
          !manager.persistenceAllowed() && (persistent || SecretManager.LOCAL_FILE.equals(storage));
      throw EiderException.invalidInput(
          disabled
              ? "Persistent secrets are disabled. Restart Eider and enable persistent secrets"
                  + " through 'SET allow_persistent_secrets=true'"
              : "Secret storage '" + resolved + "' not found!");
    }
    if (persistent && !keeps) {
      throw EiderException.invalidInput(
          "Cannot create persistent secrets in a temporary secret storage!");
    }
    if (!persistent && keeps) {
      throw EiderException.invalidInput(
          "Cannot create temporary secrets in a persistent secret storage!");
    }
    return new Place(resolved, persistent);
  }

  private @Nullable Boolean isPersistent(String storage) {
    return storage.equals(SessionSecrets.CONNECTION)
        ? Boolean.FALSE
        : manager.isPersistent(storage);
  }

  // --- drop

  void drop(DropSecret drop) {
    String name = drop.name();
    String storage = drop.storage() == null ? null : drop.storage().toLowerCase(Locale.ROOT);
    if (storage != null && isPersistent(storage) == null) {
      throw EiderException.invalidInput(
          "Unknown storage type found for drop secret: \"" + drop.storage() + "\"");
    }
    List<String> matches = storage != null ? List.of(storage) : matches(name, drop.persistence());
    if (matches.size() > 1) {
      throw EiderException.invalidInput(
          "Ambiguity found for secret name \""
              + name
              + "\", secret occurs in multiple storages: ["
              + String.join(",", matches)
              + "] Please specify which secret to drop using: 'DROP <PERSISTENT|TEMPORARY> SECRET"
              + " [FROM <storage>]'.");
    }
    boolean dropped = !matches.isEmpty() && dropFrom(name, matches.getFirst());
    if (!dropped && !drop.ifExists()) {
      throw missing(name, storage);
    }
  }

  private static EiderException missing(String name, @Nullable String storage) {
    return EiderException.invalidInput(
        switch (storage) {
          case null -> "Failed to remove non-existent secret with name \"" + name + "\"";
          case SessionSecrets.CONNECTION -> "Connection secret with name '" + name + "' not found";
          case SecretManager.MEMORY ->
              "Failed to remove non-existent temporary secret \"" + name + "\"";
          default ->
              "Failed to remove non-existent persistent secret \""
                  + name
                  + "\" in secret storage '"
                  + storage
                  + "'";
        });
  }

  private List<String> matches(String name, @Nullable String persistence) {
    List<String> matches = new ArrayList<>();
    if (!PERSISTENT.equals(persistence) && secrets.contains(name)) {
      matches.add(SessionSecrets.CONNECTION);
    }
    for (String storage : manager.storagesOf(name)) {
      boolean persistent = !storage.equals(SecretManager.MEMORY);
      if (!(persistent ? TEMPORARY : PERSISTENT).equals(persistence)) {
        matches.add(storage);
      }
    }
    return matches;
  }

  private boolean dropFrom(String name, String storage) {
    return storage.equals(SessionSecrets.CONNECTION)
        ? secrets.drop(name)
        : manager.drop(name, storage);
  }
}
