func.func private @distance(f32, f32) -> f32

// CHECK-LABEL: func.func @round_trip(
// CHECK-SAME:   %[[V:.*]]: vector<8xf32>) -> vector<8xf32>
// CHECK-NEXT:   return %[[V]] : vector<8xf32>
func.func @round_trip(%v: vector<8xf32>) -> vector<8xf32> {
  %even, %odd = vector.deinterleave %v : vector<8xf32> -> vector<4xf32>
  %0 = vector.interleave %even, %odd : vector<4xf32> -> vector<8xf32>
  return %0 : vector<8xf32>
}

// CHECK-LABEL: func.func @swap_pairs(
// CHECK-SAME:   %[[V:.*]]: vector<8xf32>) -> vector<8xf32>
// CHECK-NEXT:   %[[RES1:.*]], %[[RES2:.*]] = vector.deinterleave %[[V]] : vector<8xf32> -> vector<4xf32>
// CHECK-NEXT:   %[[V0:.*]] = vector.interleave %[[RES2]], %[[RES1]] : vector<4xf32> -> vector<8xf32>
// CHECK-NEXT:   return %[[V0]] : vector<8xf32>
func.func @swap_pairs(%v: vector<8xf32>) -> vector<8xf32> {
  %even, %odd = vector.deinterleave %v : vector<8xf32> -> vector<4xf32>
  %0 = vector.interleave %odd, %even : vector<4xf32> -> vector<8xf32>
  return %0 : vector<8xf32>
}

// CHECK-LABEL: func.func @mixed(
// CHECK-SAME:   %[[V:.*]]: vector<8xf32>, %[[W:.*]]: vector<8xf32>) -> vector<8xf32>
// CHECK-NEXT:   %[[RES1:.*]], %[[RES2:.*]] = vector.deinterleave %[[V]] : vector<8xf32> -> vector<4xf32>
// CHECK-NEXT:   %[[RES1_2:.*]], %[[RES2_2:.*]] = vector.deinterleave %[[W]] : vector<8xf32> -> vector<4xf32>
// CHECK-NEXT:   %[[V0:.*]] = vector.interleave %[[RES1]], %[[RES2_2]] : vector<4xf32> -> vector<8xf32>
// CHECK-NEXT:   return %[[V0]] : vector<8xf32>
func.func @mixed(%v: vector<8xf32>, %w: vector<8xf32>) -> vector<8xf32> {
  %even, %odd = vector.deinterleave %v : vector<8xf32> -> vector<4xf32>
  %even2, %odd2 = vector.deinterleave %w : vector<8xf32> -> vector<4xf32>
  %0 = vector.interleave %even, %odd2 : vector<4xf32> -> vector<8xf32>
  return %0 : vector<8xf32>
}

// CHECK-LABEL: func.func @extent(
// CHECK-SAME:   %[[VALUES:.*]]: memref<64xf32>, %[[FIRST:.*]]: f32) -> (f32, f32)
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[C64:.*]] = arith.constant 64 : index
// CHECK-NEXT:   %[[V0:.*]]:2 = scf.for %[[ARG2:.*]] = %[[C0]] to %[[C64]] step %[[C1]] iter_args(%[[ARG3:.*]] = %[[FIRST]], %[[ARG4:.*]] = %[[FIRST]]) -> (f32, f32) {
// CHECK-NEXT:     %[[V3:.*]] = memref.load %[[VALUES]][%[[ARG2]]] : memref<64xf32>
// CHECK-NEXT:     %[[V4:.*]] = arith.minnumf %[[ARG3]], %[[V3]] : f32
// CHECK-NEXT:     %[[V5:.*]] = arith.maxnumf %[[ARG4]], %[[V3]] : f32
// CHECK-NEXT:     scf.yield %[[V4]], %[[V5]] : f32, f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[V1:.*]] = call @distance(%[[V0]]#0, %[[V0]]#1) : (f32, f32) -> f32
// CHECK-NEXT:   %[[V2:.*]] = arith.subf %[[V0]]#0, %[[V0]]#1 : f32
// CHECK-NEXT:   return %[[V1]], %[[V2]] : f32, f32
func.func @extent(%values: memref<64xf32>, %first: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %range:2 = scf.for %i = %c0 to %c64 step %c1
      iter_args(%min = %first, %max = %first) -> (f32, f32) {
    %x = memref.load %values[%i] : memref<64xf32>
    %lower = arith.minnumf %min, %x : f32
    %upper = arith.maxnumf %max, %x : f32
    scf.yield %lower, %upper : f32, f32
  }
  %extent = arith.subf %range#1, %range#0 : f32
  %negated = arith.subf %range#0, %range#1 : f32
  return %extent, %negated : f32, f32
}
