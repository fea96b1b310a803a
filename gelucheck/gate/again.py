"""The command that shows a failure again: the one row, at the one input."""

import math
import shlex
from dataclasses import replace
from fractions import Fraction

from gelucheck.formats import FORMATS
from gelucheck.gate.bounds import idle
from gelucheck.gate.figures import FIGURES
from gelucheck.gate.limit import Limit
from gelucheck.gate.verdict import Failure, Verdict
from gelucheck.implementations.guest import find_kind
from gelucheck.implementations.kinds import KINDS, kind_word
from gelucheck.sweep.plan import Selection

_DEFAULT = Selection()
# or the row might fail that, and the command show another failure
_NO_CLAIM = ("--atol", "off")


def with_commands(
    verdict: Verdict,
    selection: Selection,
    *,
    configured: bool = False,
    command: str = "",
    held: bool = False,
) -> Verdict:
    """The verdict with the command of each failure; arguments as ``again``.

    Args:
        command: the command that was given, as a shell takes it. It is what shows again that a
            count is worse than in a baseline: of that there is no limit, and a baseline wants all
            the rows that it has.
        held: whether rows were held to a baseline, which the config may name: then what only the
            config asks is shown by that command too.
    """
    failures = []
    for each in verdict.failures:
        words = _line(again(each, selection, configured=configured))
        whole = _is_count(each) or (held and _by_file(each, _limit(each)))
        failures.append(replace(each, again=command if command and whole else words))
    return replace(verdict, failures=tuple(failures))


def _line(words: list[str]) -> str:
    """Words as a shell takes them, on one line whatever is in them."""
    return " ".join(map(_quoted, words))


def _quoted(word: str) -> str:
    """A word as a shell takes it; as $'…' where it has characters that cannot be seen, which bash,
    zsh and POSIX since 2024 take."""
    if word.isprintable():
        return shlex.quote(word)
    return f"$'{''.join(map(_escaped, word))}'"


def _escaped(character: str) -> str:
    if character in "\\'":
        return f"\\{character}"
    if character.isprintable():
        return character
    # of the lone surrogates these stand for bytes that were no UTF-8
    kept = "surrogateescape" if "\udc80" <= character <= "\udcff" else "surrogatepass"
    return "".join(f"\\{byte:03o}" for byte in character.encode("utf-8", kept))


def again(failure: Failure, selection: Selection, *, configured: bool = False) -> list[str]:
    """The words of a ``gelucheck check`` of the row at the witness, or of the row where there is
    none.

    A limit on a region that no one input decides is shown by the file that it stands in: no option
    says both which inputs are tried and which of them are meant.

    Args:
        selection: what was measured.
        configured: whether a config file was read: then the command leaves it aside.
    """
    row, limit = failure.row, _limit(failure)
    by_file = _by_file(failure, limit)
    words = ["gelucheck", "check"]
    if by_file:
        words += ["--config", limit.place.path]
    elif configured:
        words.append("--no-config")
    words += ["--dtype", row.dtype, *_which(failure, selection)]
    if row.arithmetic:
        words += ["--arithmetic", row.arithmetic]
    if row.function != "gelu":
        words += ["--function", row.function]
    for option in ("ulp", "subnormals"):
        if getattr(selection, option) != getattr(_DEFAULT, option):
            words += [f"--{option}", getattr(selection, option)]
    if not by_file:
        words += _asked(failure, limit)
    return [*words, *_inputs(failure, selection, limit, words)]


def _asked(failure: Failure, limit: Limit | None) -> list[str]:
    """The options that ask what is broken."""
    if limit:
        words = [f"--{limit.figure.replace('_', '-')}", limit.written]
        words += [] if limit.against == "own" else ["--against", limit.against]
        return words if limit.figure == "atol" else [*_NO_CLAIM, *words]
    kind, _, slug = failure.claim.name.removeprefix("baseline ").partition(" ")
    return [*_NO_CLAIM, "--finding", f"{slug}=error"] if kind == "finding" else []


def _inputs(
    failure: Failure, selection: Selection, limit: Limit | None, words: list[str]
) -> list[str]:
    """The options that say at which inputs: what was given is for these and no others."""
    if limit and not _is_given(words):
        witness = failure.claim.witness
        if witness:
            return ["--inputs", f"{witness.x_hex}:{witness.x_hex}"]
        if limit.region and "--config" not in words:
            return ["--inputs", ":".join(map(_exactly, limit.region.split(":")))]
    return _all_inputs(selection)


def _exactly(end: str) -> str:
    """An end of a region as ``--inputs`` takes it, where a decimal is what it says."""
    value = float(end)
    return end if math.isinf(value) or Fraction(end) == Fraction(value) else value.hex()


def _limit(failure: Failure) -> Limit | None:
    """What is broken, as a limit; a figure that is worse than its baseline is one too."""
    if failure.limit:
        return failure.limit
    kind, figure, *rest = [*failure.claim.name.split(), "", ""][:4]
    bound = failure.claim.atol
    if kind != "baseline" or figure not in FIGURES or not math.isfinite(bound):
        return None
    if FIGURES[figure].share:
        # a baseline counts them
        bound /= failure.row.inputs
    if idle(figure, bound, FORMATS[failure.row.dtype]):
        return None
    return Limit(figure, bound, against="gelu" if rest == ["against", "gelu"] else "own")


def _by_file(failure: Failure, limit: Limit | None) -> bool:
    """Whether only the file that a limit stands in asks for it."""
    return bool(limit and limit.region and limit.place and failure.claim.witness is None)


def _is_count(failure: Failure) -> bool:
    """Whether it is worse than in a baseline, by what no option can ask."""
    word, _, name = failure.claim.name.partition(" ")
    return word == "baseline" and not name.startswith("finding ") and _limit(failure) is None


def _all_inputs(selection: Selection) -> list[str]:
    """The options that say which inputs these were."""
    words = []
    for name in ("inputs", "samples", "seed", "evaluations"):
        value = getattr(selection, name)
        if value != getattr(_DEFAULT, name):
            words += [f"--{name}", str(value)]
    if selection.budget is not None:
        words += ["--budget", _time(selection.budget)]
    if selection.round_inputs:
        words.append("--round-inputs")
    return words


def _time(seconds: float) -> str:
    return f"{seconds:.9f}".rstrip("0").rstrip(".") + "s"


def _is_given(words: list[str]) -> bool:
    """Whether they name outputs that belong to a file of inputs."""
    if "--impl" not in words:
        return False
    kind = kind_word(words[words.index("--impl") + 1])
    return kind in KINDS and find_kind(kind).inputs


def _which(failure: Failure, selection: Selection) -> list[str]:
    row = failure.row
    if row.writing:
        return ["--form", row.writing]
    # by the words that were given: the name may be another
    texts = [text for text in selection.implementations if isinstance(text, str)]
    name = row.implementation
    text = next((text for text in texts if text == name or text.startswith(f"{name}=")), name)
    words = ["--impl", text]
    if row.form:
        words += ["--declares", row.form]
    if selection.device is not None:
        words += ["--device", selection.device]
    if selection.limit != _DEFAULT.limit:
        words += ["--time-limit", _time(selection.limit)]
    return words
