# Writes PdllConfigVersion.cmake of the Python package.
#
#   cmake -DVERSION=VERSION -DFOLDER=FOLDER -P Version.cmake
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

include(CMakePackageConfigHelpers)
write_basic_package_version_file("${FOLDER}/PdllConfigVersion.cmake"
  VERSION "${VERSION}" COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
