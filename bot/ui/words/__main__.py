"""The state of each language: `python -m bot.ui.words`, or with a code for one in full.

`python -m bot.ui.words LANG VERSION` adds the sentences that English has changed since that tag or
commit while the translation hasn't. `python -m bot.ui.words order` puts the files in the order that
translation platforms write.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from typing import TYPE_CHECKING

from bot.ui.words import FOLDER, default, languages
from bot.ui.words.checks import faults, unfinished
from bot.ui.words.order import ordered
from bot.ui.words.since import changed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.ui.words import Words


def main(arguments: list[str] | None = None) -> int:
    """Report or order; the exit code is 0 if all reported languages are finished."""
    parser = argparse.ArgumentParser(prog="python -m bot.ui.words", description=__doc__)
    parser.add_argument("what", nargs="*", metavar="LANG [VERSION] | order")
    what: list[str] = parser.parse_args(arguments).what
    match what:
        case []:
            return max([_report(words) for words in languages().values()])
        case ["order"]:
            return _order()
        case [name, *version] if name in languages() and len(version) <= 1:
            return _report_whole(languages()[name], *version)
        case _:
            _say(parser.format_usage(), f"The languages are {', '.join(languages())}.")
            return 2


def _report(words: Words) -> int:
    """Print a language's number of open points."""
    count = len(_open(words))
    _say(f"{words.locale:6} {words.raw('language.name'):20} {count} to do")
    return int(count > 0)


def _report_whole(words: Words, version: str = "") -> int:
    """Print a language's open points, and what English has changed since a version."""
    _say(*_open(words))
    try:
        _say(*_told(words, changed(words, default(), version) if version else []))
    except subprocess.CalledProcessError:
        _say(f"Git knows no {version}.")
        return 2
    return _report(words)


def _open(words: Words) -> list[str]:
    return [*faults(words, default()), *unfinished(words, default())]


def _told(words: Words, keys: list[str]) -> Iterator[str]:
    """Yield each changed sentence, before and after."""
    for key in keys:
        yield f"changed in English: {key}"
        for catalogue in (default(), words):
            forms = (form for form in catalogue if form == key or form.startswith(f"{key}."))
            yield from (f"  {catalogue.locale:6} {catalogue.raw(form)}" for form in forms)


def _order() -> int:
    for file in FOLDER.glob("*/*.toml"):
        text = file.read_text("utf-8")
        if ordered(text) != text:
            file.write_text(ordered(text), "utf-8")
            _say(f"{file.parent.name}/{file.name}")
    return 0


def _say(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))


if __name__ == "__main__":
    sys.exit(main())
