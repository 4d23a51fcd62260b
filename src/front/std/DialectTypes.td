//===-- DialectTypes.td - Types that MLIR defines in C++ ---*- tablegen -*-===//
//
// Part of pdll: predicates of types that MLIR's own `.td` files do not define.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PDLL_DIALECTTYPES
#define PDLL_DIALECTTYPES

/// Stands before the parameters of a type.
def parameters_of_type;

/// A type of a dialect. The parameters have the names of the getters of the class.
class PdlTypeDef<string cpp, string type, dag parts> {
  string cppType = "::mlir::" # cpp;
  string typeName = type;
  dag parameters = parts;
  bit skipDefaultBuilders = 1;
}

def SPIRV_ArrayType
    : PdlTypeDef<"spirv::ArrayType", "spirv.array",
                 (parameters_of_type "Type":$element_type,
                  "unsigned":$num_elements, "unsigned":$array_stride)>;
def SPIRV_RuntimeArrayType
    : PdlTypeDef<"spirv::RuntimeArrayType", "spirv.rtarray",
                 (parameters_of_type "Type":$element_type,
                  "unsigned":$array_stride)>;
def SPIRV_PointerType
    : PdlTypeDef<"spirv::PointerType", "spirv.pointer",
                 (parameters_of_type "Type":$pointee_type,
                  "StorageClass":$storage_class)>;
def SPIRV_ImageType
    : PdlTypeDef<"spirv::ImageType", "spirv.image",
                 (parameters_of_type "Type":$element_type, "Dim":$dim,
                  "ImageDepthInfo":$depth_info,
                  "ImageArrayedInfo":$arrayed_info,
                  "ImageSamplingInfo":$sampling_info,
                  "ImageSamplerUseInfo":$sampler_use_info,
                  "ImageFormat":$image_format)>;
def SPIRV_SampledImageType
    : PdlTypeDef<"spirv::SampledImageType", "spirv.sampled_image",
                 (parameters_of_type "Type":$image_type)>;
def SPIRV_CooperativeMatrixType
    : PdlTypeDef<"spirv::CooperativeMatrixType", "spirv.coopmatrix",
                 (parameters_of_type "Type":$element_type, "uint32_t":$rows,
                  "uint32_t":$columns, "Scope":$scope,
                  "CooperativeMatrixUseKHR":$use)>;
def SPIRV_MatrixType
    : PdlTypeDef<"spirv::MatrixType", "spirv.matrix",
                 (parameters_of_type "Type":$column_type,
                  "unsigned":$num_columns)>;
def SPIRV_TensorArmType
    : PdlTypeDef<"spirv::TensorArmType", "spirv.arm.tensor",
                 (parameters_of_type "ArrayRef<int64_t>":$shape,
                  "Type":$element_type)>;

def Quant_UniformQuantizedType
    : PdlTypeDef<"quant::UniformQuantizedType", "quant.uniform",
                 (parameters_of_type "unsigned":$flags, "Type":$storage_type,
                  "Type":$expressed_type, "double":$scale,
                  "int64_t":$zero_point, "int64_t":$storage_type_min,
                  "int64_t":$storage_type_max)>;
def Quant_UniformQuantizedPerAxisType
    : PdlTypeDef<"quant::UniformQuantizedPerAxisType", "quant.uniform_per_axis",
                 (parameters_of_type "unsigned":$flags, "Type":$storage_type,
                  "Type":$expressed_type, "ArrayRef<double>":$scales,
                  "ArrayRef<int64_t>":$zero_points,
                  "int32_t":$quantized_dimension, "int64_t":$storage_type_min,
                  "int64_t":$storage_type_max)>;
def Quant_CalibratedQuantizedType
    : PdlTypeDef<"quant::CalibratedQuantizedType", "quant.calibrated",
                 (parameters_of_type "Type":$expressed_type, "double":$min,
                  "double":$max)>;

#endif // PDLL_DIALECTTYPES
