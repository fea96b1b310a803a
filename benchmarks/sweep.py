"""Time of a sweep of all float32 values, beside the implementation alone and the naive loop.

In one process and in turn, chunk by chunk: gelucheck measures it, the implementation is only called
on the same inputs, and the loop that people write is run (float32 output against
x*scipy.special.ndtr(x) in float64, error in ulp by numpy.spacing, maximum kept). Then the engine
does the same chunks with each number of jobs, and next to nothing with as many, for its start-up.

--every N takes every N-th chunk, from where the share of values for which GELU is not simply x, x/2
or -0 is fairest, and weights both kinds of values to their true numbers; --every 1 takes all.
A chunk has costs of its own, which smaller ones multiply: a --chunk that is not the engine's is for
trying this out.
"""

import argparse
import sys
from dataclasses import replace
from functools import partial

from clock import Timing, peak_megabytes, ratios, say, timed
from page import find, markdown, options, positive, print_machine, save, shown

IMPLEMENTATIONS = ("torch_gelu:gelu=erf", "torch_gelu:gelu_tanh=tanh")
MEGABYTES = 400


def main() -> int:
    arguments = parse()
    print_machine()
    chosen = []
    for words in arguments.impl or IMPLEMENTATIONS:
        target, _, form = words.partition("=")
        if find(target.partition(":")[0], f"{target} is left out"):
            chosen.append((target, form or None))
    if not chosen:
        say("nothing to time: install torch, or give --impl")
        return 2
    special = find("scipy.special", "the naive loop is left out")
    results = [
        time_sweep(target, form, special and special.ndtr, arguments) for target, form in chosen
    ]
    print(main_table(results))
    if arguments.jobs:
        import engines

        print(engines.table(results, arguments.jobs))
    peaks = peak_megabytes()
    if peaks:
        own, children = peaks
        rows = [("this process", f"{own:.0f}"), ("the largest worker, at most", f"{children:.0f}")]
        if not arguments.jobs:
            del rows[1]
        print(markdown(("peak memory", f"MB, of {MEGABYTES}"), rows))
    save(arguments.json, arguments, {"results": results, "peak_megabytes": peaks})
    return 0


def parse() -> argparse.Namespace:
    parser = options(__doc__, rounds=3)
    parser.add_argument(
        "--impl",
        action="append",
        metavar="MODULE:FUNCTION[=FORM]",
        help=f"repeatable; default: {' and '.join(IMPLEMENTATIONS)}",
    )
    parser.add_argument(
        "--every", type=positive, default=16, metavar="N", help="every N-th chunk; default: 16"
    )
    parser.add_argument(
        "--chunk",
        type=positive,
        default=1 << 25,
        metavar="SIZE",
        help="values of a chunk, a multiple of 131,072; default: 2^25, that of the engine",
    )
    parser.add_argument(
        "--jobs",
        type=positive,
        nargs="*",
        default=[1, 2],
        metavar="N",
        help="numbers of processes for the engine, or none; default: 1 2",
    )
    arguments = parser.parse_args()
    if arguments.chunk % (1 << 17):
        parser.error(f"--chunk {arguments.chunk} is no multiple of 131,072")
    return arguments


def time_sweep(target: str, form: str | None, ndtr, arguments: argparse.Namespace) -> dict:
    """The numbers of one implementation, as they are stored."""
    # after ``clock``, which sets the number of threads
    import engines
    from naive import alone, loop
    from sample import selection_of, take_every

    from gelucheck.implementations.python import find

    sample = take_every(arguments.every, arguments.chunk, selection_of(target, form))
    function = find(target)
    calls = {"implementation alone": partial(alone, function)}
    if ndtr:
        calls["naive loop"] = partial(loop, function, ndtr)
    warm = replace(sample, chunks=sample.chunks[:1], weights=sample.weights[:1])
    one_round(warm, calls)
    cases = engines.cases(target, form, sample, arguments.chunk, arguments.jobs)
    timings = {name: Timing() for name in ("gelucheck", *calls, *cases)}
    for number in range(arguments.rounds):
        for name, (wall, cpu) in one_round(sample, calls).items():
            timings[name].add(wall, cpu)
        for name, case in cases.items():
            timings[name].add(*timed(case)[:2])
        say(f"{target}: round {number + 1} of {arguments.rounds}")
    return {
        "implementation": target,
        "declares": form,
        "values": sum(chunk.part.count for chunk in sample.chunks),
        "shard": sample.shard,
        "not_simple": sample.shares,
        "timings": {name: vars(timing) for name, timing in timings.items()},
    }


def one_round(sample, calls: dict) -> dict[str, tuple[float, float]]:
    """Weighted seconds, on the wall and of the processor, of the sweep and of what is beside it."""
    from gelucheck.sweep.chunks import hottest_first, measure_chunk
    from gelucheck.tally import Tally

    weights = {c.number: w for c, w in zip(sample.chunks, sample.weights, strict=True)}
    totals = {name: Timing() for name in ("gelucheck", *calls)}
    tally = Tally()
    # as the engine does it: what is known of some chunks spares work in the others
    for chunk in hottest_first(sample.chunks):
        measure = partial(measure_chunk, replace(chunk, known=tally))
        beside = {name: partial(call, chunk) for name, call in calls.items()}
        for name, call in {"gelucheck": measure, **beside}.items():
            wall, cpu, found = timed(call)
            totals[name].add(weights[chunk.number] * wall, weights[chunk.number] * cpu)
            if name == "gelucheck":
                tally = tally.merge(found)
    return {name: (sum(each.wall), sum(each.cpu)) for name, each in totals.items()}


def main_table(results: list[dict]) -> str:
    """Seconds for all of float32, and ratios within rounds."""
    header = ("all float32 values, one process", "s", "s of processor", "ns a value")
    rows = []
    for result in results:
        timings = result["timings"]
        base = timings["implementation alone"]["wall"]
        slow = timings.get("naive loop")
        for name in ("gelucheck", "implementation alone", "naive loop"):
            if name in timings:
                wall, cpu = timings[name]["wall"], timings[name]["cpu"]
                rows.append(
                    (
                        f"{name}: {result['implementation']}",
                        shown(wall),
                        shown(cpu),
                        shown(wall, 1e9 / 2**32),
                        shown(ratios(wall, base)),
                        shown(ratios(wall, slow["wall"])) if slow else "",
                    )
                )
    text = markdown((*header, "times alone", "times naive"), rows)
    for result in results:
        part, whole = (f"{100 * share:.1f} %" for share in result["not_simple"])
        text += (
            f"\n{result['implementation']}: {result['values']:,} values timed; not simple are "
            f"{part} of them and {whole} of all, and they are weighted so.\n"
        )
    return text


if __name__ == "__main__":
    sys.exit(main())
