// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0

import java.io.IOException;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/**
 * Gives a jar's pattern switches their tests ahead of time. A switch over types asks a bootstrap
 * method for its tests, which makes a class for each switch the first time it is reached; the AOT
 * cache does not keep such classes, and some thirty of them took almost half of the time of the
 * smallest query. Here every such call becomes one of a static method of the same class, a chain of
 * {@code instanceof}. Run as a source file by the build: {@code java TypeSwitches.java IN.jar
 * OUT.jar}.
 */
class TypeSwitches {
  private record Switch(String name, MethodTypeDesc type, List<ClassDesc> labels) {}

  public static void main(String[] args) throws IOException {
    Path in = Path.of(args[0]);
    URI source = in.toUri();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {source.toURL()}, null);
        JarFile jar = new JarFile(in.toFile());
        OutputStream file = Files.newOutputStream(Path.of(args[1]));
        JarOutputStream out = new JarOutputStream(file)) {
      ClassFile classes =
          ClassFile.of(
              ClassHierarchyResolverOption.of(
                  ClassHierarchyResolver.ofResourceParsing(loader)
                      .orElse(ClassHierarchyResolver.defaultResolver())));
      for (JarEntry entry : jar.stream().toList()) {
        byte[] bytes;
        try (var content = jar.getInputStream(entry)) {
          bytes = content.readAllBytes();
        }
        if (entry.getName().startsWith("dev/eider/") && entry.getName().endsWith(".class")) {
          bytes = changed(classes, bytes);
        }
        JarEntry copy = new JarEntry(entry.getName());
        copy.setTime(entry.getTime());
        out.putNextEntry(copy);
        out.write(bytes);
        out.closeEntry();
      }
    }
  }

  private static byte[] changed(ClassFile classes, byte[] bytes) {
    ClassModel model = classes.parse(bytes);
    List<Switch> found = new ArrayList<>();
    CodeTransform calls =
        (code, element) -> {
          if (element instanceof InvokeDynamicInstruction call && isTypeSwitch(call)) {
            List<ClassDesc> labels = new ArrayList<>();
            for (ConstantDesc label : call.bootstrapArgs()) {
              labels.add((ClassDesc) label);
            }
            Switch made =
                new Switch("typeSwitch$" + found.size(), call.typeSymbol(), List.copyOf(labels));
            found.add(made);
            boolean isInterface = model.flags().has(java.lang.reflect.AccessFlag.INTERFACE);
            code.invokestatic(model.thisClass().asSymbol(), made.name(), made.type(), isInterface);
          } else {
            code.with(element);
          }
        };
    byte[] changed =
        classes.transformClass(
            model,
            ClassTransform.transformingMethodBodies(calls)
                .andThen(
                    ClassTransform.endHandler(builder -> {
                      for (Switch made : found) {
                        builder.withMethodBody(
                            made.name(),
                            made.type(),
                            ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC,
                            code -> tests(code, made.labels()));
                      }
                    })));
    return found.isEmpty() ? bytes : changed;
  }

  /** Whether all labels of a switch are types; others may be constants of enums or texts. */
  private static boolean isTypeSwitch(InvokeDynamicInstruction call) {
    DirectMethodHandleDesc bootstrap = call.bootstrapMethod();
    return bootstrap.methodName().equals("typeSwitch")
        && bootstrap.owner().descriptorString().equals("Ljava/lang/runtime/SwitchBootstraps;")
        && call.bootstrapArgs().stream()
            .allMatch(label -> label instanceof ClassDesc type && !type.isPrimitive());
  }

  /** As the bootstrap method's contract has it: (value, first label to try) to a label's number. */
  private static void tests(CodeBuilder code, List<ClassDesc> labels) {
    Label present = code.newLabel();
    code.aload(0).ifnonnull(present).iconst_m1().ireturn().labelBinding(present);
    for (int i = 0; i < labels.size(); i++) {
      Label next = code.newLabel();
      code.iload(1).loadConstant(i).if_icmpgt(next);
      code.aload(0).instanceOf(labels.get(i)).ifeq(next);
      code.loadConstant(i).ireturn().labelBinding(next);
    }
    code.loadConstant(labels.size()).ireturn();
  }
}
