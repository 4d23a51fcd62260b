# Functions that compile pattern files.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

cmake_policy(PUSH)
# Dependency files name outputs by their full paths.
cmake_policy(SET CMP0116 NEW)

# pdll_add_header(TARGET FILE.pdll [OUTPUT HEADER] [MATCHER native|interpreter]
#                 [INCLUDES FOLDER...] [OPTIONS OPTION...])
#
# Compiles a pattern file into the C++ header HEADER, by default FILE.h.inc. The
# path is relative to the current binary folder. The patterns are C++ code. With
# MATCHER interpreter, MLIR's interpreter of pdl runs them.
#
# If TARGET exists, the function adds the header to its sources, and the header's
# folder to its include folders. g++ then includes pdll/TypeNames.h first in all of
# TARGET, so that its code agrees with MLIR about the names of types. Otherwise TARGET becomes a target that builds the
# header.
#
# `#include` and TableGen's `include` search the folder of the including file, the
# folders in INCLUDES, the current source folder, and the include folders of the
# directory, in this order. A build compiles the header again when the pattern file
# or an included file has changed.
function(pdll_add_header target input)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "OUTPUT;MATCHER" "INCLUDES;OPTIONS")
  _pdll_no_more_arguments(pdll_add_header)
  if(arg_MATCHER)
    list(PREPEND arg_OPTIONS --matcher ${arg_MATCHER})
  endif()
  if(NOT arg_OUTPUT)
    get_filename_component(stem "${input}" NAME_WLE)
    set(arg_OUTPUT "${stem}.h.inc")
  endif()
  get_filename_component(output "${arg_OUTPUT}" ABSOLUTE
                         BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
  _pdll_compile("${output}" INPUTS "${input}" INCLUDES ${arg_INCLUDES}
                OPTIONS -x cpp ${arg_OPTIONS})
  if(NOT TARGET ${target})
    add_custom_target(${target} DEPENDS "${output}")
    return()
  endif()
  get_filename_component(folder "${output}" DIRECTORY)
  target_sources(${target} PRIVATE "${output}")
  target_include_directories(${target} PRIVATE "${folder}")
  # MLIR knows the names of types as clang spells them.
  target_compile_options(${target} PRIVATE
    "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:SHELL:-include \"${PDLL_INCLUDE_DIR}/pdll/TypeNames.h\">")
endfunction()

# pdll_add_plugin(NAME FILE.pdll... PASS PASS [NATIVES FILE.cpp...]
#                 [INCLUDES FOLDER...] [OPTIONS OPTION...])
#
# Compiles pattern files into libNAME.so in the current binary folder, a plugin for
# mlir-opt whose pass PASS applies the patterns. NATIVES are C++ files that register
# native functions with pdll/NativeRegistry.h. The target NAME builds the plugin.
# Its property PDLL_PLUGIN is the path of the plugin.
function(pdll_add_plugin name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PASS" "NATIVES;INCLUDES;OPTIONS")
  set(inputs ${arg_UNPARSED_ARGUMENTS})
  if(NOT inputs OR NOT arg_PASS)
    message(FATAL_ERROR
      "pdll_add_plugin needs pattern files and the name of the pass: "
      "pdll_add_plugin(${name} patterns.pdll PASS my-patterns)")
  endif()
  set(natives)
  foreach(file IN LISTS arg_NATIVES)
    get_filename_component(file "${file}" ABSOLUTE)
    list(APPEND natives --natives "${file}")
  endforeach()
  set(output "${CMAKE_CURRENT_BINARY_DIR}/lib${name}.so")
  _pdll_compile("${output}" INPUTS ${inputs} INCLUDES ${arg_INCLUDES}
                OPTIONS -x plugin --pass ${arg_PASS} ${natives} ${arg_OPTIONS})
  add_custom_target(${name} ALL DEPENDS "${output}")
  set_target_properties(${name} PROPERTIES PDLL_PLUGIN "${output}")
endfunction()

# Adds the rule that builds OUTPUT, and lists the include folders of its inputs for
# editors.
function(_pdll_compile output)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "INPUTS;INCLUDES;OPTIONS")
  get_directory_property(inherited INCLUDE_DIRECTORIES)
  set(folders)
  set(flags)
  foreach(folder IN LISTS arg_INCLUDES ITEMS "${CMAKE_CURRENT_SOURCE_DIR}"
          LISTS inherited)
    # CMake allows these expressions only for the compilers of languages.
    if(folder MATCHES "COMPILE_LANG")
      continue()
    endif()
    if(folder MATCHES "\\$<")
      # The expression yields any number of folders when CMake writes the build
      # files.
      list(APPEND flags "$<$<BOOL:${folder}>:-I$<JOIN:${folder},$<SEMICOLON>-I>>")
    else()
      get_filename_component(folder "${folder}" ABSOLUTE)
      list(APPEND flags "-I${folder}")
    endif()
    list(APPEND folders "${folder}")
  endforeach()
  list(REMOVE_DUPLICATES folders)
  list(REMOVE_DUPLICATES flags)

  set(files)
  foreach(file IN LISTS arg_INPUTS)
    get_filename_component(file "${file}" ABSOLUTE)
    list(APPEND files "${file}")
    _pdll_add_compile_command("${file}" "${folders}")
  endforeach()
  # Ninja notices that an unchanged output is up to date. Other generators would
  # run the command in each build.
  if(CMAKE_GENERATOR MATCHES "Ninja")
    list(APPEND arg_OPTIONS --write-if-changed)
  endif()
  file(RELATIVE_PATH shown "${CMAKE_BINARY_DIR}" "${output}")
  get_filename_component(folder "${output}" DIRECTORY)
  file(MAKE_DIRECTORY "${folder}")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND pdll::pdll-opt compile ${arg_OPTIONS} "${flags}" ${files}
            -o "${output}" -d "${output}.d"
    DEPENDS ${files} pdll::pdll-opt
    DEPFILE "${output}.d"
    COMMENT "Compiling patterns into ${shown}"
    COMMAND_EXPAND_LISTS VERBATIM)
endfunction()

# Adds a pattern file to pdll_compile_commands.yml, which language servers read. At
# least one of the folders must not be a generator expression.
function(_pdll_add_compile_command file folders)
  get_property(entries GLOBAL PROPERTY _PDLL_COMPILE_COMMANDS)
  if(NOT entries)
    # MLIR's AddMLIR removes the file, perhaps later than this line, and appends to
    # it.
    cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}"
                   CALL _pdll_write_compile_commands)
  endif()
  set(includes)
  set(separator)
  foreach(folder IN LISTS folders)
    if(NOT folder MATCHES "\\$<")
      string(APPEND includes "${separator}${folder}")
      set(separator ";")
    elseif(separator)
      string(APPEND includes "$<$<BOOL:${folder}>:$<SEMICOLON>${folder}>")
    else()
      string(APPEND includes "$<$<BOOL:${folder}>:${folder}$<SEMICOLON>>")
    endif()
  endforeach()
  string(CONCAT entry
    "--- !FileInfo:\n"
    "  filepath: \"${file}\"\n"
    "  includes: \"${includes}\"\n")
  set_property(GLOBAL APPEND_STRING PROPERTY _PDLL_COMPILE_COMMANDS "${entry}")
endfunction()

# CMake writes this file together with the build files, when it knows the values of
# generator expressions.
function(_pdll_write_compile_commands)
  set(file "${CMAKE_BINARY_DIR}/pdll_compile_commands.yml")
  get_property(entries GLOBAL PROPERTY _PDLL_COMPILE_COMMANDS)
  if(COMMAND add_mlir_pdll_library AND EXISTS "${file}")
    file(READ "${file}" upstreams)
    # MLIR's entries must not be evaluated as generator expressions.
    string(REPLACE "$<" "$<1:$><" upstreams "${upstreams}")
    string(PREPEND entries "${upstreams}")
  endif()
  set(condition)
  get_property(has_configurations GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(has_configurations)
    list(GET CMAKE_CONFIGURATION_TYPES 0 first)
    set(condition CONDITION "$<CONFIG:${first}>")
  endif()
  file(GENERATE OUTPUT "${file}" CONTENT "${entries}" ${condition})
endfunction()

macro(_pdll_no_more_arguments function)
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR
      "${function} has no arguments named ${arg_UNPARSED_ARGUMENTS}")
  endif()
endmacro()

cmake_policy(POP)
