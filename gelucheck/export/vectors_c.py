"""Golden vectors as a C header: C99, and C++ as well; static arrays of patterns.

Each set has arrays of its own and a record of type ``struct gelucheck_vectors`` that points to
them. Several headers can be included side by side.
"""

import hashlib
from collections.abc import Iterator

from gelucheck.export.vectors_patterns import lines, patterns
from gelucheck.vectors.records import COLUMNS, Vectors, VectorSet
from gelucheck.vectors.tags import MEANINGS, TAGS

_TYPES = """\
#ifndef GELUCHECK_VECTORS_TYPES
#define GELUCHECK_VECTORS_TYPES

/* nobody is told of a set that is not used */
#if defined(__GNUC__)
#define GELUCHECK_UNUSED __attribute__((unused))
#else
#define GELUCHECK_UNUSED
#endif

struct gelucheck_vectors {
  const char *dtype;    /* name of the format */
  const char *function; /* name of the reference */
  const char *sha256;
  size_t count;         /* rows */
  unsigned width;       /* bits of a pattern: 8, 16, 32 or 64 */
  const void *inputs, *outputs, *below, *above; /* arrays of uint8_t, uint16_t, ... */
  const uint32_t *tags;
};

/* the pattern in row i of a column */
static inline uint64_t gelucheck_pattern(const void *column, unsigned width, size_t i) {
  switch (width) {
    case 8: return ((const uint8_t *)column)[i];
    case 16: return ((const uint16_t *)column)[i];
    case 32: return ((const uint32_t *)column)[i];
    default: return ((const uint64_t *)column)[i];
  }
}

"""


def render(vectors: Vectors) -> str:
    """The whole header; it ends with a newline."""
    hashes = " ".join(each.sha256 for each in vectors.sets)
    guard = f"GELUCHECK_VECTORS_{hashlib.sha256(hashes.encode('ascii')).hexdigest()[:16].upper()}"
    return "\n".join(
        [
            *_told(vectors),
            f"#ifndef {guard}",
            f"#define {guard}",
            "",
            "#include <stddef.h>",
            "#include <stdint.h>",
            "",
            _TYPES + "\n".join(_tags()),
            "#endif",
            *(line for each in vectors.sets for line in _set(each)),
            "",
            f"#endif /* {guard} */",
            "",
        ]
    )


def _told(vectors: Vectors) -> Iterator[str]:
    told = vectors.provenance
    yield "/* Golden vectors of GELU: patterns of inputs, of the nearest value of the format, ties"
    yield "   to even, and of the values next to the exact one, below and above it."
    yield f"   Made by gelucheck {told['version']}, mpmath {told['mpmath']}, flint {told['flint']}:"
    yield f"   {told['command']} */"


def _tags() -> Iterator[str]:
    for name, bit in TAGS.items():
        word = name.replace("-", "_").upper()
        yield f"#define GELUCHECK_{word} 0x{bit:x}u /* {MEANINGS[name]} */"


def _set(each: VectorSet) -> Iterator[str]:
    name, width = f"gelucheck_{each.name}", 8 * each.fmt.uint.itemsize
    yield f"\n/* {each.name}: {each.count} rows, {each.evidence}\n   sha256 {each.sha256} */"
    columns = [(column, f"uint{width}_t", patterns(each, column)) for column in COLUMNS]
    columns.append(("tags", "uint32_t", [f"0x{mask:x}" for mask in each.tags.tolist()]))
    for column, type_, texts in columns:
        yield f"GELUCHECK_UNUSED static const {type_} {name}_{column}[{each.count}] = {{"
        yield from lines(texts)
        yield "};"
    yield f"GELUCHECK_UNUSED static const struct gelucheck_vectors {name} = {{"
    yield f'  "{each.dtype}", "{each.function}",\n  "{each.sha256}",\n  {each.count}, {width},'
    yield "  " + ", ".join(f"{name}_{column}" for column in COLUMNS[:2]) + ","
    yield "  " + ", ".join(f"{name}_{column}" for column in COLUMNS[2:]) + ","
    yield f"  {name}_tags,\n}};"
