"""Libraries of kernels: oneDNN, cuDNN, cuBLASLt, XNNPACK, Transformer Engine."""

from functools import partial

from gelucheck.names.name import Name

_ONEDNN = partial(
    Name, where="oneDNN", source="oneDNN 3.8.0, commit 515bfba, src/common/math_utils.hpp"
)
_CUDNN = partial(
    Name,
    where="cuDNN",
    source="cudnn-frontend 1.23.0, commit 3929da2, cudnn_frontend_utils.h, has the names; "
    "the formulas are from copies of NVIDIA's documentation",
    read="second-hand",
)
_CUBLASLT = partial(
    Name,
    where="cuBLASLt",
    form="tanh",
    source="copies of NVIDIA's cuBLAS documentation, cublasLtEpilogue_t, note 5",
    read="second-hand",
    note="there is no epilogue for the erf form",
)
_XNNPACK = partial(
    Name,
    where="XNNPACK",
    source="XNNPACK commit 75db3c0, include/xnnpack.h and src/reference/unary-elementwise.cc",
    note="the kernels are rational approximations",
)
_ENGINE = partial(
    Name,
    where="Transformer Engine",
    source="TransformerEngine 2.20.0.dev0, commit d0067d0, transformer_engine/common/util/math.h",
)
_EXPORTED = partial(
    Name,
    where="Transformer Engine (ONNX export)",
    source="TransformerEngine 2.20.0.dev0, commit d0067d0, "
    "transformer_engine/pytorch/module/layernorm_mlp.py",
)

NAMES = (
    _ONEDNN(
        "eltwise_gelu_erf",
        form="erf",
        spelling="dnnl::algorithm::eltwise_gelu_erf",
        writing="erf-onednn",
    ),
    _ONEDNN(
        "eltwise_gelu_tanh",
        form="tanh",
        spelling="dnnl::algorithm::eltwise_gelu_tanh",
        writing="tanh-onednn",
    ),
    _ONEDNN(
        "dnnl_eltwise_gelu_erf", form="erf", spelling="dnnl_eltwise_gelu_erf", writing="erf-onednn"
    ),
    _ONEDNN(
        "dnnl_eltwise_gelu_tanh",
        form="tanh",
        spelling="dnnl_eltwise_gelu_tanh",
        writing="tanh-onednn",
    ),
    _CUDNN("CUDNN_POINTWISE_GELU_FWD", form="erf", spelling="CUDNN_POINTWISE_GELU_FWD"),
    _CUDNN(
        "CUDNN_POINTWISE_GELU_APPROX_TANH_FWD",
        form="tanh",
        spelling="CUDNN_POINTWISE_GELU_APPROX_TANH_FWD",
        note="since cuDNN 8.5",
    ),
    _CUBLASLT("CUBLASLT_EPILOGUE_GELU", spelling="CUBLASLT_EPILOGUE_GELU"),
    _CUBLASLT("CUBLASLT_EPILOGUE_GELU_BIAS", spelling="CUBLASLT_EPILOGUE_GELU_BIAS"),
    _CUBLASLT("CUBLASLT_EPILOGUE_GELU_AUX", spelling="CUBLASLT_EPILOGUE_GELU_AUX"),
    _CUBLASLT("CUBLASLT_EPILOGUE_GELU_AUX_BIAS", spelling="CUBLASLT_EPILOGUE_GELU_AUX_BIAS"),
    _XNNPACK("xnn_unary_gelu", form="erf", spelling="xnn_unary_gelu", writing="erf-xnnpack"),
    _XNNPACK(
        "xnn_unary_approxgelu", form="tanh", spelling="xnn_unary_approxgelu", writing="tanh-xnnpack"
    ),
    _ENGINE(
        "gelu",
        form="tanh",
        spelling='te.LayerNormMLP(activation="gelu")',
        writing="tanh-te",
        note="the plain name is the approximation",
    ),
    _ENGINE("gelu", form="tanh", spelling="transformer_engine::gelu(x)", writing="tanh-te"),
    _ENGINE(
        "qgelu", form="sigmoid", spelling='te.LayerNormMLP(activation="qgelu")', writing="quick-exp"
    ),
    _ENGINE("qgelu", form="sigmoid", spelling="transformer_engine::qgelu(x)", writing="quick-exp"),
    _ENGINE(
        "quick_gelu",
        form="sigmoid",
        spelling='transformer_engine.jax, activation "quick_gelu"',
        source="TransformerEngine 2.20.0.dev0, commit d0067d0, "
        "transformer_engine/jax/cpp_extensions/activation.py",
        note="the same kernel as qgelu",
    ),
    _EXPORTED("gelu", form="tanh", spelling='te.LayerNormMLP(activation="gelu"), exported'),
    _EXPORTED(
        "qgelu",
        form="tanh",
        spelling='te.LayerNormMLP(activation="qgelu"), exported',
        note="not the form of the kernel, which is sigmoid",
    ),
    _EXPORTED(
        "geglu",
        form="erf",
        spelling='te.LayerNormMLP(activation="geglu"), exported',
        note="a gate; the kernels' gelu is the tanh form",
    ),
)
