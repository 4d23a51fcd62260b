// The records that rewrite rules mention, as bytes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tablegen/RuleRecords.h"

#include "contract/Ods.h"
#include "tablegen/Errors.h"
#include "tablegen/Texts.h"

#include "mlir/TableGen/Attribute.h"
#include "mlir/TableGen/EnumInfo.h"
#include "mlir/TableGen/Operator.h"
#include "mlir/TableGen/Property.h"
#include "mlir/TableGen/Type.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace pdll;
namespace tblgen = mlir::tblgen;

namespace {

/// Writes one record, with the fields in the order of those in src/front/ods/wire.rs
/// and src/front/ods/rules.rs.
class RecordWriter {
public:
  RecordWriter(OdsWire &wire, const Record &record, RuleRecords &records,
               OdsPredicates &predicates)
      : wire(wire), record(record), records(records), predicates(predicates) {}

  void run(const OdsFiles &files);

private:
  void operation();
  void argument(tblgen::Argument argument);
  void type();
  void attribute();
  void property();
  void nativeCall();
  void constraint(tblgen::Constraint::Kind kind, StringRef className,
                  StringRef builder = "");
  void optionalText(bool isPresent, StringRef text);

  OdsWire &wire;
  const Record &record;
  RuleRecords &records;
  OdsPredicates &predicates;
  /// How many arguments of each kind an operation has had so far.
  size_t numOperands = 0, numAttributes = 0, numProperties = 0;
};

} // namespace

size_t RuleRecords::add(const Record *record) {
  return numbers.try_emplace(record, numbers.size()).first->second;
}

void RuleRecords::write(OdsWire &wire, const OdsFiles &files,
                        OdsPredicates &predicates) {
  OdsWire all;
  // A record may add further ones.
  for (size_t number = 0; number < numbers.size(); ++number) {
    const Record &record = *numbers.getArrayRef()[number].first;
    RecordWriter(all, record, *this, predicates).run(files);
  }
  wire.number(numbers.size());
  wire.append(all);
}

static PdllOdsRecordKind kindOf(const Record &record) {
  if (record.isSubClassOf("Op"))
    return PdllOdsOperationRecord;
  if (record.isSubClassOf("NativeCodeCall"))
    return PdllOdsNativeCallRecord;
  if (record.isSubClassOf("TypeConstraint"))
    return PdllOdsTypeRecord;
  if (record.isSubClassOf("AttrConstraint"))
    return PdllOdsAttributeRecord;
  if (record.isSubClassOf("PropConstraint"))
    return PdllOdsPropertyRecord;
  if (record.isSubClassOf("Constraint"))
    return PdllOdsConstraintRecord;
  if (record.getDirectSuperClasses().empty() && record.getValues().empty())
    return PdllOdsMarkerRecord;
  return PdllOdsOtherRecord;
}

void RecordWriter::run(const OdsFiles &files) {
  PdllOdsRecordKind kind = kindOf(record);
  files.writePlace(wire,
                   record.getLoc().empty() ? SMLoc() : record.getLoc().front());
  if (record.isSubClassOf("Constraint"))
    predicates.writeNumber(
        wire,
        tblgen::Constraint(&record, tblgen::Constraint::CK_Uncategorized));
  else
    wire.none();
  wire.text(record.getName());
  wire.flag(record.isAnonymous());
  wire.variant(kind);
  switch (kind) {
  case PdllOdsOperationRecord:
    return operation();
  case PdllOdsTypeRecord:
    return type();
  case PdllOdsAttributeRecord:
    return attribute();
  case PdllOdsPropertyRecord:
    return property();
  case PdllOdsConstraintRecord:
    return constraint(tblgen::Constraint::CK_Uncategorized, "");
  case PdllOdsNativeCallRecord:
    return nativeCall();
  case PdllOdsMarkerRecord:
  case PdllOdsOtherRecord:
    return;
  }
}

void RecordWriter::operation() {
  setOperationOfOdsErrors(record.getLoc().front());
  tblgen::Operator op(&record);
  wire.text(op.getOperationName());
  wire.flag(op.getTrait("::mlir::OpTrait::FirstAttrDerivedResultType"));
  wire.number(op.getNumArgs());
  for (int index = 0; index < op.getNumArgs(); ++index)
    argument(op.getArg(index));
  wire.number(op.getNumResults());
  for (const tblgen::NamedTypeConstraint &result : op.getResults())
    wire.number(records.add(&result.constraint.getDef()));
  setOperationOfOdsErrors(SMLoc());
}

void RecordWriter::argument(tblgen::Argument argument) {
  auto write = [&](PdllOdsArgumentKind kind, size_t &count,
                   const tblgen::Constraint &constraint) {
    wire.variant(kind);
    wire.number(count++);
    wire.number(records.add(&constraint.getDef()));
  };
  if (auto *operand = dyn_cast<tblgen::NamedTypeConstraint *>(argument))
    write(PdllOdsOperandsArgument, numOperands, operand->constraint);
  else if (auto *attribute = dyn_cast<tblgen::NamedAttribute *>(argument))
    write(PdllOdsAttributeArgument, numAttributes, attribute->attr);
  else
    write(PdllOdsPropertyArgument, numProperties,
          cast<tblgen::NamedProperty *>(argument)->prop);
}

void RecordWriter::type() {
  tblgen::TypeConstraint type(&record, tblgen::Constraint::CK_Type);
  constraint(tblgen::Constraint::CK_Type, type.getCppType(),
             type.getBuilderCall().value_or(""));
}

void RecordWriter::attribute() {
  bool isConstant = record.isSubClassOf("ConstantAttr");
  const Record &stored = isConstant ? *record.getValueAsDef("attr") : record;
  constraint(tblgen::Constraint::CK_Attr, storageOf(stored));
  bool isStored = stored.isSubClassOf("Attr");
  tblgen::Attribute attribute(&stored);
  wire.text(isStored ? attribute.getConstBuilderTemplate() : "");
  // A constant is never missing.
  bool mayBeMissing = isStored && !isConstant;
  bool hasDefault = mayBeMissing && attribute.hasDefaultValue();
  optionalText(hasDefault, hasDefault ? attribute.getDefaultValue() : "");
  wire.flag(mayBeMissing && attribute.isOptional());
  optionalText(isConstant,
               isConstant ? record.getValueAsString("value") : StringRef());
  bool isCase = record.isSubClassOf("EnumCase");
  wire.flag(isCase);
  if (isCase)
    wire.signedNumber(tblgen::EnumCase(&record).getValue());
}

void RecordWriter::property() {
  bool isStored = record.isSubClassOf("Property");
  tblgen::PropConstraint any(&record, tblgen::Constraint::CK_Prop);
  constraint(tblgen::Constraint::CK_Prop, any.getInterfaceType());
  StringRef storage, defaultValue;
  if (isStored) {
    tblgen::Property property(&record);
    storage = property.getStorageType();
    defaultValue = property.getDefaultValue();
  }
  wire.text(storage);
  optionalText(!defaultValue.empty(), defaultValue);
  bool isConstant = record.isSubClassOf("ConstantProp");
  optionalText(isConstant,
               isConstant ? record.getValueAsString("value") : StringRef());
}

void RecordWriter::nativeCall() {
  wire.text(record.getValueAsString("expression"));
  wire.signedNumber(record.getValueAsInt("numReturns"));
}

/// Writes what all constraints have.
void RecordWriter::constraint(tblgen::Constraint::Kind kind,
                              StringRef className, StringRef builder) {
  tblgen::Constraint constraint(&record, kind);
  wire.text(lineOf(constraint.getSummary()));
  wire.text(conditionOf(constraint));
  wire.text(className);
  wire.text(builder);
}

void RecordWriter::optionalText(bool isPresent, StringRef text) {
  wire.flag(isPresent);
  if (isPresent)
    wire.text(text);
}
