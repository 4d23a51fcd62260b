" SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal comments=:// commentstring=//\ %s
setlocal expandtab shiftwidth=2 softtabstop=2
setlocal formatoptions-=t formatoptions+=croql
setlocal include=^\\s*#include suffixesadd=.pdll,.td

let b:undo_ftplugin = 'setlocal comments< commentstring< expandtab< shiftwidth<'
      \ . ' softtabstop< formatoptions< include< suffixesadd<'
