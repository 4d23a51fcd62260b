; Patterns and functions as objects of the text: `]f`, `mif`, `maf`.
;
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

(constraint_decl (code_block_content) @function.inside) @function.around
(constraint_decl) @function.around
(rewrite_decl (code_block_content) @function.inside) @function.around
(rewrite_decl) @function.around
(pattern_decl) @class.around

(argument) @parameter.inside
(expression_list (_) @parameter.inside)

(comment) @comment.inside
(comment)+ @comment.around
