"""Networks that are known by name: GPT-2's."""

from collections.abc import Callable
from dataclasses import dataclass

from gelucheck.errors import UsageError, unknown
from gelucheck.network.faults import shown
from gelucheck.network.language import parse_plan
from gelucheck.network.plan import Plan

DEEPEST = 96


@dataclass(frozen=True)
class Preset:
    """A network by name.

    Attributes:
        name: "gpt2-mlp"; title: what it is, in words.
        depth: how many blocks it has where nothing is said; None where there is one network only.
        text: depth -> its operators, as a plan's text has them.
        width: of its input, [B, width].
        initialisation: how its weights are drawn, a key of ``parameters.INITIALISATIONS``.
    """

    name: str
    title: str
    depth: int | None
    text: Callable[[int], str]
    width: int
    initialisation: str

    def make(self, depth: int | None = None) -> Plan:
        """Its plan, of float32.

        Args:
            depth: how many blocks, from 1 to 96; None is its own.

        Raises:
            UsageError: another depth, or one where there are no blocks.
        """
        if self.depth is None:
            if depth is not None:
                raise UsageError(
                    f"depth {shown(depth)}: {self.name} has no blocks", "leave --depth out"
                )
            return parse_plan(self.text(1), name=self.name, input=(self.width,))
        depth = self.depth if depth is None else depth
        if type(depth) is not int or not 1 <= depth <= DEEPEST:
            raise UsageError(
                f"depth {shown(depth)}: {self.name} is built of 1 to {DEEPEST} blocks",
                f"give --depth from 1 to {DEEPEST}",
            )
        return parse_plan(self.text(depth), name=f"{self.name} ({depth})", input=(self.width,))


# openai/gpt-2, src/model.py, `mlp`: c_proj(gelu(c_fc(x))), from nx = n_embd to 4*nx and back; the
# 768 of `default_hparams` is the width of the smallest model (paper, section 2.3, table 2)
_MLP = 'linear(3072)\ngelu("tanh")\nlinear(768)\n'
# `block` of the same file: x = x + mlp(norm(x, 'ln_2')); its attention is left out
_BLOCK = f"layernorm()\n{_MLP}residual(4)\n"

PRESETS = {
    preset.name: preset
    for preset in (
        Preset(
            "gpt2-mlp",
            "the MLP of GPT-2 (124M): W2·gelu(W1·x + b1) + b2, 768 to 3072 to 768",
            None,
            lambda depth: _MLP * depth,
            768,
            "gpt2",
        ),
        Preset(
            "gpt2-block-stack",
            "blocks of GPT-2 (124M) without attention, x + mlp(layernorm(x)), one on the other",
            12,
            lambda depth: _BLOCK * depth,
            768,
            "gpt2",
        ),
    )
}
"""By name.

Source: Radford, Wu, Child, Luan, Amodei, Sutskever, "Language Models are Unsupervised Multitask
Learners" (2019), section 2.3: 12 blocks in the smallest model, layer normalisation before each
sub-block, residual layers scaled by 1/sqrt(N) at initialisation; openai/gpt-2, src/model.py,
``mlp`` and ``block``.
"""


def find_preset(name: str) -> Preset:
    """The preset of a name.

    Raises:
        UsageError: there is none; the message lists those there are.
    """
    if name not in PRESETS:
        raise unknown("preset", name, PRESETS)
    return PRESETS[name]
