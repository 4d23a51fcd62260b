# Functions that build with pattern files.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

cmake_policy(PUSH)
# The rules of dependency files name outputs by their full paths.
cmake_policy(SET CMP0116 NEW)

# pdll_add_header(TARGET FILE.pdll [OUTPUT HEADER] [INCLUDES FOLDER...]
#                 [OPTIONS OPTION...])
#
# Compiles a pattern file into the C++ header HEADER, by default FILE.h.inc,
# relative to the current binary folder. If TARGET exists, it gets the header as
# a source, and the folder to include it from; otherwise TARGET becomes a target
# that makes the header. INCLUDES are where `#include` and TableGen's `include`
# look, after the folder of the including file and before the current source
# folder and the include folders of the directory. The header is made again when
# one of the files that it is made of has changed.
function(pdll_add_header target input)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "OUTPUT" "INCLUDES;OPTIONS")
  _pdll_no_more_arguments(pdll_add_header)
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
endfunction()

# pdll_add_plugin(NAME FILE.pdll... PASS PASS [NATIVES FILE.cpp...]
#                 [INCLUDES FOLDER...] [OPTIONS OPTION...])
#
# Compiles pattern files into a plugin for mlir-opt, libNAME.so in the current
# binary folder, whose pass PASS applies them. NATIVES are C++ files that register
# native functions, as pdll/NativeRegistry.h says. The target NAME makes the
# plugin; its property PDLL_PLUGIN is the path.
function(pdll_add_plugin name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PASS" "NATIVES;INCLUDES;OPTIONS")
  set(inputs ${arg_UNPARSED_ARGUMENTS})
  if(NOT inputs OR NOT arg_PASS)
    message(FATAL_ERROR
      "pdll_add_plugin needs pattern files, and the name of the pass: "
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

# Adds the rule that makes OUTPUT, and tells editors where its inputs look for
# files.
function(_pdll_compile output)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "INPUTS;INCLUDES;OPTIONS")
  get_directory_property(inherited INCLUDE_DIRECTORIES)
  set(folders)
  set(flags)
  foreach(folder IN LISTS arg_INCLUDES ITEMS "${CMAKE_CURRENT_SOURCE_DIR}"
          LISTS inherited)
    # These are for the compilers of languages, and allowed nowhere else.
    if(folder MATCHES "COMPILE_LANG")
      continue()
    endif()
    if(folder MATCHES "\\$<")
      # Any number of folders, known when the build files are written.
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
  # Ninja sees that an output is the same, and that it is up to date. Others
  # would make it again and again.
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

# Adds a pattern file to pdll_compile_commands.yml, which language servers read.
# One of the folders, at least, is no generator expression.
function(_pdll_add_compile_command file folders)
  get_property(entries GLOBAL PROPERTY _PDLL_COMPILE_COMMANDS)
  if(NOT entries)
    # MLIR's AddMLIR removes the file, perhaps later than now, and appends to it.
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

# The build files are written later, and this file with them: the values of
# generator expressions are known then.
function(_pdll_write_compile_commands)
  set(file "${CMAKE_BINARY_DIR}/pdll_compile_commands.yml")
  get_property(entries GLOBAL PROPERTY _PDLL_COMPILE_COMMANDS)
  if(COMMAND add_mlir_pdll_library AND EXISTS "${file}")
    file(READ "${file}" upstreams)
    # These stay as they are.
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
      "${function} does not know the arguments ${arg_UNPARSED_ARGUMENTS}")
  endif()
endmacro()

cmake_policy(POP)
