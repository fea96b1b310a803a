"""Golden vectors as a Rust module: static arrays of patterns, and a record of each set."""

from collections.abc import Iterator

from gelucheck.export.vectors_patterns import lines, patterns
from gelucheck.vectors.records import COLUMNS, Vectors, VectorSet
from gelucheck.vectors.tags import MEANINGS, TAGS

_TYPES = """\
#[allow(dead_code)]
pub struct Vectors<T: 'static> {
    pub dtype: &'static str,
    pub function: &'static str,
    pub sha256: &'static str,
    pub inputs: &'static [T],
    pub outputs: &'static [T],
    pub below: &'static [T],
    pub above: &'static [T],
    pub tags: &'static [u32],
}
"""


def render(vectors: Vectors) -> str:
    """The whole module, for ``mod vectors;`` or ``include!``; it ends with a newline."""
    told = vectors.provenance
    head = [
        "// Golden vectors of GELU: patterns of inputs, of the nearest value of the format, ties",
        "// to even, and of the values next to the exact one, below and above it.",
        f"// Made by gelucheck {told['version']}, mpmath {told['mpmath']}, flint {told['flint']}:",
        f"// {told['command']}",
        "",
        _TYPES,
    ]
    for name, bit in TAGS.items():
        head.append(f"/// {MEANINGS[name]}")
        word = name.replace("-", "_").upper()
        head.append(f"#[allow(dead_code)]\npub const {word}: u32 = 0x{bit:x};")
    return "\n".join([*head, *(line for each in vectors.sets for line in _set(each))]) + "\n"


def _set(each: VectorSet) -> Iterator[str]:
    name, width = each.name.upper(), 8 * each.fmt.uint.itemsize
    columns = [(column, f"u{width}", patterns(each, column)) for column in COLUMNS]
    columns.append(("tags", "u32", [f"0x{mask:x}" for mask in each.tags.tolist()]))
    for column, type_, texts in columns:
        yield "\n#[allow(dead_code)]\n#[rustfmt::skip]"
        yield f"pub static {name}_{column.upper()}: [{type_}; {each.count}] = ["
        yield from lines(texts, "    ")
        yield "];"
    yield f"\n/// {each.count} rows, {each.evidence}\n#[allow(dead_code)]"
    yield f"pub static {name}: Vectors<u{width}> = Vectors {{"
    yield f'    dtype: "{each.dtype}",\n    function: "{each.function}",'
    yield f'    sha256: "{each.sha256}",'
    yield from (f"    {column}: &{name}_{column.upper()}," for column in (*COLUMNS, "tags"))
    yield "};"
