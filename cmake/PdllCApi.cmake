# The target pdll::capi.
#
# It names MLIR's libraries by their paths. MLIR's targets for the C API would add
# MLIR's static archives, and a process must not contain two MLIRs.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set(Pdll_capi_FOUND FALSE)
# A project that has found another LLVM before would have two in its programs.
set(_pdll_llvm "${PDLL_LLVM_VERSION}")
if(DEFINED LLVM_PACKAGE_VERSION)
  string(REGEX MATCH "^[0-9]+\\.[0-9]+" _pdll_llvm "${LLVM_PACKAGE_VERSION}")
endif()
set(_pdll_lib "${PDLL_LLVM_PREFIX}/lib")
# Archives that depend on each other have the C API alone. Where there are none, there
# is one library with the whole C API; in some installations, it contains MLIR once more.
file(GLOB _pdll_mlir_c "${_pdll_lib}/libMLIRCAPI*.a")
# The execution engine loads and runs compiled code, and is not included.
list(FILTER _pdll_mlir_c EXCLUDE REGEX "ExecutionEngine")
if(_pdll_mlir_c)
  list(PREPEND _pdll_mlir_c -Wl,--start-group)
  list(APPEND _pdll_mlir_c -Wl,--end-group)
  # The archives contain C++, and the linker of a C program does not add its
  # run-time library.
  set(_pdll_runtime "$<$<LINK_LANGUAGE:C>:stdc++>")
elseif(EXISTS "${_pdll_lib}/libMLIR-C.so")
  set(_pdll_mlir_c "${_pdll_lib}/libMLIR-C.so")
endif()

if(TARGET pdll::capi)
  set(Pdll_capi_FOUND TRUE)
elseif(NOT "${PDLL_LLVM_VERSION}." MATCHES "^${_pdll_llvm}\\.")
  if(Pdll_FIND_REQUIRED_capi)
    message(WARNING "pdll::capi was built for LLVM ${PDLL_LLVM_VERSION}, and this "
      "project uses LLVM ${LLVM_PACKAGE_VERSION}: build pdll for that one, or use this one")
  endif()
elseif(_pdll_mlir_c AND EXISTS "${_pdll_lib}/libMLIR.so"
       AND EXISTS "${PDLL_LLVM_PREFIX}/include/mlir-c/IR.h")
  add_library(pdll::capi SHARED IMPORTED)
  set_target_properties(pdll::capi PROPERTIES
    IMPORTED_LOCATION "${PDLL_PLUGIN}"
    IMPORTED_SONAME libpdll.so
    INTERFACE_INCLUDE_DIRECTORIES
      "${PDLL_INCLUDE_DIR};${PDLL_LLVM_PREFIX}/include"
    INTERFACE_LINK_LIBRARIES
      "${_pdll_mlir_c};${_pdll_lib}/libMLIR.so;${_pdll_lib}/libLLVM.so;${_pdll_runtime}")
  set(Pdll_capi_FOUND TRUE)
elseif(Pdll_FIND_REQUIRED_capi)
  message(WARNING "pdll::capi needs the headers and libraries of MLIR's C API "
    "in ${PDLL_LLVM_PREFIX}, as in the package libmlir-N-dev of LLVM ${PDLL_LLVM_VERSION}")
endif()

unset(_pdll_lib)
unset(_pdll_llvm)
unset(_pdll_mlir_c)
unset(_pdll_runtime)
