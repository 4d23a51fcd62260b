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

# Sets VARIABLE to whoever makes the package: whom Debian's tools would take, or
# else git, or else a name that says that nobody was named.
function(find_maintainer variable)
  set(name "$ENV{DEBFULLNAME}")
  set(email "$ENV{DEBEMAIL}")
  # The variable may have both.
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

# Sets VARIABLE to a setting of git's, which may not be installed.
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
# What it is built with is the oldest that is found to do. Later series have
# libraries of other names, as MLIR's functions of C++ change.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libmlir-${major} (<< 1:${major}.${next}~)")
# Programs to run the plugin in, and the definitions that patterns include.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "mlir-${major}-tools, libmlir-${major}-dev")
# What compiles plugins, headers and C++ code in pattern files.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "llvm-${major}-dev, g++, cmake")
set(CPACK_OUTPUT_FILE_PREFIX "${PDLL_TARGET_DIR}/dist")
include(CPack)
