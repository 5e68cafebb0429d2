"""The documents for those who join: what they name exists, and every layer is described."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = (
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "docs/ARCHITECTURE.md",
    "docs/HOSTING.md",
    "docs/METRICS.md",
    "docs/PRIVACY.md",
    "docs/TERMS.md",
    "docs/TRANSLATING.md",
)
OF_THE_PROJECT = ("bot", "games", "render", "sandbox", "tests", "docs", "deploy", ".ci")


@pytest.mark.parametrize("page", PAGES)
def test_every_file_that_is_named_exists(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    named = {each for each in re.findall(r"`([\w./-]+)`", text) if _is_path(each)}
    assert sorted(each for each in named if not (ROOT / each).exists()) == []


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    targets = {each for each in re.findall(r"\]\(([^)\s#]+)[^)]*\)", text) if ":" not in each}
    folder = (ROOT / page).parent
    assert sorted(each for each in targets if not (folder / each).exists()) == []


def _is_path(text: str) -> bool:
    return text.split("/", maxsplit=1)[0] in OF_THE_PROJECT and "/" in text


def test_every_layer_is_described() -> None:
    text = (ROOT / "docs/ARCHITECTURE.md").read_text(encoding="utf-8")
    packages = [*ROOT.glob("*/__init__.py"), *ROOT.glob("bot/*/__init__.py")]
    folders = {f"{each.parent.relative_to(ROOT)}/" for each in packages}
    assert sorted(each for each in folders if f"| `{each}`" not in text) == []


def test_the_glossary_is_in_order() -> None:
    text = (ROOT / "docs/ARCHITECTURE.md").read_text(encoding="utf-8").split("## Glossary")[1]
    words = re.findall(r"^\| ([a-z][^|]+?) \| (?!meaning)", text, re.MULTILINE)
    assert words
    assert words == sorted(words)
