"""`make press`: write build/press/ and build/site/, whole, from the bot's own pictures and words.

Hosts write a page of their own with `make press PRESS="--invite ADDRESS --name NAME …"`.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from bot.ui.words import default, languages
from render import gallery
from tools.press import pictures, site

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bot.ui.words import Words

_ROOT = Path(__file__).parents[2]
_PRESS, _SITE = "press", "site"
_TEXTS = ("short", "medium", "long")


def main(arguments: list[str] | None = None) -> int:
    """Write both folders."""
    parser = argparse.ArgumentParser(prog="make press", description=__doc__)
    parser.add_argument(
        "--folder", type=Path, default=_ROOT / "build", help="where both folders are written"
    )
    usual = site.host_of(_ROOT)
    parser.add_argument("--invite", default=usual.invite, help="the link that adds your bot")
    parser.add_argument("--name", default=usual.name, help="who you are, for the privacy text")
    parser.add_argument("--address", default=usual.address, help="how to reach you, for the same")
    every = [*languages()]
    parser.add_argument("--languages", nargs="+", choices=every, default=every, metavar="LANG")
    options = parser.parse_args(arguments)
    for part in (_PRESS, _SITE):
        shutil.rmtree(options.folder / part, ignore_errors=True)
    host = site.Host(options.invite, options.name, options.address)
    known = {name: languages()[name] for name in options.languages}
    for name, data in files(host, known):
        path = options.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    sys.stdout.write(f"Wrote {options.folder / _PRESS} and {options.folder / _SITE}.\n")
    return 0


def files(host: site.Host, known: Mapping[str, Words]) -> Iterator[tuple[str, bytes]]:
    """All files of both folders, by their names, in these languages."""
    moments = {language: dict(gallery.pictures(words)) for language, words in known.items()}
    icon = pictures.icon()
    yield f"{_PRESS}/icon.png", icon
    yield f"{_SITE}/icon.png", icon
    yield f"{_PRESS}/banner.png", pictures.banner()
    for language, words in known.items():
        yield f"{_PRESS}/{language}/texts.txt", _texts(words).encode()
        wanted = {name for name, _ in site.shot_names(language, words)}
        for name, shot in pictures.shots(words, moments[language]):
            yield f"{_PRESS}/{language}/{name}.png", shot
            if (copy := f"shots/{language}-{name}") in wanted:
                yield f"{_SITE}/{copy}.png", shot
    privacy = (_ROOT / "docs/PRIVACY.md").read_text("utf-8")
    usual = default().locale if default().locale in known else next(iter(known))
    sources = site.Sources(known, moments, usual, privacy, host)
    yield from ((f"{_SITE}/{name}", data) for name, data in site.site(sources))


def _texts(words: Words) -> str:
    """The texts that lists ask for: of at most 80, 200 and 400 characters."""
    return "\n\n".join(words(f"press.{name}").strip() for name in _TEXTS) + "\n"


if __name__ == "__main__":
    sys.exit(main())
