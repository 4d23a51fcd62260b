// The second loop starts with what the first one returns.
func.func @chain(%a: index, %b: index, %c: index, %x: f32) -> f32 {
  %0 = scf.for %i = %a to %b step %c iter_args(%s = %x) -> f32 {
    %2 = arith.mulf %s, %s : f32
    scf.yield %2 : f32
  }
  %1 = scf.for %i = %a to %b step %c iter_args(%s = %0) -> f32 {
    %2 = arith.addf %s, %x : f32
    scf.yield %2 : f32
  }
  return %1 : f32
}

// The second loop uses it in each iteration.
func.func @use_inside(%a: index, %b: index, %c: index, %x: f32) -> f32 {
  %0 = scf.for %i = %a to %b step %c iter_args(%s = %x) -> f32 {
    %2 = arith.mulf %s, %s : f32
    scf.yield %2 : f32
  }
  %1 = scf.for %i = %a to %b step %c iter_args(%s = %x) -> f32 {
    %2 = arith.addf %s, %0 : f32
    scf.yield %2 : f32
  }
  return %1 : f32
}

// Something between the loops uses it.
func.func @use_between(%a: index, %b: index, %c: index, %x: f32) -> f32 {
  %0 = scf.for %i = %a to %b step %c iter_args(%s = %x) -> f32 {
    %2 = arith.mulf %s, %s : f32
    scf.yield %2 : f32
  }
  "t.use"(%0) : (f32) -> ()
  %1 = scf.for %i = %a to %b step %c iter_args(%s = %x) -> f32 {
    %2 = arith.addf %s, %x : f32
    scf.yield %2 : f32
  }
  return %1 : f32
}

func.func @other_bound(%a: index, %b: index, %c: index, %x: f32) -> (f32, f32) {
  %0 = scf.for %i = %a to %b step %c iter_args(%s = %x) -> f32 {
    %2 = arith.mulf %s, %s : f32
    scf.yield %2 : f32
  }
  %1 = scf.for %i = %a to %c step %c iter_args(%s = %x) -> f32 {
    %2 = arith.addf %s, %x : f32
    scf.yield %2 : f32
  }
  return %0, %1 : f32, f32
}

func.func @other_comparison(%a: index, %b: index, %c: index, %x: f32) -> (f32, f32) {
  %0 = scf.for %i = %a to %b step %c iter_args(%s = %x) -> f32 {
    %2 = arith.mulf %s, %s : f32
    scf.yield %2 : f32
  }
  %1 = scf.for unsigned %i = %a to %b step %c iter_args(%s = %x) -> f32 {
    %2 = arith.addf %s, %x : f32
    scf.yield %2 : f32
  }
  return %0, %1 : f32, f32
}

// The first loop reads what the second one writes.
func.func @memory(%a: index, %b: index, %c: index, %x: f32, %m: memref<?xf32>) -> (f32, f32) {
  %0 = scf.for %i = %a to %b step %c iter_args(%s = %x) -> f32 {
    %2 = memref.load %m[%i] : memref<?xf32>
    %3 = arith.addf %s, %2 : f32
    scf.yield %3 : f32
  }
  %1 = scf.for %i = %a to %b step %c iter_args(%s = %x) -> f32 {
    memref.store %s, %m[%a] : memref<?xf32>
    %2 = arith.addf %s, %x : f32
    scf.yield %2 : f32
  }
  return %0, %1 : f32, f32
}
