"""Names as text and as JSON: a table of all, or every meaning of one with its source."""

import json
import textwrap
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from gelucheck.cli.names_flags import flags_of
from gelucheck.cli.terminal import PLAIN_WIDTH
from gelucheck.names.name import Name

if TYPE_CHECKING:
    from gelucheck.names.lookup import Found

SCHEMA = 1
FORMULAS = {
    "erf": "0.5*x*(1 + erf(x/sqrt(2))), GELU itself",
    "tanh": "0.5*x*(1 + tanh(sqrt(2/pi)*(x + 0.044715*x^3)))",
    "sigmoid": "x*sigmoid(1.702*x)",
    None: "no form of GELU",
}
_HOW = {
    "case": "{word} is written otherwise",
    "last": "{word} as a whole is not known; its last part is",
}


def render_text(found: "Found") -> str:
    """The table where all names were asked for, else one paragraph for each meaning."""
    lines = _table(found.names) if found.how == "all" else _meanings(found)
    return "\n".join(lines) + "\n"


def render_json(found: "Found") -> str:
    """One object; each name has the record's fields, its flags besides."""
    record: dict[str, Any] = {"schema": SCHEMA, "word": found.word or None, "match": found.how}
    record["forms"] = [form for form in found.forms if form]
    record["ambiguous"] = len(found.forms) > 1
    record["names"] = [name_record(name) for name in found.names]
    return json.dumps(record, indent=1, ensure_ascii=False) + "\n"


def name_record(name: Name) -> dict[str, Any]:
    """A name as JSON has it."""
    return {**asdict(name), "flags": list(flags_of(name))}


def _table(names: tuple[Name, ...]) -> list[str]:
    lines = ["form     default  as called"]
    for where, members in _grouped(names):
        lines += ["", where]
        for name in members:
            mark = "" if name.read == "source" else "  (second-hand)"
            default = "yes" if name.default else "no"
            lines.append(f"  {name.form or '-':<8} {default:<6} {name.spelling}{mark}")
    counts = ", ".join(
        f"{sum(name.form == form for name in names)} {form}" for form in FORMULAS if form
    )
    lines += ["", f"{len(names)} names: {counts}."]
    lines += _wrapped(
        "default: whether the plain name means this, or an argument has to say so. "
        "gelucheck names NAME tells where each was read, and how to check it."
    )
    return lines


def _grouped(names: tuple[Name, ...]) -> list[tuple[str, list[Name]]]:
    groups: dict[str, list[Name]] = {}
    for name in names:
        groups.setdefault(name.where, []).append(name)
    return list(groups.items())


def _meanings(found: "Found") -> list[str]:
    lines = _wrapped(_summary(found))
    for form, names in found.forms.items():
        lines += ["", f"{form or 'neither'}: {FORMULAS[form]}"]
        for name in names:
            lines += _wrapped(f"{name.where}: {name.spelling}", "  ")
            lines += _wrapped(_details(name), "    ")
    return lines


def _summary(found: "Found") -> str:
    """What the word means in one sentence; a warning where that depends on who says it."""
    how = _HOW.get(found.how, "").format(word=found.word)
    start = f"{how}. " if how else ""
    word = found.names[0].name if found.how in ("case", "last") else found.word
    if len(found.forms) == 1:
        form = found.names[0].form
        places = len({name.where for name in found.names})
        what = f"the {form} form" if form else "no form of GELU"
        return f"{start}{word} is {what}{f' in all {places} places' if places > 1 else ''}."
    if found.how == "where" or len({name.where for name in found.names}) == 1:
        return f"{start}{word} has {_listed(found.forms)}: look at the arguments."
    defaults: dict[str | None, dict[str, None]] = {}
    for name in found.names:
        if name.default:
            defaults.setdefault(name.form, {})[name.where] = None
    places = "; ".join(
        f"{form or 'no GELU'} in {', '.join(where)}" for form, where in defaults.items()
    )
    start += f"Warning: {word} does not mean the same everywhere. "
    return f"{start}Where nothing more is said, it is {places}." if places else start.rstrip()


def _listed(forms) -> str:
    names = [str(form or "something else") for form in forms]
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _details(name: Name) -> str:
    parts = []
    if name.option:
        parts.append(f"{'default of' if name.default else 'asked for with'} {name.option}")
    if name.note:
        parts.append(name.note)
    read = "read in" if name.read == "source" else "second-hand:"
    parts.append(f"{read} {name.source}")
    if flags := flags_of(name):
        parts.append(f"check with {' or '.join(flags)}")
    return "; ".join(parts)


def _wrapped(text: str, indent: str = "") -> list[str]:
    return textwrap.wrap(
        text,
        PLAIN_WIDTH,
        initial_indent=indent,
        subsequent_indent=indent + "  " if indent else "",
        break_long_words=False,
        break_on_hyphens=False,
    )
