# CPack runs this after it has built the packages. Says which packages it did not
# build, and why.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

if(CPACK_PDLL_NOTE)
  message(NOTICE "${CPACK_PDLL_NOTE}")
endif()
