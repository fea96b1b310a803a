"""The inputs of the largest errors, for a report that lists them."""

from dataclasses import replace

import numpy as np

from gelucheck.conformance.study import Study
from gelucheck.record import Witness

MOST = 20


def worst_of(study: Study, most: int = MOST) -> tuple[Witness, ...]:
    """Finite inputs with the largest errors, worst first: those with NaN or infinity for a finite
    value, then by ulp. Correct roundings are not among them.

    Held against the declared form, or GELU where none is declared; values are unsigned, in ulp, as
    good as the study's (a float64 ulp may be rounded to half an ulp).
    """
    if not study.declared and study.form != "erf":
        study = study.against("erf")
    with np.errstate(all="ignore"):
        ulp = np.where(study.broken, np.inf, np.abs(study.off) / study.spacing)
    wrong = np.isfinite(study.wide) & (study.broken | (study.out != study.due))
    places = np.flatnonzero(wrong)
    order = np.lexsort((study.ordinals[places], -ulp[places]))
    return tuple(replace(study.witness(int(i)), value=float(ulp[i])) for i in places[order[:most]])
