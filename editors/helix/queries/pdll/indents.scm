; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

[
  (pattern_decl)
  (constraint_decl)
  (rewrite_decl)
  (rewrite_statement)
  (argument_list)
  (expression_list)
  (replacement_list)
  (op_attributes)
  (operation_result_list)
  (tuple_expr)
] @indent

["}" ")" "]" "}]"] @outdent
