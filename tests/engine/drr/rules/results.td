// What replaces the results of the root.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

include "dialect.td"
include "mlir/IR/PatternBase.td"

def Value : Pat<(OneOp $x), (replaceWithValue $x), [(I64 $x)]>;
def Erase : Pattern<(NoteOp (WordOp $x), $a), []>;
def Nothing : Pat<(OtherNoteOp $x, $a), (NoteOp $x, $a)>;

/// One operation for both results, and one for each.
def Both : Pat<(SplitOp I32:$x), (OtherSplitOp $x)>;
def Each : Pattern<(SplitOp F32:$x), [(OneOp $x), (OtherOp $x)]>;
def ValueAndOp : Pattern<(SplitOp I64:$x), [(replaceWithValue $x), (TextOp $x, ConstantStrAttr<StrAttr, "second">)]>;

/// Operations that replace nothing.
def Auxiliary : Pattern<(OtherOp I32:$x),
    [(NoteOp $x, ConstantAttr<I32Attr, "1">), (LikeOp:$l $x),
     (KeepOp (variadic $x, $x)), (PairOp $l, $l)]>;

/// An operation without results before those that replace something.
def Before : Pattern<(OtherSplitOp I8:$x),
    [(NoteOp $x, ConstantAttr<I32Attr, "6">), (OneOp $x), (OtherOp $x)]>;

/// Results of matched and of new operations, one by one.
def Swap : Pattern<(OtherSplitOp (SplitOp:$s F64:$x)),
    [(replaceWithValue $s__1), (replaceWithValue $s__0)]>;
def NewResults : Pattern<(TextOp F64:$x, $_),
    [(OtherSplitOp:$s $x, (returnType $x, "$_builder.getI8Type()")), (PairOp $s__1, $s__0)]>;

/// A range of results.
def Many : Pat<(ManyOp I32:$x), (OtherManyOp $x)>;
