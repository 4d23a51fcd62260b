!tile = memref<8x8xf32, strided<[?, 1], offset: ?>>
!packed = memref<8x8xf32, strided<[8, 1], offset: ?>>
!local = memref<8x8xf32, 3>
func.func private @dma(!tile, !local)

// CHECK-LABEL: func.func @pointers(
// CHECK-SAME:   %[[P:.*]]: !llvm.ptr, %[[Q:.*]]: !llvm.ptr<3>) -> (!llvm.ptr, !llvm.ptr<3>, !llvm.ptr<3>)
// CHECK-NEXT:   %[[V0:.*]] = llvm.ptrtoint %[[P]] : !llvm.ptr to i64
// CHECK-NEXT:   %[[V1:.*]] = llvm.inttoptr %[[V0]] : i64 to !llvm.ptr<3>
// CHECK-NEXT:   %[[V2:.*]] = llvm.ptrtoint %[[Q]] : !llvm.ptr<3> to i64
// CHECK-NEXT:   %[[V3:.*]] = llvm.inttoptr %[[V2]] : i64 to !llvm.ptr<3>
// CHECK-NEXT:   return %[[P]], %[[V1]], %[[V3]] : !llvm.ptr, !llvm.ptr<3>, !llvm.ptr<3>
func.func @pointers(%p: !llvm.ptr, %q: !llvm.ptr<3>)
    -> (!llvm.ptr, !llvm.ptr<3>, !llvm.ptr<3>) {
  %0 = llvm.ptrtoint %p : !llvm.ptr to i64
  %1 = llvm.inttoptr %0 : i64 to !llvm.ptr
  %2 = llvm.inttoptr %0 : i64 to !llvm.ptr<3>
  %3 = llvm.ptrtoint %q : !llvm.ptr<3> to i64
  %4 = llvm.inttoptr %3 : i64 to !llvm.ptr<3>
  return %1, %2, %4 : !llvm.ptr, !llvm.ptr<3>, !llvm.ptr<3>
}

// CHECK-LABEL: func.func @tiles(
// CHECK-SAME:   %[[TILE:.*]]: memref<8x8xf32, strided<[?, 1], offset: ?>>, %[[PACKED:.*]]: memref<8x8xf32, strided<[8, 1], offset: ?>>, %[[LOCAL:.*]]: memref<8x8xf32, 3>)
// CHECK-NEXT:   call @dma(%[[TILE]], %[[LOCAL]]) : (memref<8x8xf32, strided<[?, 1], offset: ?>>, memref<8x8xf32, 3>) -> ()
// CHECK-NEXT:   memref.copy %[[PACKED]], %[[LOCAL]] : memref<8x8xf32, strided<[8, 1], offset: ?>> to memref<8x8xf32, 3>
// CHECK-NEXT:   memref.copy %[[LOCAL]], %[[TILE]] : memref<8x8xf32, 3> to memref<8x8xf32, strided<[?, 1], offset: ?>>
// CHECK-NEXT:   return
func.func @tiles(%tile: !tile, %packed: !packed, %local: !local) {
  memref.copy %tile, %local : !tile to !local
  memref.copy %packed, %local : !packed to !local
  memref.copy %local, %tile : !local to !tile
  return
}

// CHECK-LABEL: func.func @lanes(
// CHECK-SAME:   %[[A:.*]]: vector<2xf64>, %[[B:.*]]: vector<4xf64>) -> (vector<2xf64>, vector<4xf64>)
// CHECK-NEXT:   %[[CST:.*]] = arith.constant dense<0.000000e+00> : vector<2xf64>
// CHECK-NEXT:   %[[V0:.*]] = arith.subf %[[CST]], %[[A]] : vector<2xf64>
// CHECK-NEXT:   %[[V1:.*]] = arith.maximumf %[[A]], %[[V0]] : vector<2xf64>
// CHECK-NEXT:   %[[V2:.*]] = math.absf %[[B]] : vector<4xf64>
// CHECK-NEXT:   return %[[V1]], %[[V2]] : vector<2xf64>, vector<4xf64>
func.func @lanes(%a: vector<2xf64>, %b: vector<4xf64>)
    -> (vector<2xf64>, vector<4xf64>) {
  %0 = math.absf %a : vector<2xf64>
  %1 = math.absf %b : vector<4xf64>
  return %0, %1 : vector<2xf64>, vector<4xf64>
}
