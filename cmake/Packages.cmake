# An archive and a Debian package of the installed files.
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

if(PDLL_STATIC)
  set(CPACK_PACKAGE_FILE_NAME "pdll-${PROJECT_VERSION}-${PDLL_TARGET}")
  set(CPACK_OUTPUT_FILE_PREFIX "${PDLL_TARGET_DIR}/dist")
  include(CPack)
  return()
endif()

# The Debian package depends on LLVM's packages, which install LLVM in this folder.
find_program(DPKG_SHLIBDEPS dpkg-shlibdeps)
if(NOT PDLL_LLVM_PREFIX STREQUAL "/usr/lib/llvm-${major}")
  set(CPACK_PDLL_NOTE "no Debian package was made: it would depend on LLVM's \
packages, which are for /usr/lib/llvm-${major}, and not for ${PDLL_LLVM_PREFIX}")
elseif(NOT DPKG_SHLIBDEPS)
  set(CPACK_PDLL_NOTE "no Debian package was made: dpkg-shlibdeps is missing; \
`apt-get install dpkg-dev` installs it")
else()
  list(APPEND CPACK_GENERATOR DEB)
endif()
set(CPACK_POST_BUILD_SCRIPTS "${CMAKE_CURRENT_SOURCE_DIR}/PackageNote.cmake")

# Sets VARIABLE to the maintainer of the package: the one that Debian's tools use,
# or git's user, or a name that says that no maintainer is set.
function(find_maintainer variable)
  set(name "$ENV{DEBFULLNAME}")
  set(email "$ENV{DEBEMAIL}")
  # DEBEMAIL may contain the name, too.
  if(email MATCHES "^(.*[^ ]) *<(.+)>$")
    set(email "${CMAKE_MATCH_2}")
    if(NOT name)
      set(name "${CMAKE_MATCH_1}")
    endif()
  endif()
  if(NOT name OR NOT email)
    ask_git(name user.name)
    ask_git(email user.email)
  endif()
  if(NOT name OR NOT email)
    set(name "Unnamed maintainer")
    set(email "set-DEBFULLNAME-and-DEBEMAIL@maintainer.invalid")
  endif()
  set(${variable} "${name} <${email}>" PARENT_SCOPE)
endfunction()

# Sets VARIABLE to a setting of git, or to nothing if git is missing.
function(ask_git variable setting)
  execute_process(COMMAND git config --get ${setting}
    WORKING_DIRECTORY "${source}"
    OUTPUT_VARIABLE value OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  set(${variable} "${value}" PARENT_SCOPE)
endfunction()

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
find_maintainer(CPACK_DEBIAN_PACKAGE_MAINTAINER)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# The oldest version that works is the one that pdll is built with, and
# dpkg-shlibdeps requires it. Later series have libraries with other names, because
# MLIR's C++ interface changes.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libmlir-${major} (<< 1:${major}.${next}~)")
# mlir-opt, which runs the plugin, and the definitions that patterns include.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "mlir-${major}-tools, libmlir-${major}-dev")
# Needed to compile plugins, headers, and C++ code in pattern files.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "llvm-${major}-dev, g++, cmake")
set(CPACK_OUTPUT_FILE_PREFIX "${PDLL_TARGET_DIR}/dist")
include(CPack)
