// Operations and constraints of TableGen records, as bytes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tablegen/Tables.h"

#include "tablegen/Errors.h"
#include "tablegen/Predicates.h"
#include "tablegen/Rules.h"
#include "tablegen/Texts.h"
#include "tablegen/TypeTables.h"

#include "mlir/TableGen/Interfaces.h"
#include "mlir/TableGen/Operator.h"
#include "mlir/TableGen/SideEffects.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/TableGen/Error.h"

using namespace llvm;
using namespace pdll;
namespace tblgen = mlir::tblgen;

namespace {

/// The TableGen classes that decide what a def is.
enum Base : unsigned {
  OpBase = 1,
  AttrConstraintBase = 2,
  TypeConstraintBase = 4,
  OpInterfaceBase = 8,
  DeclareInterfaceMethodsBase = 16,
  PatternBase = 32,
  TypeDefBase = 64,
  PredicateBase = 128,
  TypeRuleBase = 256,
  AttrDefBase = 512
};

/// Writes the tables of one set of records. Fields are written in the order of
/// those in src/front/ods.rs and src/front/ods/wire.rs; a change of that order raises
/// PDLL_ODS_WIRE_VERSION.
class Writer {
public:
  Writer(OdsWire &wire, const RecordKeeper &records, const OdsFiles &files,
         PdllOdsContents contents)
      : wire(wire), records(records), files(files), contents(contents) {}

  void run();

private:
  void findDefs();
  unsigned basesOf(const Record *record);

  void operations();
  void operation(const tblgen::Operator &op);
  void groups(tblgen::Operator::const_value_range groups);
  void typeSources(const tblgen::Operator &op);
  void attributes(const tblgen::Operator &op);
  void properties(const tblgen::Operator &op);
  void lengths(bool segments, bool equal);
  void regions(const tblgen::Operator &op);
  void traits(const tblgen::Operator &op);

  void constraints();
  void constraint(PdllOdsSubject subject, const tblgen::Constraint &constraint,
                  StringRef storage);
  void interface(const tblgen::OpInterface &interface);
  void place(ArrayRef<SMLoc> places);

  std::string nameOf(const tblgen::Constraint &constraint);

  OdsWire &wire;
  const RecordKeeper &records;
  const OdsFiles &files;
  PdllOdsContents contents;
  /// The defs to write.
  SmallVector<const Record *> operationDefs, attributeDefs, typeDefs,
      interfaceDefs, ruleDefs, ownTypeDefs, ownAttrDefs, predicateDefs,
      typeRuleDefs;
  /// The bases of classes, as bits of `Base`.
  DenseMap<const Record *, unsigned> basesOfClass;
  OdsPredicates predicates;
};

} // namespace

void Writer::run() {
  findDefs();
  wire.number(LLVM_VERSION_MAJOR);
  operations();
  constraints();
  writeOdsRules(wire, ruleDefs, files, predicates);
  writeTypeDefs(wire, records, ownTypeDefs, files);
  writeTypeDefs(wire, records, ownAttrDefs, files);
  writeTypePredicates(wire, predicateDefs, files);
  writeTypeRules(wire, typeRuleDefs, files);
  predicates.writeAll(wire);
  wire.number(files.getOpened().size());
  for (size_t file : files.getOpened())
    wire.number(file);
}

/// Finds the defs to write in one pass, because most defs are of other kinds.
void Writer::findDefs() {
  for (const auto &[name, def] : records.getDefs()) {
    unsigned bases = basesOf(def.get());
    if (bases & OpBase)
      operationDefs.push_back(def.get());
    if ((bases & PatternBase) && contents == PdllOdsDefinitionsAndRules)
      ruleDefs.push_back(def.get());
    // Other predicates refer to those without a name.
    if (bases & PredicateBase)
      predicateDefs.push_back(def.get());
    if (bases & TypeRuleBase)
      typeRuleDefs.push_back(def.get());
    // Pattern files cannot refer to a constraint without a name.
    if (def->isAnonymous() || (bases & DeclareInterfaceMethodsBase))
      continue;
    if (bases & AttrConstraintBase)
      attributeDefs.push_back(def.get());
    if (bases & TypeConstraintBase)
      typeDefs.push_back(def.get());
    if (bases & TypeDefBase)
      ownTypeDefs.push_back(def.get());
    if (bases & AttrDefBase)
      ownAttrDefs.push_back(def.get());
    if (bases & OpInterfaceBase)
      interfaceDefs.push_back(def.get());
  }
  // The map has them by name.
  for (SmallVector<const Record *> *ordered : {&ruleDefs, &typeRuleDefs})
    llvm::sort(*ordered, [](const Record *a, const Record *b) {
      return a->getID() < b->getID();
    });
}

/// The bases of a record: the record itself, and all of its superclasses.
unsigned Writer::basesOf(const Record *record) {
  unsigned bases = 0;
  if (record->isClass()) {
    auto known = basesOfClass.find(record);
    if (known != basesOfClass.end())
      return known->second;
    bases = StringSwitch<unsigned>(record->getName())
                .Case("Op", OpBase)
                .Case("AttrConstraint", AttrConstraintBase)
                .Case("TypeConstraint", TypeConstraintBase)
                .Case("OpInterface", OpInterfaceBase)
                .Case("DeclareInterfaceMethods", DeclareInterfaceMethodsBase)
                .Case("Pattern", PatternBase)
                .Cases({"TypeDef", "PdlTypeDef"}, TypeDefBase)
                .Case("AttrDef", AttrDefBase)
                .Case("PdlPredicate", PredicateBase)
                .Case("PdlTypeRule", TypeRuleBase)
                .Default(0);
  }
  for (const auto &[base, place] : record->getDirectSuperClasses())
    bases |= basesOf(base);
  if (record->isClass())
    basesOfClass[record] = bases;
  return bases;
}

void Writer::operations() {
  wire.number(operationDefs.size());
  for (const Record *def : operationDefs) {
    setOperationOfOdsErrors(def->getLoc().front());
    tblgen::Operator op(def);
    place(op.getLoc());
    wire.none();
    operation(op);
  }
  setOperationOfOdsErrors(SMLoc());
}

/// Whether the definition says that an operation reads and writes nothing.
static bool hasNoEffects(const tblgen::Operator &op) {
  const auto *effects = dyn_cast_if_present<tblgen::SideEffectTrait>(
      op.getTrait("::mlir::MemoryEffectOpInterface::Trait"));
  if (!effects || !effects->getEffects().empty())
    return false;
  // Operands and results can be decorated with effects.
  return all_of(seq(op.getNumArgs()), [&](int index) {
           return op.getArgDecorators(index).empty();
         }) &&
         all_of(seq(op.getNumResults()), [&](int index) {
           return op.getResultDecorators(index).empty();
         });
}

/// Whether a definition has a verifier of its own, or a trait that is a
/// condition other than those on types.
static bool hasVerifier(const tblgen::Operator &op) {
  auto isOther = [](const tblgen::Trait &trait) {
    const Record &def = trait.getDef();
    return isa<tblgen::PredTrait>(trait) &&
           !def.isSubClassOf("AllMatchSameOperatorTrait") &&
           !def.isSubClassOf("TypesMatchWith") && !def.isSubClassOf("TypeIs") &&
           def.getName() != "SameInputOutputTensorDims";
  };
  return op.getDef().getValueAsBit("hasVerifier") ||
         op.getDef().getValueAsBit("hasRegionVerifier") ||
         any_of(op.getTraits(), isOther);
}

/// A letter for each argument: `o` for operands, `a` for an attribute and `p` for
/// another property.
static std::string getArgumentOrder(const tblgen::Operator &op) {
  std::string order;
  for (int index = 0, count = op.getNumArgs(); index != count; ++index) {
    const tblgen::Argument &argument = op.getArg(index);
    order += isa<tblgen::NamedTypeConstraint *>(argument) ? 'o'
             : isa<tblgen::NamedAttribute *>(argument)    ? 'a'
                                                          : 'p';
  }
  return order;
}

void Writer::operation(const tblgen::Operator &op) {
  wire.text(op.getOperationName());
  wire.text(op.getQualCppClassName());
  wire.text(lineOf(op.getSummary()));
  wire.text(op.getDescription());
  groups(op.getOperands());
  groups(op.getResults());
  attributes(op);
  properties(op);
  lengths(op.getTrait("::mlir::OpTrait::AttrSizedOperandSegments"),
          op.getTrait("::mlir::OpTrait::SameVariadicOperandSize"));
  lengths(op.getTrait("::mlir::OpTrait::AttrSizedResultSegments"),
          op.getTrait("::mlir::OpTrait::SameVariadicResultSize"));
  wire.flag(op.getTrait("::mlir::InferTypeOpInterface::Trait") != nullptr);
  typeSources(op);
  regions(op);
  wire.number(op.getNumSuccessors());
  traits(op);
  wire.flag(hasNoEffects(op));
  wire.flag(hasVerifier(op));
  wire.text(getArgumentOrder(op));
  wire.flag(!op.skipDefaultBuilders());
}

/// Writes where the type of each result comes from, if TableGen knows it of
/// all.
void Writer::typeSources(const tblgen::Operator &op) {
  bool isOfAttribute =
      op.getTrait("::mlir::OpTrait::FirstAttrDerivedResultType");
  bool isKnown = isOfAttribute || op.allResultTypesKnown();
  int count = isKnown ? op.getNumResults() : 0;
  wire.number(count);
  for (int index = 0; index < count; ++index) {
    if (isOfAttribute) {
      wire.variant(PdllOdsTypeOfAttribute);
      wire.number(0);
      wire.text("$_self");
      continue;
    }
    std::optional<StringRef> builder =
        op.getResult(index).constraint.getBuilderCall();
    if (builder) {
      wire.variant(PdllOdsBuiltType);
      wire.number(0);
      wire.text(*builder);
      continue;
    }
    const tblgen::InferredResultType &type = op.getInferredResultType(index);
    if (!type.isArg()) {
      wire.variant(PdllOdsTypeOfResult);
      wire.number(type.getResultIndex());
    } else {
      using Argument = tblgen::Operator::OperandAttrOrProp;
      Argument argument = op.getArgToOperandAttrOrProp(type.getIndex());
      bool isOperand = argument.kind() == Argument::Kind::Operand;
      wire.variant(isOperand ? PdllOdsTypeOfOperand : PdllOdsTypeOfAttribute);
      wire.number(argument.operandOrAttributeIndex());
    }
    wire.text(type.getTransformer());
  }
}

void Writer::groups(tblgen::Operator::const_value_range groups) {
  wire.number(llvm::range_size(groups));
  for (const tblgen::NamedTypeConstraint &group : groups) {
    wire.text(group.name);
    wire.variant(group.isOptional()   ? PdllOdsOptional
                 : group.isVariadic() ? PdllOdsVariadic
                                      : PdllOdsSingle);
    wire.text(nameOf(group.constraint));
  }
}

void Writer::attributes(const tblgen::Operator &op) {
  auto isStored = [](const tblgen::NamedAttribute &attribute) {
    return !attribute.attr.isDerivedAttr();
  };
  wire.number(count_if(op.getAttributes(), isStored));
  for (const tblgen::NamedAttribute &attribute :
       make_filter_range(op.getAttributes(), isStored)) {
    bool hasDefault = attribute.attr.hasDefaultValue();
    wire.text(attribute.name);
    wire.flag(hasDefault || attribute.attr.isOptional());
    wire.flag(hasDefault);
    wire.text(nameOf(attribute.attr));
    wire.text(attribute.attr.getStorageType());
    wire.text(attribute.attr.getReturnType());
  }
}

void Writer::properties(const tblgen::Operator &op) {
  wire.number(llvm::range_size(op.getProperties()));
  for (const tblgen::NamedProperty &property : op.getProperties()) {
    wire.text(property.name);
    wire.flag(property.prop.hasDefaultValue());
    wire.text(property.prop.getStorageType());
  }
}

void Writer::lengths(bool segments, bool equal) {
  wire.variant(segments ? PdllOdsSegments
               : equal  ? PdllOdsEqual
                        : PdllOdsCounted);
}

void Writer::regions(const tblgen::Operator &op) {
  wire.number(op.getNumRegions());
  for (const tblgen::NamedRegion &region : op.getRegions()) {
    // The base class of its constraint says it, but variadic regions have none.
    std::string condition = region.constraint.getConditionTemplate();
    StringRef text = condition;
    wire.text(region.name);
    wire.variant(region.constraint.isVariadic()     ? PdllOdsVariadicRegion
                 : text.contains("hasNItemsOrLess") ? PdllOdsOptionalRegion
                 : text.contains("hasNItems")       ? PdllOdsRequiredRegion
                                                    : PdllOdsAnyRegion);
  }
}

void Writer::traits(const tblgen::Operator &op) {
  // Only traits of these kinds are C++ classes.
  auto isClass = [](const tblgen::Trait &trait) {
    return isa<tblgen::NativeTrait, tblgen::InterfaceTrait>(trait);
  };
  wire.number(count_if(op.getTraits(), isClass));
  for (const tblgen::Trait &trait : op.getTraits()) {
    if (const auto *native = dyn_cast<tblgen::NativeTrait>(&trait))
      wire.text(native->getFullyQualifiedTraitName());
    else if (const auto *interface = dyn_cast<tblgen::InterfaceTrait>(&trait))
      wire.text(interface->getFullyQualifiedTraitName());
  }
}

void Writer::constraints() {
  wire.number(attributeDefs.size() + typeDefs.size() + interfaceDefs.size());
  for (const Record *def : attributeDefs)
    constraint(PdllOdsAttribute,
               tblgen::Constraint(def, tblgen::Constraint::CK_Attr),
               storageOf(*def));
  for (const Record *def : typeDefs) {
    tblgen::TypeConstraint type(def, tblgen::Constraint::CK_Type);
    constraint(PdllOdsType, type, type.getCppType());
  }
  for (const Record *def : interfaceDefs)
    interface(tblgen::OpInterface(def));
}

void Writer::constraint(PdllOdsSubject subject,
                        const tblgen::Constraint &constraint,
                        StringRef storage) {
  const Record &def = constraint.getDef();
  place(def.getLoc());
  predicates.writeNumber(wire, constraint);
  wire.text(def.getName());
  wire.variant(subject);
  wire.text(lineOf(constraint.getSummary()));
  wire.text(constraint.getDescription());
  wire.text(conditionOf(constraint));
  wire.text(storage);
  wire.flag(subject != PdllOdsAttribute || def.isSubClassOf("Attr"));
}

void Writer::interface(const tblgen::OpInterface &interface) {
  std::string name = interface.getFullyQualifiedName();
  place(interface.getDef().getLoc());
  wire.none();
  wire.text(interface.getDef().getName());
  wire.variant(PdllOdsOperation);
  wire.text("");
  wire.text(interface.getDescription().value_or(""));
  wire.text("::llvm::isa<" + name + ">($_self)");
  wire.text(name);
  wire.flag(true);
}

void Writer::place(ArrayRef<SMLoc> places) {
  files.writePlace(wire, places.empty() ? SMLoc() : places.front());
}

/// The name of the def of a constraint, or its summary if the def is anonymous.
/// For a variadic or optional group, this is the constraint of each value.
std::string Writer::nameOf(const tblgen::Constraint &constraint) {
  StringRef name = constraint.getDefName();
  const Record *def = records.getDef(name);
  if (def && !def->isAnonymous())
    return name.str();
  def = &constraint.getDef();
  if (def->isSubClassOf("Variadic") || def->isSubClassOf("Optional"))
    def = def->getValueAsDef("baseType");
  tblgen::Constraint base(def, constraint.getKind());
  return base.getSummary() == def->getName() ? "" : lineOf(base.getSummary());
}

void pdll::writeOdsTables(OdsWire &wire, const RecordKeeper &records,
                          const OdsFiles &files, PdllOdsContents contents) {
  Writer(wire, records, files, contents).run();
}
