// The text of one operation.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/OperationText.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/OpImplementation.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace pdll;

namespace {

/// Prints one operation with names that are known. The printer of MLIR cannot
/// do that: it numbers all values of a function for each use.
class OperationPrinter final : public OpAsmPrinter {
public:
  /// The verifier may be null if no operation is printed.
  OperationPrinter(MLIRContext *context, ValueNames &names,
                   RepeatedVerifier *verifier)
      : state(context,
              OpPrintingFlags().useLocalScope().elideLargeElementsAttrs(64)),
        names(names), verifier(verifier) {}

  OperationText print(Operation *op);
  std::string print(Block *block);

  // Text.
  raw_ostream &getStream() const override { return stream; }
  void printNewline() override { stream << '\n' << std::string(indent, ' '); }
  void increaseIndent() override { indent += 2; }
  void decreaseIndent() override { indent -= 2; }
  void printKeywordOrString(StringRef keyword) override;
  void printString(StringRef string) override;
  void printSymbolName(StringRef symbol) override;
  void printFloat(const APFloat &value) override;
  void printResourceHandle(const AsmDialectResourceHandle &resource) override;

  // Attributes and types.
  void printType(Type type) override;
  void printAttribute(Attribute attr) override;
  void printAttributeWithoutType(Attribute attr) override;
  void printNamedAttribute(NamedAttribute attr) override;
  LogicalResult printAlias(Attribute) override { return failure(); }
  LogicalResult printAlias(Type) override { return failure(); }
  void printOptionalAttrDict(ArrayRef<NamedAttribute> attrs,
                             ArrayRef<StringRef> elided = {}) override;
  void
  printOptionalAttrDictWithKeyword(ArrayRef<NamedAttribute> attrs,
                                   ArrayRef<StringRef> elided = {}) override;
  LogicalResult pushCyclicPrinting(const void *pointer) override;
  void popCyclicPrinting() override { cyclic.pop_back(); }

  // Operations.
  void printOptionalLocationSpecifier(Location) override {}
  void printOperand(Value value) override { printOperand(value, stream); }
  void printOperand(Value value, raw_ostream &os) override;
  void printSuccessor(Block *successor) override;
  void printSuccessorAndUseList(Block *successor, ValueRange operands) override;
  void printCustomOrGenericOp(Operation *op) override;
  void printGenericOp(Operation *op, bool printOpName = true) override;
  void printAffineMapOfSSAIds(AffineMapAttr map, ValueRange operands) override;
  void printAffineExprOfSSAIds(AffineExpr expr, ValueRange dims,
                               ValueRange symbols) override;

  // Regions.
  void printRegionArgument(BlockArgument argument,
                           ArrayRef<NamedAttribute> attrs = {},
                           bool omitType = false) override;
  void printRegion(Region &region, bool printEntryBlockArgs = true,
                   bool printBlockTerminators = true,
                   bool printEmptyBlock = false) override;
  void shadowRegionArgs(Region &region, ValueRange namesToUse) override;

private:
  void printResults(Operation *op);

  AsmState state;
  ValueNames &names;
  RepeatedVerifier *verifier;
  OperationText done;
  std::string part;
  mutable llvm::raw_string_ostream stream{part};
  unsigned indent = 0;
  llvm::SetVector<const void *> cyclic;
};

} // namespace

OperationText pdll::printOperation(Operation *op, ValueNames &names,
                                   RepeatedVerifier &verifier) {
  return OperationPrinter(op->getContext(), names, &verifier).print(op);
}

std::string pdll::printLabel(Block *block, ValueNames &names) {
  MLIRContext *context = block->getParentOp()->getContext();
  return OperationPrinter(context, names, /*verifier=*/nullptr).print(block);
}

/// Cuts text that is longer than anybody reads. Patterns that keep adding
/// operands would otherwise fill the disk.
static void shorten(std::string &text) {
  constexpr size_t maxLength = 4000;
  if (text.size() <= maxLength)
    return;
  size_t end = maxLength;
  // Not within a letter of several bytes.
  while ((text[end] & 0xc0) == 0x80)
    --end;
  text.resize(end);
  text += " ...";
}

OperationText OperationPrinter::print(Operation *op) {
  printResults(op);
  printCustomOrGenericOp(op);
  done.parts.push_back(std::move(part));
  for (std::string &text : done.parts)
    shorten(text);
  return std::move(done);
}

std::string OperationPrinter::print(Block *block) {
  printSuccessor(block);
  if (block->getNumArguments() != 0) {
    stream << '(';
    llvm::interleaveComma(
        block->getArguments(), stream,
        [&](BlockArgument argument) { printRegionArgument(argument); });
    stream << ')';
  }
  stream << ':';
  return std::move(part);
}

//===- Text ---------------------------------------------------------------===//

static bool isKeyword(StringRef text) {
  auto isPart = [](char letter) {
    return llvm::isAlnum(letter) || StringRef("_$.").contains(letter);
  };
  return !text.empty() && (llvm::isAlpha(text[0]) || text[0] == '_') &&
         llvm::all_of(text, isPart);
}

void OperationPrinter::printKeywordOrString(StringRef keyword) {
  if (isKeyword(keyword))
    stream << keyword;
  else
    printString(keyword);
}

void OperationPrinter::printString(StringRef string) {
  stream << '"';
  llvm::printEscapedString(string, stream);
  stream << '"';
}

void OperationPrinter::printSymbolName(StringRef symbol) {
  stream << '@';
  printKeywordOrString(symbol);
}

void OperationPrinter::printFloat(const APFloat &value) {
  SmallString<32> text;
  value.toString(text, /*FormatPrecision=*/0, /*FormatMaxPadding=*/0,
                 /*TruncateZero=*/false);
  stream << text;
}

void OperationPrinter::printResourceHandle(
    const AsmDialectResourceHandle &resource) {
  auto *interface = cast<OpAsmDialectInterface>(resource.getDialect());
  stream << interface->getResourceKey(resource);
}

//===- Attributes and types -----------------------------------------------===//

void OperationPrinter::printType(Type type) {
  if (type)
    type.print(stream, state);
  else
    stream << "<<NULL TYPE>>";
}

void OperationPrinter::printAttribute(Attribute attr) {
  if (attr)
    attr.print(stream, state);
  else
    stream << "<<NULL ATTRIBUTE>>";
}

void OperationPrinter::printAttributeWithoutType(Attribute attr) {
  if (attr)
    attr.print(stream, state, /*elideType=*/true);
  else
    stream << "<<NULL ATTRIBUTE>>";
}

void OperationPrinter::printNamedAttribute(NamedAttribute attr) {
  printKeywordOrString(attr.getName());
  if (isa<UnitAttr>(attr.getValue()))
    return;
  stream << " = ";
  printAttribute(attr.getValue());
}

void OperationPrinter::printOptionalAttrDict(ArrayRef<NamedAttribute> attrs,
                                             ArrayRef<StringRef> elided) {
  SmallVector<NamedAttribute> shown(attrs);
  llvm::erase_if(shown, [&](NamedAttribute attr) {
    return llvm::is_contained(elided, attr.getName().strref());
  });
  if (shown.empty())
    return;
  stream << " {";
  llvm::interleaveComma(
      shown, stream, [&](NamedAttribute attr) { printNamedAttribute(attr); });
  stream << '}';
}

void OperationPrinter::printOptionalAttrDictWithKeyword(
    ArrayRef<NamedAttribute> attrs, ArrayRef<StringRef> elided) {
  auto isShown = [&](NamedAttribute attr) {
    return !llvm::is_contained(elided, attr.getName().strref());
  };
  if (llvm::none_of(attrs, isShown))
    return;
  stream << " attributes";
  printOptionalAttrDict(attrs, elided);
}

LogicalResult OperationPrinter::pushCyclicPrinting(const void *pointer) {
  return success(cyclic.insert(pointer));
}

//===- Operations ---------------------------------------------------------===//

void OperationPrinter::printResults(Operation *op) {
  if (op->getNumResults() == 0)
    return;
  auto getGroup = [&](Value result) {
    return names.get(result).split('#').first;
  };
  for (unsigned index = 0, count = op->getNumResults(); index < count;) {
    stream << (index == 0 ? "" : ", ") << getGroup(op->getResult(index));
    unsigned first = index++;
    while (index < count &&
           getGroup(op->getResult(index)) == getGroup(op->getResult(first)))
      ++index;
    if (index - first > 1)
      stream << ':' << index - first;
  }
  stream << " = ";
}

void OperationPrinter::printOperand(Value value, raw_ostream &os) {
  os << (value ? names.get(value) : "<<NULL VALUE>>");
}

void OperationPrinter::printSuccessor(Block *successor) {
  stream << (successor ? names.get(successor) : "<<NULL BLOCK>>");
}

void OperationPrinter::printSuccessorAndUseList(Block *successor,
                                                ValueRange operands) {
  printSuccessor(successor);
  if (operands.empty())
    return;
  stream << '(';
  printOperands(operands);
  stream << " : ";
  llvm::interleaveComma(operands.getTypes(), *this);
  stream << ')';
}

/// The dialect whose name is left out in operations of the region around `op`.
static StringRef getDefaultDialect(Operation *op) {
  auto parent = dyn_cast_or_null<OpAsmOpInterface>(op->getParentOp());
  return parent ? parent.getDefaultDialect() : "builtin";
}

void OperationPrinter::printCustomOrGenericOp(Operation *op) {
  std::optional<RegisteredOperationName> name = op->getRegisteredInfo();
  auto verify = [&] { return op->getName().verifyInvariants(op); };
  if (name && verifier->isValid(op, verify))
    name->printAssembly(op, *this, getDefaultDialect(op));
  else
    printGenericOp(op);
}

void OperationPrinter::printGenericOp(Operation *op, bool printOpName) {
  if (printOpName)
    printString(op->getName().getStringRef());
  stream << '(';
  printOperands(op->getOperands());
  stream << ')';
  if (op->getNumSuccessors() != 0) {
    stream << '[';
    llvm::interleaveComma(op->getSuccessors(), stream,
                          [&](Block *block) { printSuccessor(block); });
    stream << ']';
  }
  if (Attribute properties = op->getPropertiesAsAttribute()) {
    stream << " <";
    printAttribute(properties);
    stream << '>';
  }
  if (op->getNumRegions() != 0) {
    stream << " (";
    llvm::interleaveComma(op->getRegions(), stream,
                          [&](Region &region) { printRegion(region); });
    stream << ')';
  }
  printOptionalAttrDict(op->getPropertiesStorage()
                            ? llvm::to_vector(op->getDiscardableAttrs())
                            : op->getAttrs());
  stream << " : ";
  printFunctionalType(op);
}

void OperationPrinter::printAffineMapOfSSAIds(AffineMapAttr map,
                                              ValueRange operands) {
  unsigned numDims = map.getValue().getNumDims();
  llvm::interleaveComma(
      map.getValue().getResults(), stream, [&](AffineExpr expr) {
        printAffineExprOfSSAIds(expr, operands.take_front(numDims),
                                operands.drop_front(numDims));
      });
}

/// Prints the expression, and puts the operands in place of `d0` and `s0`.
void OperationPrinter::printAffineExprOfSSAIds(AffineExpr expr, ValueRange dims,
                                               ValueRange symbols) {
  std::string text;
  llvm::raw_string_ostream(text) << expr;
  for (StringRef rest = text; !rest.empty();) {
    StringRef word = rest.take_while(llvm::isAlnum);
    if (word.empty())
      word = rest.take_front();
    rest = rest.drop_front(word.size());
    unsigned number;
    StringRef digits = word.drop_front();
    if (word.front() == 'd' && !digits.getAsInteger(10, number)) {
      printOperand(dims[number]);
    } else if (word.front() == 's' && !digits.getAsInteger(10, number)) {
      stream << "symbol(";
      printOperand(symbols[number]);
      stream << ')';
    } else {
      stream << word;
    }
  }
}

//===- Regions ------------------------------------------------------------===//

void OperationPrinter::printRegionArgument(BlockArgument argument,
                                           ArrayRef<NamedAttribute> attrs,
                                           bool omitType) {
  printOperand(argument);
  if (!omitType) {
    stream << ": ";
    printType(argument.getType());
  }
  printOptionalAttrDict(attrs);
}

void OperationPrinter::printRegion(Region &region, bool printEntryBlockArgs,
                                   bool printBlockTerminators,
                                   bool /*printEmptyBlock*/) {
  stream << '{';
  done.parts.push_back(std::exchange(part, {}));
  done.gaps.push_back({&region, printEntryBlockArgs, printBlockTerminators});
  stream << '}';
}

void OperationPrinter::shadowRegionArgs(Region &region, ValueRange namesToUse) {
  for (auto [argument, value] : llvm::zip(region.getArguments(), namesToUse))
    if (value)
      names.share(argument, value);
}
