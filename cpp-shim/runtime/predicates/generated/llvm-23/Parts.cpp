// What ODS predicates call the parts of an entity.
//
// Made by `UPDATE_EXPECT=1 cargo test --release --test repository predicates` of the
// installed definitions and of library.td; do not edit.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clang-format off

#include "predicates/Table.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace llvm;
using namespace pdll;

namespace mlir {
namespace {

constexpr PredicateEntry<PredicateParts<Attribute>> attributeParts[] = {
    {"cast<TypeAttr>($_self).getValue()", [](Attribute self, SmallVectorImpl<PredicateEntity> &parts) {
       if (!isa<TypeAttr>(self))
         return false;
       parts.push_back(Type(cast<TypeAttr>(self).getValue()));
       return true;
     }},
    {"cast<TypedAttr>($_self).getType()", [](Attribute self, SmallVectorImpl<PredicateEntity> &parts) {
       if (!isa<TypedAttr>(self))
         return false;
       parts.push_back(Type(cast<TypedAttr>(self).getType()));
       return true;
     }},
    {"cast<IntegerAttr>($_self).getType()", [](Attribute self, SmallVectorImpl<PredicateEntity> &parts) {
       if (!isa<IntegerAttr>(self))
         return false;
       parts.push_back(Type(cast<IntegerAttr>(self).getType()));
       return true;
     }},
    {"cast<FloatAttr>($_self).getType()", [](Attribute self, SmallVectorImpl<PredicateEntity> &parts) {
       if (!isa<FloatAttr>(self))
         return false;
       parts.push_back(Type(cast<FloatAttr>(self).getType()));
       return true;
     }},
    {"cast<ElementsAttr>($_self).getType()", [](Attribute self, SmallVectorImpl<PredicateEntity> &parts) {
       if (!isa<ElementsAttr>(self))
         return false;
       parts.push_back(Type(cast<ElementsAttr>(self).getType()));
       return true;
     }},
    {"cast<DenseElementsAttr>($_self).getType()", [](Attribute self, SmallVectorImpl<PredicateEntity> &parts) {
       if (!isa<DenseElementsAttr>(self))
         return false;
       parts.push_back(Type(cast<DenseElementsAttr>(self).getType()));
       return true;
     }},
    {"cast<DenseIntOrFPElementsAttr>($_self).getType()", [](Attribute self, SmallVectorImpl<PredicateEntity> &parts) {
       if (!isa<DenseIntOrFPElementsAttr>(self))
         return false;
       parts.push_back(Type(cast<DenseIntOrFPElementsAttr>(self).getType()));
       return true;
     }},
    {"cast<DenseIntElementsAttr>($_self).getType()", [](Attribute self, SmallVectorImpl<PredicateEntity> &parts) {
       if (!isa<DenseIntElementsAttr>(self))
         return false;
       parts.push_back(Type(cast<DenseIntElementsAttr>(self).getType()));
       return true;
     }},
    {"cast<DenseFPElementsAttr>($_self).getType()", [](Attribute self, SmallVectorImpl<PredicateEntity> &parts) {
       if (!isa<DenseFPElementsAttr>(self))
         return false;
       parts.push_back(Type(cast<DenseFPElementsAttr>(self).getType()));
       return true;
     }},
    {"cast<ElementsAttr>($_self).getElementType()", [](Attribute self, SmallVectorImpl<PredicateEntity> &parts) {
       if (!isa<ElementsAttr>(self))
         return false;
       parts.push_back(Type(cast<ElementsAttr>(self).getElementType()));
       return true;
     }},
    {"cast<DenseElementsAttr>($_self).getElementType()", [](Attribute self, SmallVectorImpl<PredicateEntity> &parts) {
       if (!isa<DenseElementsAttr>(self))
         return false;
       parts.push_back(Type(cast<DenseElementsAttr>(self).getElementType()));
       return true;
     }},
    {"cast<DenseIntElementsAttr>($_self).getElementType()", [](Attribute self, SmallVectorImpl<PredicateEntity> &parts) {
       if (!isa<DenseIntElementsAttr>(self))
         return false;
       parts.push_back(Type(cast<DenseIntElementsAttr>(self).getElementType()));
       return true;
     }},
    {"cast<DenseFPElementsAttr>($_self).getElementType()", [](Attribute self, SmallVectorImpl<PredicateEntity> &parts) {
       if (!isa<DenseFPElementsAttr>(self))
         return false;
       parts.push_back(Type(cast<DenseFPElementsAttr>(self).getElementType()));
       return true;
     }},
    {"cast<DenseArrayAttr>($_self).getElementType()", [](Attribute self, SmallVectorImpl<PredicateEntity> &parts) {
       if (!isa<DenseArrayAttr>(self))
         return false;
       parts.push_back(Type(cast<DenseArrayAttr>(self).getElementType()));
       return true;
     }},
    {"cast<SymbolRefAttr>($_self).getRootReference()", [](Attribute self, SmallVectorImpl<PredicateEntity> &parts) {
       if (!isa<SymbolRefAttr>(self))
         return false;
       parts.push_back(Attribute(cast<SymbolRefAttr>(self).getRootReference()));
       return true;
     }},
    {"cast<SymbolRefAttr>($_self).getLeafReference()", [](Attribute self, SmallVectorImpl<PredicateEntity> &parts) {
       if (!isa<SymbolRefAttr>(self))
         return false;
       parts.push_back(Attribute(cast<SymbolRefAttr>(self).getLeafReference()));
       return true;
     }},
    {"cast<ArrayAttr>($_self)", [](Attribute self, SmallVectorImpl<PredicateEntity> &parts) {
       if (!isa<ArrayAttr>(self))
         return false;
       for (Attribute part : cast<ArrayAttr>(self))
         parts.push_back(part);
       return true;
     }},
    {"cast<ArrayAttr>($_self).getValue()", [](Attribute self, SmallVectorImpl<PredicateEntity> &parts) {
       if (!isa<ArrayAttr>(self))
         return false;
       for (Attribute part : cast<ArrayAttr>(self).getValue())
         parts.push_back(part);
       return true;
     }},
};

constexpr PredicateEntry<PredicateParts<Type>> typeParts[] = {
    {"cast<ShapedType>($_self).getElementType()", [](Type self, SmallVectorImpl<PredicateEntity> &parts) {
       if (!isa<ShapedType>(self))
         return false;
       parts.push_back(Type(cast<ShapedType>(self).getElementType()));
       return true;
     }},
    {"cast<TensorType>($_self).getElementType()", [](Type self, SmallVectorImpl<PredicateEntity> &parts) {
       if (!isa<TensorType>(self))
         return false;
       parts.push_back(Type(cast<TensorType>(self).getElementType()));
       return true;
     }},
    {"cast<RankedTensorType>($_self).getElementType()", [](Type self, SmallVectorImpl<PredicateEntity> &parts) {
       if (!isa<RankedTensorType>(self))
         return false;
       parts.push_back(Type(cast<RankedTensorType>(self).getElementType()));
       return true;
     }},
    {"cast<UnrankedTensorType>($_self).getElementType()", [](Type self, SmallVectorImpl<PredicateEntity> &parts) {
       if (!isa<UnrankedTensorType>(self))
         return false;
       parts.push_back(Type(cast<UnrankedTensorType>(self).getElementType()));
       return true;
     }},
    {"cast<BaseMemRefType>($_self).getElementType()", [](Type self, SmallVectorImpl<PredicateEntity> &parts) {
       if (!isa<BaseMemRefType>(self))
         return false;
       parts.push_back(Type(cast<BaseMemRefType>(self).getElementType()));
       return true;
     }},
    {"cast<MemRefType>($_self).getElementType()", [](Type self, SmallVectorImpl<PredicateEntity> &parts) {
       if (!isa<MemRefType>(self))
         return false;
       parts.push_back(Type(cast<MemRefType>(self).getElementType()));
       return true;
     }},
    {"cast<UnrankedMemRefType>($_self).getElementType()", [](Type self, SmallVectorImpl<PredicateEntity> &parts) {
       if (!isa<UnrankedMemRefType>(self))
         return false;
       parts.push_back(Type(cast<UnrankedMemRefType>(self).getElementType()));
       return true;
     }},
    {"cast<VectorType>($_self).getElementType()", [](Type self, SmallVectorImpl<PredicateEntity> &parts) {
       if (!isa<VectorType>(self))
         return false;
       parts.push_back(Type(cast<VectorType>(self).getElementType()));
       return true;
     }},
    {"cast<ComplexType>($_self).getElementType()", [](Type self, SmallVectorImpl<PredicateEntity> &parts) {
       if (!isa<ComplexType>(self))
         return false;
       parts.push_back(Type(cast<ComplexType>(self).getElementType()));
       return true;
     }},
    {"getElementTypeOrSelf($_self)", [](Type self, SmallVectorImpl<PredicateEntity> &parts) {
       parts.push_back(Type(getElementTypeOrSelf(self)));
       return true;
     }},
    {"cast<RankedTensorType>($_self).getEncoding()", [](Type self, SmallVectorImpl<PredicateEntity> &parts) {
       if (!isa<RankedTensorType>(self))
         return false;
       parts.push_back(Attribute(cast<RankedTensorType>(self).getEncoding()));
       return true;
     }},
    {"cast<BaseMemRefType>($_self).getMemorySpace()", [](Type self, SmallVectorImpl<PredicateEntity> &parts) {
       if (!isa<BaseMemRefType>(self))
         return false;
       parts.push_back(Attribute(cast<BaseMemRefType>(self).getMemorySpace()));
       return true;
     }},
    {"cast<MemRefType>($_self).getMemorySpace()", [](Type self, SmallVectorImpl<PredicateEntity> &parts) {
       if (!isa<MemRefType>(self))
         return false;
       parts.push_back(Attribute(cast<MemRefType>(self).getMemorySpace()));
       return true;
     }},
    {"cast<UnrankedMemRefType>($_self).getMemorySpace()", [](Type self, SmallVectorImpl<PredicateEntity> &parts) {
       if (!isa<UnrankedMemRefType>(self))
         return false;
       parts.push_back(Attribute(cast<UnrankedMemRefType>(self).getMemorySpace()));
       return true;
     }},
    {"cast<MemRefType>($_self).getLayout()", [](Type self, SmallVectorImpl<PredicateEntity> &parts) {
       if (!isa<MemRefType>(self))
         return false;
       parts.push_back(Attribute(cast<MemRefType>(self).getLayout()));
       return true;
     }},
    {"cast<TupleType>($_self).getTypes()", [](Type self, SmallVectorImpl<PredicateEntity> &parts) {
       if (!isa<TupleType>(self))
         return false;
       for (Type part : cast<TupleType>(self).getTypes())
         parts.push_back(part);
       return true;
     }},
    {"getFlattenedTypes(cast<TupleType>($_self))", [](Type self, SmallVectorImpl<PredicateEntity> &parts) {
       if (!isa<TupleType>(self))
         return false;
       for (Type part : getFlattenedTypes(cast<TupleType>(self)))
         parts.push_back(part);
       return true;
     }},
    {"cast<FunctionType>($_self).getInputs()", [](Type self, SmallVectorImpl<PredicateEntity> &parts) {
       if (!isa<FunctionType>(self))
         return false;
       for (Type part : cast<FunctionType>(self).getInputs())
         parts.push_back(part);
       return true;
     }},
    {"cast<FunctionType>($_self).getResults()", [](Type self, SmallVectorImpl<PredicateEntity> &parts) {
       if (!isa<FunctionType>(self))
         return false;
       for (Type part : cast<FunctionType>(self).getResults())
         parts.push_back(part);
       return true;
     }},
};

} // namespace

PredicateGroup getPartPredicates() {
  return {{{}, {}, attributeParts}, {{}, {}, {}}, {{}, {}, typeParts}};
}
} // namespace mlir
