//! What C++ says: the conditions of all definitions, compiled, asked of many
//! entities.

use super::{
    installed::{Definition, include_dir},
    table,
};
use pdll::internals::ods::Subject;
use std::{fmt::Write as _, fs, path::PathBuf, process::Command};

/// What is asked: one a line.
pub(crate) const TYPES: &str = include_str!("types.txt");
pub(crate) const ATTRIBUTES: &str = include_str!("attributes.txt");
/// A module; what is asked is its operations, outer ones first.
pub(crate) const OPERATIONS: &str = include_str!("operations.mlir");

/// The answers for each definition: one character for each entity, which is `1`
/// or `0`, or `?` where C++ stops at an assertion.
pub(crate) fn answers(definitions: &[Definition]) -> Vec<String> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let source = folder.join("truth.cpp");
    let program = folder.join("truth");
    fs::write(&source, program_text(definitions)).expect("the folder can be written to");
    let compiler = std::env::var("CXX").unwrap_or_else(|_| "g++".to_owned());
    let mut words = compiler.split_whitespace();
    let library = include_dir().with_file_name("lib");
    // Assertions tell where C++ gives no meaning to a condition.
    let status = Command::new(words.next().expect("a compiler has a name"))
        .args(words)
        .args(["-std=c++17", "-O0", "-w", "-fno-rtti", "-fno-exceptions"])
        .arg("-isystem")
        .arg(include_dir())
        .arg(&source)
        .arg("-o")
        .arg(&program)
        .arg(format!("-L{}", library.display()))
        .args(["-lMLIR", "-lLLVM"])
        .arg(format!("-Wl,-rpath,{}", library.display()))
        .status()
        .expect("there is a C++ compiler");
    assert!(status.success(), "the conditions do not compile");
    let output = Command::new(&program).output().expect("the program runs");
    assert!(output.status.success(), "{}", output.status);
    let answers = String::from_utf8(output.stdout).expect("there is ASCII only");
    answers.lines().map(str::to_owned).collect()
}

fn program_text(definitions: &[Definition]) -> String {
    let mut text = String::new();
    for header in table::all_headers() {
        writeln!(text, "#include \"{header}\"").expect("memory suffices");
    }
    text += "#include \"mlir/IR/Builders.h\"\n#include \"mlir/InitAllDialects.h\"\n";
    text += "#include \"mlir/InitAllExtensions.h\"\n";
    text += "#include \"mlir/Parser/Parser.h\"\n";
    text += "#include \"mlir/AsmParser/AsmParser.h\"\n";
    text += "#include \"llvm/Support/raw_ostream.h\"\n";
    text += "#include <csetjmp>\n#include <csignal>\n";
    text += "namespace mlir {\nusing arm_sme::ArmSMETileOpInterface;\nusing tosa::TosaOp;\n";
    for (index, Definition { constraint, .. }) in definitions.iter().enumerate() {
        let subject = match constraint.subject {
            Subject::Attribute => "Attribute",
            Subject::Type => "Type",
            Subject::Operation => "Operation *",
        };
        let condition = constraint
            .condition
            .replace("$_self", "self")
            .replace("$_builder", "builder");
        writeln!(
            text,
            "static bool holds{index}({subject} self, Builder builder) {{ return {condition}; }}"
        )
        .expect("memory suffices");
    }
    text += "} // namespace mlir\nusing namespace mlir;\n";
    text += &format!("static const char types[] = R\"~({TYPES})~\";\n");
    text += &format!("static const char attributes[] = R\"~({ATTRIBUTES})~\";\n");
    text += &format!("static const char operations[] = R\"~({OPERATIONS})~\";\n");
    text += MAIN;
    for (index, Definition { constraint, .. }) in definitions.iter().enumerate() {
        let list = match constraint.subject {
            Subject::Attribute => "allAttributes",
            Subject::Type => "allTypes",
            Subject::Operation => "allOperations",
        };
        writeln!(text, "  ask({list}, holds{index}, builder);").expect("memory suffices");
    }
    text + "}\n"
}

const MAIN: &str = r#"
static sigjmp_buf behindTheQuestion;

/// C++ gives no answer.
static void giveUp(int) { siglongjmp(behindTheQuestion, 1); }
extern "C" void __assert_fail(const char *, const char *, unsigned,
                              const char *) noexcept {
  giveUp(0);
  __builtin_unreachable();
}

/// Prints what a function says of each entity.
template <typename T>
static void ask(std::vector<T> &entities, bool (*holds)(T, Builder),
                Builder builder) {
  for (T entity : entities) {
    if (sigsetjmp(behindTheQuestion, /*savesigs=*/1) == 0)
      llvm::outs() << (holds(entity, builder) ? '1' : '0');
    else
      llvm::outs() << '?';
  }
  llvm::outs() << "\n";
}

int main() {
  signal(SIGABRT, giveUp);
  signal(SIGSEGV, giveUp);
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  context.allowUnregisteredDialects();
  Builder builder(&context);
  std::vector<Type> allTypes;
  std::vector<Attribute> allAttributes;
  std::vector<Operation *> allOperations;
  SmallVector<StringRef> lines;
  StringRef(types).split(lines, '\n', -1, false);
  for (StringRef line : lines)
    allTypes.push_back(parseType(line, &context));
  lines.clear();
  StringRef(attributes).split(lines, '\n', -1, false);
  for (StringRef line : lines)
    allAttributes.push_back(parseAttribute(line, &context));
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(operations, &context);
  if (!module || llvm::is_contained(allTypes, Type()) ||
      llvm::is_contained(allAttributes, Attribute()))
    return 1;
  (*module)->walk<WalkOrder::PreOrder>(
      [&](Operation *op) { allOperations.push_back(op); });
"#;
