// Symbols.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "std/Function.h"
#include "std/Parts.h"

#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace pdll;

/// The symbol that a string or a reference names where `op` stands.
static Operation *lookup(Operation *op, Attribute symbol) {
  if (auto name = dyn_cast<StringAttr>(symbol))
    return SymbolTable::lookupNearestSymbolFrom(op, name);
  auto reference = dyn_cast<SymbolRefAttr>(symbol);
  return reference ? SymbolTable::lookupNearestSymbolFrom(op, reference)
                   : nullptr;
}

/// The names that a symbol table defines.
static DenseSet<StringAttr> getNames(Operation *table) {
  StringRef nameOfName = SymbolTable::getSymbolAttrName();
  DenseSet<StringAttr> names;
  for (Operation &op : table->getRegion(0).getOps())
    if (auto name = op.getAttrOfType<StringAttr>(nameOfName))
      names.insert(name);
  return names;
}

static FailureOr<Attribute> getUniqueName(Operation *op, StringAttr wanted) {
  Operation *table = SymbolTable::getNearestSymbolTable(op);
  if (!table)
    return refuse("there is no symbol table around the operation");
  if (wanted.empty())
    return refuse("a symbol needs a name");
  DenseSet<StringAttr> names = getNames(table);
  StringAttr name = wanted;
  for (unsigned number = 0; names.contains(name); ++number)
    name = StringAttr::get(op->getContext(),
                           wanted.getValue() + "_" + Twine(number));
  return Attribute(name);
}

/// Whether nothing in the symbol table around `op` refers to the symbol that it
/// defines.
static bool isUnused(Operation *op) {
  if (!op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName()) ||
      !op->getParentOp())
    return false;
  Operation *table = SymbolTable::getNearestSymbolTable(op->getParentOp());
  return table && SymbolTable::symbolKnownUseEmpty(op, table);
}

/// Renames the symbol that `op` defines, where its symbol table refers to it, too.
static LogicalResult renameSymbol(PatternRewriter &rewriter, Operation *op,
                                  StringAttr name) {
  if (!op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName()))
    return refuse("the operation defines no symbol");
  Operation *parent = op->getParentOp();
  Operation *table =
      parent ? SymbolTable::getNearestSymbolTable(parent) : nullptr;
  if (!table)
    return refuse("there is no symbol table around the operation");
  if (name.empty())
    return refuse("a symbol needs a name");
  if (name == SymbolTable::getSymbolName(op))
    return success();
  if (getNames(table).contains(name))
    return refuse("there is another symbol `" + name.getValue() + "`");
  std::optional<SymbolTable::UseRange> uses =
      SymbolTable::getSymbolUses(op, table);
  if (!uses)
    return refuse("an unknown operation may refer to the symbol");
  // A driver that takes the rewrite back must know all that changes.
  SetVector<Operation *> changed;
  changed.insert(op);
  for (SymbolTable::SymbolUse use : *uses)
    changed.insert(use.getUser());
  for (Operation *one : changed)
    rewriter.startOpModification(one);
  LogicalResult renamed = SymbolTable::replaceAllSymbolUses(op, name, table);
  if (succeeded(renamed))
    SymbolTable::setSymbolName(op, name);
  for (Operation *one : changed)
    rewriter.finalizeOpModification(one);
  return renamed;
}

void pdll::addSymbolFunctions(Natives &natives) {
  addConstraint(
      natives, "IsDefinedSymbol",
      [](Operation *op, Attribute symbol) { return !!lookup(op, symbol); });
  addConstraint(natives, "IsUnusedSymbol", isUnused);
  addConstraint(natives, "GetSymbolName", [](Operation *op) -> Attribute {
    return op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
  });
  addRewrite(natives, "UniqueSymbolName", getUniqueName);
  addRewrite(natives, "RenameSymbol", renameSymbol);
}
