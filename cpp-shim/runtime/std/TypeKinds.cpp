// What predicates of the library say about the kind of a type.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "std/TypeKinds.h"
#include "contract/Names.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace pdll;

namespace {
enum Kind : TypeKinds {
  Signless = 1 << 0,
  Signed = 1 << 1,
  Unsigned = 1 << 2,
  Float = 1 << 3,
  Complex = 1 << 4,
  Index = 1 << 5,
  FixedVector = 1 << 6,
  ScalableVector = 1 << 7,
  OtherVector = 1 << 8,
  RankedTensor = 1 << 9,
  UnrankedTensor = 1 << 10,
  MemRef = 1 << 11,
  UnrankedMemRef = 1 << 12,
  OtherShaped = 1 << 13,
  Function = 1 << 14,
  Tuple = 1 << 15,
  Opaque = 1 << 16,
  Other = 1 << 17,

  Integer = Signless | Signed | Unsigned,
  Vector = FixedVector | ScalableVector | OtherVector,
  Ranked = Vector | RankedTensor | MemRef | OtherShaped,
  Shaped = Ranked | UnrankedTensor | UnrankedMemRef,
};
} // namespace

static Kind getIntegerKind(IntegerType type) {
  switch (type.getSignedness()) {
  case IntegerType::Signless:
    return Signless;
  case IntegerType::Signed:
    return Signed;
  case IntegerType::Unsigned:
    return Unsigned;
  }
  llvm_unreachable("these are all");
}

static Kind getVectorKind(VectorType type) {
  if (type.getRank() != 1)
    return OtherVector;
  return type.isScalable() ? ScalableVector : FixedVector;
}

TypeKinds pdll::getTypeKind(Type type) {
  return llvm::TypeSwitch<Type, Kind>(type)
      .Case([](IntegerType type) { return getIntegerKind(type); })
      .Case([](FloatType) { return Float; })
      .Case([](ComplexType) { return Complex; })
      .Case([](IndexType) { return Index; })
      .Case([](VectorType type) { return getVectorKind(type); })
      .Case([](RankedTensorType) { return RankedTensor; })
      .Case([](UnrankedTensorType) { return UnrankedTensor; })
      .Case([](MemRefType) { return MemRef; })
      .Case([](UnrankedMemRefType) { return UnrankedMemRef; })
      .Case([](ShapedType) { return OtherShaped; })
      .Case([](FunctionType) { return Function; })
      .Case([](TupleType) { return Tuple; })
      .Case([](OpaqueType) { return Opaque; })
      .Default(Other);
}

using PredicateTable = llvm::StringMap<TypePredicate>;

static PredicateTable makeTable() {
  PredicateTable table;
  auto add = [&](StringRef name, TypeKinds kinds, StringRef description,
                 ArrayRef<StringRef> parts = {}) {
    table[(PDLL_LIBRARY_PREFIX + name).str()] = {kinds, description, parts};
  };
  static const StringRef width[] = {"width"}, element[] = {"element"};
  add("IntegerType_capture", Signless, "a signless integer type", width);
  add("SignedIntegerType_capture", Signed, "a signed integer type", width);
  add("UnsignedIntegerType_capture", Unsigned, "an unsigned integer type",
      width);
  add("AnyIntegerType_capture", Integer, "an integer type", width);
  add("FloatType_capture", Float, "a float type", width);
  add("IntOrFloatType_capture", Integer | Float, "an integer or float type",
      width);
  add("IntOrIndex_check", Integer | Index, "`index` or an integer type");
  add("ComplexType_capture", Complex, "a complex type", element);

  static const StringRef fixed[] = {"element", "number of elements"};
  add("FixedVectorType_capture", FixedVector,
      "a fixed vector type of one dimension", fixed);
  static const StringRef scalable[] = {"element", "minimum"};
  add("ScalableVectorType_capture", ScalableVector,
      "a scalable vector type of one dimension", scalable);
  static const StringRef vector[] = {"element", "shape", "scalable"};
  add("VectorType_capture", Vector, "a vector type", vector);
  static const StringRef tensor[] = {"element", "shape", "encoding"};
  add("RankedTensorType_capture", RankedTensor, "a ranked tensor type", tensor);
  add("UnrankedTensorType_capture", UnrankedTensor, "an unranked tensor type",
      element);
  static const StringRef memref[] = {"element", "shape", "layout", "space"};
  add("TensorType_capture", RankedTensor | UnrankedTensor, "a tensor type",
      element);
  add("MemRefType_capture", MemRef, "a ranked memref type", memref);
  static const StringRef unranked[] = {"element", "space"};
  add("UnrankedMemRefType_capture", UnrankedMemRef, "an unranked memref type",
      unranked);
  add("BaseMemRefType_capture", MemRef | UnrankedMemRef, "a memref type",
      unranked);

  static const StringRef shape[] = {"shape"}, rank[] = {"rank"};
  static const StringRef count[] = {"number of elements"};
  add("ShapedType_capture", Shaped, "a shaped type", element);
  add("Shape_capture", Ranked, "a shaped type with a rank", shape);
  add("Rank_capture", Ranked, "a shaped type with a rank", rank);
  add("DimSize_capture", Ranked, "a shaped type with a rank");
  add("StaticShape_check", Ranked, "a type of static shape");
  add("NumElements_capture", Ranked, "a type of static shape", count);
  add("SameSizes_check", Ranked, "a shaped type with a rank");

  static const StringRef function[] = {"inputs", "results"};
  add("FunctionType_capture", Function, "a function type", function);
  static const StringRef tuple[] = {"types"};
  add("TupleType_capture", Tuple, "a tuple type", tuple);
  static const StringRef opaque[] = {"dialect", "data"};
  add("OpaqueType_capture", Opaque, "an opaque type", opaque);
  return table;
}

const TypePredicate *pdll::findTypePredicate(StringRef name) {
  static const PredicateTable table = makeTable();
  auto found = table.find(name);
  return found == table.end() ? nullptr : &found->second;
}
