; What to highlight in PDLL. The first pattern that matches a node wins.
;
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

(comment) @comment.line

(include_directive "#include" @keyword.control.import)
(include_directive (string) @string.special.path)

; Declarations
["Pattern" "Constraint" "Rewrite"] @keyword.storage.type
(pattern_decl (identifier) @type)
(constraint_decl (identifier) @function)
(rewrite_decl (identifier) @function)
(pattern_metadata "with" @keyword.control)
(benefit_metadata "benefit" @attribute)
(recursion_metadata) @attribute

; Constraints
(type_constraint
  ["Attr" "Op" "Type" "TypeRange" "Value" "ValueRange"] @type.builtin)
(type_constraint (identifier) @type)

; Variables where they are defined
(let_statement "let" @keyword.storage)
(let_statement . "let" (identifier) @variable)
(argument (identifier) @variable.parameter)
(named_type_constraint (identifier) @variable.parameter)
(variable_def (identifier) @variable)

; Statements
["erase" "replace" "rewrite" "with"] @keyword.control
"return" @keyword.control.return
"not" @keyword.operator

; Operations, attributes and types
(op_expr "op" @keyword.function)
(attr_expr "attr" @keyword.function)
(type_expr "type" @keyword.function)
(op_name . (identifier) @namespace)
(op_name (identifier) @constant)
(op_attribute . [(identifier) (string)] @variable.other.member)
(named_tuple_element . (identifier) @variable.other.member)
(member_access_expr "." (identifier) @variable.other.member)
(member_access_expr "." (integer) @constant.numeric.integer)

(call_expr . (identifier) @function)
(negated_call_expr (identifier) @function)

(identifier) @variable

; Texts and numbers
(escape_sequence) @constant.character.escape
(invalid_escape) @error
(string) @string
(integer) @constant.numeric.integer
(code_block ["[{" "}]"] @punctuation.special)

["=" "=>" "->"] @operator
["." "," ":" ";"] @punctuation.delimiter
["(" ")" "{" "}" "[" "]" "<" ">"] @punctuation.bracket
