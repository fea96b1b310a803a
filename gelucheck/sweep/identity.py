"""What a chunk's answer depends on, as plain values and digests.

Two sweeps with the same header have the same chunks with the same answers; so a ledger that was
begun with another library, another file of inputs or another gelucheck is not gone on with.
"""

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import gelucheck
from gelucheck.formats import FORMATS
from gelucheck.inputs.selection import InputSet
from gelucheck.sweep.chunks import Chunk, Part, Piece
from gelucheck.sweep.plan import Plan, Selection

SCHEMA = 2
# what only shows or judges a result; all other code and tables may change one
_SHOWING = {
    "api.py",
    "cli",
    "conformance",
    "explain",
    "export",
    "gate",
    "network",
    "report",
    "testing",
}


def canonical(value: Any) -> str:
    """Plain values as JSON text, the same for equal values."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def digest(text: str | bytes) -> str:
    """The first 32 hexadecimal digits of the SHA-256."""
    return hashlib.sha256(text.encode() if isinstance(text, str) else text).hexdigest()[:32]


@cache
def code_digest() -> str:
    """A digest of the measuring code and of the reference's tables."""
    root = Path(gelucheck.__file__).parent
    found = hashlib.sha256()
    for path in sorted(root.rglob("*")):
        parts = path.relative_to(root).parts
        if path.suffix in (".py", ".npy") and parts[0] not in _SHOWING:
            # line ends may differ from one system to another
            data = path.read_bytes()
            data = data.replace(b"\r\n", b"\n") if path.suffix == ".py" else data
            found.update(f"{'/'.join(parts)} {len(data)}\n".encode() + data)
    return found.hexdigest()[:32]


def header_of(plan: Plan, selection: Selection, size: int, chunks: int) -> dict[str, Any]:
    """What a sweep is, for the first line of its ledger.

    Args:
        size: values of a chunk; chunks: how many there are.
    """
    return {
        "ledger": SCHEMA,
        "gelucheck": gelucheck.__version__,
        "code": code_digest(),
        "ulp": selection.ulp,
        "seed": selection.seed,
        "extras": sorted(selection.extras),
        "regions": list(selection.regions),
        "size": size,
        "chunks": chunks,
        "inputs": {name: _from_inputs(inputs) for name, inputs in plan.inputs.items()},
        "rows": [
            {
                "implementation": item.name,
                "function": item.function,
                "form": item.form,
                "writing": item.writing,
                "arithmetic": item.arithmetic,
                "dtype": name,
                "source": item.source,
                "version": item.version,
            }
            for item, name in plan.rows
        ],
    }


def chunk_id(chunk: Chunk) -> str:
    """A digest of everything that could change a chunk's answer."""
    item = chunk.implementation
    return digest(
        canonical(
            [
                code_digest(),
                chunk.convention,
                [sorted(chunk.more.extras), list(chunk.more.regions)],
                [item.name, item.function, item.form, item.writing, item.arithmetic],
                [item.source, item.version],
                _from_part(chunk.part),
            ]
        )
    )


def _from_inputs(inputs: InputSet) -> dict[str, Any]:
    pieces = [_from_piece(piece, inputs.fmt.name) for piece in inputs.pieces]
    return {
        "evidence": inputs.evidence,
        "description": inputs.description,
        "count": inputs.count,
        "digest": digest(canonical(pieces)),
    }


def _from_part(part: Part) -> list:
    return [part.fmt, part.span, [_from_piece(piece, part.fmt) for piece in part.pieces]]


def _from_piece(piece: Piece, fmt: str) -> list | str:
    if isinstance(piece, range):
        return [piece.start, piece.stop, piece.step]
    bits = FORMATS[fmt].bits_of_values(np.asarray(piece, FORMATS[fmt].dtype))
    # least significant byte first, whatever the machine's own order
    return digest(np.ascontiguousarray(bits, bits.dtype.newbyteorder("<")).tobytes())
