// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.jspecify.annotations.NullMarked;

/**
 * The rules of {@code docs/architecture.md}, for a house whose packages start at a given root. The
 * root is {@code dev.eider} for the real one and a fixture's for the canary.
 *
 * <p>A rule about rooms that are still empty holds; it guards them from their first class on.
 */
final class Walls {
  /** Module to the modules it may see. The library's own packages are the root and jdbc. */
  private static final Map<String, Set<String>> MODULES = new LinkedHashMap<>();

  static {
    MODULES.put("testkit", Set.of());
    MODULES.put("base", Set.of());
    MODULES.put("io", Set.of("base"));
    MODULES.put("formats", Set.of("base", "io"));
    MODULES.put("storage", Set.of("base", "io"));
    MODULES.put("engine", Set.of("base"));
    MODULES.put("library", Set.of("base", "io", "formats", "storage", "engine"));
    MODULES.put("cli", Set.of("base", "library"));
  }

  /** Rooms of a module from the lowest up: each may see those before it. */
  private static final Map<String, List<String>> FLOORS =
      Map.of(
          "base",
              List.of(
                  "error", "env", "type", "secret", "memory", "vector", "kernel", "json", "table",
                  "catalog"),
          "storage",
              List.of(
                  "format",
                  "encoding",
                  "rowgroup",
                  "index",
                  "wal",
                  "manifest",
                  "txn",
                  "checkpoint"),
          "engine", List.of("sql", "function", "expr", "eval", "plan", "bind", "optimize"));

  /** Formats that must not see one another. */
  private static final List<String> FORMATS = List.of("csv", "parquet", "json");

  private final String root;

  Walls(String root) {
    this.root = root;
  }

  /** All rules by a name that says what each is about. */
  Map<String, ArchRule> rules() {
    Map<String, ArchRule> rules = new LinkedHashMap<>();
    MODULES.forEach((module, seen) -> rules.put("module " + module, moduleSees(module, seen)));
    rules.put("development modules", developmentIsSeenByNobody());
    FLOORS.forEach((module, floors) -> {
      for (int i = 0; i < floors.size() - 1; i++) {
        rules.put(
            "floor " + module + "." + floors.get(i),
            sees(module, floors.get(i), floors.subList(i + 1, floors.size()), "upper floors"));
      }
    });
    for (String format : FORMATS) {
      List<String> others = FORMATS.stream().filter(other -> !other.equals(format)).toList();
      rules.put("format " + format, sees("formats", format, others, "other formats"));
    }
    rules.put(
        "planning does not see execution",
        noClasses()
            .that()
            .resideInAnyPackage(
                rooms("engine", "sql", "function", "expr", "eval", "plan", "bind", "optimize"))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(rooms("engine", "execute", "lower", "session"))
            .because("a plan is data; how it is run is decided after it is finished")
            .allowEmptyShould(true));
    rules.put(
        "execution does not see planning",
        sees("engine", "execute", List.of("sql", "bind", "optimize", "lower", "session"), "text"));
    rules.put("lowering", sees("engine", "lower", List.of("sql", "bind", "session"), "text"));
    rules.put("no cycles of packages", noCycles());
    rules.put("hot packages: no streams", hotPackagesDoWithout("java.util.stream.."));
    rules.put("hot packages: no Optional", hotPackagesDoWithoutOptional());
    rules.put("Vector API only in simd twins", vectorApiOnlyInTwins());
    rules.put("storage waits only in stores and env", storageWaitsThroughEnv());
    rules.put("every package is @NullMarked", everyPackageIsNullMarked());
    return rules;
  }

  private ArchRule moduleSees(String module, Set<String> seen) {
    List<String> forbidden = new ArrayList<>();
    for (String other : MODULES.keySet()) {
      if (!other.equals(module) && !seen.contains(other)) {
        forbidden.addAll(List.of(packagesOf(other)));
      }
    }
    return noClasses()
        .that()
        .resideInAnyPackage(packagesOf(module))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(forbidden.toArray(new String[0]))
        .because(module + " may see only " + new TreeSet<>(seen) + " of the project")
        .allowEmptyShould(true);
  }

  private ArchRule developmentIsSeenByNobody() {
    String[] development = {
      root + ".testkit..", root + ".s3testserver..", root + ".verify..", root + ".bench.."
    };
    return noClasses()
        .that()
        .resideInAPackage(root + "..")
        .and()
        .resideOutsideOfPackages(development)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(root + ".s3testserver..", root + ".verify..", root + ".bench..")
        .because("what serves development is not shipped")
        .allowEmptyShould(true);
  }

  private ArchRule sees(String module, String room, List<String> forbidden, String what) {
    return noClasses()
        .that()
        .resideInAPackage(root + "." + module + "." + room + "..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(rooms(module, forbidden.toArray(new String[0])))
        .because(module + "." + room + " does not see " + what)
        .allowEmptyShould(true);
  }

  private ArchRule noCycles() {
    return slices()
        .assignedFrom(
            new SliceAssignment() {
              @Override
              public String getDescription() {
                return "packages";
              }

              @Override
              public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
                String name = javaClass.getPackageName();
                return name.equals(root) || name.startsWith(root + ".")
                    ? SliceIdentifier.of(name)
                    : SliceIdentifier.ignore();
              }
            })
        .should()
        .beFreeOfCycles()
        .allowEmptyShould(true);
  }

  private ArchRule hotPackagesDoWithout(String what) {
    return noClasses()
        .that()
        .resideInAnyPackage(hot())
        .should()
        .dependOnClassesThat()
        .resideInAPackage(what)
        .because("these packages run for every value or every chunk")
        .allowEmptyShould(true);
  }

  private ArchRule hotPackagesDoWithoutOptional() {
    return noClasses()
        .that()
        .resideInAnyPackage(hot())
        .should()
        .dependOnClassesThat()
        .haveNameMatching("java\\.util\\.Optional.*")
        .because("these packages run for every value or every chunk; null is marked @Nullable")
        .allowEmptyShould(true);
  }

  private ArchRule vectorApiOnlyInTwins() {
    return noClasses()
        .that()
        .resideInAPackage(root + "..")
        .and()
        .resideOutsideOfPackages(root + ".base.kernel.simd..", root + ".formats.csv.simd..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("jdk.incubator.vector..")
        .because("the engine runs without the module; only a twin chosen at start may touch it")
        .allowEmptyShould(true);
  }

  /** Whatever else waits would stop a simulated process for good, and its scheduler with it. */
  private ArchRule storageWaitsThroughEnv() {
    Map<Class<?>, Set<String>> waits =
        Map.of(
            Object.class, Set.of("wait"),
            Thread.class, Set.of("sleep", "join", "onSpinWait"),
            CompletableFuture.class, Set.of("get", "join"),
            Future.class, Set.of("get"));
    Set<String> blocking =
        Set.of(
            "java.util.concurrent.CountDownLatch",
            "java.util.concurrent.CyclicBarrier",
            "java.util.concurrent.Exchanger",
            "java.util.concurrent.ExecutorService",
            "java.util.concurrent.Phaser",
            "java.util.concurrent.Semaphore");
    return noClasses()
        .that()
        .resideInAPackage(root + ".storage..")
        .should()
        .callMethodWhere(
            new DescribedPredicate<JavaMethodCall>("blocks the thread") {
              @Override
              public boolean test(JavaMethodCall call) {
                JavaClass owner = call.getTargetOwner();
                return waits.entrySet().stream()
                    .anyMatch(wait ->
                        wait.getValue().contains(call.getName())
                            && (wait.getKey() == Object.class
                                || owner.isAssignableTo(wait.getKey())));
              }
            })
        .orShould()
        .dependOnClassesThat(
            new DescribedPredicate<JavaClass>("block threads") {
              @Override
              public boolean test(JavaClass type) {
                return blocking.contains(type.getName())
                    || type.getPackageName().equals("java.util.concurrent.locks")
                    || type.isAssignableTo(BlockingQueue.class);
              }
            })
        .because("the storage protocol waits in store calls and in Env.await, nowhere else")
        .allowEmptyShould(true);
  }

  private ArchRule everyPackageIsNullMarked() {
    return classes()
        .that()
        .resideInAPackage(root + "..")
        .should(
            new ArchCondition<JavaClass>("be in a package whose package-info is @NullMarked") {
              @Override
              public void check(JavaClass javaClass, ConditionEvents events) {
                boolean marked = javaClass.getPackage().isAnnotatedWith(NullMarked.class);
                events.add(
                    new SimpleConditionEvent(
                        javaClass,
                        marked,
                        javaClass.getPackageName()
                            + " has no package-info with @NullMarked (seen at "
                            + javaClass.getName()
                            + ")"));
              }
            })
        .allowEmptyShould(true);
  }

  private String[] hot() {
    return new String[] {
      root + ".base.vector..",
      root + ".base.kernel..",
      root + ".base.json..",
      root + ".engine.execute..",
      root + ".formats.csv..",
      root + ".formats.parquet..",
      root + ".formats.json..",
      root + ".formats.scan.."
    };
  }

  private String[] packagesOf(String module) {
    return module.equals("library")
        ? new String[] {root, root + ".jdbc.."}
        : new String[] {root + "." + module + ".."};
  }

  private String[] rooms(String module, String... rooms) {
    String[] packages = new String[rooms.length];
    for (int i = 0; i < rooms.length; i++) {
      packages[i] = root + "." + module + "." + rooms[i] + "..";
    }
    return packages;
  }
}
