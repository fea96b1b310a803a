"""A file with a model in it: that it is there, and what of the disk belongs to it."""

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from gelucheck.errors import UsageError


def find_file(kind: str, target: str, suffixes: Sequence[str], short: Sequence[str]) -> Path:
    """The file that a target names.

    Args:
        kind: of implementations, for the message; short: the short names that it has.
        suffixes: those that a model of this kind has.

    Raises:
        UsageError: it names no file, or one of another kind.
    """
    path = Path(target)
    if path.suffix.lower() not in suffixes:
        raise UsageError(
            f"unknown target of {kind}: {target!r:.80}",
            f"one of {', '.join(short)}, or a file whose name ends in {' or '.join(suffixes)}",
        )
    try:
        if path.is_file():
            return path.resolve()
    except (OSError, ValueError):
        pass  # a name that no file can have
    raise UsageError(f"there is no file {target!r:.200}", "give the path of a model")


def digests(paths: Sequence[Path]) -> str:
    """ "gelu.onnx sha256:…" of each file.

    Raises:
        UsageError: one cannot be read.
    """
    parts = []
    for path in paths:
        try:
            with path.open("rb") as source:
                digest = hashlib.file_digest(source, "sha256").hexdigest()[:16]
        except OSError as problem:
            raise UsageError(f"{path.name} cannot be read: {problem.strerror}") from problem
        parts.append(f"{path.name} sha256:{digest}")
    return ", ".join(parts)


def onnx_files(path: Path) -> list[Path]:
    """An ONNX model and the files with its weights.

    Raises:
        UsageError: it is no ONNX model, or asks for a file outside of its own folder. The libraries
            refuse most of those too; here it doesn't depend on their versions.
    """
    import onnx
    from google.protobuf.message import DecodeError

    try:
        model = onnx.load(str(path), format="protobuf", load_external_data=False)
    except (DecodeError, OSError, ValueError) as problem:
        raise UsageError(f"{path.name} is no ONNX model: {problem!s:.200}") from problem
    if not model.HasField("graph"):
        raise UsageError(f"{path.name} is no ONNX model: it has no graph")
    found = {path: None}
    for place in _external(model):
        beside = (path.parent / place).resolve()
        if not place or "\0" in place or not beside.is_relative_to(path.parent):
            raise UsageError(
                f"{path.name} asks for the file {place!r:.100}, outside of its folder",
                "keep a model and its weights in one folder",
            )
        if not beside.is_file():
            raise UsageError(f"{path.name} asks for {place!r:.100}, which is not there")
        found[beside] = None
    return list(found)


def _external(message) -> Iterator[str]:
    """The places of all tensors that lie outside of the file, however deep they are."""
    waiting = [message]
    while waiting:
        message = waiting.pop()
        if message.DESCRIPTOR.name == "TensorProto":
            if message.data_location == message.EXTERNAL:
                yield next((e.value for e in message.external_data if e.key == "location"), "")
            continue
        for field, value in message.ListFields():
            if field.message_type is not None:
                waiting.extend(value if hasattr(value, "__len__") else [value])
