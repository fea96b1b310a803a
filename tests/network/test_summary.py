"""The table of a plan: those of the gelu operator's three examples, character for character."""

import pytest

from gelucheck.network.language import parse_plan
from gelucheck.network.summary import summary

FEATURES = """\
Network: [B, 128] -> [B, 10]  dtype=float32
index  name  operation  input shapes  output shapes
0      n0    linear     x=[B, 128]    out=[B, 64]
1      n1    gelu       x=[B, 64]     out=[B, 64]
2      n2    linear     x=[B, 64]     out=[B, 10]

Parameters: 8,906"""

SEQUENCE = """\
Network: [B, 6, 16] -> [B, 6, 8]  dtype=float32
index  name  operation  input shapes  output shapes
0      n0    linear     x=[B, 6, 16]  out=[B, 6, 32]
1      n1    gelu       x=[B, 6, 32]  out=[B, 6, 32]
2      n2    linear     x=[B, 6, 32]  out=[B, 6, 8]

Parameters: 808"""

IMAGE = """\
Network: [B, 3, 8, 8] -> [B, 8, 8, 8]  dtype=float32
index  name  operation  input shapes    output shapes
0      n0    conv       x=[B, 3, 8, 8]  out=[B, 8, 8, 8]
1      n1    gelu       x=[B, 8, 8, 8]  out=[B, 8, 8, 8]

Parameters: 224"""


@pytest.mark.parametrize(
    ("text", "input", "output", "table"),
    [
        ("linear(64)\ngelu()\nlinear()", (128,), (10,), FEATURES),
        ('linear(32)\ngelu(approximate="tanh")\nlinear()', (6, 16), (6, 8), SEQUENCE),
        ("conv(8, kernel_size=3, padding=1)\ngelu()", (3, 8, 8), (8, 8, 8), IMAGE),
    ],
    ids=["features", "sequence", "image"],
)
def test_examples_of_the_operator(text, input, output, table):
    assert summary(parse_plan(text, input=input, output=output)) == table


def test_a_residual_has_two_inputs_and_columns_are_as_wide_as_they_need():
    text = "\n".join(["gelu()", "layernorm()", "residual(2)"] + ["gelu()"] * 98)
    lines = summary(parse_plan(text, input=(4,), dtype="bfloat16")).split("\n")
    assert lines[:2] == [
        "Network: [B, 4] -> [B, 4]  dtype=bfloat16",
        "index  name  operation  input shapes           output shapes",
    ]
    assert lines[4] == "2      n2    residual   x=[B, 4], skip=[B, 4]  out=[B, 4]"
    assert lines[-3] == "100    n100  gelu       x=[B, 4]               out=[B, 4]"
    assert lines[-1] == "Parameters: 8"  # gain and bias of four
