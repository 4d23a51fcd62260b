//! The forms that `mlir-pdll` does not have.

use super::{Extension, Find, Form, returned, syntax};

/// All of them, in the order of the documentation.
pub const FORMS: &[Form] = &[
    Form {
        name: "predicate-declarations",
        about: "Declarations of [predicates](types.md)",
        error: Some("`Predicate` is not portable: MLIR's `mlir-pdll` has no predicates"),
        instead: Some("declare a native constraint, and register it where the patterns run"),
        find: Find::Syntax(syntax::predicate_declaration),
    },
    Form {
        name: "predicates",
        about: "Uses of predicates, and of the types and attributes that a `.td` file defines: \
                `x: [Value, IntegerType<8>]`",
        error: Some("a predicate is not portable: MLIR's `mlir-pdll` has no predicates"),
        instead: Some("call a native constraint, or write a literal if all is known"),
        find: Find::Meaning(Extension::Predicate),
    },
    Form {
        name: "and-or",
        about: "Conditions with `and` and `or`",
        error: Some(
            "a condition with `and` or `or` is not portable: MLIR's `mlir-pdll` has neither of \
             them",
        ),
        instead: Some("write statements in place of `and`, and several patterns in place of `or`"),
        find: Find::Syntax(syntax::joined_conditions),
    },
    Form {
        name: "negated-bodies",
        about: "`not` before a constraint that is written in PDLL",
        error: Some(
            "`not` before a body in PDLL is not portable: MLIR's `mlir-pdll` negates native \
             constraints only",
        ),
        instead: Some("write the constraint in C++: `[{ return success(…); }]`"),
        find: Find::Meaning(Extension::NegatedBody),
    },
    Form {
        name: "type-rules",
        about: "[`TypeRule`](types.md#result-types-of-created-operations)",
        error: Some("`TypeRule` is not portable: MLIR's `mlir-pdll` has no rules for types"),
        instead: Some("write the result types of created operations: `-> (…)`"),
        find: Find::Syntax(syntax::type_rule),
    },
    Form {
        name: "types-of-definitions",
        about: "A created operation without `-> (…)` whose results have the type of its first \
                attribute, as an included definition says",
        error: None,
        instead: Some("write the result types: `-> (…)`"),
        find: Find::Reported,
    },
    Form {
        name: "types-of-constraints",
        about: "A result type that a native constraint computes, of an operation that replaces \
                none",
        error: None,
        instead: Some("compute the type in a native rewrite"),
        find: Find::Reported,
    },
    Form {
        name: "segment-sizes",
        about: "A created operation with groups of operands or results whose lengths an \
                attribute holds, without that attribute. pdll adds `operandSegmentSizes` and \
                `resultSegmentSizes`",
        error: Some(
            "an operation without the lengths of its groups is not portable: MLIR's `mlir-pdll` \
             does not add the attribute that holds them",
        ),
        instead: Some(
            "write it, as in `operandSegmentSizes = attr<\"array<i32: 1, 2>\">`, or \
             `resultSegmentSizes`",
        ),
        find: Find::Meaning(Extension::SegmentSizes),
    },
    Form {
        name: "implied-regions",
        about: "A created operation whose definition has [regions](language.md#regions-of-created-operations)",
        error: Some(
            "a created operation with regions is not portable: MLIR's interpreter of patterns \
             creates it without them",
        ),
        instead: Some("create it in a native rewrite"),
        find: Find::Meaning(Extension::ImpliedRegions),
    },
    Form {
        name: "literals-of-dialects",
        about: "Attributes and types of dialects in literals: `attr<\"#arith.overflow<nsw>\">`",
        error: Some(
            "a literal of a dialect is not portable: MLIR's `mlir-pdll` knows only the \
             attributes and types of the builtin dialect",
        ),
        instead: Some("make the attribute or type in a native function"),
        find: Find::Syntax(syntax::dialect_in_literal),
    },
    Form {
        name: "blanks-before-literals",
        about: "Blanks before the text of a literal",
        error: Some(
            "a blank before a literal is not portable: MLIR's `mlir-pdll` finds trailing \
             characters",
        ),
        instead: Some("remove it"),
        find: Find::Syntax(syntax::blank_before_literal),
    },
    Form {
        name: "string-attributes",
        about: "A string as an attribute: `{name = \"add\"}`",
        error: Some(
            "a string as an attribute is not portable: MLIR's `mlir-pdll` expects an expression",
        ),
        instead: Some(r#"write it as a literal, as in `attr<"\"add\"">`"#),
        find: Find::Syntax(syntax::string_attribute),
    },
    Form {
        name: "numbers",
        about: "An integer as an argument: `IntegerEquals(n, 3)`",
        error: Some(
            "an integer as an argument is not portable: MLIR's `mlir-pdll` expects an expression",
        ),
        instead: Some("write a literal, as in `attr<\"3 : i64\">`"),
        find: Find::Syntax(syntax::number),
    },
    Form {
        name: "regions",
        about: "[Regions](language.md#regions) of an operation",
        error: Some(
            "the regions of an operation are not portable: MLIR's `mlir-pdll` has no regions",
        ),
        instead: Some("check them in a native constraint of the operation"),
        find: Find::Syntax(syntax::region),
    },
    Form {
        name: "all-operands-and-results",
        about: "`op.operands` and `op.results`",
        error: Some(
            "all operands or results as a member are not portable: MLIR's `mlir-pdll` has no \
             such members",
        ),
        instead: Some(
            "the operation itself stands for its results; give operands a name where they are \
             matched: `op<…>(xs: ValueRange)`",
        ),
        find: Find::Meaning(Extension::AllValues),
    },
    Form {
        name: "operands-by-name",
        about: "An operand by its name: `root.lhs`",
        error: Some(
            "an operand as a member is not portable: the members of an operation are only its \
             results in MLIR's `mlir-pdll`",
        ),
        instead: Some("give it a name where it is matched: `op<…>(lhs: Value, rhs: Value)`"),
        find: Find::Meaning(Extension::OperandByName),
    },
    Form {
        name: "first-results",
        about: "`op.0` as the first result, where a `Value` is expected, and `op.1` and so on, of \
                an operation whose only results are a variadic group",
        error: Some(
            "one value of a group by its index is not portable: in MLIR's `mlir-pdll`, `.0` is \
             the whole group, and other indices are errors",
        ),
        instead: None,
        find: Find::Meaning(Extension::FirstResult),
    },
    Form {
        name: "members-of-replacements",
        about: "`replace x with op<…>.0` without parentheses",
        error: Some(
            "a member after the operation of `replace` is not portable: MLIR's `mlir-pdll` \
             expects `;`",
        ),
        instead: Some("write parentheses: `with (op<…>.0)`"),
        find: Find::Syntax(syntax::member_of_replacement),
    },
    Form {
        name: "tuples-of-groups",
        about: "A tuple of the match section that lists the values of a group of operands",
        error: Some(
            "a tuple in place of a group is not portable: in a match, MLIR's `mlir-pdll` does \
             not convert tuples",
        ),
        instead: Some("match the group as one `ValueRange` or `TypeRange`"),
        find: Find::Meaning(Extension::TupleOfGroup),
    },
    Form {
        name: "optional-groups",
        about: "`()` in place of an optional operand or result of a created operation",
        error: Some(
            "a tuple in place of an optional value is not portable: MLIR's `mlir-pdll` expects a \
             single value there",
        ),
        instead: Some("write all operands as one tuple, if only this one is not required"),
        find: Find::Meaning(Extension::LeftOut),
    },
    Form {
        name: "constraints-of-types",
        about: "A constraint of types in the list of a `Value`: `x: [Value, I32]`",
        error: Some(
            "a constraint of the type of a value is not portable: MLIR's `mlir-pdll` applies it \
             to the value",
        ),
        instead: Some("write it in the list of a type: `Value<t: [Type, …]>`"),
        find: Find::Meaning(Extension::ConstraintOfType),
    },
    Form {
        name: "constraints-of-attributes",
        about: "A constraint of a `.td` file that derives from `AttrConstraint`, but not from \
                `Attr`, such as a `ConstantAttr`",
        error: Some(
            "an attribute constraint that is no `Attr` is not portable: MLIR's `mlir-pdll` does \
             not import it",
        ),
        instead: Some("call a native constraint"),
        find: Find::Meaning(Extension::AttributeConstraint),
    },
    Form {
        name: "constraints-in-rewrites",
        about: "A constraint that is declared, in the list of a variable of a rewrite",
        error: Some(
            "a constraint in a rewrite is not portable: MLIR's `mlir-pdll` calls it there, which \
             the dialect `pdl` refuses",
        ),
        instead: Some("write the constraint in the match section"),
        find: Find::Meaning(Extension::ConstraintInRewrite),
    },
    Form {
        name: "unused-operations",
        about: "A matched operation that nothing mentions",
        error: Some(
            "an operation that nothing else mentions is not portable: the dialect `pdl` refuses \
             to match it",
        ),
        instead: Some("mention it in the rewrite, or in a native constraint"),
        find: Find::Meaning(Extension::UnusedOperation),
    },
    Form {
        name: "functions-as-statements",
        about: "A constraint or rewrite that is declared in a statement of its own",
        error: Some(
            "a function that is declared in a statement is not portable: MLIR's `mlir-pdll` \
             rejects the statement, or ends with an assertion",
        ),
        instead: Some("declare it outside of the pattern, or where it is called"),
        find: Find::Syntax(syntax::function_as_statement),
    },
    Form {
        name: "native-functions-inside-others",
        about: "A native function that is declared inside a pattern or another function",
        error: Some(
            "a native function inside another declaration is not portable: MLIR's `mlir-pdll` \
             expects `;` after the code, in the middle of the statement",
        ),
        instead: Some("declare it outside, with a name"),
        find: Find::Syntax(syntax::inline_code),
    },
    Form {
        name: "returned-variables",
        about: "A constraint that returns a variable which stands for an operation, and mentions \
                it nowhere else",
        error: Some(
            "a returned operation in a variable is not portable: MLIR's `mlir-pdll` reads its \
             value again, and refuses the first one, which nothing uses",
        ),
        instead: Some("return the value itself: `return op<…>(…);`"),
        find: Find::Syntax(returned::variable_of_operation),
    },
    Form {
        name: "labels",
        about: "`labels(\"a\", \"b\")` after `with`",
        error: Some("`labels` is not portable: MLIR's `mlir-pdll` has no such metadata"),
        instead: Some("leave it out, and select patterns by their names"),
        find: Find::Syntax(syntax::labels),
    },
    Form {
        name: "order",
        about: "The use of what is declared, or included, further down",
        error: Some(
            "a use before the declaration is not portable: MLIR's `mlir-pdll` knows only what \
             stands before",
        ),
        instead: Some("write the declaration, or its `#include`, first"),
        find: Find::Meaning(Extension::DeclaredLater),
    },
    Form {
        name: "includes-beside",
        about: "An `#include` of a file in the folder of the including file, which is neither \
                the current folder nor one of `-I`",
        error: Some(
            "an `#include` beside the including file is not portable: MLIR's `mlir-pdll` looks \
             only in the current folder and in those of `-I`",
        ),
        instead: Some("add the folder with `-I`"),
        find: Find::Includes(|facts| &facts.beside),
    },
    Form {
        name: "includes-again",
        about: "A second `#include` of a pattern file",
        error: Some(
            "a second `#include` of a file is not portable: MLIR's `mlir-pdll` reads the file \
             again, and its names are taken then",
        ),
        instead: Some("include it once"),
        find: Find::Includes(|facts| &facts.again),
    },
    Form {
        name: "standard-library",
        about: "Files of the [standard library](std.md), and the `.td` files of pdll. Other \
                programs do not register the functions of the library",
        error: Some(
            "the standard library is not portable: MLIR's `mlir-pdll` has no such files, and \
             other programs no such functions",
        ),
        instead: Some(
            "declare the native functions that you need, and register them where the patterns run",
        ),
        find: Find::Includes(|facts| &facts.library),
    },
    Form {
        name: "definitions-of-no-operation",
        about: "An `#include` of a `.td` file that does not include `mlir/IR/OpBase.td`",
        error: Some(
            "a `.td` file without the class `Op` is not portable: MLIR's `mlir-pdll` looks for \
             definitions of operations in it",
        ),
        instead: Some("write `include \"mlir/IR/OpBase.td\"` in the file"),
        find: Find::Includes(|facts| &facts.without_operations),
    },
    Form {
        name: "definitions-with-warnings",
        about: "A `.td` file about which TableGen warns",
        error: Some(
            "a definition that TableGen warns about is not portable: MLIR's `mlir-pdll` takes \
             the warning for an error",
        ),
        instead: Some("do what the warning says"),
        find: Find::Warning("tablegen"),
    },
    Form {
        name: "byte-order-marks",
        about: "A byte order mark",
        error: Some(
            "a byte order mark is not portable: MLIR's `mlir-pdll` does not expect the character",
        ),
        instead: Some("save the file as UTF-8 without a mark"),
        find: Find::Syntax(syntax::byte_order_mark),
    },
    Form {
        name: "backslashes-in-blocks",
        about: "A `\\` in a block of text `[{ … }]`, which is raw text",
        error: Some(
            "a `\\` in a block is not portable: MLIR's `mlir-pdll` takes it for the start of an \
             escape",
        ),
        instead: Some(
            "write a string in place of the block, or C++ code without a `\\`, for example in a \
             header",
        ),
        find: Find::Syntax(syntax::backslash_in_block),
    },
    Form {
        name: "rules",
        about: "[Rewrite rules](drr.md) of `.td` files as patterns",
        error: Some(
            "a rewrite rule of a `.td` file is not portable: MLIR's `mlir-pdll` reads pattern \
             files only",
        ),
        instead: Some("write the rules as PDLL with `pdll-opt migrate`"),
        find: Find::Kind,
    },
];
