# Finds the pdll of a Python package, which compiles pattern files into headers for any
# MLIR. `python -m mlir_pdll --cmake-dir` prints the folder of this file.
#
#   pdll::pdll-opt     the program pdll-opt
#   PDLL_OPT           its path, which is looked for where pip installs programs
#   PDLL_INCLUDE_DIR   the folder of the headers
#
# Defines pdll_add_header; see AddPdll.cmake. Plugins, and headers that call functions of
# the standard library, take an installed pdll.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

get_filename_component(_pdll_package "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(PDLL_INCLUDE_DIR "${_pdll_package}/include")

# Packages are in PREFIX/lib/pythonX.Y/site-packages, and programs in PREFIX/bin.
find_program(PDLL_OPT pdll-opt HINTS "${_pdll_package}/../../../../bin")
unset(_pdll_package)
if(NOT PDLL_OPT)
  set(Pdll_FOUND FALSE)
  set(Pdll_NOT_FOUND_MESSAGE
    "pip has installed pdll-opt in a folder that is not known here; set PDLL_OPT to its path")
  return()
endif()
if(NOT TARGET pdll::pdll-opt)
  add_executable(pdll::pdll-opt IMPORTED)
  set_target_properties(pdll::pdll-opt PROPERTIES IMPORTED_LOCATION "${PDLL_OPT}")
endif()

include("${CMAKE_CURRENT_LIST_DIR}/AddPdll.cmake")
