"""The first code of well-known models: GPT-2, BERT, CLIP and OpenCLIP."""

from functools import partial

from gelucheck.names.name import Name

_OPEN_CLIP = partial(
    Name,
    where="OpenCLIP",
    source="open_clip_torch 3.3.0, open_clip/transformer.py and model.py",
)

NAMES = (
    Name(
        "gelu",
        "GPT-2",
        "tanh",
        spelling="gpt-2/src/model.py: gelu(x)",
        writing="tanh",
        source="openai/gpt-2 commit 9b63575, src/model.py",
    ),
    Name(
        "gelu",
        "BERT",
        "tanh",
        spelling="bert/modeling.py: gelu(x)",
        writing="tanh",
        source="google-research/bert commit eedf571, modeling.py",
        note="ports of BERT, transformers' among them, have the erf form under this name",
    ),
    Name(
        "QuickGELU",
        "CLIP",
        "sigmoid",
        spelling="clip.model.QuickGELU()",
        writing="sigmoid",
        source="openai/CLIP commit d05afc4, clip/model.py",
    ),
    _OPEN_CLIP(
        "QuickGELU",
        form="sigmoid",
        spelling="open_clip.transformer.QuickGELU()",
        writing="sigmoid",
    ),
    _OPEN_CLIP(
        "quick_gelu",
        form="sigmoid",
        spelling='"quick_gelu": true in a model\'s configuration',
        option="quick_gelu=false|true",
        default=False,
        writing="sigmoid",
        note="false, the default, is torch.nn.GELU(): the erf form; OpenAI's weights want true",
    ),
)
