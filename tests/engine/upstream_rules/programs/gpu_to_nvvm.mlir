// The other operation loads the dialect, which the generated patterns do not.
gpu.module @kernels {
  func.func @barrier() -> i32 {
    gpu.barrier
    %0 = nvvm.read.ptx.sreg.tid.x : i32
    return %0 : i32
  }
}
