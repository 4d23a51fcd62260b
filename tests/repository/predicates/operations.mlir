module attributes {transform.with_named_sequence} {
  func.func private @callee(i32) -> i32
  memref.global "private" constant @global : memref<2xi32> = dense<1>
  func.func @f(%a: i32, %b: index, %m: memref<4xf32>, %t: tensor<4x4xf32>, %c: i1, %v: vector<4xf32>) -> i32 {
    %0 = arith.addi %a, %a : i32
    %1 = arith.constant 1.0 : f32
    %2 = arith.addf %1, %1 : f32
    %3 = arith.select %c, %a, %0 : i32
    %4 = arith.extsi %a : i32 to i64
    %5 = func.call @callee(%0) : (i32) -> i32
    memref.store %2, %m[%b] : memref<4xf32>
    %6 = memref.load %m[%b] : memref<4xf32>
    %7 = memref.alloc() : memref<4xf32>
    %8 = memref.subview %m[0][2][1] : memref<4xf32> to memref<2xf32, strided<[1]>>
    %9 = affine.load %m[0] : memref<4xf32>
    affine.store %9, %m[0] : memref<4xf32>
    affine.for %i = 0 to 4 {
    }
    scf.for %i = %b to %b step %b {
    }
    %10 = scf.if %c -> i32 {
      scf.yield %a : i32
    } else {
      scf.yield %0 : i32
    }
    %11 = tensor.empty() : tensor<4x4xf32>
    %12 = linalg.fill ins(%1 : f32) outs(%11 : tensor<4x4xf32>) -> tensor<4x4xf32>
    %13 = linalg.matmul ins(%t, %t : tensor<4x4xf32>, tensor<4x4xf32>) outs(%12 : tensor<4x4xf32>) -> tensor<4x4xf32>
    %14 = tensor.insert_slice %t into %13[0, 0] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<4x4xf32>
    %15 = vector.transfer_read %m[%b], %1 : memref<4xf32>, vector<4xf32>
    vector.transfer_write %15, %m[%b] : vector<4xf32>, memref<4xf32>
    %16 = vector.reduction <add>, %v : vector<4xf32> into f32
    %17 = tensor.dim %t, %b : tensor<4x4xf32>
    %18 = bufferization.to_buffer %t : tensor<4x4xf32> to memref<4x4xf32>
    %19 = llvm.mlir.constant(1 : i32) : i32
    %20 = llvm.alloca %19 x i32 : (i32) -> !llvm.ptr
    %21 = llvm.load %20 : !llvm.ptr -> i32
    llvm.store %21, %20 : i32, !llvm.ptr
    %22 = llvm.add %19, %21 overflow<nsw> : i32
    %23 = llvm.fadd %1, %1 {fastmathFlags = #llvm.fastmath<fast>} : f32
    %24 = gpu.wait async
    %25 = tosa.add %t, %t : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %26 = shape.const_size 1
    %27 = async.execute {
      async.yield
    }
    %28 = "unknown.operation"(%a) : (i32) -> i32
    cf.cond_br %c, ^one, ^two
  ^one:
    cf.br ^two
  ^two:
    return %5 : i32
  }
  gpu.module @kernels {
    gpu.func @kernel() kernel {
      gpu.return
    }
  }
  spirv.module Logical GLSL450 {
    spirv.func @s(%x: i32) -> i32 "None" {
      %0 = spirv.IAdd %x, %x : i32
      spirv.ReturnValue %0 : i32
    }
  }
  omp.private {type = private} @p : i32
  transform.named_sequence @__transform_main(%x: !transform.any_op) {
    transform.yield
  }
}
