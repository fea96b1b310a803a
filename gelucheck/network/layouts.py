"""How checkpoints name the tensors of an MLP, and store them: a record each."""

import re
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Layout:
    """Where a family of models keeps the MLP of a block, after the block's prefix and a dot.

    Attributes:
        family: what people call it.
        widening, narrowing: the two linear layers; each has a "weight" and a "bias".
        transposed: the weights are stored (in, out), and not (out, in).
        norm: the layer norm whose output goes into the MLP, where the file has it.
        gains, shifts: what its two tensors may be called.
        gelu: the operator as a plan writes it: the form that the family was trained with.
        source: who says so.
    """

    family: str
    widening: str
    narrowing: str
    transposed: bool
    norm: str
    gains: tuple[str, ...]
    shifts: tuple[str, ...]
    gelu: str
    source: str

    @property
    def mark(self) -> str:
        """The tensor by which an MLP of this layout is known."""
        return f"{self.widening}.weight"


LAYOUTS = {
    layout.family: layout
    for layout in (
        Layout(
            family="GPT-2",
            widening="mlp.c_fc",
            narrowing="mlp.c_proj",
            transposed=True,
            norm="ln_2",
            gains=("weight",),
            shifts=("bias",),
            gelu='gelu("tanh")',
            source="openai/gpt-2, src/model.py, conv1d, mlp and gelu; its layer norm has eps 1e-5",
        ),
        Layout(
            family="BERT",
            widening="intermediate.dense",
            narrowing="output.dense",
            transposed=False,
            norm="attention.output.LayerNorm",
            # as checkpoints that came from TensorFlow call them
            gains=("weight", "gamma"),
            shifts=("bias", "beta"),
            gelu="gelu()",
            source=(
                "huggingface/transformers, models/bert/modeling_bert.py, BertIntermediate and"
                ' BertOutput, hidden_act "gelu"; its layer norm has eps 1e-12, a plan\'s 1e-5'
            ),
        ),
    )
}


@dataclass(frozen=True)
class Place:
    """An MLP of a checkpoint.

    Attributes:
        prefix: of the names of its tensors, without the dot; "" where there is none.
    """

    prefix: str
    layout: Layout

    def name(self, *parts: str) -> str:
        """The full name of a tensor."""
        return ".".join((self.prefix, *parts) if self.prefix else parts)


def find_places(names: Iterable[str]) -> list[Place]:
    """The MLPs that tensors of these names are of, h.2 before h.10."""
    places = []
    for name in names:
        for layout in LAYOUTS.values():
            if name == layout.mark:
                places.append(Place("", layout))
            elif name.endswith(f".{layout.mark}"):
                places.append(Place(name.removesuffix(f".{layout.mark}"), layout))
    return sorted(places, key=lambda place: (_natural(place.prefix), place.layout.family))


def _natural(text: str) -> list:
    """A key that orders numbers in a text by size; they may be longer than int() takes."""
    parts = re.split("([0-9]+)", text)
    numbers = [(len(digits := part.lstrip("0")), digits, part) for part in parts[1::2]]
    return [item for pair in zip(parts[::2], [*numbers, ()], strict=True) for item in pair]
