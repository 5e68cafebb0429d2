"""The press's files: texts that fit, pictures of the sizes asked for, whole pages."""

from __future__ import annotations

import io
import re
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

import pytest
from PIL import Image
from playwright.async_api import expect

from bot.ui.words import languages
from games import catalogue
from tests.every import for_every
from tests.sandbox.page.conftest import launched
from tools.press.__main__ import main
from tools.press.pictures import written_height
from tools.press.sheet import wrapped
from tools.press.site import Host, Sources, host_of, page_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bot.ui.words import Words

ROOT = Path(__file__).parents[3]
NAMES, ALL = tuple(languages()), tuple(languages().values())
DRAWN = ("en", "fr")  # others differ by their words
LONGEST = {"short": 80, "medium": 200, "long": 400}
SHOTS = ("1-board", "2-move", "3-review", "4-tabal", "5-ranks")
MOST = {"board": 800, "move": 800, "review": 520, "tabal": 800, "ranks": 520}  # high, in pixels
HOST = Host(
    "https://discord.com/oauth2/authorize?client_id=1&scope=bot", "Anna", "anna@host.example"
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return where the command has written for a host, in two languages."""
    folder = tmp_path_factory.mktemp("docs")
    old = folder / "site/old.html"
    old.parent.mkdir()
    old.touch()
    host = ("--invite", HOST.invite, "--name", HOST.name, "--address", HOST.address)
    assert main(["--folder", str(folder), *host, "--languages", *DRAWN]) == 0
    return folder


@pytest.fixture(scope="module")
def outputs(folder: Path) -> Mapping[str, bytes]:
    """Return all files that the command writes, by their names."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in written(folder)}


def pages(outputs: Mapping[str, bytes]) -> dict[str, str]:
    return {name: data.decode() for name, data in outputs.items() if name.endswith(".html")}


@for_every("words", ALL)
@for_every("name", [*LONGEST])
def test_a_text_fits_its_list(words: Words, name: str) -> None:
    text = words(f"press.{name}").strip()
    assert LONGEST[name] * 2 // 3 < len(text) <= LONGEST[name]
    assert "\n" not in text


def test_a_text_is_broken_where_the_room_ends() -> None:
    lines = wrapped("a king and a few defenders break out of a ring", 40, 300)
    assert " ".join(lines) == "a king and a few defenders break out of a ring"
    assert len(lines) > 2
    assert wrapped("Konakis", 40, 10) == ["Konakis"]


@pytest.mark.slow
@for_every("words", ALL)
@for_every(("shot", "most"), MOST.items())
def test_the_words_of_a_picture_have_their_room(words: Words, shot: str, most: int) -> None:
    assert written_height(shot, words) <= most


@pytest.mark.slow
@pytest.mark.parametrize("language", DRAWN)
def test_a_language_has_its_pictures_texts_and_pages(
    outputs: Mapping[str, bytes], language: str
) -> None:
    for shot in SHOTS:
        assert size(outputs[f"press/{language}/{shot}.png"]) == (1920, 1080)
    texts = outputs[f"press/{language}/texts.txt"].decode().split("\n\n")
    lengths = {name: len(text.strip()) for name, text in zip(LONGEST, texts, strict=True)}
    assert {name for name, length in lengths.items() if length > LONGEST[name]} == set()
    folder = "" if language == DRAWN[0] else f"{language}/"
    for page in ("index", "rules", "privacy"):
        assert f'<html lang="{language}">' in outputs[f"site/{folder}{page}.html"].decode()


@pytest.mark.slow
def test_icon_and_banner_have_the_sizes_that_are_asked_for(outputs: Mapping[str, bytes]) -> None:
    assert size(outputs["press/icon.png"]) == size(outputs["site/icon.png"]) == (512, 512)
    assert size(outputs["press/banner.png"]) == (1360, 480)


def size(picture: bytes) -> tuple[int, int]:
    with Image.open(io.BytesIO(picture)) as opened:
        return opened.size


class Links(HTMLParser):
    """All that a page leads to or loads, and what stands in no place."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.tags: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what it names."""
        self.tags.add(tag)
        self.found += [value or "" for name, value in attrs if name in {"href", "src", "srcset"}]
        if tag == "img":
            assert {"alt", "width", "height"} <= {name for name, _ in attrs}


@pytest.mark.slow
def test_every_link_of_a_page_leads_somewhere_and_nothing_comes_from_elsewhere(
    outputs: Mapping[str, bytes],
) -> None:
    for name, page in pages(outputs).items():
        links = Links(page)
        assert not links.tags & {"script", "iframe", "style"}
        for link in links.found:
            if link.startswith(("https://discord.com/", "#")):
                continue
            assert resolved(name, link) in outputs, (name, link)
    assert "url(" in outputs["site/style.css"].decode()
    assert set(re.findall(r'url\("?([^)"]+)', outputs["site/style.css"].decode())) == {"band.png"}


def resolved(page: str, link: str) -> str:
    parts = list[str]()
    for part in (PurePosixPath(page).parent / link).parts:
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts)


@pytest.mark.slow
def test_every_rule_set_is_explained_in_every_language() -> None:
    sources = Sources(languages(), {}, DRAWN[0], "", HOST)
    for language, words in languages().items():
        page = page_of("rules", language, sources)
        for name in catalogue.NAMES:
            assert f'<details id="{name}">' in page
            assert words(f"ruleset.{name}.name").replace("'", "&#x27;") in page
        assert "<h3>" in page
        assert "{" not in page
        assert "##" not in page
        assert "**" not in page


@pytest.mark.slow
def test_what_a_host_gives_is_filled_in(outputs: Mapping[str, bytes]) -> None:
    home, privacy = outputs["site/index.html"].decode(), outputs["site/privacy.html"].decode()
    assert f'href="{HOST.invite.replace("&", "&amp;")}"' in home
    assert re.search(r"run by Anna, who can be reached at\s+anna@host\.example", privacy)
    assert "\u2039" not in privacy
    assert "<h2>Your rights</h2>" in privacy
    assert "<table>" in privacy


@pytest.mark.slow
def test_what_was_there_before_goes(outputs: Mapping[str, bytes]) -> None:
    assert "site/index.html" in outputs
    assert "site/old.html" not in outputs


def written(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file())


def test_without_a_host_nothing_is_left_to_fill_in() -> None:
    host = host_of(ROOT)
    privacy = (ROOT / "docs/PRIVACY.md").read_text("utf-8")
    page = page_of("privacy", DRAWN[0], Sources(languages(), {}, DRAWN[0], privacy, host))
    assert host.invite in host.address
    assert host.address in page
    assert "\u2039" not in page


@pytest.mark.nightly
async def test_the_pages_in_a_browser(outputs: Mapping[str, bytes], folder: Path) -> None:
    """On a phone and on a desk: nothing to scroll sideways, every text and picture seen."""
    async with launched() as browser:
        page = await browser.new_page()
        missing: list[str] = []
        page.on("requestfailed", lambda request: missing.append(request.url))
        for name in pages(outputs):
            await page.goto((folder / name).as_uri())
            await page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
            await page.evaluate(
                "Promise.all([...document.images].map(i => (i.loading = 'eager', i.decode())))"
            )
            for width in (390, 1280):
                await page.set_viewport_size({"width": width, "height": 844})
                await page.evaluate("scrollTo(0, 0)")
                assert await page.evaluate("document.documentElement.scrollWidth") == width, name
                await expect(page.get_by_role("heading", level=1)).to_be_in_viewport()
                for link in await page.get_by_role("navigation").first.get_by_role("link").all():
                    box = await link.bounding_box()
                    assert box
                    assert box["height"] >= 44
                small = "filter(element => element.offsetHeight < 20).length"
                texts = "[...document.querySelectorAll('p, li, h3')]"
                assert await page.evaluate(f"{texts}.{small}") == 0, name
        home = page.get_by_role("link", name="Add to your server")
        await page.goto((folder / "site/index.html").as_uri())
        await expect(home).to_be_in_viewport()
        await page.emulate_media(reduced_motion="reduce")
        still = await page.locator(".hero img").evaluate("e => e.decode().then(() => e.currentSrc)")
        assert still.endswith("still-en.png")
        assert missing == []
