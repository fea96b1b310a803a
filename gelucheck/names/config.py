"""The activation that a Hugging Face config.json names: which of its keys, and what each means."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from gelucheck.errors import InputsError
from gelucheck.names import huggingface
from gelucheck.names.lookup import close
from gelucheck.names.name import Name

KEYS = (
    "hidden_act", "activation_function", "hidden_activation", "act_fn", "activation",
    "activation_fn", "afn", "dense_act_fn", "feed_forward_proj", "ffn_activation", "hidden_act_fn",
    "encoder_hidden_act", "decoder_hidden_act", "encoder_activation_function",
    "decoder_activation_function", "projector_hidden_act", "projection_hidden_act",
    "mlp_hidden_act", "feat_extract_activation", "speech_encoder_hidden_act",
)  # fmt: skip
"""Keys that hold the name of an activation (transformers 4.57.6, models/*/configuration_*.py)."""
FLAG = "gelu_activation"
"""A key of XLM and Flaubert that is true or false: GELU or ReLU."""

_DEEPEST = 8  # configs lie two or three deep in one another
_MEND = (
    f"one of {', '.join(KEYS[:5])}, feed_forward_proj, here or in a text_config, vision_config …"
)
_GATED = "gated-"


@dataclass(frozen=True)
class Activation:
    """One activation of a config.

    Attributes:
        key: where it stands: "text_config.hidden_act".
        value: what stands there: "gelu_new"; "true" for a flag.
        name: what it means; its form is None where it is no GELU.
    """

    key: str
    value: str
    name: Name


def activations_of(config: Any) -> tuple[Activation, ...]:
    """The activations that a parsed config.json names, in its order.

    Args:
        config: what ``json.loads`` gave.

    Raises:
        InputsError: not an object; no key that names an activation; a name that transformers does
            not have.
    """
    if not isinstance(config, dict):
        raise InputsError("the config is no JSON object", "give the config.json of a model")
    found = tuple(_walk(config, "", _word(config.get("model_type")), 0))
    if not found:
        raise InputsError("the config names no activation", _MEND)
    return found


def _walk(config: dict, place: str, model: str, depth: int) -> Iterator[Activation]:
    for key, value in config.items():
        path = f"{place}{key}"
        if isinstance(value, dict) and depth < _DEEPEST:
            yield from _walk(value, f"{path}.", _word(value.get("model_type")) or model, depth + 1)
        elif key in KEYS and value is not None:
            yield Activation(path, _text(path, value), _meaning(path, key, value, model))
        elif key == FLAG and isinstance(value, bool):
            name = _keyed("gelu") if value else _other("relu")
            yield Activation(path, str(value).lower(), name)


def _meaning(path: str, key: str, value: Any, model: str) -> Name:
    """The name that a value stands for under a key of a model."""
    word = _text(path, value)
    if key == "afn" or (model == "openai-gpt" and word == "gelu"):
        # its own table in transformers, where gelu is gelu_new
        special = _special("OpenAI GPT in transformers")
        return special if word == special.name else _known(path, word)
    if key == "feed_forward_proj":
        special = _special("T5 v1.1 in transformers")
        return special if word == special.name else _known(path, word.removeprefix(_GATED))
    return _known(path, word)


def _known(path: str, word: str) -> Name:
    if word in huggingface.OTHER_KEYS:
        return _other(word)
    name = _keyed(word)
    if name is None:
        near = close(word, huggingface.KEYS)
        hint = f"did you mean {' or '.join(near)}?" if near else f"one of {', '.join(_words())}"
        raise InputsError(f"{path} is {word!r}, which transformers does not have", hint)
    return name


def _keyed(word: str) -> Name | None:
    return next((name for name in huggingface.KEYS if name.name == word), None)


def _special(where: str) -> Name:
    return next(name for name in huggingface.NAMES if name.where == where)


def _other(word: str) -> Name:
    first = huggingface.KEYS[0]
    return Name(
        word, first.where, None, f'ACT2FN["{word}"]', source=first.source, note="not a GELU"
    )


def _words() -> list[str]:
    return [name.name for name in huggingface.KEYS]


def _text(path: str, value: Any) -> str:
    if not isinstance(value, str) or len(value) > 100:
        raise InputsError(f"{path} holds no name", "it must be a string, as in config.json")
    return value


def _word(value: Any) -> str:
    return value if isinstance(value, str) else ""
