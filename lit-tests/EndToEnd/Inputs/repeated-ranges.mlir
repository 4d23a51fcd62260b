// CHECK-LABEL: func.func @cell(
// CHECK-SAME:   %[[GRID:.*]]: tensor<?x?xf32>, %[[V:.*]]: f32, %[[I:.*]]: index, %[[J:.*]]: index) -> (f32, f32)
// CHECK-NEXT:   %[[INSERTED:.*]] = tensor.insert %[[V]] into %[[GRID]][%[[I]], %[[J]]] : tensor<?x?xf32>
// CHECK-NEXT:   %[[EXTRACTED:.*]] = tensor.extract %[[INSERTED]][%[[J]], %[[I]]] : tensor<?x?xf32>
// CHECK-NEXT:   return %[[V]], %[[EXTRACTED]] : f32, f32
func.func @cell(%grid: tensor<?x?xf32>, %v: f32, %i: index, %j: index)
    -> (f32, f32) {
  %0 = tensor.insert %v into %grid[%i, %j] : tensor<?x?xf32>
  %1 = tensor.extract %0[%i, %j] : tensor<?x?xf32>
  %2 = tensor.extract %0[%j, %i] : tensor<?x?xf32>
  return %1, %2 : f32, f32
}

// CHECK-LABEL: func.func @rank_zero(
// CHECK-SAME:   %[[CELL:.*]]: tensor<f32>, %[[V:.*]]: f32) -> f32
// CHECK-NEXT:   return %[[V]] : f32
func.func @rank_zero(%cell: tensor<f32>, %v: f32) -> f32 {
  %0 = tensor.insert %v into %cell[] : tensor<f32>
  %1 = tensor.extract %0[] : tensor<f32>
  return %1 : f32
}

// CHECK-LABEL: func.func @write_back(
// CHECK-SAME:   %[[A:.*]]: memref<4x4xf32>, %[[B:.*]]: memref<4x4xf32>, %[[I:.*]]: index, %[[J:.*]]: index)
// CHECK-NEXT:   %[[V0:.*]] = memref.load %[[A]][%[[I]], %[[J]]] : memref<4x4xf32>
// CHECK-NEXT:   memref.store %[[V0]], %[[B]][%[[I]], %[[J]]] : memref<4x4xf32>
// CHECK-NEXT:   memref.store %[[V0]], %[[A]][%[[J]], %[[I]]] : memref<4x4xf32>
// CHECK-NEXT:   return
func.func @write_back(%a: memref<4x4xf32>, %b: memref<4x4xf32>, %i: index,
                      %j: index) {
  %0 = memref.load %a[%i, %j] : memref<4x4xf32>
  memref.store %0, %a[%i, %j] : memref<4x4xf32>
  memref.store %0, %b[%i, %j] : memref<4x4xf32>
  memref.store %0, %a[%j, %i] : memref<4x4xf32>
  return
}
