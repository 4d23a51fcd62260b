//! C++ functions that the run time of pdl calls.

use super::function::{class_of, parameter_class, subject_class};
use crate::front::hir::{CodeSlot, Native, NativeBody, Type};
use std::fmt::Write;

/// Returns the C++ function `name`, which the run time can call, and which
/// calls `function`. It fails if an argument is null, or not of the class of
/// its parameter.
pub(super) fn call(native: &Native, function: &str, name: &str) -> String {
    let unused = "[[maybe_unused]]";
    let mut text = format!(
        "static ::llvm::LogicalResult\n\
         {name}({unused} ::mlir::PatternRewriter &rewriter,\n    \
         {unused} ::mlir::PDLResultList &results,\n    \
         {unused} ::llvm::ArrayRef<::mlir::PDLValue> values) {{\n"
    );
    let (arguments, has_results) = match &native.body {
        NativeBody::Predicate { subject, .. } => {
            let class = subject_class(*subject);
            argument(&mut text, 0, class, class);
            (1, false)
        }
        NativeBody::Code {
            parameters,
            results,
            ..
        } => {
            for (index, slot) in parameters.iter().enumerate() {
                parameter(&mut text, index, slot);
            }
            (parameters.len(), !results.is_empty())
        }
    };
    let mut passed = "rewriter".to_owned();
    if has_results {
        passed.push_str(", results");
    }
    for index in 0..arguments {
        let _ = write!(passed, ", argument{index}");
    }
    let _ = match (native.is_constraint || native.returns_outcome, has_results) {
        (true, _) => writeln!(text, "  return {function}({passed});"),
        (false, true) => writeln!(text, "  return {function}({passed}).give(results);"),
        (false, false) => writeln!(text, "  {function}({passed});\n  return ::llvm::success();"),
    };
    text.push_str("}\n\n");
    text
}

fn parameter(text: &mut String, index: usize, slot: &CodeSlot) {
    if let Some(element) = slot.ty.element() {
        return range(text, index, class_of(slot.ty), class_of(element));
    }
    let class = parameter_class(slot);
    let base = class_of(slot.ty);
    let may_differ = matches!(slot.ty, Type::Attribute | Type::Operation | Type::Type);
    argument(text, index, if may_differ { class } else { base }, base);
}

/// Appends code that takes an argument as a range. A single `element` is a range of
/// one.
fn range(text: &mut String, index: usize, class: &str, element: &str) {
    let _ = writeln!(
        text,
        "  if (!values[{index}])\n    return ::llvm::failure();\n  \
         {element} element{index};\n  \
         if (values[{index}].isa<{element}>())\n    \
         element{index} = values[{index}].cast<{element}>();\n  \
         {class} argument{index} = element{index}\n    \
         ? {class}(::llvm::ArrayRef<{element}>(element{index}))\n    \
         : values[{index}].cast<{class}>();"
    );
}

/// Appends code that casts an argument of class `base` to `class`.
fn argument(text: &mut String, index: usize, class: &str, base: &str) {
    let _ = writeln!(
        text,
        "  if (!values[{index}])\n    return ::llvm::failure();"
    );
    let value = format!("values[{index}].cast<{base}>()");
    let _ = if class == base {
        writeln!(text, "  auto argument{index} = {value};")
    } else {
        writeln!(
            text,
            "  auto argument{index} = ::llvm::dyn_cast<{class}>({value});\n  \
             if (!argument{index})\n    return ::llvm::failure();"
        )
    };
}
