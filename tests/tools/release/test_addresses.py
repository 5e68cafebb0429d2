"""The project's addresses as the git remote tells them, without anybody's password."""

from __future__ import annotations

import doctest
import tomllib
from pathlib import Path

from tests.every import for_every
from tools.release import addresses
from tools.release.addresses import absolute, urls, web, with_urls

PAGE = "https://github.com/someone/konakis"
FOLDER = Path(__file__).parent


def test_the_examples_hold() -> None:
    tried = doctest.testmod(addresses)
    assert (tried.failed, tried.attempted > 0) == (0, True)


@for_every(
    "remote",
    [
        "https://github.com/someone/konakis",
        "https://github.com/someone/konakis.git",
        "https://github.com/someone/konakis/",
        "https://someone:token@github.com/someone/konakis.git",
        "git@github.com:someone/konakis.git",
        "ssh://git@github.com/someone/konakis.git",
        "ssh://git@github.com:22/someone/konakis",
        "git://github.com/someone/konakis.git",
    ],
)
def test_every_way_to_write_a_remote_gives_its_page(remote: str) -> None:
    assert web(remote) == PAGE
    assert "token" not in str(urls(remote, "1.0.0"))


@for_every("remote", ["", str(FOLDER), "../konakis", FOLDER.as_uri(), "C:\\k"])
def test_a_remote_that_others_cannot_reach_gives_none(remote: str) -> None:
    assert (web(remote), urls(remote, "1.0.0")) == ("", {})
    assert with_urls("[project]\n", {}) == "[project]\n"
    assert absolute("[a](b.md)", remote, "1.0.0") == "[a](b.md)"


def test_hosts_write_their_addresses_differently() -> None:
    assert urls(PAGE, "1.2.0") == {
        "Source": PAGE,
        "Issues": f"{PAGE}/issues",
        "Changelog": f"{PAGE}/blob/v1.2.0/CHANGELOG.md",
    }
    lab = "https://gitlab.com/group/sub/konakis"
    assert urls("git@gitlab.com:group/sub/konakis.git", "1.2.0")["Issues"] == f"{lab}/-/issues"
    berg = "https://codeberg.org/a/b"
    assert urls(berg, "1.2.0")["Changelog"] == f"{berg}/src/tag/v1.2.0/CHANGELOG.md"
    assert urls("https://code.example.org/a/b.git", "1.2.0") == {
        "Source": "https://code.example.org/a/b"
    }


def test_they_stand_in_the_project_and_change_nothing_else() -> None:
    text = (Path(__file__).parents[3] / "pyproject.toml").read_text("utf-8")
    before, after = tomllib.loads(text), tomllib.loads(with_urls(text, urls(PAGE, "1.2.0")))
    assert after["project"].pop("urls") == urls(PAGE, "1.2.0")
    assert after == before


def test_links_of_a_page_that_is_shown_elsewhere_lead_back() -> None:
    page = (
        '[a](docs/A.md#b) ![c](docs/c.png) <img src="d.gif"> [e](#f) [g](https://h.org/i) [j](/k)'
    )
    assert absolute(page, PAGE, "1.0.0") == (
        f"[a]({PAGE}/blob/v1.0.0/docs/A.md#b) ![c]({PAGE}/raw/v1.0.0/docs/c.png) "
        f'<img src="{PAGE}/raw/v1.0.0/d.gif"> [e](#f) [g](https://h.org/i) [j](/k)'
    )
