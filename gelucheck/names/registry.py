"""All names. Adding a family is one file of this room with ``NAMES`` and one line here."""

from gelucheck.names import (
    arrays,
    exchange,
    frameworks,
    huggingface,
    kernels,
    models,
    training,
)
from gelucheck.names.name import Name

FORMS = ("erf", "tanh", "sigmoid")
"""The forms that a name can mean."""

NAMES: tuple[Name, ...] = (
    *frameworks.NAMES,
    *arrays.NAMES,
    *exchange.NAMES,
    *kernels.NAMES,
    *huggingface.NAMES,
    *training.NAMES,
    *models.NAMES,
)
