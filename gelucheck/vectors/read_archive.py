"""Read golden vectors from a NumPy archive: ours, or two arrays. Nothing in it is unpickled.

An archive is a zip file, and its members are looked at one by one: only stored and deflated ones,
no larger than what is said, and not more than so many.
"""

import io
import math
import zipfile
import zlib

import numpy as np

from gelucheck.errors import InputsError
from gelucheck.formats import FORMATS, Format
from gelucheck.inputs.arrays import header
from gelucheck.inputs.numerals import shown
from gelucheck.vectors.cells import patterns_of_array
from gelucheck.vectors.columns import find_pair, format_of, given_of
from gelucheck.vectors.given import MEND, Given, own, see_rows
from gelucheck.vectors.plain_json import loads
from gelucheck.vectors.read_about import AGAIN, read_about, set_of
from gelucheck.vectors.records import COLUMNS

MOST_MEMBERS = 4096
MOST_BYTES = 1 << 28
"""Of all members that are read, unpacked."""
_BAD = (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError)


def read(data: bytes, name: str, fmt: Format | None) -> tuple[Given, ...]:
    """The vectors of an archive.

    Raises:
        InputsError: no archive of plain arrays, or no vectors.
        UsageError: no format is known.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _read(_Members(archive, name), name, fmt)
    except (*_BAD, ValueError, IndexError, OverflowError) as problem:
        what = f"{name} is no sound archive ({shown(str(problem))[1:-1]})"
        raise InputsError(what, MEND) from None


class _Members:
    """The arrays of an archive by name, read when they are asked for."""

    def __init__(self, archive: zipfile.ZipFile, name: str):
        self.archive, self.file, self.left = archive, name, MOST_BYTES
        infos = archive.infolist()
        if len(infos) > MOST_MEMBERS:
            raise InputsError(f"{name} has {len(infos):,} members", f"at most {MOST_MEMBERS:,}")
        self.infos = {info.filename.removesuffix(".npy"): info for info in infos}
        if len(self.infos) < len(infos):
            raise InputsError(f"{name} has two members of one name", MEND)

    def array(self, name: str) -> np.ndarray:
        """A member, its sizes as they are."""
        where = f"{shown(name)[1:-1]} in {self.file}"
        info = self.infos.get(name)
        if info is None:
            raise InputsError(f"there is no {where}", AGAIN)
        if info.flag_bits & 1 or info.compress_type not in (
            zipfile.ZIP_STORED,
            zipfile.ZIP_DEFLATED,
        ):
            raise InputsError(f"{where} is packed in a way that is not read here", MEND)
        with self.archive.open(name=info) as member:
            # what the header promises is seen before it is unpacked
            dtype, fortran, shape = header(member, where)
            if dtype.hasobject:
                raise InputsError(
                    f"{where} holds pickled Python objects, which are never loaded", MEND
                )
            count = math.prod(shape)
            see_rows(count, where)
            size = count * dtype.itemsize
            if size > self.left:
                raise InputsError(f"{self.file} unpacks to more than {MOST_BYTES:,} bytes", MEND)
            content = member.read(size + 1)
        self.left -= size
        if not dtype.itemsize or size != len(content):
            raise InputsError(f"{where} is not as long as its header says", MEND)
        flat = np.frombuffer(content, dtype, count) if count else np.empty(0, dtype)
        return flat.reshape(shape, order="F" if fortran else "C")


def _read(members: _Members, name: str, fmt: Format | None) -> tuple[Given, ...]:
    if "about" in members.infos:
        return _own(members, name)
    x_name, y_name = find_pair(list(members.infos), name)
    x, y = members.array(x_name), members.array(y_name)
    said = next((each.name for each in FORMATS.values() if each.dtype == y.dtype), None)
    if said is None and y.dtype.kind == "V" and y.dtype.itemsize == 2:
        said = "bfloat16"
    # how numbers are stored is no word on their format where another is asked for
    fmt = fmt or format_of(said, None, name)
    pairs = ((x_name, x), (y_name, y))
    columns = [
        patterns_of_array(array, fmt, f"{shown(key)[1:-1]} in {name}") for key, array in pairs
    ]
    return (given_of(name, fmt, None, *columns, (x, y)),)


def _own(members: _Members, name: str) -> tuple[Given, ...]:
    text = members.array("about")
    if text.dtype.kind != "U" or text.ndim:
        raise InputsError(f"about in {name} is no text", AGAIN)
    told = read_about(loads(str(text), name), name)
    due = {"about", *(f"{key}/{column}" for key in told for column in (*COLUMNS, "tags"))}
    if more := sorted(set(members.infos) - due):
        what = f"{name} does not say what {shown(more[0])[1:-1]} is"
        raise InputsError(what, AGAIN)
    found = []
    for key, said in told.items():
        columns = {column: members.array(f"{key}/{column}") for column in (*COLUMNS, "tags")}
        found.append(own(set_of(said, columns, name), said.sha256))
    return tuple(found)
