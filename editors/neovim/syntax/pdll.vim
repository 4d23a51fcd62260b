" Highlighting of PDLL. The language server adds what only the compiler knows.
"
" SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
if exists('b:current_syntax')
  finish
endif

syntax include @pdllCpp syntax/cpp.vim
unlet! b:current_syntax
" The included syntax sets `syntax case`, iskeyword and where it starts to look.
syntax case match

syntax match pdllPunctuation /->\|=>/
syntax match pdllName /\<\h\w*\>/ contains=NONE
syntax match pdllCall /\<\h\w*\ze\s*(/
syntax match pdllDefined /\<\h\w*\ze\s*:/
syntax match pdllConstraintName /:\s*\zs\h\w*/ contains=pdllCore
syntax match pdllInteger /-\?\<\d\+\>/
syntax match pdllAnonymous /\<_\>/

syntax keyword pdllStatement let erase replace return rewrite with not
syntax keyword pdllDeclaration Pattern Constraint Rewrite nextgroup=pdllDeclared skipwhite
syntax match pdllDeclaration /\<Predicate\ze\s\+\h/ nextgroup=pdllDeclared skipwhite
syntax match pdllDeclaration /\<TypeRule\>\ze\s*\%(\h\w*\s*\)\?\%({\|=>\|$\)/ nextgroup=pdllDeclared skipwhite
syntax match pdllDeclared /\h\w*/ contained contains=pdllStatement
syntax match pdllMetadata /\<with\>\_s\+\zs\%(benefit\|labels\|recursion\)\>/
syntax match pdllMetadata /\<\%(benefit\|labels\)\ze\s*(/
syntax match pdllMetadata /,\s*\zs\<recursion\>/
syntax match pdllCondition /[])>}]\s*\zs\<\%(and\|or\)\>/
syntax match pdllCondition /^\s*\zs\<\%(and\|or\)\>/
syntax match pdllClause /\<\%(check\|evaluate\)\ze\s*\%(\[{\|"\)/
syntax match pdllClause /\<capture\ze\s*([^()]*)\s*\%(\[{\|"\)/
syntax keyword pdllCore Attr Op OpName Type TypeRange Value ValueRange

syntax match pdllAttribute /[{,]\s*\zs\h\w*\ze\s*=[^>]/
syntax match pdllAttribute /^\s*\zs\h\w*\ze\s*=[^>]/
syntax match pdllMember /\.\s*\zs\%(\h\w*\|\d\+\)/
syntax match pdllEllipsis /\.\.\./
syntax match pdllLabel /\^\h\w*/
syntax match pdllLiteral /\<\%(attr\|type\)\ze\s*</ nextgroup=pdllText skipwhite
syntax region pdllText matchgroup=pdllPunctuation start=/</ end=/>/ contained
      \ contains=pdllString,pdllBlockText
syntax match pdllOperationWord /\<[oO]p\ze\s*</ nextgroup=pdllOperationName skipwhite
syntax region pdllOperationName matchgroup=pdllPunctuation start=/</ end=/>/ end=/$/ contained
      \ contains=pdllDialect,pdllComment
syntax match pdllDialect /\%(<\s*\)\@<=\h\w*\ze\s*\./ contained

syntax region pdllCode matchgroup=pdllPunctuation start=/\[{/ end=/}\]/ keepend contains=@pdllCpp
syntax region pdllBlockText start=/\[{/ end=/}\]/ contained keepend
syntax region pdllString start=/"/ skip=/\\./ end=/"/ end=/$/ oneline contains=pdllEscape,pdllBadEscape
syntax match pdllBadEscape /\\./ contained
syntax match pdllEscape /\\\%(["\\nt]\|\x\x\)/ contained
syntax match pdllInclude /#include\>/
syntax match pdllComment /\/\/.*/ contains=@Spell,pdllTodo
syntax keyword pdllTodo TODO FIXME XXX contained

" Code blocks can be long.
syntax sync minlines=100

highlight default link pdllAnonymous Special
highlight default link pdllAttribute Identifier
highlight default link pdllBadEscape Error
highlight default link pdllBlockText String
highlight default link pdllCall Function
highlight default link pdllClause Keyword
highlight default link pdllComment Comment
highlight default link pdllCondition Operator
highlight default link pdllConstraintName Type
highlight default link pdllCore Type
highlight default link pdllDeclaration Structure
highlight default link pdllDeclared Function
highlight default link pdllDefined Identifier
highlight default link pdllDialect PreProc
highlight default link pdllEllipsis Operator
highlight default link pdllEscape SpecialChar
highlight default link pdllInclude Include
highlight default link pdllInteger Number
highlight default link pdllLabel Label
highlight default link pdllLiteral Keyword
highlight default link pdllMember Identifier
highlight default link pdllMetadata Keyword
highlight default link pdllOperationName Constant
highlight default link pdllOperationWord Keyword
highlight default link pdllPunctuation Delimiter
highlight default link pdllStatement Statement
highlight default link pdllString String
highlight default link pdllTodo Todo

let b:current_syntax = 'pdll'
