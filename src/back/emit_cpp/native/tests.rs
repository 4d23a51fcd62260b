//! Patterns in the dialect `pdl` as C++.

use super::native_header;
use crate::{
    back::emit_cpp::Place,
    base::diagnostic::Diagnostics,
    base::source::SourceMap,
    mlir::ffi::ir::{load_pdl, parse_module},
};
use expect_test::{Expect, expect};
use melior::Context;

/// Compares the functions and tables of the patterns.
#[expect(clippy::needless_pass_by_value, reason = "so are expectations written")]
fn check(patterns: &str, expected: Expect) {
    let header = header(patterns);
    let (_, tables) = header
        .rsplit_once("namespace pdll_support {\n\n")
        .expect("there is a pattern");
    let (tables, _) = tables
        .split_once("} // namespace pdll_support")
        .expect("the namespace ends");
    expected.assert_eq(tables);
}

/// The header of these patterns.
fn header(patterns: &str) -> String {
    let context = Context::new_with_threading(false);
    context.set_allow_unregistered_dialects(true);
    load_pdl(&context);
    let module = parse_module(&context, patterns.as_bytes(), "a.mlir");
    let mut module = module.expect("the patterns are valid");
    let place = Place {
        file: "a.h",
        first_line: 1,
        origin: "a.mlir",
    };
    let sources = SourceMap::default();
    let mut diagnostics = Diagnostics::default();
    let header = native_header(
        &context,
        &mut module,
        &[],
        &sources,
        place,
        &mut diagnostics,
    );
    header.expect("the patterns are sound")
}

/// Patterns that differ in names and attributes only, with numbers of as many digits.
fn alike(count: usize) -> String {
    let pattern = |i: usize| {
        format!(
            r#"
pdl.pattern @P{i} : benefit(1) {{
  %x = pdl.operand
  %t = pdl.type
  %n = pdl.attribute = {i} : i32
  %root = pdl.operation "t.a{i}"(%x : !pdl.value) {{"n{i}" = %n}} -> (%t : !pdl.type)
  pdl.rewrite %root {{
    %new = pdl.operation "t.b{i}"(%x : !pdl.value) {{"n{i}" = %n}} -> (%t : !pdl.type)
    pdl.replace %root with %new
  }}
}}"#
        )
    };
    (1000..1000 + count).map(pattern).collect()
}

#[test]
fn patterns_that_differ_in_constants_share_functions() {
    let header = header(&alike(9));
    assert_eq!(header.matches("struct Match").count(), 1);
    assert_eq!(header.matches("struct Apply").count(), 1);
}

/// C++ compilers take long for long headers.
#[test]
fn a_pattern_adds_little_text() {
    let [few, more, most] = [100, 200, 400].map(|count| header(&alike(count)).len());
    let per_pattern = (more - few) / 100;
    assert!(per_pattern <= 1000, "{per_pattern} bytes per pattern");
    assert_eq!(
        (most - more) / 200,
        per_pattern,
        "text grows with its length"
    );
}

#[test]
fn a_pattern_is_two_functions_and_a_row() {
    check(
        r#"
pdl.pattern @Swap : benefit(1) {
  %x = pdl.operand
  %y = pdl.operand
  %t = pdl.type
  %n = pdl.attribute = 1 : i32
  %root = pdl.operation "t.a"(%x, %y : !pdl.value, !pdl.value) {"n" = %n} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "t.b"(%y, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}"#,
        expect![[r#"
            struct Match1 {
              static ::llvm::LogicalResult
              run([[maybe_unused]] const NativePattern &self,
                  [[maybe_unused]] ::mlir::Operation *root,
                  [[maybe_unused]] ::mlir::PatternRewriter &rewriter) {
                if (root->getNumOperands() != 2)
                  return ::llvm::failure();
                if (root->getNumResults() != 1)
                  return ::llvm::failure();
                ::mlir::Attribute attr = root->getAttr(self.attributeName(0));
                if (!attr || attr != self.attribute(1))
                  return ::llvm::failure();
                return self.apply(root, rewriter);
              }
            };

            struct Apply1 {
              static ::llvm::LogicalResult
              run([[maybe_unused]] const NativePattern &self,
                  [[maybe_unused]] ::mlir::Operation *root,
                  [[maybe_unused]] ::mlir::PatternRewriter &rewriter) {
                ::mlir::Value operand1 = root->getOperand(1);
                ::mlir::Value operand0 = root->getOperand(0);
                ::mlir::Value result0 = root->getResult(0);
                ::mlir::Type result0Type = result0.getType();
                if (!operand1 || !operand0)
                  return ::llvm::failure();
                pdll_support::Rewrite rewrite(self, root, rewriter);
                ::mlir::Location location = root->getLoc();
                ::mlir::Operation *newOp = self.get<pdll_support::Template>(2).create(rewriter,
                    location, {operand1, operand0}, {result0Type});
                rewriter.replaceOp(root, newOp);
                return ::llvm::success();
              }
            };

            static const Item Swap_items[] = {
                {loadAttributeName, "n"},
                {loadAttribute, "1 : i32"},
                {loadTemplate, "t.b", true}};
            static const Row Swap_row = {
                "Swap", "t.a", 1, Match1::run, Apply1::run, Swap_items};

            [[maybe_unused]] static const Row *const all[] = {
                &Swap_row};

            [[maybe_unused]] static const Row *const others[] = {
                &Swap_row};

        "#]],
    );
}

#[test]
fn users_are_searched_in_loops() {
    check(
        r#"
pdl.pattern @Merge : benefit(1) {
  %x = pdl.operand
  %root = pdl.operation "t.a"(%x : !pdl.value)
  %other = pdl.operation "t.b"(%x : !pdl.value)
  pdl.rewrite %root {
    pdl.erase %other
  }
}"#,
        expect![[r#"
            struct Match1 {
              static ::llvm::LogicalResult
              run([[maybe_unused]] const NativePattern &self,
                  [[maybe_unused]] ::mlir::Operation *root,
                  [[maybe_unused]] ::mlir::PatternRewriter &rewriter) {
                if (root->getNumOperands() != 1)
                  return ::llvm::failure();
                if (root->getNumResults() != 0)
                  return ::llvm::failure();
                return self.apply(root, rewriter);
              }
            };

            struct Apply1 {
              static ::llvm::LogicalResult
              run([[maybe_unused]] const NativePattern &self,
                  [[maybe_unused]] ::mlir::Operation *root,
                  [[maybe_unused]] ::mlir::PatternRewriter &rewriter) {
                ::mlir::Value operand0 = root->getOperand(0);
                if (!operand0)
                  return ::llvm::failure();
                for (::mlir::Operation *found0 : operand0.getUsers()) {
                  if (found0->getName() != self.name(0))
                    continue;
                  if (found0->getNumOperands() != 1)
                    continue;
                  if (found0->getNumResults() != 0)
                    continue;
                  ::mlir::Value found0Operand0 = found0->getOperand(0);
                  if (!found0Operand0 || operand0 != found0Operand0)
                    continue;
                  pdll_support::Rewrite rewrite(self, root, rewriter);
                  rewriter.eraseOp(found0);
                  return ::llvm::success();
                }
                return ::llvm::failure();
              }
            };

            static const Item Merge_items[] = {
                {loadName, "t.b"}};
            static const Row Merge_row = {
                "Merge", "t.a", 1, Match1::run, Apply1::run, Merge_items};

            [[maybe_unused]] static const Row *const all[] = {
                &Merge_row};

            [[maybe_unused]] static const Row *const others[] = {
                &Merge_row};

        "#]],
    );
}

#[test]
fn dispatchers_share_tests() {
    let patterns: String = [("One", 1), ("Two", 2)]
        .iter()
        .map(|(name, value)| {
            format!(
                r#"
pdl.pattern @{name} : benefit(1) {{
  %x = pdl.operand
  %n = pdl.attribute = {value} : i32
  %root = pdl.operation "t.a"(%x : !pdl.value) {{"n" = %n}}
  pdl.rewrite %root {{
    pdl.erase %root
  }}
}}"#
            )
        })
        .collect();
    check(
        &patterns,
        expect![[r#"
            struct Match1 {
              static ::llvm::LogicalResult
              run([[maybe_unused]] const NativePattern &self,
                  [[maybe_unused]] ::mlir::Operation *root,
                  [[maybe_unused]] ::mlir::PatternRewriter &rewriter) {
                if (root->getNumOperands() != 1)
                  return ::llvm::failure();
                if (root->getNumResults() != 0)
                  return ::llvm::failure();
                ::mlir::Attribute attr = root->getAttr(self.attributeName(0));
                if (!attr || attr != self.attribute(1))
                  return ::llvm::failure();
                return self.apply(root, rewriter);
              }
            };

            struct Apply1 {
              static ::llvm::LogicalResult
              run([[maybe_unused]] const NativePattern &self,
                  [[maybe_unused]] ::mlir::Operation *root,
                  [[maybe_unused]] ::mlir::PatternRewriter &rewriter) {
                pdll_support::Rewrite rewrite(self, root, rewriter);
                rewriter.eraseOp(root);
                return ::llvm::success();
              }
            };

            static const Item One_items[] = {
                {loadAttributeName, "n"},
                {loadAttribute, "1 : i32"}};
            static const Row One_row = {
                "One", "t.a", 1, Match1::run, Apply1::run, One_items};

            static const Item Two_items[] = {
                {loadAttributeName, "n"},
                {loadAttribute, "2 : i32"}};
            static const Row Two_row = {
                "Two", "t.a", 1, Match1::run, Apply1::run, Two_items};

            struct Find1 {
              static void run([[maybe_unused]] const Constants &self,
                  [[maybe_unused]] ::mlir::Operation *root,
                  [[maybe_unused]] Candidates &found) {
                if (root->getNumOperands() != 1)
                  return;
                if (root->getNumResults() != 0)
                  return;
                ::mlir::Attribute attr = root->getAttr(self.attributeName(0));
                if (!attr)
                  return;
                if (attr == self.attribute(1))
                  return found.addCertain(0); // One
                if (attr == self.attribute(2))
                  return found.addCertain(1); // Two
              }
            };

            static const Item Dispatcher_t_a_1_items[] = {
                {loadAttributeName, "n"},
                {loadAttribute, "1 : i32"},
                {loadAttribute, "2 : i32"}};
            /// 2 patterns on `t.a`.
            static const Row *const Dispatcher_t_a_1_rows[] = {
                &One_row, &Two_row};
            static const Group Dispatcher_t_a_1_group = {
                "Dispatcher_t_a_1", "t.a", 1, Find1::run, Dispatcher_t_a_1_items, Dispatcher_t_a_1_rows};

            [[maybe_unused]] static const Row *const all[] = {
                &One_row, &Two_row};

            [[maybe_unused]] static const Group *const groups[] = {
                &Dispatcher_t_a_1_group};

        "#]],
    );
}
