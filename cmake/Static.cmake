# The program with MLIR inside, and what it needs of MLIR, which may not be installed.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

install(PROGRAMS "${built}/pdll-opt-static" TYPE BIN RENAME pdll-opt)

# Installs the files of a folder whose names match one of the patterns, each in the same
# place below the folder for `#include`. With install(DIRECTORY), all other folders would
# come along, without files.
function(install_definitions folder)
  list(TRANSFORM ARGN PREPEND "${folder}/" OUTPUT_VARIABLE patterns)
  file(GLOB_RECURSE files RELATIVE "${folder}" ${patterns})
  foreach(file IN LISTS files)
    get_filename_component(place "${file}" DIRECTORY)
    install(FILES "${folder}/${file}" DESTINATION "share/pdll/include/${place}")
  endforeach()
endfunction()

execute_process(COMMAND "${PDLL_LLVM_PREFIX}/bin/llvm-config" --includedir
  OUTPUT_VARIABLE headers OUTPUT_STRIP_TRAILING_WHITESPACE
  COMMAND_ERROR_IS_FATAL ANY)
install_definitions("${headers}" "mlir/*.td" "mlir/*.pdll")
# Packages of MLIR lack this file. The program contains it; this is what messages name.
install(FILES "${source}/src/front/builtin_files/DialectConversion.pdll"
  DESTINATION share/pdll/include/mlir/Transforms)

# As Rust names the kind of machine, which tools that download programs know.
execute_process(COMMAND rustc --version --verbose
  OUTPUT_VARIABLE rustc COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCH "host: ([^\n]+)" line "${rustc}")
set(PDLL_TARGET "${CMAKE_MATCH_1}")
