"""Checks a certificate of ``gelucheck prove`` by Arb evaluations and comparisons, and nothing else.

It imports nothing of gelucheck but its own three files, which do not either: ``replay_functions``
has the functions, on boxes and in the tails, ``replay_saturation`` the thresholds of a format, and
``replay_fields`` reads JSON. A comparison of Arb balls is true only where it is certain. What was
proved is worded here, from what was checked: the names and sentences of a certificate are a
stranger's. f, form, s, z, Φ are those of ``replay_functions``.

1. s(x) + s(-x) = 1. So form - gelu is even, and the other differences are odd: |f|, and for gelu f,
   need looking at for x <= 0 only. And for x >= 0 form >= 0, form' = s + x·s' >= 1/2.
2. h'' < 0 on a box, h'(p) > 0 > h'(q): its one maximum is in (p, q), at most h(p) + h'(p)(q - p).
3. For x >= R |s/Φ - 1| <= T(R)/R / (1/2), T bounding |form - gelu| on the left, since Φ(x) >= 1/2.
4. For x < 0 z falls as the constant grows, so that s falls and x·s rises, strictly. So of
   P = sup f and N = sup -f over x <= 0 (attained, as f vanishes at 0 and -inf) one rises strictly,
   one falls, continuously; max(P, N) is least at the one constant where P = N.
"""

from dataclasses import dataclass
from math import inf

from flint import arb, ctx

from gelucheck.proofs.replay_fields import (
    Rejected,
    boxes_of,
    choice,
    exactly,
    fields,
    interval,
    line,
    narrow,
    need,
    number,
    rational,
    spelled,
)
from gelucheck.proofs.replay_functions import Function, ball_of
from gelucheck.proofs.replay_saturation import saturation

BITS, TERMS, MOST_THEOREMS, ALL_BOXES = 160, 5, 1000, 100_000


@dataclass(frozen=True)
class Checked:
    """A theorem that holds: its name (a stranger's), kind, number of boxes, what was proved."""

    name: str
    kind: str
    boxes: int
    statement: str


def replay(document) -> tuple[Checked, ...]:
    """Check every theorem of a certificate, as ``json.load`` gives it.

    Raises:
        Rejected: of the first theorem that is not proved; nothing else, whatever the JSON holds.
    """
    before, who, checked = (ctx.prec, ctx.cap), "the certificate", []
    ctx.prec, ctx.cap = BITS, TERMS
    try:
        fields(document, "certificate program theorems")
        version, theorems = document["certificate"], document["theorems"]
        known = type(version) is int and (version, document["program"]) == (1, "gelucheck")
        need(known, "it", "is not of version 1")
        some = isinstance(theorems, list) and 0 < len(theorems) <= MOST_THEOREMS
        need(some, "its theorems", "are missing, or too many")
        need(sum(map(_count, theorems)) <= ALL_BOXES, "its boxes", "are too many")
        for place, theorem in enumerate(theorems, 1):
            who = f"theorem {place}"
            named = isinstance(theorem, dict) and {"name", "kind"} <= set(theorem)
            need(named, "it", "has no name or no kind")
            who, kind = line(theorem, "name"), choice(theorem, "kind", *KINDS)
            statement, boxes = KINDS[kind](theorem)[:2]
            checked.append(Checked(who, kind, boxes, statement))
        return tuple(checked)
    except Rejected as fault:
        raise Rejected(who, fault.place, fault.reason) from None
    except Exception as fault:  # a value of a wrong type, a division by a ball around zero
        raise Rejected(who, "it", f"cannot be evaluated ({type(fault).__name__})") from None
    finally:
        ctx.prec, ctx.cap = before


def _count(theorem) -> int:
    """The boxes of a theorem and its parts, as far as these are what they should be."""
    if not isinstance(theorem, dict):
        return 0
    boxes, parts = theorem.get("boxes"), theorem.get("parts")
    inside = map(_count, parts.values()) if isinstance(parts, dict) and boxes is None else ()
    return (len(boxes) if isinstance(boxes, list) else 0) + sum(inside)


def _supremum(theorem: dict) -> tuple:
    """Statement, number of boxes, and what a part of a constant is asked for."""
    fields(theorem, "name sentence kind function sign domain lower upper at far boxes")
    f, boxes = Function(theorem["function"]), boxes_of(theorem["boxes"])
    sign = choice(theorem, "sign", "both", "plus", "minus")
    lower, upper = (number(theorem[key], key, inf) for key in ("lower", "upper"))
    need(
        0 < lower <= upper and narrow(lower, upper),
        "bounds",
        "are not positive, or not close to each other",
    )
    if isinstance(domain := theorem["domain"], list):
        low, high = ends = interval(domain, "domain")
        need(theorem["far"] is None, "far", "is not null")
    else:
        choice(theorem, "domain", "left", "line")
        low, high, ends = -number(theorem["far"], "far"), 0.0, ()
        even = f.kind == "difference" and (sign == "both" or f.of == "gelu")  # lemma 1
        right_is_less = f.kind == "itself" and sign == "minus" and f.of != "phi"
        need(domain == "left" or even or right_is_less, "domain", "is more than the boxes cover")
        need(f.kind != "ratio" and f.tail(-low) < lower, "far", "leaves too large a tail")
    need((boxes[0][0], boxes[-1][1]) == (low, high), "boxes", "do not cover the domain")
    places, attained = [interval(value, "at") for value in theorem["at"]], False
    peaks = sum(rule != "below" for _, _, rule, _ in boxes)
    need(len(places) == peaks, "at", "has not one place for each peak and end")
    remaining = iter(places)
    for left, right, rule, place in boxes:
        value, slope, bend = f.over(left, right)
        if rule == "below":
            most = {"both": abs(value), "plus": value, "minus": -value}[sign]
            need(most < lower, place, "is not below the lower bound")
            continue
        p, q = next(remaining)
        (h, rise), (last, fall) = (f.at(arb(x))[:2] for x in (p, q))
        side = {"both": 1 if h > 0 else -1, "plus": 1, "minus": -1}[sign]
        h, rise, last, fall = (side * c for c in (h, rise, last, fall))
        if rule == "peak":
            need(
                left <= p < q <= right and narrow(p, q),
                place,
                "does not hold a narrow place of `at`",
            )
            need(side * bend < 0 and rise > 0 and fall < 0, place, "is not proved to be a peak")
            need(sign != "both" or side * value > 0, place, "has values of both signs")
        else:
            need(
                rule == "end" and p == q and p in ends and p in (left, right),
                place,
                "is no end of the interval",
            )
            other, outwards = (left, 1) if p == right else (right, -1)
            need(side * slope * outwards > 0, place, "does not rise to the end")
            apart = -side * f.at(arb(other))[0] < lower
            need(sign != "both" or apart, place, "has a large value of the other sign")
        need(h + rise * (arb(q) - arb(p)) <= upper, place, "may pass the upper bound")
        attained = attained or h >= lower or last >= lower
    need(attained, "lower", "is not attained")
    what = {"both": f"|{f.words}|", "plus": f.words, "minus": f"-({f.words})"}[sign]
    where = (
        {"left": "x <= 0", "line": "all x"}[domain]
        if ends == ()
        else f"[{', '.join(map(exactly, ends))}]"
    )
    found = " or ".join(map(spelled, places))
    found += " or mirrored" if domain == "line" and f.kind == "difference" else ""
    bounds = f"sup of {what} over {where} is in {spelled((lower, upper))}"
    return f"{bounds}, attained in {found}, nowhere else", len(boxes), f, lower, upper


def _agreement(theorem: dict) -> tuple:
    fields(theorem, "name sentence kind function tolerance far boxes within")
    f, boxes = Function(theorem["function"]), boxes_of(theorem["boxes"])
    tolerance, far = rational(theorem["tolerance"], "tolerance"), number(theorem["far"], "far")
    most, ratio = ball_of(tolerance), f.kind == "ratio"
    need(ratio or (f.kind, f.of) == ("difference", "gelu"), "function", "is none to agree")
    ends, inside = ([], False) if ratio else ([None], True)
    for low, high, rule, place in boxes:
        value, slope, _ = f.over(low, high)
        first, last = (f.at(arb(x))[0] for x in (low, high))
        steady = slope > 0 or slope < 0
        if rule == "within":
            held = steady and abs(first) <= most and abs(last) <= most
            need(inside and (held or abs(value) <= most), place, "is not within the tolerance")
        elif rule == "beyond":
            above, under = first > most and last > most, first < -most and last < -most
            held = (steady and (above or under)) or abs(value) > most
            need(not inside and held, place, "is not beyond the tolerance")
        else:
            inner, outer = (first, last) if inside else (last, first)
            crossed = rule == "cross" and steady and abs(inner) < most and abs(outer) > most
            need(crossed and narrow(low, high), place, "is no narrow crossing of the tolerance")
            ends, inside = [*ends, (low, high)], not inside
    ends += [None] * inside
    start, end = boxes[0][0], boxes[-1][1]
    if ratio:
        around = len(ends) == 2 and ends[0][1] <= 0 <= (ends[1] or (inf,))[0]
        need(around and end == far, "boxes", "are not those of one interval around 0")
        need(not inside or f.tail(far) / far * 2 <= most, "far", "leaves too large a tail")
    else:
        need(inside and (start, end) == (-far, 0), "boxes", "do not cover [-far, 0]")
        need(f.tail(far) <= most, "far", "leaves too large a tail")
    within = [spot and interval(spot, "within") for pair in theorem["within"] for spot in pair]
    pairs = [ends[k : k + 2] for k in range(0, len(ends), 2)]
    told = within == ends and len(theorem["within"]) == len(pairs)
    need(told, "within", "is not what the crossings bound")
    outer = iter(("inf",) if ratio else ("-inf", "0"))
    spots = [spelled(spot) if spot else next(outer) for spot in ends]
    found = ", ".join(f"from {a} to {b}" for a, b in zip(spots[::2], spots[1::2], strict=True))
    scope = "around 0" if ratio else "for x <= 0, and mirrored,"
    return f"|{f.words}| <= {tolerance} {scope} exactly {found}", len(boxes)


def _constant(theorem: dict) -> tuple:
    fields(theorem, "name sentence kind form of lower upper error parts")
    form, of = choice(theorem, "form", "tanh", "sigmoid"), choice(theorem, "of", "gelu", "phi")
    best = interval((theorem["lower"], theorem["upper"]), "bounds")
    need(narrow(*best), "bounds", "are not close to each other")
    fields(theorem["parts"], "low_plus low_minus high_plus high_minus", "the parts'")
    least, most, at, boxes = {}, {}, {}, 0
    for name, part in theorem["parts"].items():
        _, count, f, least[name], most[name] = _supremum(part)
        end, sign = name.split("_")
        within = best[0] <= at.setdefault(end, f.c) <= best[1]
        same = within and (f.kind, f.form, f.of, f.c) == ("difference", form, of, at[end])
        asked = (part["kind"], part["sign"], part["domain"]) == ("supremum", sign, "left")
        need(same and asked, name, "is of something else")
        boxes += count
    falls, rises = ("minus", "plus") if of == "gelu" else ("plus", "minus")  # lemma 4
    need(at["low"] < at["high"], "parts", "are not at one constant and at a larger one")
    need(least[f"low_{falls}"] > most[f"low_{rises}"], "lower", "is not below the best constant")
    need(least[f"high_{rises}"] > most[f"high_{falls}"], "upper", "is not above the best constant")
    low = max(least[f"low_{rises}"], least[f"high_{falls}"])
    high = min(most[f"low_{falls}"], most[f"high_{rises}"])
    need(interval(theorem["error"], "error") == (low, high), "error", "is not that of the parts")
    need(narrow(low, high), "error", "is too wide")
    what = f"|{form} - gelu|" if of == "gelu" else f"|{form}/x - gelu/x|"
    return (
        f"sup of {what} over all x is least, in {spelled((low, high))}, at one constant, in "
        f"{spelled(best)}",
        boxes,
    )


KINDS = {
    "supremum": _supremum,
    "agreement": _agreement,
    "constant": _constant,
    "saturation": saturation,
}
