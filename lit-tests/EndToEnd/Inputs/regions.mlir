// CHECK-LABEL: func.func @dot(
// CHECK-SAME:   %[[A:.*]]: memref<?xf32>, %[[B:.*]]: memref<?xf32>, %[[N:.*]]: index) -> f32
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %[[V0:.*]] = scf.for %[[ARG3:.*]] = %[[C0]] to %[[N]] step %[[C1]] iter_args(%[[ARG4:.*]] = %[[CST]]) -> (f32) {
// CHECK-NEXT:     %[[V1:.*]] = memref.load %[[A]][%[[ARG3]]] : memref<?xf32>
// CHECK-NEXT:     %[[V2:.*]] = memref.load %[[B]][%[[ARG3]]] : memref<?xf32>
// CHECK-NEXT:     %[[V3:.*]] = math.fma %[[V1]], %[[V2]], %[[ARG4]] : f32
// CHECK-NEXT:     scf.yield %[[V3]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %[[V0]] : f32
func.func @dot(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %x = memref.load %a[%i] : memref<?xf32>
    %y = memref.load %b[%i] : memref<?xf32>
    %0 = arith.mulf %x, %y fastmath<contract> : f32
    %1 = arith.addf %0, %acc fastmath<contract> : f32
    scf.yield %1 : f32
  }
  return %sum : f32
}

// CHECK-LABEL: func.func @matmul(
// CHECK-SAME:   %[[A:.*]]: tensor<4x8xf32>, %[[B:.*]]: tensor<8x16xf32>, %[[INIT:.*]]: tensor<4x16xf32>) -> tensor<4x16xf32>
// CHECK-NEXT:   %[[V0:.*]] = linalg.generic {indexing_maps = [{{.*}}], iterator_types = ["parallel", "parallel", "reduction"]} ins(%[[A]], %[[B]] : tensor<4x8xf32>, tensor<8x16xf32>) outs(%[[INIT]] : tensor<4x16xf32>) {
// CHECK-NEXT:   ^bb0(%[[IN:.*]]: f32, %[[IN_2:.*]]: f32, %[[OUT:.*]]: f32):
// CHECK-NEXT:     %[[V1:.*]] = math.fma %[[IN]], %[[IN_2]], %[[OUT]] : f32
// CHECK-NEXT:     linalg.yield %[[V1]] : f32
// CHECK-NEXT:   } -> tensor<4x16xf32>
// CHECK-NEXT:   return %[[V0]] : tensor<4x16xf32>
func.func @matmul(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>,
                  %init: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j, k) -> (i, k)>,
                     affine_map<(i, j, k) -> (k, j)>,
                     affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"]
  } ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>)
    outs(%init : tensor<4x16xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %1 = arith.mulf %x, %y fastmath<contract> : f32
    %2 = arith.addf %1, %acc fastmath<contract> : f32
    linalg.yield %2 : f32
  } -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// CHECK-LABEL: func.func @branches(
// CHECK-SAME:   %[[FLAG:.*]]: i1, %[[X:.*]]: f32, %[[Y:.*]]: f32) -> (f32, f32)
// CHECK-NEXT:   %[[V0:.*]]:2 = scf.if %[[FLAG]] -> (f32, f32) {
// CHECK-NEXT:     %[[V1:.*]] = math.fma %[[X]], %[[X]], %[[Y]] : f32
// CHECK-NEXT:     scf.yield %[[V1]], %[[V1]] : f32, f32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %[[V1]] = arith.mulf %[[X]], %[[X]] : f32
// CHECK-NEXT:     %[[V2:.*]] = arith.addf %[[V1]], %[[Y]] fastmath<contract> : f32
// CHECK-NEXT:     scf.yield %[[V2]], %[[Y]] : f32, f32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %[[V0]]#0, %[[V0]]#1 : f32, f32
func.func @branches(%flag: i1, %x: f32, %y: f32) -> (f32, f32) {
  %0:2 = scf.if %flag -> (f32, f32) {
    %1 = arith.mulf %x, %x fastmath<contract> : f32
    %2 = arith.addf %1, %y fastmath<contract> : f32
    scf.yield {same} %2, %x : f32, f32
  } else {
    %1 = arith.mulf %x, %x : f32
    %2 = arith.addf %1, %y fastmath<contract> : f32
    scf.yield %2, %y : f32, f32
  }
  return %0#0, %0#1 : f32, f32
}
