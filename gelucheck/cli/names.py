"""``gelucheck names``: which name means which form, and where."""

from typing import TYPE_CHECKING

import click

from gelucheck.cli.output import parse_destination, put_text
from gelucheck.errors import UsageError, unknown

if TYPE_CHECKING:
    from gelucheck.names.lookup import Found


@click.command()
@click.argument("name", required=False, metavar="[NAME]")
@click.option(
    "--form",
    "forms",
    multiple=True,
    metavar="FORM",
    help="Only the names of a form: erf, tanh or sigmoid; repeatable.",
)
@click.option(
    "--config",
    metavar="FILE",
    help="A Hugging Face config.json (- is standard input): which form its activation is, and how "
    "to check it.",
)
@click.option(
    "--installed",
    is_flag=True,
    help="What --impl can run here: kinds and short names, versions, and the extra that a missing "
    "one needs.",
)
@click.option(
    "--writings", is_flag=True, help="The formulas that --form takes, and where they are used."
)
@click.option(
    "--out",
    default="text",
    metavar="FORMAT[:PATH]",
    help="Write text or json, to PATH or (- or no path) to standard output. Default: text.",
)
def names(  # noqa: PLR0917
    name: str | None,
    forms: tuple[str, ...],
    config: str | None,
    installed: bool,
    writings: bool,
    out: str,
):
    """Say what each framework calls each form, and its default.

    NAME is a name as code has it (gelu_new, torch.nn.GELU, nn.GELU) or a project (PyTorch); without
    one all names are listed. A name that means different forms in different places is shown with
    all of them.
    """
    _refuse_both(name, forms, config, installed, writings)
    kind, path = parse_destination(out)
    if installed:
        from gelucheck.cli import names_installed as shown

        found = shown.kinds_here()
    elif writings:
        from gelucheck.cli import names_writings as shown

        found = shown.all_writings()
    elif config is not None:
        from gelucheck.cli import names_config as shown

        found = shown.read_config(config)
    else:
        from gelucheck.cli import names_table as shown

        found = _look_up(name, forms)
    put_text(shown.render_json(found) if kind == "json" else shown.render_text(found), path)
    return 0


def _refuse_both(name, forms, config, installed, writings) -> None:
    asked = {
        "NAME": name is not None,
        "--config": config is not None,
        "--installed": installed,
        "--writings": writings,
    }
    given = [what for what, is_given in asked.items() if is_given]
    if len(given) > 1:
        raise UsageError(f"{' and '.join(given)} at once", "ask one thing at a time")
    if forms and given and name is None:
        raise UsageError(f"--form with {given[0]}", "it chooses among names; leave it out")


def _look_up(name: str | None, forms: tuple[str, ...]) -> "Found":
    from gelucheck.names.lookup import Found, close, find
    from gelucheck.names.registry import FORMS, NAMES

    for form in forms:
        if form not in FORMS:
            raise unknown("form", form, FORMS)
    found = Found("", "all", NAMES) if name is None else find(name)
    if found is None:
        near = close(name)
        hint = f"did you mean {' or '.join(near)}?" if near else "gelucheck names lists all"
        raise UsageError(f"nobody here calls anything {name[:100]!r}", hint)
    if not forms:
        return found
    kept = tuple(each for each in found.names if each.form in forms)
    if not kept:
        has = ", ".join(str(form or "no form of GELU") for form in found.forms)
        raise UsageError(f"{name} is never {' or '.join(forms)}", f"it is {has}")
    return Found(found.word, found.how, kept)
