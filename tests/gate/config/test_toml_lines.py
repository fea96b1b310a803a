"""Which line a key stands on, counted by hand."""

import time
import tomllib

import pytest

from gelucheck.gate.config.lines import first_of, lines_of, statements

Q3, A3 = '"""', "'''"

CASES = [
    # (text, path, line, why)
    ("a = 1", ("a",), 1, "one line without an end"),
    ("\n# a = 0\n\na = 1\n", ("a",), 4, "comments and blank lines count"),
    ("a = 1\r\nb = 2\r\n", ("b",), 2, "line ends of two characters are one"),
    ("\ufeffa = 1\nb = 2\n", ("b",), 2, "a byte order mark is nothing"),
    ("[t]\na = 1\n[u]\na = 2\n", ("u", "a"), 4, "the header in force"),
    ("[t.u]\na = 1\n", ("t",), 1, "a table that a header names on the way"),
    ('["t.x"]\n"a b" = 1\n', ("t.x", "a b"), 2, "quoted keys are one key"),
    ("a.b.c = 1\na.b.d = 2\n", ("a", "b", "d"), 2, "dotted keys"),
    ("a.b.c = 1\na.b.d = 2\n", ("a", "b"), 1, "named first"),
    ("x = 1\na = {b = 1, c = {d = 2}}\n", ("a", "c", "d"), 2, "tables in a line"),
    ("[[l]]\na = 1\n[[l]]\na = 2\n", ("l", 1, "a"), 4, "the second of an array of tables"),
    ("[[l]]\na = 1\n[[l]]\na = 2\n", ("l", 1), 3, "where it begins"),
    ("[[l]]\n[[l]]\n[l.m]\na = 1\n", ("l", 1, "m", "a"), 4, "in the last that was begun"),
    ("[[l]]\n[[l.m]]\n[[l]]\n[[l.m]]\na = 1\n", ("l", 1, "m", 0, "a"), 5, "counted anew"),
    ("l = [\n  {a = 1},\n\n  {a = 2},\n]\nb = 1\n", ("l", 1, "a"), 4, "tables in an array"),
    ("l = [{a = 1}, {a = 2}]\n", ("l", 1), 1, "all on one line"),
    ("l = [1, {a = 2}]\nb = 1", ("b",), 2, "an array of other things"),
    (f"a = {Q3}\nb = 1\n[t]\n{Q3}\nb = 2\n", ("b",), 5, "what stands in a text is no key"),
    (f"a = {A3}\nb = 1\n{A3}\nb = 2\n", ("b",), 4, "nor in a literal text"),
    (f"a = {Q3}x\\{Q3}\n{Q3}\nb = 2\n", ("b",), 3, "an escaped quotation mark ends nothing"),
    (f'a = {Q3}x\n{Q3}""\nb = 2\n', ("b",), 3, "two quotation marks before the end"),
    (f"a = {A3}'x'{A3}'\nb = 2\n", ("b",), 2, "the same of apostrophes"),
    ('a = "#"\nb = "[" # ] {\nc = \'"\'\nd = "\\""\ne = 1\n', ("e",), 5, "signs in texts"),
    ("a = [ # ]\n  1, # [\n  2,\n]\nb = 1\n", ("b",), 5, "signs in comments"),
    ("a = [[1, 2],\n [3]]\nb = 1\n", ("b",), 3, "arrays in arrays"),
    ('a = "\u2028\x85"\nb = 1\n', ("b",), 2, "only a line feed ends a line"),
]


@pytest.mark.parametrize(("text", "path", "line", "why"), CASES)
def test_lines(text, path, line, why):
    # of a text that tomllib takes
    tomllib.loads(text.removeprefix("\ufeff"))
    assert lines_of(text)[path] == line, why


@pytest.mark.parametrize("text", [text for text, *_ in CASES])
def test_every_key_has_a_line(text):
    def paths(tree, path=()):
        for key, value in tree.items() if isinstance(tree, dict) else enumerate(tree):
            yield (*path, key)
            if isinstance(value, dict | list):
                yield from paths(value, (*path, key))

    tree = tomllib.loads(text.removeprefix("\ufeff"))
    named = {path for path in paths(tree) if not _in_plain_array(tree, path)}
    assert named == set(lines_of(text))


def _in_plain_array(tree, path) -> bool:
    """Whether an array on the way has other things than tables."""
    for key in path:
        if isinstance(tree, list) and not all(isinstance(item, dict) for item in tree):
            return True
        tree = tree[key]
    return False


@pytest.mark.parametrize(
    ("text", "line", "first"),
    [
        ("a = 1\n\na = 2\n", 3, (("a",), 1)),
        ("[t]\na = 1\n[u]\n[t]\n", 4, (("t",), 1)),
        ("[a.b]\n[a]\n[a]\n", 3, (("a",), 2)),
        ("a.b = 1\na = 2\n", 2, (("a",), 1)),
        ("a = 1\na.b = 2\n", 2, (("a",), 1)),
        ("[t]\na = 1\nb = 2\na = 3\n", 4, (("t", "a"), 2)),
        ("[[l]]\na = 1\n[[l]]\na = 2\na = 3\n", 5, (("l", 1, "a"), 4)),
        # the fault is found at the end of a value
        (f"a = 1\na = {Q3}\nx\n{Q3}\n", 4, (("a",), 1)),
        # no name that stands there twice
        ("a = 1\nb = \n", 2, None),
        ("a = 1\n", 7, None),
        # what cannot be read stands before the line
        ('a = "b\\\nc = 1\nd = 2\n', 3, None),
        (f"a = {Q3}\nb\\= [\n\nc = {Q3[0]}x{Q3[0]}\n", 5, None),
    ],
)
def test_what_stands_there_twice(text, line, first):
    assert first_of(text, line) == first


def test_statements_say_where_they_end():
    found = list(statements(f"\na = [\n1,\n]\nb = {Q3}\n{Q3}\n"))
    assert [(each.line, each.last) for each in found] == [(2, 4), (5, 6)]


@pytest.mark.parametrize(
    "text",
    [
        "a = [\n" + "[1, 2],\n" * 60_000 + "]\n",
        'a = """\n' + 'x"\n\\"\n' * 60_000 + '"""\n',
        "a = '''\n" + "''\n" * 100_000 + "'''\n",
        "#" * 500_000 + "\n" + "\n" * 300_000 + "a = 1\n",
        'a = """' + "x" * 500_000,
        'a = "' * 100_000,
        "[" * 500_000,
    ],
)
def test_large_texts_take_no_long_time(text):
    """A text of half a megabyte; by trying every end it would take minutes."""
    started = time.process_time()
    assert len(list(statements(text))) <= 2
    assert time.process_time() - started < 5


def test_depth_is_no_recursion():
    assert lines_of(f"a{'.a' * 900} = 1\nb = 1\n")[("b",)] == 2
