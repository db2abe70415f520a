# Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
# SPDX-License-Identifier: Apache-2.0
#
# Sourced by the launcher and by every script in bin/: finds a JDK 25 or later.
#
#   find_jdk [javac]   sets EIDER_JDK to its home directory, or returns 1 with EIDER_JDK empty.
#                      With "javac" the home must hold a compiler, not only a runtime.
#   no_jdk             prints the one message for a machine without such a JDK.
#
# A candidate is judged by its `release` file, which is read without starting anything. Only a
# candidate without that file (a shim, a stripped runtime) is asked by starting its JVM.
# POSIX shell; no subprocess unless the java on the PATH is a link or a shim.

EIDER_JDK_MIN=25

# major_of VERSION: sets major ("25.0.3" and "25-ea" -> 25, "1.8.0_402" -> 8), or 0
major_of() {
  major=${1#1.}
  major=${major%%[!0-9]*}
  [ -n "$major" ] || major=0
}

# is_jdk HOME [javac]: true if HOME holds a Java of at least EIDER_JDK_MIN
is_jdk() {
  [ -x "$1/bin/java" ] || return 1
  [ "${2-}" != javac ] || [ -x "$1/bin/javac" ] || return 1
  major=0
  if [ -r "$1/release" ]; then
    while IFS= read -r release_line || [ -n "$release_line" ]; do
      case $release_line in
        JAVA_VERSION=*)
          release_line=${release_line#JAVA_VERSION=}
          release_line=${release_line#\"}
          major_of "${release_line%%\"*}"
          break
          ;;
      esac
    done < "$1/release"
  else
    # -fullversion prints one line: openjdk full version "25.0.3+9-LTS"
    full=$("$1/bin/java" -fullversion 2>&1) || return 1
    full=${full#*\"}
    major_of "${full%%\"*}"
  fi
  [ "$major" -ge "$EIDER_JDK_MIN" ]
}

find_jdk() {
  EIDER_JDK=
  # An explicit choice is taken or refused, never silently replaced.
  if [ -n "${EIDER_JAVA_HOME-}" ]; then
    is_jdk "$EIDER_JAVA_HOME" "${1-}" || return 1
    EIDER_JDK=$EIDER_JAVA_HOME
    return 0
  fi
  if [ -n "${JAVA_HOME-}" ] && is_jdk "$JAVA_HOME" "${1-}"; then
    EIDER_JDK=$JAVA_HOME
    return 0
  fi
  path_java=$(command -v java 2>/dev/null) || path_java=
  if [ -n "$path_java" ]; then
    [ ! -h "$path_java" ] || path_java=$(readlink -f "$path_java" 2>/dev/null) || path_java=
    case $path_java in
      */bin/java)
        # /usr/bin/java on macOS is a stub that asks the user to install something: never start it.
        if [ -r "${path_java%/bin/java}/release" ] && is_jdk "${path_java%/bin/java}" "${1-}"; then
          EIDER_JDK=${path_java%/bin/java}
          return 0
        fi
        ;;
    esac
  fi
  for candidate in \
    /usr/lib/jvm/* \
    /usr/java/* \
    /opt/java/* /opt/jdk* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home \
    "${HOME-}"/Library/Java/JavaVirtualMachines/*/Contents/Home \
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    "${HOME-}"/.sdkman/candidates/java/* \
    "${HOME-}"/.jdks/* "${HOME-}"/.jdks/*/Contents/Home; do
    if is_jdk "$candidate" "${1-}"; then
      EIDER_JDK=$candidate
      return 0
    fi
  done
  return 1
}

no_jdk() {
  if [ -n "${EIDER_JAVA_HOME-}" ]; then
    echo "eider: EIDER_JAVA_HOME=$EIDER_JAVA_HOME is not a JDK $EIDER_JDK_MIN or later. Point it at one, or unset it to search this machine." >&2
  else
    echo "eider: no JDK $EIDER_JDK_MIN or later found. Install one (for example Temurin $EIDER_JDK_MIN from https://adoptium.net, or: sdk install java 25-tem) and run this again; if it is in an unusual place set EIDER_JAVA_HOME to it." >&2
  fi
}
