" Indents a line by the brackets that are open before it.
"
" SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
if exists('b:did_indent')
  finish
endif
let b:did_indent = 1

setlocal indentexpr=PdllIndent(v:lnum)
setlocal indentkeys=0{,0},0),0],0\\,!^F,o,O
let b:undo_indent = 'setlocal indentexpr< indentkeys<'

if exists('*PdllIndent')
  finish
endif

function PdllIndent(line) abort
  let previous = prevnonblank(a:line - 1)
  if previous == 0
    return 0
  endif
  let text = s:Code(getline(previous))
  let opened = s:Depth(text)
  let steps = opened > 0 ? 1 : 0
  " A closing bracket at the start of the previous line has moved that line already.
  if opened < 0 && text !~# '^\s*[])}]'
    let steps = -1
  endif
  if text =~# '=>\s*$'
    let steps += 1
  endif
  if getline(a:line) =~# '^\s*[])}]'
    let steps -= 1
  endif
  return max([0, indent(previous) + steps * shiftwidth()])
endfunction

" The line without strings and without its comment.
function s:Code(text) abort
  return substitute(substitute(a:text, '"\([^"\\]\|\\.\)*"', '', 'g'), '//.*', '', '')
endfunction

function s:Depth(text) abort
  return count(a:text, '{') + count(a:text, '(') + count(a:text, '[')
        \ - count(a:text, '}') - count(a:text, ')') - count(a:text, ']')
endfunction
