# Documentation, manual pages and completions. During installation, the pdll-opt
# that was built prints the manual pages and completions.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set(documents "${CMAKE_CURRENT_BINARY_DIR}/documents")

# Installs the output of `pdll-opt completions SHELL` as FILE, in a folder of the
# shared data.
function(install_completions shell file folder)
  set(output "${documents}/${shell}/${file}")
  file(MAKE_DIRECTORY "${documents}/${shell}")
  install(CODE "execute_process(
    COMMAND [[${built}/pdll-opt]] completions ${shell}
    OUTPUT_FILE [[${output}]] COMMAND_ERROR_IS_FATAL ANY)")
  install(FILES "${output}" DESTINATION "${CMAKE_INSTALL_DATADIR}/${folder}")
endfunction()

install_completions(bash pdll-opt bash-completion/completions)
install_completions(fish pdll-opt.fish fish/vendor_completions.d)
install_completions(zsh _pdll-opt zsh/site-functions)

install(CODE "execute_process(
  COMMAND [[${built}/pdll-opt]] manual [[${documents}/man1]]
  COMMAND_ERROR_IS_FATAL ANY)")
install(DIRECTORY "${documents}/man1" TYPE MAN)

set(folder "${CMAKE_INSTALL_DATADIR}/doc/pdll")
set(from "${CMAKE_INSTALL_FULL_DATADIR}/doc/pdll/docs")
file(RELATIVE_PATH headers "${from}" "${CMAKE_INSTALL_FULL_INCLUDEDIR}")
file(RELATIVE_PATH package "${from}" "${CMAKE_INSTALL_FULL_LIBDIR}/cmake/Pdll")
install(CODE "set(SOURCE [[${source}]])
  set(PAGES [[${documents}/pages]])
  set(HEADERS [[${headers}]])
  set(PACKAGE [[${package}]])")
install(SCRIPT InstallPages.cmake)
install(DIRECTORY "${documents}/pages/" DESTINATION "${folder}")
install(FILES "${source}/LICENSE" DESTINATION "${folder}")
# The pages link to these examples.
install(DIRECTORY "${source}/cmake/example" DESTINATION "${folder}/cmake")
# A package from a registry contains neither all examples nor the editors.
install(DIRECTORY "${source}/examples" DESTINATION "${folder}"
  OPTIONAL PATTERN target EXCLUDE PATTERN Cargo.lock EXCLUDE)
# The extension for Visual Studio Code is a file of its own.
foreach(editor emacs helix neovim)
  install(DIRECTORY "${source}/editors/${editor}" DESTINATION share/pdll/editors OPTIONAL)
endforeach()
