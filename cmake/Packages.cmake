# An archive and a Debian package of what is installed.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

execute_process(COMMAND uname -m
  OUTPUT_VARIABLE machine OUTPUT_STRIP_TRAILING_WHITESPACE)
string(REGEX MATCH "^[0-9]+\\.[0-9]+" series "${PDLL_LLVM_VERSION}")
string(REGEX MATCH "^[0-9]+" major "${series}")
string(REGEX MATCH "[0-9]+$" minor "${series}")
math(EXPR next "${minor} + 1")

set(CPACK_GENERATOR TGZ)
set(CPACK_PACKAGE_NAME pdll)
set(CPACK_PACKAGE_VENDOR pdll)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY
  "Compile MLIR's PDLL pattern files, and run them in a stock mlir-opt")
set(CPACK_PACKAGE_FILE_NAME
  "pdll-${PROJECT_VERSION}-llvm${series}-linux-${machine}")
set(CPACK_PACKAGE_CHECKSUM SHA256)
set(CPACK_STRIP_FILES ON)

# LLVM's own packages are the only ones that have LLVM where it was found.
find_program(DPKG_SHLIBDEPS dpkg-shlibdeps)
if(DPKG_SHLIBDEPS AND PDLL_LLVM_PREFIX STREQUAL "/usr/lib/llvm-${major}")
  list(APPEND CPACK_GENERATOR DEB)
endif()
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "The authors of pdll <pdll@localhost>"
  CACHE STRING "The maintainer that the Debian package names")
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# What it is built with is the oldest that is found to do. Later series have
# libraries of other names, as MLIR's functions of C++ change.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libmlir-${major} (<< 1:${major}.${next}~)")
# Programs to run the plugin in, and the definitions that patterns include.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "mlir-${major}-tools, libmlir-${major}-dev")
set(CPACK_OUTPUT_FILE_PREFIX "${PDLL_TARGET_DIR}/dist")
include(CPack)
