"""``gelucheck names --writings``: the formulas that ``--form`` takes, and where they are used."""

import json
import textwrap

from gelucheck.cli.names_table import SCHEMA
from gelucheck.cli.terminal import PLAIN_WIDTH
from gelucheck.forms.writing import Writing


def all_writings() -> tuple[Writing, ...]:
    """Those of the forms, then those of the derivatives, by form."""
    from gelucheck.forms.catalogue import ALL, FORMS

    order = {form: place for place, form in enumerate(FORMS)}
    return tuple(sorted(ALL, key=lambda each: (each.function, order[each.form])))


def render_text(found: tuple[Writing, ...]) -> str:
    """A paragraph for each: its name, its formula, its source."""
    lines, group = [], None
    for each in found:
        if group != (each.function, each.form):
            group = each.function, each.form
            head = f"{each.form} form" + (", derivative" if each.function == "gelu_grad" else "")
            lines += ["", head] if lines else [head]
        lines.append(f"  {each.name}")
        for text in (each.text, each.source):
            lines += textwrap.wrap(
                text, PLAIN_WIDTH, initial_indent="    ", subsequent_indent="      "
            )
    return "\n".join(lines) + "\n"


def render_json(found: tuple[Writing, ...]) -> str:
    """The same as JSON."""
    fields = ("name", "form", "function", "text", "source", "exact")
    plain = [{field: getattr(each, field) for field in fields} for each in found]
    return json.dumps({"schema": SCHEMA, "writings": plain}, indent=1, ensure_ascii=False) + "\n"
