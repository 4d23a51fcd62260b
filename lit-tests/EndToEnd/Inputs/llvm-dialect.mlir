// CHECK-LABEL: llvm.func @add(
// CHECK-SAME:   %[[A:.*]]: i32, %[[B:.*]]: i32) -> i32
// CHECK-NEXT:   %[[V0:.*]] = llvm.add %[[A]], %[[B]] : i32
// CHECK-NEXT:   llvm.return %[[V0]] : i32
llvm.func @add(%a: i32, %b: i32) -> i32 {
  %0 = "llvm.intr.sadd.with.overflow"(%a, %b) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %1 = llvm.extractvalue %0[0] : !llvm.struct<(i32, i1)>
  llvm.return %1 : i32
}

// CHECK-LABEL: llvm.func @overflows(
// CHECK-SAME:   %[[A:.*]]: i32, %[[B:.*]]: i32) -> i1
// CHECK-NEXT:   %[[V0:.*]] = "llvm.intr.sadd.with.overflow"(%[[A]], %[[B]]) : (i32, i32) -> !llvm.struct<(i32, i1)>
// CHECK-NEXT:   %[[V1:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.struct<(i32, i1)>
// CHECK-NEXT:   llvm.return %[[V1]] : i1
llvm.func @overflows(%a: i32, %b: i32) -> i1 {
  %0 = "llvm.intr.sadd.with.overflow"(%a, %b) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %1 = llvm.extractvalue %0[1] : !llvm.struct<(i32, i1)>
  llvm.return %1 : i1
}

// CHECK-LABEL: llvm.func @third(
// CHECK-SAME:   %[[P:.*]]: !llvm.ptr, %[[Q:.*]]: !llvm.ptr<1>, %[[I:.*]]: i64) -> f32
// CHECK-NEXT:   %[[V0:.*]] = llvm.getelementptr %[[P]][1] : (!llvm.ptr) -> !llvm.ptr, f32
// CHECK-NEXT:   %[[V1:.*]] = llvm.getelementptr %[[P]][2] : (!llvm.ptr) -> !llvm.ptr, f32
// CHECK-NEXT:   %[[V2:.*]] = llvm.load %[[V1]] : !llvm.ptr -> f32
// CHECK-NEXT:   %[[V3:.*]] = llvm.getelementptr %[[V0]][1] : (!llvm.ptr) -> !llvm.ptr, f64
// CHECK-NEXT:   %[[V4:.*]] = llvm.load %[[V3]] : !llvm.ptr -> f32
// CHECK-NEXT:   %[[V5:.*]] = llvm.getelementptr %[[V0]][%[[I]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:   %[[V6:.*]] = llvm.load %[[V5]] : !llvm.ptr -> f32
// CHECK-NEXT:   %[[V7:.*]] = llvm.getelementptr %[[Q]][1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
// CHECK-NEXT:   %[[V8:.*]] = llvm.getelementptr %[[V7]][1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
// CHECK-NEXT:   %[[V9:.*]] = llvm.load %[[V8]] : !llvm.ptr<1> -> f32
// CHECK-NEXT:   %[[V10:.*]] = llvm.fadd %[[V2]], %[[V4]] : f32
// CHECK-NEXT:   %[[V11:.*]] = llvm.fadd %[[V10]], %[[V6]] : f32
// CHECK-NEXT:   %[[V12:.*]] = llvm.fadd %[[V11]], %[[V9]] : f32
// CHECK-NEXT:   llvm.return %[[V12]] : f32
llvm.func @third(%p: !llvm.ptr, %q: !llvm.ptr<1>, %i: i64) -> f32 {
  %0 = llvm.getelementptr %p[1] : (!llvm.ptr) -> !llvm.ptr, f32
  %1 = llvm.getelementptr %0[1] : (!llvm.ptr) -> !llvm.ptr, f32
  %2 = llvm.load %1 : !llvm.ptr -> f32
  %3 = llvm.getelementptr %0[1] : (!llvm.ptr) -> !llvm.ptr, f64
  %4 = llvm.load %3 : !llvm.ptr -> f32
  %5 = llvm.getelementptr %0[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %6 = llvm.load %5 : !llvm.ptr -> f32
  %7 = llvm.getelementptr %q[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
  %8 = llvm.getelementptr %7[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
  %9 = llvm.load %8 : !llvm.ptr<1> -> f32
  %10 = llvm.fadd %2, %4 : f32
  %11 = llvm.fadd %10, %6 : f32
  %12 = llvm.fadd %11, %9 : f32
  llvm.return %12 : f32
}
