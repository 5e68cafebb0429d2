"""Docstrings, comments, documents and command lines are in plain English."""

from __future__ import annotations

import ast
import re
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from tests.plain_english import PHRASES, slips, starts_without_a_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Text = tuple[int, str]  # with the number of its first line

ROOT = Path(__file__).parents[1]
CODE = ("bot", "games", "render", "engine", "sandbox", "tools", "tests")
DOCUMENTS = (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), ROOT / "bot/ui/words/en/GUIDE.md")
STRING_OR_COMMENT = re.compile(
    r'''(?:^[ \t]*r?"""(?P<docstring>(?:\\[\s\S]|[^\\])*?)"""|"""(?:\\[\s\S]|[^\\])*?"""'''
    r"""|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'|\#[:\ ]*(?P<comment>.*))""",
    re.MULTILINE,
)


def sources(*kinds: str) -> list[Path]:
    files = (ROOT.glob(f"{folder}/**/*.{kind}") for folder in CODE for kind in kinds)
    return sorted(chain.from_iterable(files))


def texts_in(path: Path, code: str) -> list[Text]:
    """Return a file's docstrings; and its comments, as one text with a line for each.

    A phrase can span two lines. Parsing all files would take ten times as long.
    """
    if path.suffix != ".py":
        lines = (re.match(r"\s*(?://|--|/?\*)(.*)", line) for line in code.splitlines())
        return [(1, "\n".join(line[1] if line else "|" for line in lines))]
    docstrings, comments = list[Text](), dict[int, str]()
    line = end = 0
    for match in STRING_OR_COMMENT.finditer(code):
        line, end = line + code.count("\n", end, match.start()), match.start()
        if match["comment"]:
            comments[line] = match["comment"]
        elif match["docstring"]:
            docstrings.append((line + 1, match["docstring"]))
    return [*docstrings, (1, "\n".join(comments.get(at, "|") for at in range(line + 1)))]


def faults(path: Path, texts: Iterable[Text]) -> list[str]:
    name = path.relative_to(ROOT).as_posix()
    return [
        f"{name}:{first + line}: {phrase}" for first, text in texts for line, phrase in slips(text)
    ]


def faults_of_source(path: Path) -> list[str]:
    """Return the faults of a file's docstrings and comments."""
    texts = texts_in(path, path.read_text("utf-8"))
    unnamed = [
        f"{path.relative_to(ROOT)}:{line}: {text.split()[0]} at the start"
        for line, text in texts[:-1]
        if starts_without_a_name(text)
    ]
    return faults(path, texts) + unnamed


def test_every_phrase_is_found() -> None:
    planted = [f"Said plainly,\nand {phrase.replace(' ', chr(10))} it." for phrase in PHRASES]
    assert [list(slips(text)) for text in planted] == [[(1, phrase)] for phrase in PHRASES]
    assert list(slips("A person. Who joins late waits.")) == [(0, "Who joins")]
    assert not list(slips("A person who joins has a lot, and one board for each."))
    assert starts_without_a_name("What is due.")
    assert not starts_without_a_name("Whatever is due. What is not stays.")


def test_every_kind_of_text_is_read() -> None:
    code = 'x = "# by lot"  # in\n# vain\n\n# by\nx = r\'"\'  # lot\n# by\n\n# lot'
    assert list(chain(*(slips(text) for _, text in texts_in(Path("x.py"), code)))) == [
        (0, "in vain"),
        (3, "by lot"),
    ]
    code = '"""Anew."""\ndef f():\n    r"""Thereof.\n    """\n    x = """by lot"""\n'
    assert texts_in(Path("x.py"), code)[:-1] == [(1, "Anew."), (3, "Thereof.\n    ")]
    code = "// in\n// vain\nx = 'by lot';\n/**\n * thereof\n */"
    assert [list(slips(text)) for _, text in texts_in(Path("x.js"), code)] == [
        [(0, "in vain"), (4, "thereof")]
    ]


def test_every_docstring_and_comment_is_plain() -> None:
    slipped = [*chain.from_iterable(map(faults_of_source, sources("py", "js", "sql", "css")))]
    assert not slipped, "\n".join(slipped)


def test_every_document_is_plain() -> None:
    slipped = [*chain(*(faults(path, [(1, path.read_text("utf-8"))]) for path in DOCUMENTS))]
    assert not slipped, "\n".join(slipped)


def strings(tree: ast.AST) -> Iterator[Text]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def test_every_command_line_is_plain() -> None:
    """Reads all strings of the files that parse arguments: the help and the messages."""
    codes = {path: path.read_text("utf-8") for path in sources("py") if path.parts[-2] != "tests"}
    trees = {path: ast.parse(code) for path, code in codes.items() if "ArgumentParser(" in code}
    assert {path.relative_to(ROOT).parts[0] for path in trees} >= {*CODE} - {"render", "tests"}
    slipped = [*chain.from_iterable(faults(path, strings(tree)) for path, tree in trees.items())]
    assert not slipped, "\n".join(slipped)
