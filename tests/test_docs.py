"""The documents for those who join: what they name exists, and every layer is described."""

from __future__ import annotations

import re
from pathlib import Path

from tests.every import for_every

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
    targets = {target for target in re.findall(r"\]\(([^)\s#]+)[^)]*\)", text) if ":" not in target}
    folder = (ROOT / page).parent
    assert sorted(target for target in targets if not (folder / target).exists()) == []


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
