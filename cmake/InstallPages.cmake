# Runs during installation. Copies the pages of the documentation from SOURCE to
# PAGES, and changes their links to installed files. HEADERS and PACKAGE are the
# folders of the headers and of the CMake package, relative to the pages.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

file(REMOVE_RECURSE "${PAGES}")
file(GLOB pages RELATIVE "${SOURCE}" "${SOURCE}/README.md" "${SOURCE}/docs/*.md")
foreach(page IN LISTS pages)
  file(READ "${SOURCE}/${page}" text)
  string(REPLACE "](../cpp-shim/include/" "](${HEADERS}/" text "${text}")
  string(REPLACE "](../cmake/AddPdll.cmake" "](${PACKAGE}/AddPdll.cmake"
                 text "${text}")
  # Tests are not installed.
  string(REGEX REPLACE "\\[([^]]*)\\]\\((\\.\\./)?lit-tests/[^)]*\\)" "\\1" text "${text}")
  file(WRITE "${PAGES}/${page}" "${text}")
endforeach()
file(COPY "${SOURCE}/docs/images" DESTINATION "${PAGES}/docs")
