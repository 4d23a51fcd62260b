// The patterns that an operation of a transform script names.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "transform/ScriptPatterns.h"
#include "contract/Names.h"
#include "contract/Strings.h"
#include "factory/DefaultNatives.h"
#include "support/Suggestion.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/PDL/IR/PDLOps.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace pdll;

namespace {

PdllCompileCallback compileCallback = nullptr;

/// The texts of an attribute, borrowed from it.
struct Texts {
  Texts(Operation *op, StringRef name) {
    if (auto array = op->getAttrOfType<ArrayAttr>(name))
      for (Attribute element : array)
        if (auto text = dyn_cast<StringAttr>(element))
          texts.push_back(toPdllString(text.getValue()));
  }

  SmallVector<PdllString> texts;
};

class CompiledSets : public transform::TransformState::Extension {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CompiledSets)
  explicit CompiledSets(transform::TransformState &state) : Extension(state) {}

  DenseMap<Operation *, std::shared_ptr<const PdllPatternSet>> sets;
};

} // namespace

void pdll::setScriptCompiler(PdllCompileCallback compile) {
  compileCallback = compile;
}

ParseResult pdll::parsePatterns(OpAsmParser &parser, OperationState &result) {
  ArrayAttr patterns;
  return parser.parseAttribute(patterns, ScriptAttributes::patterns,
                               result.attributes);
}

static LogicalResult refuseAttribute(Operation *op, StringRef name,
                                     ArrayRef<StringRef> known) {
  Suggestion suggestion(name);
  for (StringRef one : known)
    suggestion.consider(one);
  InFlightDiagnostic error = op->emitOpError()
                             << "has no attribute `" << name << "`";
  if (!suggestion.get().empty())
    error << "; did you mean `" << suggestion.get() << "`?";
  return error;
}

/// Whether `attribute` is an array of strings.
static bool isTexts(Attribute attribute) {
  auto array = dyn_cast<ArrayAttr>(attribute);
  return array && llvm::all_of(array, llvm::IsaPred<StringAttr>);
}

LogicalResult pdll::verifyScriptAttributes(Operation *op,
                                           ArrayRef<StringRef> others) {
  auto patterns = op->getAttrOfType<ArrayAttr>(ScriptAttributes::patterns);
  if (!patterns || patterns.empty() ||
      !llvm::all_of(patterns, llvm::IsaPred<StringAttr, SymbolRefAttr>))
    return op->emitOpError("needs pattern files or symbols, as in "
                           "`[\"a.pdll\", @pattern]`");
  SmallVector<StringRef> known(others);
  known.push_back(ScriptAttributes::patterns);
  llvm::append_range(known, ScriptAttributes::options);
  for (NamedAttribute attribute : op->getAttrs()) {
    StringRef name = attribute.getName();
    if (name.contains('.'))
      continue;
    if (!llvm::is_contained(known, name))
      return refuseAttribute(op, name, known);
    if (llvm::is_contained(ScriptAttributes::options, name) &&
        !isTexts(attribute.getValue()))
      return op->emitOpError()
             << "needs strings for `" << name << "`, as in `[\"a\", \"b\"]`";
  }
  return success();
}

/// Copies the patterns that symbols of the script stand for into a module, each in one of
/// its own, because they may have the same names. Null if there is none of a symbol, or if
/// one is not valid, which has been reported.
static OwningOpRef<ModuleOp> collectPatterns(Operation *op,
                                             ArrayRef<SymbolRefAttr> symbols) {
  OwningOpRef<ModuleOp> module = ModuleOp::create(op->getLoc());
  OpBuilder builder(op->getContext());
  llvm::SmallPtrSet<Operation *, 8> seen;
  bool areValid = true;
  for (SymbolRefAttr symbol : symbols) {
    Operation *found = SymbolTable::lookupNearestSymbolFrom(op, symbol);
    if (!found) {
      op->emitOpError() << "names " << symbol << ", which is no symbol here";
      return nullptr;
    }
    bool isEmpty = true;
    found->walk([&](pdl::PatternOp pattern) {
      isEmpty = false;
      if (!seen.insert(pattern).second)
        return;
      // The script around it may not be verified yet.
      areValid &= succeeded(mlir::verify(pattern));
      if (!areValid)
        return;
      builder.setInsertionPointToEnd(module->getBody());
      auto own = ModuleOp::create(builder, pattern.getLoc());
      builder.setInsertionPointToEnd(own.getBody());
      builder.clone(*pattern);
    });
    if (!areValid)
      return nullptr;
    if (!isEmpty)
      continue;
    InFlightDiagnostic error =
        op->emitOpError() << "names " << symbol << ", which has no pattern";
    error.attachNote(found->getLoc()) << "expected a `pdl.pattern`, or an "
                                         "operation with some in its regions";
    return nullptr;
  }
  return module;
}

/// The patterns of the script that `op` names, in MLIR's bytecode; empty if it names
/// none.
static FailureOr<std::string> writePatterns(Operation *op) {
  SmallVector<SymbolRefAttr> symbols;
  for (Attribute one : op->getAttrOfType<ArrayAttr>(ScriptAttributes::patterns))
    if (auto symbol = dyn_cast<SymbolRefAttr>(one))
      symbols.push_back(symbol);
  std::string bytecode;
  if (symbols.empty())
    return bytecode;
  OwningOpRef<ModuleOp> module = collectPatterns(op, symbols);
  if (!module)
    return failure();
  llvm::raw_string_ostream stream(bytecode);
  if (failed(writeBytecodeToFile(*module, stream)))
    return failure();
  return bytecode;
}

/// Checks what patterns that have been prepared hand over.
static LogicalResult checkFound(ModuleOp module, const FoundVariables &found) {
  WalkResult result = module.walk([&](pdl::ApplyNativeRewriteOp call) {
    if (call.getName() == PDLL_FN_FOUND)
      for (auto [index, type] : llvm::enumerate(call.getArgs().getTypes()))
        if (failed(found.check(index, type, call.getLoc())))
          return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

std::shared_ptr<const PdllPatternSet>
pdll::compileScriptPatterns(Operation *op, const FoundVariables *found) {
  FailureOr<std::string> bytecode = writePatterns(op);
  if (failed(bytecode))
    return nullptr;
  Texts files(op, ScriptAttributes::patterns);
  Texts includeDirs(op, "include_dirs");
  Texts natives(op, "natives");
  Texts enabled(op, "enable_patterns");
  Texts disabled(op, "disable_patterns");
  SmallVector<PdllString> names;
  if (found)
    names = llvm::map_to_vector(
        found->names, [](StringRef name) { return toPdllString(name); });
  PdllPatternSource source = {};
  source.files = files.texts.data();
  source.numFiles = files.texts.size();
  source.includeDirs = includeDirs.texts.data();
  source.numIncludeDirs = includeDirs.texts.size();
  source.natives = natives.texts.data();
  source.numNatives = natives.texts.size();
  source.useOdsCache = true;
  source.nativeCode = PdllNativeCodeOff;
  source.filter = {enabled.texts.data(), enabled.texts.size(),
                   disabled.texts.data(), disabled.texts.size()};
  source.script = toPdllString(*bytecode);
  source.onlyFinds = found != nullptr;
  source.variables = {names.data(), names.size()};
  auto *dialect =
      op->getContext()->getLoadedDialect<transform::TransformDialect>();
  bool isFirst = dialect->getExtraData<ShownWarnings>().add(op);
  ScopedDiagnosticHandler handler(op->getContext(), [&](Diagnostic &diagnostic) {
    return success(!isFirst &&
                   diagnostic.getSeverity() == DiagnosticSeverity::Warning);
  });
  PdllCompiledPatterns compiled =
      compileCallback(wrap(op->getContext()), &source, PdllUseRewrite);
  if (!compiled.set) {
    op->emitOpError("has patterns that cannot be used");
    return nullptr;
  }
  std::shared_ptr<const PdllPatternSet> set(compiled.set);
  OwningOpRef<ModuleOp> module(unwrap(compiled.module));
  delete compiled.natives;
  if (found && failed(checkFound(*module, *found)))
    return nullptr;
  return set;
}

std::shared_ptr<const PdllPatternSet> pdll::compileOnce(
    Operation *op, transform::TransformState &state,
    function_ref<std::shared_ptr<const PdllPatternSet>()> compile) {
  auto *compiled = state.getExtension<CompiledSets>();
  if (!compiled)
    compiled = &state.addExtension<CompiledSets>();
  auto [entry, isNew] = compiled->sets.try_emplace(op);
  if (!isNew)
    return entry->second;
  return entry->second = compile();
}
