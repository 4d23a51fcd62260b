#!/bin/sh
# Links the tool to MLIR's static libraries, and makes it export them.
#
# usage: build_tool.sh OUTPUT
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -eu
prefix=$(llvm-config --prefix)
folder=$(dirname "$0")
# What plugins use must be there, also where the tool itself does not use it.
whole="-lMLIROptLib -lMLIRTransforms -lMLIRTransformUtils -lMLIRRewrite
  -lMLIRRewritePDL -lMLIRPDLToPDLInterp -lMLIRPDLDialect -lMLIRPDLInterpDialect
  -lMLIRPass -lMLIRIR -lMLIRSupport -lMLIRParser -lMLIRAnalysis
  -lMLIRBytecodeReader -lMLIRBytecodeWriter -lMLIRFuncDialect -lLLVMSupport"
rest=$(ls "$prefix"/lib/libMLIR*.a | grep -v CAPI)
llvm="-lLLVMCore -lLLVMRemarks -lLLVMBitstreamReader -lLLVMAsmParser
  -lLLVMBitReader -lLLVMIRReader -lLLVMBinaryFormat -lLLVMTargetParser
  -lLLVMDemangle"
# shellcheck disable=SC2086 # They are lists.
c++ -std=c++17 -fno-rtti -isystem "$prefix/include" "$folder/tool.cpp" -o "$1" \
  -rdynamic -L"$prefix/lib" -Wl,--whole-archive $whole -Wl,--no-whole-archive \
  -Wl,--start-group $rest $llvm -Wl,--end-group -lz -lzstd -lz3 -ltinfo -lpthread -ldl
