"""Make the reports of this folder again.

    python reports/make.py forms         # measure the built-in forms: an hour, on two cores
    python reports/make.py frameworks    # measure the frameworks that are installed here
    python reports/make.py network       # study the networks of network/: some minutes
    python reports/make.py proofs        # prove what is proved, and store the certificate: a minute
    python reports/make.py pages         # pages, CSVs, tables and pictures of both READMEs

``--only WORD`` takes the parts whose names begin so: ``frameworks --only tensorflow``, in an
environment that has it, leaves all others as they are. A part that is stored is measured again only
where ``--only`` names it. ``--ledgers FOLDER`` keeps the work of a part that is stopped, the
networks apart.
"""

import argparse
import sys
import time
from pathlib import Path

FOLDER = Path(__file__).parent
sys.path[:0] = [str(FOLDER), str(FOLDER.parent)]

from parts import FRAMEWORKS, REPORTS, Part, parts_of, with_part  # noqa: E402
from pictures import put_pictures  # noqa: E402
from studies import STUDIES, measured, put_studies  # noqa: E402
from tables import put_tables  # noqa: E402
from theorems import put_theorems  # noqa: E402
from theorems import write as write_proofs  # noqa: E402

from gelucheck import api  # noqa: E402
from gelucheck.export import csv, json  # noqa: E402
from gelucheck.export.stored import read_run  # noqa: E402
from gelucheck.export.write import write_text  # noqa: E402
from gelucheck.implementations.installed import version_of  # noqa: E402
from gelucheck.record import Run  # noqa: E402
from gelucheck.report import page  # noqa: E402
from gelucheck.sweep.run import Engine  # noqa: E402

MODULES = {**dict(zip(FRAMEWORKS, FRAMEWORKS, strict=True)), "onnx": "onnxruntime"}


NETWORK, PROOFS = "network", "proofs"


def stored(report: str) -> Run | None:
    """The stored run of a report, None where there is none yet."""
    path = FOLDER / f"{report}.json"
    return read_run(path) if path.exists() else None


def wanted(report: str, only: list[str]) -> list[Part]:
    """The parts to be measured here and now."""
    run = stored(report)
    there = parts_of(report, run) if run else {}
    parts = []
    for part in REPORTS[report]:
        named = any(part.name.startswith(word) for word in only)
        if not (named if only else part.name not in there):
            continue
        kind = part.implementations and part.implementations[0].partition(":")[0]
        if kind and not version_of(MODULES[kind]):
            say(f"{part.name}: left out, {kind} is not installed here")
            continue
        parts.append(part)
    return parts


def measure(report: str, part: Part, jobs: int | None, ledgers: str | None) -> None:
    """Measure a part and put it into the report's run.json."""
    say(f"{part.name}: {part.command}")
    ledger = f"{ledgers}/{part.name}.jsonl" if ledgers else None
    clock = time.monotonic()
    run = api.compare(part.selection, command=part.command, engine=Engine(jobs, ledger=ledger))
    lost = [row.label for row in run.rows if row.incomplete]
    if lost:
        raise SystemExit(f"not measured in full: {', '.join(lost)}")
    # what was stored meanwhile, by another process, stays
    whole = with_part(report, stored(report), part, run)
    write_text(json.render(whole), FOLDER / f"{report}.json")
    say(f"{part.name}: {len(run.rows)} rows in {time.monotonic() - clock:.0f} s")


def study(only: list[str]) -> None:
    """Study the networks whose runs are missing, or are named."""
    for report, each in STUDIES.items():
        path = FOLDER / NETWORK / f"{report}.json"
        named = any(report.startswith(word) for word in only)
        if not (named if only else not path.exists()):
            continue
        if not each.possible:
            say(f"{report}: left out, {each.needs} is not installed here")
            continue
        say(f"{report}: {each.command}")
        write_text(json.render(measured(report, say)), path)


def pages() -> None:
    """Write all that is made from the stored runs, and README's pictures."""
    runs = {report: run for report in REPORTS if (run := stored(report))}
    for report, run in runs.items():
        write_text(page.render(run), FOLDER / f"{report}.html")
        write_text(csv.render(run), FOLDER / f"{report}.csv")
    readme = FOLDER / "README.md"
    write_text(put_tables(readme.read_text(encoding="utf-8"), runs), readme)
    say(f"pages of {', '.join(runs)}")
    networks = {name: run for name in STUDIES if (run := stored(f"{NETWORK}/{name}"))}
    for name, run in networks.items():
        write_text(page.render(run), FOLDER / NETWORK / f"{name}.html")
    readme = FOLDER / NETWORK / "README.md"
    write_text(put_studies(readme.read_text(encoding="utf-8"), networks), readme)
    say(f"pages and tables of {', '.join(networks)}")
    proofs = stored(f"{PROOFS}/proofs")
    if proofs:
        write_text(page.render(proofs), FOLDER / PROOFS / "proofs.html")
        readme = FOLDER / PROOFS / "README.md"
        write_text(put_theorems(readme.read_text(encoding="utf-8"), proofs), readme)
        say("page and tables of the proofs")
    say(put_pictures())


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the standing reports again.")
    parser.add_argument(
        "steps", nargs="+", choices=[*REPORTS, NETWORK, PROOFS, "pages"], metavar="STEP"
    )
    parser.add_argument("--only", action="append", default=[], metavar="WORD")
    parser.add_argument("--jobs", type=int, metavar="N")
    parser.add_argument("--ledgers", metavar="FOLDER")
    given = parser.parse_args()
    for step in given.steps:
        if step == "pages":
            pages()
            continue
        if step == PROOFS:
            write_proofs(FOLDER / PROOFS, say, write_text)
            continue
        if step == NETWORK:
            study(given.only)
            continue
        for part in wanted(step, given.only):
            measure(step, part, given.jobs, given.ledgers)


if __name__ == "__main__":
    main()
