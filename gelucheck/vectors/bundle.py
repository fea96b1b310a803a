"""Several sets of golden vectors at once, with where they come from."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product

from gelucheck import __version__
from gelucheck.errors import UsageError, unknown
from gelucheck.formats import FORMATS, Format, find_format
from gelucheck.forms.catalogue import FORMS
from gelucheck.reference.functions import Function, function_of
from gelucheck.vectors.choose import EXHAUSTED, SAMPLES, check_sample
from gelucheck.vectors.make import make_set
from gelucheck.vectors.records import MOST_ROWS, Vectors

FUNCTIONS = ("gelu", "gelu_grad")
_BESIDES = 1 << 14
"""Rows of a set, at most, that are not of the stratified sample."""
Progress = Callable[[int, int, str], None]


def reference_of(form: str, function: str) -> Function:
    """The reference that a form, or its derivative, is.

    Raises:
        UsageError: an unknown name.
    """
    if form not in FORMS:
        raise unknown("form", form, FORMS)
    if function not in FUNCTIONS:
        raise unknown("function", function, FUNCTIONS)
    return function_of(form, function)


def make_vectors(
    dtypes: Sequence[str] = (),
    forms: Sequence[str] = (),
    functions: Sequence[str] = (),
    *,
    samples: int = SAMPLES,
    seed: int = 0,
    progress: Progress | None = None,
) -> Vectors:
    """Golden vectors: a set for each function, form and format, in that order.

    Args:
        dtypes: names of formats; by default all.
        forms: "erf", "tanh", "sigmoid"; by default all.
        functions: "gelu" or "gelu_grad"; by default "gelu".
        samples: size of the stratified sample in formats of more than 16 bits.
        seed: of that.
        progress: called now and then with rows done, rows in all, and a label.

    Raises:
        UsageError: an unknown name, a sample that cannot be, or more rows than can be checked.
        UndecidedError: a rounding that could not be decided.
        DisagreementError: Arb proves something else.
    """
    dtypes = names_of(dtypes) or tuple(FORMATS)
    forms = names_of(forms) or FORMS
    functions = names_of(functions) or ("gelu",)
    formats = [find_format(name) for name in dtypes]
    check_sample(samples, seed)
    references = [reference_of(form, function) for function, form in product(functions, forms)]
    wanted = list(product(references, formats))
    _see_rows([fmt for _, fmt in wanted], samples)
    sets = []
    for number, (reference, fmt) in enumerate(wanted):
        told = progress and partial(_tell, progress, f"{fmt.name} {reference.name}", wanted, number)
        sets.append(make_set(fmt, reference, samples, seed, told))
    words = [
        *(f"--dtype {name}" for name in dtypes),
        *(f"--form {name}" for name in forms),
        *(f"--function {name}" for name in functions),
    ]
    command = " ".join(["gelucheck vectors", *words, f"--samples {samples} --seed {seed}"])
    return Vectors(tuple(sets), _provenance(command, samples, seed))


def _see_rows(formats: Sequence[Format], samples: int) -> None:
    """See that what is made can be checked again."""
    rows = sum((1 << fmt.bits) if fmt.bits <= EXHAUSTED else samples + _BESIDES for fmt in formats)
    if rows > MOST_ROWS:
        raise UsageError(
            f"--samples {samples} in {len(formats)} sets makes some {rows:,} rows",
            f"at most {MOST_ROWS:,}: fewer samples, or fewer formats, forms or functions at once",
        )


def _tell(  # noqa: PLR0917
    progress: Progress, label: str, wanted: list, number: int, done: int, total: int
) -> None:
    """Progress of one set among several, as if all were as long."""
    progress(number * total + done, len(wanted) * total, label)


def names_of(given: Sequence[str]) -> tuple:
    """Several names, each once; or one by itself."""
    names = (given,) if isinstance(given, str) else given
    try:
        return tuple(dict.fromkeys(names))
    except TypeError:
        raise UsageError(f"{given!r:.80} is no list of names", "give names") from None


def _provenance(command: str, samples: int, seed: int) -> dict:
    import flint
    import mpmath

    return {
        "program": "gelucheck",
        "version": __version__,
        "command": command,
        "samples": samples,
        "seed": seed,
        "mpmath": mpmath.__version__,
        "flint": flint.__version__,
    }
