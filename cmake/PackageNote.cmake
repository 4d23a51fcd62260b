# CPack runs this when it has made packages: says which of them it has not made,
# and why.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

if(CPACK_PDLL_NOTE)
  message(NOTICE "${CPACK_PDLL_NOTE}")
endif()
