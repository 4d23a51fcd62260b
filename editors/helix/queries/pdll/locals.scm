; Where variables are defined, visible, and used.
;
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

[
  (pattern_decl)
  (constraint_decl)
  (rewrite_decl)
  (rewrite_statement)
] @local.scope

(argument (identifier) @local.definition.variable.parameter)

(identifier) @local.reference
