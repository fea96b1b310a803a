"""The call of Python that shows a failure again."""

import pytest

from gelucheck.gate.limit import Limit
from gelucheck.gate.verdict import Failure, Verdict
from gelucheck.record import Claim, Witness
from gelucheck.testing.saying import with_python

AT_ONE = Witness(3, 1.0, "0x1p+0", "0x3c00", 0.5, 0.84)


class Row:
    dtype = "float16"


def failure(limit, witness=AT_ONE, name=""):
    claim = Claim(name or limit.name, 1, "fail", "evaluation", -1, witness)
    return Failure(Row(), claim, limit, 3)


def mine(x):
    return x


@pytest.mark.parametrize(
    ("failure", "others", "said"),
    [
        (failure(Limit("max_steps", 2)), {}, 'max_steps=2, inputs="0x1p+0:0x1p+0"'),
        (failure(Limit("max_ulp", 2.5)), {}, 'max_ulp=2.5, inputs="0x1p+0:0x1p+0"'),
        (
            failure(Limit("max_ulp", 5.0, True, "gelu")),
            {"against": "gelu", "inputs": "special", "seed": 3},
            'against="gelu", seed=3, max_ulp="5(1+k)", inputs="0x1p+0:0x1p+0"',
        ),
        # a share and a mean have no input of their own
        (
            failure(Limit("correctly_rounded", 0.99), None),
            {"inputs": "0:1", "name": 'a "quoted" one'},
            'name="a \\"quoted\\" one", correctly_rounded=0.99, inputs="0:1"',
        ),
        (failure(Limit("mean_abs", 1e-9), None), {}, "mean_abs=1e-09"),
        # a finding is of all that was measured, and may need the limits
        (
            failure(None, AT_ONE, "finding seam"),
            {"declares": "tanh"},
            'declares="tanh", max_abs=0.5, findings={"seam": "error"}',
        ),
    ],
)
def test_with_python(failure, others, said):
    verdict = Verdict(False, 1, (failure,))
    (found,) = with_python(verdict, mine, others, {"max_abs": 0.5}).failures
    assert found.again == f'gelucheck.assert_accurate(mine, dtype="float16", {said})'


@pytest.mark.parametrize(
    ("fn", "shown"),
    [(mine, "mine"), (lambda x: x, "fn"), (object(), "fn"), ("torch:gelu", '"torch:gelu"')],
)
def test_the_function_by_its_name(fn, shown):
    verdict = Verdict(False, 1, (failure(Limit("max_steps", 2)),))
    (found,) = with_python(verdict, fn, {}, {}).failures
    assert found.again.startswith(f'gelucheck.assert_accurate({shown}, dtype="float16", ')
