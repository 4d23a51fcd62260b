// The functions that bodies of native functions can call.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluator/Functions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace pdll;

const CodeFunctions &CodeFunctions::get() {
  static const CodeFunctions all = [] {
    CodeFunctions functions;
    addTypeFunctions(functions);
    addAttributeFunctions(functions);
    addValueFunctions(functions);
    addOperationFunctions(functions);
    addPlaceFunctions(functions);
    addMatcherFunctions(functions);
    addNumberFunctions(functions);
    addBuilderFunctions(functions);
    addHelperFunctions(functions);
    return functions;
  }();
  return all;
}

namespace {

template <typename... Ts> struct ClassList {};

/// Interfaces are last: methods of classes hide theirs.
using Classes = ClassList<
    Type, IntegerType, FloatType, IndexType, NoneType, FunctionType, TupleType,
    ComplexType, TensorType, RankedTensorType, UnrankedTensorType,
    VectorType, BaseMemRefType, MemRefType, UnrankedMemRefType, OpaqueType,
    Float16Type, BFloat16Type, Float32Type, Float64Type, Float80Type,
    Float128Type, Attribute, IntegerAttr, FloatAttr, BoolAttr,
    StringAttr, ArrayAttr, DictionaryAttr, UnitAttr, TypeAttr, SymbolRefAttr,
    FlatSymbolRefAttr, AffineMapAttr, DenseElementsAttr,
    DenseIntOrFPElementsAttr, DenseIntElementsAttr, DenseFPElementsAttr,
    DenseStringElementsAttr, DenseResourceElementsAttr, SparseElementsAttr,
    SplatElementsAttr, DenseArrayAttr, DenseBoolArrayAttr, DenseI8ArrayAttr,
    DenseI16ArrayAttr, DenseI32ArrayAttr, DenseI64ArrayAttr, DenseF32ArrayAttr,
    DenseF64ArrayAttr, LocationAttr, OpaqueAttr, arith::CmpIPredicateAttr,
    arith::CmpFPredicateAttr, arith::IntegerOverflowFlagsAttr,
    arith::FastMathFlagsAttr, ShapedType, TypedAttr, ElementsAttr,
    MemRefLayoutAttrInterface>;

template <typename From, typename To>
void addBase(std::vector<std::string> &bases) {
  // A boolean converts to an integer, whose methods it does not have.
  constexpr bool isOnlyConverted =
      std::is_same_v<From, BoolAttr> && std::is_same_v<To, IntegerAttr>;
  if constexpr (!std::is_same_v<From, To> && std::is_convertible_v<From, To> &&
                !isOnlyConverted &&
                std::is_base_of_v<Type, From> == std::is_base_of_v<Type, To>)
    bases.push_back(CodeType<To>::name());
}

template <typename T, typename... Ts> CodeClass makeClass(ClassList<Ts...>) {
  CodeClass made{CodeType<T>::name(), std::is_base_of_v<Type, T>, {}};
  (addBase<T, Ts>(made.bases), ...);
  return made;
}

template <typename... Ts>
std::vector<CodeClass> makeClasses(ClassList<Ts...> all) {
  return {makeClass<Ts>(all)...};
}

} // namespace

const std::vector<CodeClass> &pdll::getCodeClasses() {
  static const std::vector<CodeClass> classes = makeClasses(Classes());
  return classes;
}
