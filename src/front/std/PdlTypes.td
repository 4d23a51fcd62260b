//===-- PdlTypes.td - Predicates over types ----------------*- tablegen -*-===//
//
// Part of pdll: the names with which `.td` files define predicates. It can be
// included together with MLIR's own files. A predicate is used in a pattern file
// that includes the file that defines it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PDLL_PDLTYPES
#define PDLL_PDLTYPES

/// The kind of an argument: a type, or an attribute that is a value of that C++
/// type in the code of predicates.
class PdlVariable<bit isOfType, string cpp> {
  bit isType = isOfType;
  string cppType = cpp;
}
def type : PdlVariable<1, "">;

def AttrI32 : PdlVariable<0, "uint32_t">;
def AttrI64 : PdlVariable<0, "int64_t">;
def AttrBool : PdlVariable<0, "bool">;
def AttrString : PdlVariable<0, "StringRef">;
def AttrI64Array : PdlVariable<0, "ArrayRef<int64_t>">;
def AttrBoolArray : PdlVariable<0, "ArrayRef<bool>">;
/// Any attribute, which is an `mlir::Attribute` in code.
def AttrAny : PdlVariable<0, "">;

/// Stands before the arguments of a predicate.
def args;

/// What predicates have in common.
class PdlPredicate;

/// A predicate with arguments `(args type:$self, …)`.
class Predicate<dag args> : PdlPredicate {
  dag arguments = args;
}

/// A predicate that means the same as a condition about its arguments.
class TgPredicate<dag args, dag condition> : Predicate<args> {
  dag expression = condition;
}

/// A predicate that is defined by C++ expressions, in which `$_self` is the
/// first argument, `$NAME` another one, and `$_ctxt` the context.
class CppPredicate<dag args> : Predicate<args> {
  /// Whether it holds of `$_self` and of what cannot be captured.
  string check = "true";
  /// `$_self`, of all other arguments. Empty if that is not possible.
  string evaluate = "";
  /// Each other argument, of what `check` reads. Empty, also for one argument, if
  /// that is not possible.
  list<string> capture = [];
}

/// Two equal types or attributes.
def eq;

/// The value of an expression: a predicate that stands for one type.
class TgConstant<dag value>
    : TgPredicate<(args type:$self), (eq $self, value)>;
class CppConstant<string value> : CppPredicate<(args type:$self)> {
  let evaluate = value;
  let check = "$_self == " # value;
}

/// Joins conditions. In the place of an argument, each is about that argument.
def and;
def or;

/// Stands for anything.
def any;

/// A predicate of the library of pdll.
class PdlLibrary<dag args> : Predicate<args>;

def ne : PdlLibrary<(args AttrI64:$self, AttrI64:$other)>;
def lt : PdlLibrary<(args AttrI64:$self, AttrI64:$other)>;
def le : PdlLibrary<(args AttrI64:$self, AttrI64:$other)>;
def gt : PdlLibrary<(args AttrI64:$self, AttrI64:$other)>;
def ge : PdlLibrary<(args AttrI64:$self, AttrI64:$other)>;
def add : PdlLibrary<(args AttrI64:$self, AttrI64:$a, AttrI64:$b)>;
def sub : PdlLibrary<(args AttrI64:$self, AttrI64:$a, AttrI64:$b)>;
def mul : PdlLibrary<(args AttrI64:$self, AttrI64:$a, AttrI64:$b)>;
def div : PdlLibrary<(args AttrI64:$self, AttrI64:$a, AttrI64:$b)>;
def rem : PdlLibrary<(args AttrI64:$self, AttrI64:$a, AttrI64:$b)>;

def IntegerType : PdlLibrary<(args type:$self, AttrI32:$width)>;
def SignedIntegerType : PdlLibrary<(args type:$self, AttrI32:$width)>;
def UnsignedIntegerType : PdlLibrary<(args type:$self, AttrI32:$width)>;
def AnyIntegerType : PdlLibrary<(args type:$self, AttrI32:$width)>;
def FloatType : PdlLibrary<(args type:$self, AttrI32:$width)>;
def IntOrFloatType : PdlLibrary<(args type:$self, AttrI32:$width)>;
def IndexType : PdlLibrary<(args type:$self)>;
def ComplexType : PdlLibrary<(args type:$self, type:$element)>;
def VectorType
    : PdlLibrary<(args type:$self, type:$element, AttrI64Array:$shape,
                  AttrBoolArray:$scalable)>;
def FixedVectorType
    : PdlLibrary<(args type:$self, type:$element, AttrI64:$count)>;
def ScalableVectorType
    : PdlLibrary<(args type:$self, type:$element, AttrI64:$count)>;
def RankedTensorType
    : PdlLibrary<(args type:$self, type:$element, AttrI64Array:$shape,
                  AttrAny:$encoding)>;
def UnrankedTensorType : PdlLibrary<(args type:$self, type:$element)>;
def MemRefType
    : PdlLibrary<(args type:$self, type:$element, AttrI64Array:$shape,
                  AttrAny:$layout, AttrAny:$space)>;
def UnrankedMemRefType
    : PdlLibrary<(args type:$self, type:$element, AttrAny:$space)>;
def TupleType : PdlLibrary<(args type:$self, AttrAny:$types)>;
def OpaqueType
    : PdlLibrary<(args type:$self, AttrString:$dialect, AttrString:$data)>;
def ShapedType : PdlLibrary<(args type:$self, type:$element)>;
def ElementTypeOrSelf : PdlLibrary<(args type:$self, type:$element)>;
def Shape : PdlLibrary<(args type:$self, AttrI64Array:$shape)>;
def Rank : PdlLibrary<(args type:$self, AttrI64:$rank)>;
def StaticShape : PdlLibrary<(args type:$self)>;
def NumElements : PdlLibrary<(args type:$self, AttrI64:$count)>;
def DimSize : PdlLibrary<(args type:$self, AttrI64:$dim, AttrI64:$size)>;
def ScalarOrFixedVector : PdlLibrary<(args type:$self, type:$scalar)>;
def ScalarOrVector : PdlLibrary<(args type:$self, type:$scalar)>;
def ScalarOrTensor : PdlLibrary<(args type:$self, type:$scalar)>;

// MLIR's own files define these, too.
#ifndef UTILS_TD
def ins;
def outs;
#endif // UTILS_TD

/// An operand, or any number of them, of any type.
class PdlOperand<bit isRange> {
  bit isVariadic = isRange;
}
def value : PdlOperand<0>;
def varargs : PdlOperand<1>;

/// What type rules have in common.
class PdlTypeRule;

/// What holds of the types in the operation with this name, which give the results
/// of a created one their types. An operand or result is `value`, or a predicate
/// about its type. An attribute is `AttrAny`, `AttrI32`, ….
class TypeRule<string name> : PdlTypeRule {
  string operation = name;
  dag results = (outs);
  dag arguments = (ins);
  /// Further conditions.
  list<dag> verifier = [];
}

#ifdef OP_BASE
/// The same for the operation that a record describes.
class OpTypeRule<Op op>
    : TypeRule<!strconcat(op.opDialect.name, ".", op.opName)>;
#endif // OP_BASE

// MLIR's own files define types of these names, which mean the same.
#ifndef COMMON_TYPE_CONSTRAINTS_TD
def FunctionType
    : PdlLibrary<(args type:$self, AttrAny:$inputs, AttrAny:$results)>;
def NoneType : PdlLibrary<(args type:$self)>;
def I1 : PdlLibrary<(args type:$self)>;
def I8 : PdlLibrary<(args type:$self)>;
def I16 : PdlLibrary<(args type:$self)>;
def I32 : PdlLibrary<(args type:$self)>;
def I64 : PdlLibrary<(args type:$self)>;
def BF16 : PdlLibrary<(args type:$self)>;
def F16 : PdlLibrary<(args type:$self)>;
def F32 : PdlLibrary<(args type:$self)>;
def F64 : PdlLibrary<(args type:$self)>;
def F80 : PdlLibrary<(args type:$self)>;
def F128 : PdlLibrary<(args type:$self)>;
def TF32 : PdlLibrary<(args type:$self)>;
#endif // COMMON_TYPE_CONSTRAINTS_TD

#endif // PDLL_PDLTYPES
