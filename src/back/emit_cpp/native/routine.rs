//! The functions of one pattern: one that tests its structure, and one that goes on with searches among users, native constraints, guards and the
//! rewrite.

use super::{
    native_calls::{Defined, call},
    rewrite,
    scope::{Scope, capital, class_of, declaration, small},
    tests_of_structure::{self, inequality},
};
use crate::back::emit_cpp::module::Key;
use crate::back::graph::{
    guards::{self, Guard},
    pattern::{Call, Node, NodeId, Pattern, Statement, is_range},
    statements::{for_each_reference, ordered_statements},
};
use crate::back::matcher::{
    layout::Slot,
    plan::{Plan, Search, Test},
    position::{Position, PositionId},
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::{collections::BTreeMap, fmt::Write};

/// Writes the functions of a pattern.
pub(super) struct Routine<'r, 'n, 'a, 'c> {
    pub(super) pattern: &'r Pattern,
    pub(super) plan: &'r Plan,
    pub(super) scope: Scope<'a, 'c>,
    /// The C++ functions of the native functions that the pattern file defines.
    pub(super) defined_functions: &'n BTreeMap<Key, Defined>,
    /// Where the groups of results are that the rewrite uses.
    pub(super) slots: &'r FxHashMap<NodeId, Slot>,
    /// The variables of nodes that have no position.
    defined: FxHashMap<NodeId, String>,
    /// The nodes that something refers to.
    used: FxHashSet<NodeId>,
}

/// Tests in a function. C++ compilers take long for long functions.
const MAX_TESTS: usize = 100;

/// Loops in a function. C++ compilers allow 256 of them.
const MAX_LOOPS: usize = 16;

impl<'r, 'n, 'a, 'c> Routine<'r, 'n, 'a, 'c> {
    pub(super) fn new(
        pattern: &'r Pattern,
        plan: &'r Plan,
        scope: Scope<'a, 'c>,
        defined_functions: &'n BTreeMap<Key, Defined>,
        slots: &'r FxHashMap<NodeId, Slot>,
    ) -> Self {
        Routine {
            pattern,
            plan,
            scope,
            defined_functions,
            slots,
            defined: FxHashMap::default(),
            used: used(pattern, plan),
        }
    }

    /// The function that tests the structure, and those that it calls.
    pub(super) fn matches(&mut self, root: PositionId) -> String {
        let mut called = Vec::new();
        self.scope.begin("return ::llvm::failure();");
        for (index, test) in self.plan.tests.iter().enumerate() {
            // Nobody asks about other operations.
            if matches!(test, Test::Name(position, _) if *position == root) {
                continue;
            }
            if index != 0 && index % MAX_TESTS == 0 {
                called.push(self.scope.names.take(&format!("from{index}")));
                self.scope.begin("return ::llvm::failure();");
            }
            tests_of_structure::write(&mut self.scope, *test);
        }
        self.scope.line("return self.apply(root, rewriter);");
        let mut text = String::new();
        for name in called.into_iter().rev() {
            let (body, passed) = self.scope.end();
            let (parameters, arguments) = self.passed(&passed);
            let _ = write!(
                text,
                "\n  static ::llvm::LogicalResult\n  {name}({parameters}) {{\n{body}  }}\n"
            );
            self.scope.line(&format!("return {name}({arguments});"));
        }
        let (body, _) = self.scope.end();
        function(&body) + &text
    }

    /// The function that goes on, and those that it calls.
    pub(super) fn apply(&mut self) -> String {
        self.scope.begin("return ::llvm::failure();");
        self.scope.assume(&self.plan.tests);
        let mut called = Vec::new();
        for (index, search) in self.plan.searches.iter().enumerate() {
            if index != 0 && index % MAX_LOOPS == 0 {
                let name = self.scope.names.take(&format!("withUser{index}"));
                called.push(name);
                self.scope.begin("return ::std::nullopt;");
            }
            self.search(search);
        }
        let constraints = &self.pattern.constraints;
        for (index, call) in constraints.iter().enumerate() {
            if !is_repeated(call, &constraints[..index]) {
                self.constraint(call);
            }
        }
        let statements = ordered_statements(self.pattern);
        for guard in guards::collect(self.pattern, &statements) {
            self.guard(guard);
        }
        rewrite::write(self, &statements);
        self.finish(called)
    }

    /// Ends the functions, the innermost one first.
    fn finish(&mut self, called: Vec<String>) -> String {
        let mut text = String::new();
        for name in called.into_iter().rev() {
            self.scope.close_loops();
            self.scope.line("return ::std::nullopt;");
            let (body, passed) = self.scope.end();
            let (parameters, arguments) = self.passed(&passed);
            let _ = write!(
                text,
                "\n  /// Goes on; returns nothing where nothing matches.\n  \
                 static ::std::optional<::llvm::LogicalResult>\n  \
                 {name}({parameters}) {{\n{body}  }}\n"
            );
            self.scope.line(&format!(
                "if (::std::optional<::llvm::LogicalResult> result = {name}({arguments}))"
            ));
            self.scope.line("  return *result;");
        }
        if !self.plan.searches.is_empty() {
            self.scope.close_loops();
            self.scope.line("return ::llvm::failure();");
        }
        let (body, _) = self.scope.end();
        function(&body) + &text
    }

    /// The parameters of a function to which variables are passed, and the arguments.
    fn passed(&mut self, passed: &[PositionId]) -> (String, String) {
        let mut parameters = PARAMETERS.to_owned();
        let mut arguments = "self, root, rewriter".to_owned();
        for position in passed {
            let variable = self.scope.variable(*position);
            let declared = self.scope.declaration(*position, &variable);
            let _ = write!(parameters, ", {declared}");
            let _ = write!(arguments, ", {variable}");
        }
        (parameters, arguments)
    }

    fn search(&mut self, search: &Search) {
        let mut among = self.scope.load(search.among);
        if is_range(self.scope.positions.kind(search.among)) {
            let first = self.scope.names.take(&format!("{among}First"));
            self.scope.line(&format!(
                "::mlir::Value {first} = pdll_support::getFirst({among});"
            ));
            self.scope.fail_if(&format!("!{first}"));
            among = first;
        }
        self.scope.flush();
        let found = self.scope.variable(search.found);
        self.scope
            .enter_loop(&match self.scope.positions[search.among] {
                Position::Block(..) => format!(
                    "for (::mlir::Operation *{found} : \
                     ::llvm::make_pointer_range(*{among}))"
                ),
                _ => format!("for (::mlir::Operation *{found} : {among}.getUsers())"),
            });
        self.scope.introduce(search.found);
        for test in &search.tests {
            tests_of_structure::write(&mut self.scope, *test);
        }
    }

    fn constraint(&mut self, one: &Call) {
        let call = call(self, one);
        let outcome = match one.is_negated {
            true => "succeeded",
            false => "failed",
        };
        self.scope
            .fail_if(&format!("::mlir::{outcome}({})", call.expression));
        self.define_results(one, call.results.as_deref());
        for node in &one.results {
            self.compare(*node);
        }
    }

    /// Declares variables for the results of a call. Those of a constraint that must
    /// fail do not exist.
    pub(super) fn define_results(&mut self, call: &Call, list: Option<&str>) {
        for (index, node) in call.results.iter().enumerate() {
            if !self.used.contains(node) {
                continue;
            }
            let kind = self.pattern.nodes.kind(*node);
            let function = self.scope.pool.text(call.name);
            let name = function.split(' ').next().unwrap_or_default();
            let name = name.rsplit('.').next().unwrap_or_default();
            let name = format!("{}Result{index}", small(name));
            let name = self.define(*node, &name);
            let declared = declaration(kind, &name);
            self.scope.line(&match list {
                Some(list) if !call.is_negated => {
                    format!("{declared} = {list}.get<{}>({index});", class_of(kind))
                }
                _ => format!("{declared} = {{}};"),
            });
        }
    }

    /// The result of a constraint must be equal to what the match has in its place.
    fn compare(&mut self, node: NodeId) {
        let kind = self.pattern.nodes.kind(node);
        for position in self.plan.returned(node) {
            let found = self.scope.load(*position);
            let result = self.defined[&node].clone();
            let differ = inequality(kind, &result, &found);
            self.scope.fail_if(&differ);
        }
    }

    fn guard(&mut self, guard: Guard) {
        let condition = match guard {
            Guard::Distinct(first, second) => {
                let first = self.value(first);
                let second = self.value(second);
                format!("{first} == {second}")
            }
            Guard::Survives { erased, needed } => {
                let erased = self.value(erased);
                let needed = self.value(needed);
                format!("!pdll_support::outlives({needed}, {erased})")
            }
            Guard::Fits {
                attribute,
                operation,
                name,
            } => {
                let attribute = self.value(attribute);
                let operation = self.scope.members.operation_name(operation);
                let name = self.scope.members.attribute_name(name);
                format!("!pdll_support::fits({operation}, {name}, {attribute})")
            }
            Guard::Bounded(range) => {
                let range = self.value(range);
                // The longest range that a rewrite may make longer.
                format!("{range}.size() > (1u << 20)")
            }
        };
        self.scope.fail_if(&condition);
    }

    /// The expression for a node.
    pub(super) fn value(&mut self, node: NodeId) -> String {
        if let Some(name) = self.defined.get(&node) {
            return name.clone();
        }
        // A constant is at hand. To load it from the match would take longer.
        if let Node::Attribute {
            value: Some(value), ..
        }
        | Node::Type { value: Some(value) }
        | Node::Types { value: Some(value) } = &self.pattern.nodes[node]
        {
            return self.scope.members.constant(*value);
        }
        let position = self.plan.position(node);
        let position = position.expect("the checks have found what determines the value");
        self.scope.load(position)
    }

    /// Takes a variable for a node.
    pub(super) fn define(&mut self, node: NodeId, wanted: &str) -> String {
        let name = self.scope.names.take(wanted);
        self.defined.insert(node, name.clone());
        name
    }

    /// Whether a node has a variable.
    pub(super) fn is_defined(&self, node: NodeId) -> bool {
        self.defined.contains_key(&node)
    }

    pub(super) fn is_used(&self, node: NodeId) -> bool {
        self.used.contains(&node)
    }

    /// A name for what a statement makes of the node that `of` stands for.
    pub(super) fn name_of_part(of: &str, part: &str) -> String {
        format!("{of}{}", capital(part))
    }
}

const PARAMETERS: &str = "[[maybe_unused]] const NativePattern &self,\n      \
    [[maybe_unused]] ::mlir::Operation *root,\n      \
    [[maybe_unused]] ::mlir::PatternRewriter &rewriter";

/// The function that patterns know.
fn function(body: &str) -> String {
    format!("  static ::llvm::LogicalResult\n  run({PARAMETERS}) {{\n{body}  }}\n")
}

/// Whether one of the calls before says the same. Frontends apply constraints to
/// each mention of a variable.
fn is_repeated(call: &Call, before: &[Call]) -> bool {
    let is_same = |other: &Call| {
        other.name == call.name
            && other.arguments == call.arguments
            && other.is_negated == call.is_negated
    };
    call.results.is_empty() && before.iter().any(is_same)
}

/// The nodes that something refers to after they are defined.
fn used(pattern: &Pattern, plan: &Plan) -> FxHashSet<NodeId> {
    let mut used = FxHashSet::default();
    for call in &pattern.constraints {
        used.extend(&call.arguments);
        let compared = call.results.iter();
        used.extend(compared.filter(|node| !plan.returned(**node).is_empty()));
    }
    for statement in &pattern.rewrite {
        for_each_reference(pattern, statement, |node| {
            used.insert(node);
        });
        if let Statement::Call(call) = statement {
            used.extend(&call.arguments);
        }
    }
    used
}
