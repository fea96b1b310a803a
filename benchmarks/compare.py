"""Wall time of common commands, start-up included, beside that of importing NumPy.

Each is run in a process of its own, in turn: python -c pass, python -c "import numpy", and
gelucheck with each --command, by default --help, compare --dtype float16 and compare.
"""

import shlex
import subprocess
import sys
from functools import partial

from clock import Case, Timing, race, ratios
from page import markdown, options, print_machine, save, shown

COMMANDS = ("--help", "compare --dtype float16", "compare")
IMPORT = 'python -c "import numpy"'


def main() -> None:
    parser = options(__doc__, rounds=9)
    parser.add_argument(
        "--command",
        action="append",
        metavar="WORDS",
        help=f"what comes after gelucheck; repeatable; default: {', '.join(COMMANDS)}",
    )
    arguments = parser.parse_args()
    print_machine()
    lines = {"python -c pass": ["-c", "pass"], IMPORT: ["-c", "import numpy"]}
    for words in arguments.command or COMMANDS:
        lines[f"gelucheck {words}"] = ["-m", "gelucheck", *shlex.split(words)]
    timings = race(
        [Case(name, partial(run, line)) for name, line in lines.items()], arguments.rounds
    )
    print(table(timings))
    results = [{"name": name, **vars(timing)} for name, timing in timings.items()]
    save(arguments.json, arguments, {"results": results})


def run(line: list[str]) -> None:
    """Run Python, and let nothing be printed.

    Raises:
        CalledProcessError: it failed.
    """
    subprocess.run([sys.executable, *line], check=True, stdout=subprocess.DEVNULL)


def table(timings: dict[str, Timing]) -> str:
    """Seconds, and how many times those of importing NumPy that is, in the same rounds."""
    base = timings[IMPORT].wall
    rows = [
        (f"`{name}`", shown(timing.wall), shown(timing.cpu), shown(ratios(timing.wall, base)))
        for name, timing in timings.items()
    ]
    return markdown(("command", "s", "s of processor", "times importing NumPy"), rows)


if __name__ == "__main__":
    main()
