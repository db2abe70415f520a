@echo off
rem Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
rem SPDX-License-Identifier: Apache-2.0
rem
rem Starts Eider on Windows: finds a JDK 25 or later, builds dist\eider.jar on first use, starts it.
rem EIDER_JAVA_HOME, EIDER_JAVA_OPTS and EIDER_VECTOR work as in the script for other systems.
setlocal
set "ROOT=%~dp0"
set "DIST=%ROOT%dist"
set "JDK="

if defined EIDER_JAVA_HOME (
  call :try "%EIDER_JAVA_HOME%"
) else (
  if defined JAVA_HOME call :try "%JAVA_HOME%"
  for /f "delims=" %%j in ('where java 2^>nul') do call :try "%%~dpj.."
  for /d %%d in ("%ProgramFiles%\Eclipse Adoptium\jdk-*" "%ProgramFiles%\Java\jdk-*" "%ProgramFiles%\Microsoft\jdk-*" "%ProgramFiles%\Zulu\zulu-*" "%ProgramFiles%\Amazon Corretto\jdk*" "%USERPROFILE%\.jdks\*") do call :try "%%d"
)
if not defined JDK (
  echo eider: no JDK 25 or later found. Install one ^(for example: winget install EclipseAdoptium.Temurin.25.JDK^), or set EIDER_JAVA_HOME to it. 1>&2
  exit /b 3
)

if not exist "%DIST%\eider.jar" call :build || exit /b 3

set "AOT="
if exist "%DIST%\eider.aot" set AOT="-XX:AOTCache=%DIST%\eider.aot" -Xlog:disable
"%JDK%\bin\java" -XX:+UseSerialGC -XX:-UsePerfData -XX:MaxRAMPercentage=70 --enable-native-access=ALL-UNNAMED --add-exports=java.base/jdk.internal.module=ALL-UNNAMED %AOT% %EIDER_JAVA_OPTS% -cp "%DIST%\eider.jar" dev.eider.cli.Main %*
exit /b %ERRORLEVEL%

rem Sets JDK to the given home if that is a JDK 25 or later and none was found before.
:try
if defined JDK exit /b 0
if not exist "%~1\release" exit /b 0
if not exist "%~1\bin\javac.exe" exit /b 0
set "MAJOR=0"
for /f "tokens=2 delims==" %%v in ('findstr /b "JAVA_VERSION=" "%~1\release"') do (
  for /f "tokens=1 delims=.-+" %%m in ("%%~v") do set "MAJOR=%%m"
)
if %MAJOR% GEQ 25 set "JDK=%~1"
exit /b 0

:build
where mvn >nul 2>nul
if errorlevel 1 (
  echo eider: Maven ^(mvn^) not found, and it is needed to build. Install it from https://maven.apache.org and run this again. 1>&2
  exit /b 3
)
echo eider: building dist\eider.jar, on first use only ^(a minute or so^) 1>&2
if not exist "%DIST%" mkdir "%DIST%"
set "JAVA_HOME=%JDK%"
pushd "%ROOT%"
call mvn -B -ntp -q -Pquick,dist -DskipTests package -pl eider-cli -am > "%DIST%\build.log" 2>&1
if errorlevel 1 (
  popd
  echo eider: the build failed; the log is %DIST%\build.log 1>&2
  exit /b 3
)
popd
rem Type switches are made ahead of time for a faster start; without that the jar works as well.
"%JDK%\bin\java" "%ROOT%eider-cli\src\main\aot\TypeSwitches.java" "%ROOT%eider-cli\target\quick\eider.jar" "%DIST%\eider.jar" >> "%DIST%\build.log" 2>&1
if errorlevel 1 copy /y "%ROOT%eider-cli\target\quick\eider.jar" "%DIST%\eider.jar" >nul || exit /b 3
rem A failed training run costs speed, not function.
if not exist "%DIST%\training" mkdir "%DIST%\training"
"%JDK%\bin\java" "%ROOT%eider-cli\src\main\aot\TrainingData.java" "%DIST%\training" > "%DIST%\training.log" 2>&1
pushd "%DIST%\training"
"%JDK%\bin\java" -XX:+UseSerialGC -XX:-UsePerfData -XX:MaxRAMPercentage=70 --enable-native-access=ALL-UNNAMED --add-exports=java.base/jdk.internal.module=ALL-UNNAMED "-XX:AOTCacheOutput=%DIST%\eider.aot" -cp "%DIST%\eider.jar" dev.eider.cli.Main -f "%ROOT%eider-cli\src\main\aot\training.sql" >> "%DIST%\training.log" 2>&1 <nul
popd
exit /b 0
