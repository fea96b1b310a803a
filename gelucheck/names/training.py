"""Code that trains and serves transformers: Megatron-LM, flash-attention, vLLM, fairseq, thinc."""

from functools import partial

from gelucheck.names.name import Name

_MEGATRON = partial(Name, where="Megatron-LM")
_UTILS = partial(_MEGATRON, source="megatron-core 0.16.1, megatron/core/transformer/utils.py")
_ACTIVATIONS = partial(_MEGATRON, source="megatron-core 0.16.1, megatron/core/activations.py")
_FLASH = partial(
    Name,
    where="flash-attention",
    source="flash-attention 2.8.4, commit 0251105, flash_attn/models/gpt.py",
)
_FLASH_FUSED = partial(
    _FLASH, source="flash-attention 2.8.4, commit 0251105, flash_attn/ops/activations.py"
)
_VLLM = partial(
    Name,
    where="vLLM",
    source="vllm commit 00db011, vllm/model_executor/layers/activation.py",
)
_FAIRSEQ = partial(Name, where="fairseq", source="fairseq 0.12.2, fairseq/modules/gelu.py")
_THINC = partial(Name, where="thinc (spaCy)", source="thinc 9.1.1, thinc/backends/ops.py")

NAMES = (
    _UTILS(
        "openai_gelu",
        form="tanh",
        spelling="megatron.core.transformer.utils.openai_gelu(x)",
        writing="tanh-factored",
    ),
    _UTILS(
        "erf_gelu",
        form="erf",
        spelling="megatron.core.transformer.utils.erf_gelu(x)",
        writing="erf-megatron",
        note="sqrt(2) to six digits, 1.41421: up to 7.4e-7 off",
    ),
    _MEGATRON(
        "bias_gelu",
        form="tanh",
        spelling="megatron.core.fusions.fused_bias_gelu.bias_gelu(bias, y)",
        writing="tanh-megatron",
        source="megatron-core 0.16.1, megatron/core/fusions/fused_bias_gelu.py",
        note="the fused path takes it for torch.nn.functional.gelu, which is the erf form",
    ),
    _ACTIVATIONS(
        "quick_gelu",
        form="sigmoid",
        spelling="megatron.core.activations.quick_gelu(x)",
        writing="sigmoid",
    ),
    _ACTIVATIONS(
        "fast_gelu",
        form="tanh",
        spelling="megatron.core.activations.fast_gelu(x)",
        writing="tanh-fast",
    ),
    _FLASH(
        "gelu", form="erf", spelling='GPT2Config(activation_function="gelu")', writing="erf-mul"
    ),
    _FLASH(
        "gelu_new",
        form="tanh",
        spelling='GPT2Config(activation_function="gelu_new")',
        writing="tanh-cube",
    ),
    _FLASH(
        "gelu_fast",
        form="tanh",
        spelling='GPT2Config(activation_function="gelu_fast")',
        writing="tanh-cube",
    ),
    _FLASH(
        "gelu_approx",
        form="tanh",
        spelling='GPT2Config(activation_function="gelu_approx")',
        writing="tanh-cube",
    ),
    _FLASH(
        "gelu_pytorch_tanh",
        form="tanh",
        spelling='GPT2Config(activation_function="gelu_pytorch_tanh")',
        writing="tanh-cube",
    ),
    _FLASH_FUSED(
        "bias_gelu",
        form="tanh",
        spelling="flash_attn.ops.activations.bias_gelu(y, bias)",
        writing="tanh-megatron",
    ),
    _FLASH_FUSED(
        "gelu_fwd",
        form="tanh",
        spelling="flash_attn.ops.activations.gelu_fwd(x)",
        writing="tanh-megatron",
    ),
    _VLLM("gelu", form="erf", spelling='get_act_fn("gelu")', writing="erf-mul", impl="torch:gelu"),
    _VLLM("gelu_fast", form="tanh", spelling='get_act_fn("gelu_fast")', writing="tanh-vllm-fast"),
    _VLLM("gelu_new", form="tanh", spelling='get_act_fn("gelu_new")', writing="tanh-vllm-new"),
    _VLLM(
        "gelu_pytorch_tanh",
        form="tanh",
        spelling='get_act_fn("gelu_pytorch_tanh")',
        writing="tanh-cube",
        impl="torch:gelu-tanh",
    ),
    _VLLM(
        "quick_gelu", form="sigmoid", spelling='get_act_fn("quick_gelu")', writing="quick-exp-div"
    ),
    _VLLM(
        "GeluAndMul",
        form="erf",
        spelling="vllm.model_executor.layers.activation.GeluAndMul()",
        option='approximate="none"|"tanh"',
        note="a gate: GELU of one half times the other",
    ),
    _VLLM(
        "GeluAndMul",
        form="tanh",
        spelling='vllm.model_executor.layers.activation.GeluAndMul(approximate="tanh")',
        default=False,
        option='approximate="none"|"tanh"',
        note="a gate: GELU of one half times the other",
    ),
    _FAIRSEQ(
        "gelu",
        form="erf",
        spelling="fairseq.modules.gelu(x)",
        writing="erf-mul",
        note="evaluated in float32, whatever the format",
    ),
    _FAIRSEQ(
        "gelu_accurate",
        form="tanh",
        spelling="fairseq.modules.gelu_accurate(x)",
        writing="tanh",
        note="an approximation, whatever the name says",
    ),
    _FAIRSEQ(
        "gelu_fast",
        form="tanh",
        spelling="--activation-fn gelu_fast",
        source="fairseq 0.12.2, fairseq/utils.py",
        writing="tanh",
        note="the old name of gelu_accurate",
    ),
    _THINC("gelu", form="erf", spelling="thinc.api.Ops.gelu(X)", writing="erf-mul"),
    _THINC("gelu_approx", form="tanh", spelling="thinc.api.Ops.gelu_approx(X)", writing="tanh"),
    Name(
        "Gelu.v1",
        "thinc (spaCy)",
        "erf",
        spelling="thinc.api.Gelu()",
        source="thinc 9.1.1, thinc/layers/gelu.py",
    ),
)
