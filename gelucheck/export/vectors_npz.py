"""Golden vectors as a NumPy archive: ``SET/inputs``, ``outputs``, ``below``, ``above``, ``tags``,
and ``about``, a text of JSON.

``numpy.load`` reads it without pickles. It is written here, not by ``numpy.savez``, and not
compressed, so that the bytes do not depend on the versions of NumPy and zlib.
"""

import io
import json
import zipfile

import numpy as np

from gelucheck.vectors.records import COLUMNS, Vectors, about

_EPOCH = (1980, 1, 1, 0, 0, 0)


def render(vectors: Vectors) -> bytes:
    """The whole archive."""
    text = json.dumps(about(vectors))
    members = {"about": np.array(text, f"<U{len(text)}")}
    for each in vectors.sets:
        little = each.fmt.uint.newbyteorder("<")
        for name in COLUMNS:
            members[f"{each.name}/{name}"] = getattr(each, name).astype(little)
        members[f"{each.name}/tags"] = each.tags.astype("<u4")
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name, array in members.items():
            member = zipfile.ZipInfo(f"{name}.npy", _EPOCH)
            member.create_system = 3  # the same wherever it is made
            member.external_attr = 0o644 << 16
            archive.writestr(member, _npy(array))
    return buffer.getvalue()


def _npy(array: np.ndarray) -> bytes:
    """An array as NEP 1 has it, version 1.0: data from a multiple of 64 on."""
    shape = f"({array.size},)" if array.ndim else "()"
    head = f"{{'descr': '{array.dtype.str}', 'fortran_order': False, 'shape': {shape}, }}"
    fill = -(10 + len(head) + 1) % 64
    text = f"{head}{' ' * fill}\n".encode("latin1")
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + array.tobytes()
