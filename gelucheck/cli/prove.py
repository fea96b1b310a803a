"""``gelucheck prove``: bounds, thresholds and constants as theorems, and certificates of them."""

from typing import Any

import click

from gelucheck.cli import options, terminal
from gelucheck.cli.measuring import stoppable
from gelucheck.cli.output import (
    Destinations,
    ensure_not_read,
    parse_destinations,
    put_text,
    write_run,
)
from gelucheck.cli.prove_asked import asked_for, refuse_others
from gelucheck.cli.prove_options import prove_options
from gelucheck.cli.terminal import Talk
from gelucheck.errors import UsageError


@click.command()
@prove_options
@click.pass_context
def prove(context: click.Context, **given) -> int:
    """Prove bounds, thresholds and constants, as intervals.

    Interval arithmetic covers the real line, proved inequalities its tails, and every digit that
    is printed is sure. There are seven kinds of theorem:

    \b
    suprema     No x makes a form, its derivative or its factor be off by more.
    extremes    No output, and no gradient, of GELU or of a form is below this.
    agreement   Up to this |x|, or from it on, a form agrees with GELU to a
                tolerance.
    constants   No other constant makes the form better, and the usual one is
                worth so much.
    saturation  From this x on a correctly rounded GELU is x, -0 or x/2.
    rounding    No input makes the arithmetic of a writing lose more ulp than
                this; so much was found.
    hardest     So near does GELU come to a rounding boundary at this input, and
                nearer at no other: of float64 at no other that was searched.

    The first five take seconds, and are proved where --saturation, --constants, --rounding and
    --hardest ask for nothing else. Exit 0, or 2 where there is no answer; with --replay also 1,
    where the certificate does not prove what it says.
    """
    talk = Talk(given["quiet"], given["verbosity"], given["color"], "never")
    if given["replay"] is not None:
        from gelucheck.cli.prove_replay import replay_file

        refuse_others(context)
        return replay_file(given["replay"], talk)
    question = asked_for(context, given)
    destinations = _destinations(given, talk)
    command = options.command_line(context)
    with stoppable(command):
        from gelucheck.api_prove import prove as proved

        found = proved(**question, command=command)
        certificate = _certificate(found.proved) if given["certificate"] else None
    if certificate is not None:
        put_text(certificate, _path(given["certificate"]))
        if not talk.quiet and _path(given["certificate"]):
            terminal.talk(f"gelucheck: wrote {given['certificate']}")
    # of a run without rows -v means the enclosures, as it means all operators of networks
    write_run(found.run, destinations, talk, networks=True)
    if talk.verbosity and not talk.quiet:
        count, seconds = len(found.run.theorems), found.run.provenance["seconds"]
        terminal.talk(f"gelucheck: {count} theorems, {seconds:.2f} s")
    return 0


def _destinations(given: dict[str, Any], talk: Talk) -> Destinations:
    """Where the theorems go, and that the certificate can go elsewhere."""
    certificate = given["certificate"]
    streamed = certificate is not None and _path(certificate) is None
    quiet = talk.quiet and bool(given["outs"] or certificate)
    destinations = parse_destinations(
        given["outs"], (), text=not (streamed or quiet), networks=True
    )
    if certificate is None:
        return destinations
    if streamed and destinations.stdout:
        raise UsageError(
            f"standard output cannot take {destinations.stdout} and the certificate at once",
            "give one of them a file",
        )
    if not streamed:
        from gelucheck.export.write import ensure_writable

        ensure_writable(certificate)
        reads = {f"the {name}": path for name, path in destinations.files}
        ensure_not_read(certificate, reads)
    return destinations


def _path(destination: str) -> str | None:
    return None if destination == "-" else destination


def _certificate(proved) -> str:
    """The certificate as JSON."""
    from gelucheck.export.json import laid_out
    from gelucheck.proofs.certificate import document

    return laid_out(document(proved)) + "\n"
