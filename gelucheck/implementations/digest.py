"""The digest of a file, by which one version is told from another."""

import hashlib


def digest_of(path: str) -> str:
    """ "sha256:" and 16 hexadecimal digits.

    Raises:
        OSError: it cannot be read.
    """
    with open(path, "rb") as source:
        return f"sha256:{hashlib.file_digest(source, 'sha256').hexdigest()[:16]}"
