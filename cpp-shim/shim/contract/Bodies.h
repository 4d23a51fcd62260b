// Bodies of native functions that run without a C++ compiler.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONTRACT_BODIES_H
#define PDLL_CONTRACT_BODIES_H

#include "contract/Natives.h"

#ifdef __cplusplus
extern "C" {
#endif

// What a part of a body does. Its children follow it. Parts up to
// `PdllBodyCallLambda` are expressions, the others statements.
typedef enum {
  // A constant: `number`, `real` or `text`.
  PdllBodyBoolean,
  PdllBodyInteger,
  PdllBodyReal,
  PdllBodyText,
  // The attribute whose text is `text`.
  PdllBodyLiteral,
  // The null entity of the kind `entityKind`, and what has no value.
  PdllBodyNull,
  PdllBodyMissing,
  // The variable `index`.
  PdllBodyVariable,
  // `a && b`, `a || b`, `!a`, and `a ? b : c`.
  PdllBodyAnd,
  PdllBodyOr,
  PdllBodyNot,
  PdllBodyConditional,
  // `a OPERATOR b`. Integers are of the type `integer`, and the result of
  // arithmetic is, too. Floating-point numbers are a `double` or, with 32
  // `bits`, a `float`.
  PdllBodyArithmetic,
  PdllBodyCompare,
  // The child, an integer or boolean, as an integer of the type `integer`; and
  // the child, an integer of that type, as a floating-point number, which is a
  // `float` if `number` is not zero.
  PdllBodyToInteger,
  PdllBodyToReal,
  // The child, a floating-point number, as the nearest `float`.
  PdllBodyToSingle,
  // The function `index` with the children as arguments.
  PdllBodyCall,
  // The answer to the question `text` of contract/Conditions.h about the child:
  // a boolean, and a number.
  PdllBodyQuestion,
  PdllBodyNumber,
  // Whether the child is of a class, and the child as an entity of that class.
  // `cast` says what happens to others. The class is what the question `text`
  // asks for, or, for operations, one of the names of operations in `text`,
  // which begins with a blank and has one after each name.
  PdllBodyIsClass,
  PdllBodyCast,
  // Whether the child is not null, and whether it has a value.
  PdllBodyIsPresent,
  // The child, which has a value if C++ defines the expression.
  PdllBodyUnwrap,
  // The list of the children, the element of the first child at the index of
  // the second one, the number of elements, and whether the first child
  // contains the second one.
  PdllBodyList,
  PdllBodyElement,
  PdllBodyLast,
  PdllBodySize,
  PdllBodyContains,
  // The function `text` of a list, which is the first child, and the others.
  PdllBodyListFunction,
  // Whether the second child holds for all or some elements of the first child,
  // each of which in turn is the variable `index`.
  PdllBodyAllOf,
  PdllBodyAnyOf,
  // The list of what the second child is for each element of the first one, as
  // above.
  PdllBodyMap,
  // A new operation of the name `text`, as the part of that name in
  // evaluator/Creation.h reads the children: its location, the types of its
  // results, which have no value if they are inferred, its groups of operands,
  // and its attributes. `number` says whether the operation has the sizes of
  // the groups of operands, with 1, and of results, with 2.
  PdllBodyCreate,
  // Sets the variable `index` to the child if that is present. Whether it is.
  PdllBodyBind,
  // What the statement returns that is the child.
  PdllBodyCallLambda,

  // The children in their order.
  PdllBodyBlock,
  // Sets the variable `index` to the child.
  PdllBodySet,
  // Returns the child; fails as a rewrite; returns from a function without
  // results.
  PdllBodyReturn,
  PdllBodyFail,
  PdllBodyLeave,
  // The second child if the first one holds, or else the third one, if any.
  PdllBodyIf,
  // The second child for each element of the first one, which in turn is the
  // variable `index`.
  PdllBodyForEach,
  // As long as the first child holds, the second one and then the third one.
  PdllBodyWhile,
  // Leaves the loop around it, and goes on with its next turn.
  PdllBodyBreak,
  PdllBodyContinue,
  // Appends the child to the list that is the variable `index`, and sets its
  // element at the index of the first child to the second one.
  PdllBodyPush,
  PdllBodyStore,
  // Evaluates the child.
  PdllBodyEvaluate,
  // Appends the child to the results of the function.
  PdllBodyAppend
} PdllBodyKind;

typedef enum {
  PdllBodyAdd,
  PdllBodySubtract,
  PdllBodyMultiply,
  PdllBodyDivide,
  PdllBodyRemainder,
  PdllBodyBitAnd,
  PdllBodyBitOr,
  PdllBodyBitXor,
  PdllBodyShiftLeft,
  PdllBodyShiftRight
} PdllBodyOperator;

typedef struct {
  unsigned bits;
  bool isSigned;
} PdllIntegerType;

// What a cast does with an entity that is null or of another class.
typedef enum {
  // C++ does not define the cast.
  PdllBodyCastChecked,
  // As above, but null stays null.
  PdllBodyCastCheckedIfPresent,
  // It becomes null.
  PdllBodyCastDynamic
} PdllBodyCastMode;

// A part of a body. Fields that the kind does not mention are not read.
typedef struct {
  PdllBodyKind kind;
  size_t index;
  int64_t number;
  double real;
  PdllString text;
  PdllKind entityKind;
  const PdllParameter *parameters;
  size_t numParameters;
  PdllBodyOperator operation;
  PdllComparison comparison;
  PdllIntegerType integer;
  PdllBodyCastMode cast;
  size_t numChildren;
} PdllBodyNode;

// What a function whose body this is takes and returns.
typedef struct {
  PdllNativeKind kind;
  PdllString name;
  // As pdll/Native.h describes it. The first variables are the parameters.
  PdllString signature;
  PdllString origin;
  size_t numVariables;
} PdllBodyFunction;

// Adds a function with a body, which is one statement. On failure reports the
// reason and returns false.
bool pdllNativesAddBody(PdllNatives *natives, const PdllBodyFunction *function,
                        const PdllBodyNode *nodes, size_t numNodes,
                        PdllErrorCallback report, void *userData);

// Receives the signature of a function that bodies can call. Its index is the
// number of those before it.
typedef void (*PdllBodyFunctionVisitor)(PdllString name, PdllString parameters,
                                        PdllString result, void *userData);
void pdllBodyVisitFunctions(PdllBodyFunctionVisitor visit, void *userData);

// Receives a C++ class of attributes or types, and the classes that it converts
// to, separated by blanks.
typedef void (*PdllBodyClassVisitor)(PdllKind kind, PdllString name,
                                     PdllString bases, void *userData);
void pdllBodyVisitClasses(PdllBodyClassVisitor visit, void *userData);

typedef enum {
  PdllQuestionUnknown,
  PdllQuestionOfTruth,
  PdllQuestionOfNumber
} PdllQuestionKind;

// What the question `text` about an entity of a kind asks for.
PdllQuestionKind pdllBodyFindQuestion(PdllKind kind, PdllString text);

#ifdef __cplusplus
}
#endif

#endif // PDLL_CONTRACT_BODIES_H
