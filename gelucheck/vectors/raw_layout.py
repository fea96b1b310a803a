"""The layout of a raw file: one set, little-endian, a header of fixed places and the columns.

==========  ======  ============================================================================
offset      bytes   what
==========  ======  ============================================================================
0           8       ``GELUVECS``
8           4       version of the layout: 1
12          4       width of a pattern in bits, w: 8, 16, 32 or 64
16          8       number of rows, n
24          16      name of the format, ASCII, filled up with zeros
40          16      name of the reference, ASCII, filled up with zeros
56          32      SHA-256 of the set (``records.canonical``)
88          4       offset of the columns, d, a multiple of 64
92          4       length of the text at 96
96                  text: JSON, UTF-8: provenance, tags; filled up with zeros
d           n·w/8   inputs; then outputs, below and above, as long each
d + n·w/2   4·n     tags
==========  ======  ============================================================================
"""

import struct

MAGIC = b"GELUVECS"
HEADER = struct.Struct("<8sIIQ16s16s32sII")
GRAIN = 64


def offset_of(text: bytes) -> int:
    """Where the columns begin behind a text."""
    return -(-(HEADER.size + len(text)) // GRAIN) * GRAIN
