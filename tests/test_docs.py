"""The documents for those who join: what they name exists, and every layer is described."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from discord import gateway

from engine.balance import people, table
from games.catalogue import NAMES
from tests.every import for_every

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

ROOT = Path(__file__).parents[1]
PAGES = tuple(
    page.relative_to(ROOT).as_posix()
    for folder in (ROOT, ROOT / "docs")
    for page in folder.glob("*.md")
)
OF_THE_PROJECT = ("bot", "games", "render", "sandbox", "tests", "docs", "deploy", ".ci")


@for_every("page", PAGES)
def test_every_file_that_is_named_exists(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    named = {name for name in re.findall(r"`([\w./-]+)`", text) if _is_path(name)}
    assert sorted(name for name in named if not (ROOT / name).exists()) == []


@for_every("page", PAGES)
def test_every_link_leads_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)\s]+)[^)]*\)", text):
        name, _, heading = link.partition("#")
        target = (ROOT / page).parent / name if name else ROOT / page
        if ":" not in name:
            assert target.exists(), link
            assert not heading or heading in _headings(target), link


def _headings(page: Path) -> set[str]:
    """Return the names by which GitHub links to a page's headings."""
    headings = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_picture_is_shown() -> None:
    text = "".join((ROOT / page).read_text("utf-8") for page in PAGES)
    pictures = [file.relative_to(ROOT).as_posix() for file in ROOT.glob("docs/gallery/**/*.*")]
    assert pictures
    assert [name for name in pictures if name not in text] == []


def test_every_log_line_with_a_heading_is_in_the_code() -> None:
    text = (ROOT / "docs/OPERATING.md").read_text(encoding="utf-8")
    pages = (Path(gateway.__file__), *(ROOT / "bot").rglob("*.py"))
    code = "".join(page.read_text(encoding="utf-8") for page in pages)
    lines = re.findall(r"`([^`]+)`", "".join(re.findall(r"^### .+$", text, re.MULTILINE)))
    parts = {part.strip(" …") for line in lines for part in line.split("…")} - {""}
    assert len(parts) > 10
    assert sorted(part for part in parts if part not in code) == []


def _is_path(text: str) -> bool:
    return text.split("/", maxsplit=1)[0] in OF_THE_PROJECT and "/" in text


def test_every_layer_is_described() -> None:
    text = (ROOT / "docs/ARCHITECTURE.md").read_text(encoding="utf-8")
    packages = [*ROOT.glob("*/__init__.py"), *ROOT.glob("bot/*/__init__.py")]
    folders = {f"{package.parent.relative_to(ROOT)}/" for package in packages}
    assert sorted(folder for folder in folders if f"| `{folder}`" not in text) == []


def test_the_glossary_is_in_order() -> None:
    text = (ROOT / "docs/ARCHITECTURE.md").read_text(encoding="utf-8").split("## Glossary")[1]
    words = re.findall(r"^\| ([a-z][^|]+?) \| (?!meaning)", text, re.MULTILINE)
    assert words
    assert words == sorted(words)


ENGLISH = [tomllib.loads(path.read_text("utf-8")) for path in ROOT.glob("bot/ui/words/en/*.toml")]
OF_DISCORD = {
    *("Apps", "Attach Files", "Create Public Threads", "Manage Messages", "Manage Server"),
    *("Pin Messages", "Read Message History", "Send Messages", "Send Messages in Threads"),
    *("Add App", "View Channels"),
}


def _sentences(words: Mapping[str, Any]) -> Iterator[str]:
    for value in words.values():
        if isinstance(value, str):
            yield value
        else:
            yield from _sentences(value)


def test_players_find_the_words_of_the_page_on_their_buttons() -> None:
    text = " ".join((ROOT / "docs/PLAYING.md").read_text("utf-8").split()).replace("**", "")
    named = set(re.findall(r"\*(\w[^*]*)\*", text)) - OF_DISCORD
    english = {sentence for words in ENGLISH for sentence in _sentences(words)}
    assert len(named) > 40
    assert sorted(named - english) == []


def test_players_read_the_figures_that_were_counted() -> None:
    (names,) = (words["ruleset"] for words in ENGLISH if "ruleset" in words)
    rows = (ROOT / "docs/PLAYING.md").read_text("utf-8").splitlines()
    for rules in NAMES:
        theirs = people().get(rules)
        share = (theirs or table()[rules]).share
        who = "people" if theirs else "Konakis"
        (row,) = (row for row in rows if row.startswith(f"| {names[rules]['name']} |"))
        assert f"| {100 * share:.0f} % ({who}" in row
