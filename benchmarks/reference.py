"""Values per second of the certified reference, beside what else there is, on the same inputs.

Timed is: float32 inputs of [0.1, 4] and [-10, -1], half each, to the float32 nearest to GELU, every
rounding decided. Consecutive inputs are whole panels of 131,072, as a sweep has them; the
scattered ones are drawn and shuffled. What is slow gets fewer of the same inputs, evenly spread.

    blocks    gelucheck on consecutive inputs: one polynomial for each 4,096, coefficients included
    tables    gelucheck on any inputs: coefficients gathered from the same tables
    Arb       python-flint at 64 bits
    mpmath    at 64 bits, with the bound of gelucheck's oracle
    MPFR      gmpy2 at 64 bits
    float64   x*scipy.special.ndtr(x), rounded: no bound, not certified

"differ" says how many results are not those of the tables.
"""

from clock import Case, race, ratios
from page import find, markdown, options, positive, print_machine, save, shown

ORDERS = ("consecutive", "scattered")


def main() -> None:
    parser = options(__doc__, rounds=9)
    parser.add_argument(
        "--panels", type=positive, default=32, metavar="N", help="of 131,072 values; default: 32"
    )
    parser.add_argument(
        "--slow",
        type=positive,
        default=2000,
        metavar="N",
        help="values for Arb, mpmath and MPFR; default: 2000",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="default: 0")
    arguments = parser.parse_args()
    print_machine()
    cases, differ = entries(arguments.panels, arguments.slow, arguments.seed)
    timings = race(cases, arguments.rounds)
    values = {case.name: case.values for case in cases}
    print(table(timings, values, differ))
    results = [
        {"name": name, "values": values[name], "differ": differ[name], **vars(timing)}
        for name, timing in timings.items()
    ]
    save(arguments.json, arguments, {"results": results})


def entries(panels: int, slow: int, seed: int) -> tuple[list[Case], dict[str, int]]:
    """What is timed, and of each how many results differ from those of the tables."""
    # after ``clock``, which sets the number of threads
    import certified
    import numpy as np

    starts = certified.consecutive(panels)
    inputs = dict(
        zip(ORDERS, (certified.values_of(starts), certified.scattered(panels, seed)), strict=True)
    )
    quick, slowly = {"tables": certified.by_tables}, {"Arb": certified.by_arb}
    slowly["mpmath"] = certified.by_mpmath
    if gmpy2 := find("gmpy2", "MPFR is left out"):
        slowly["MPFR"] = certified.by_mpfr(gmpy2)
    if special := find("scipy.special", "float64 is left out"):
        quick["float64"] = certified.by_float64(special)

    cases, differ = [], {}

    def add(name: str, call, x, wanted) -> None:
        cases.append(Case(name, call, x.size))
        differ[name] = int(np.count_nonzero(call() != wanted))

    for order, x in inputs.items():
        due = certified.by_tables(x)
        if order == "consecutive":
            add("blocks, consecutive", lambda: certified.by_blocks(starts), x, due)
        for name, call in quick.items():
            add(f"{name}, {order}", lambda call=call, x=x: call(x), x, due)
        # not a power of two, so that they are at all places of a block
        places = np.linspace(0, x.size - 1, min(slow, x.size)).astype(np.int64)
        few, wanted = x.ravel()[places], due.ravel()[places]
        for name, call in slowly.items():
            add(f"{name}, {order}", lambda call=call, few=few: call(few), few, wanted)
    return cases, differ


def table(timings, values: dict[str, int], differ: dict[str, int]) -> str:
    """Nanoseconds a value, and how many times those of the blocks that is, in the same rounds."""
    header = (
        "reference, inputs",
        "values",
        "ns a value",
        "ns of processor",
        "million values a second",
        "times blocks",
        "certified",
        "differ",
    )
    base = [wall / values["blocks, consecutive"] for wall in timings["blocks, consecutive"].wall]
    rows = []
    for name, timing in timings.items():
        each = [wall / values[name] for wall in timing.wall]
        rows.append(
            (
                name,
                f"{values[name]:,}",
                shown(each, 1e9),
                shown([cpu / values[name] for cpu in timing.cpu], 1e9),
                shown([1e-6 / wall for wall in each]),
                shown(ratios(each, base)),
                "no" if name.startswith("float64") else "yes",
                f"{differ[name]:,}",
            )
        )
    return markdown(header, rows)


if __name__ == "__main__":
    main()
