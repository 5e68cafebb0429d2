"""How each language stands: `python -m bot.ui.words`, with a language's code for all of one.

`python -m bot.ui.words note LANG [KEY …]` notes that those translations are right as English stands
now, or all that are new or were touched. `python -m bot.ui.words order` brings the files in the
order that translation platforms write.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from bot.ui.words import FOLDER, default, languages
from bot.ui.words.order import ordered
from bot.ui.words.state import State, note, state

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.ui.words import Words


def main(arguments: list[str] | None = None) -> int:
    """Report, note or order; whether all is whole and looked at, as an exit code."""
    parser = argparse.ArgumentParser(prog="python -m bot.ui.words", description=__doc__)
    parser.add_argument("what", nargs="*", metavar="LANG | note LANG [KEY …] | order")
    what: list[str] = parser.parse_args(arguments).what
    others = [name for name in languages() if name != default().locale]
    match what:
        case []:
            return _report_all(others)
        case ["order"]:
            return _order()
        case ["note", name, *keys] if name in others:
            return _note(languages()[name], keys)
        case [name] if name in others:
            return _report(languages()[name])
        case _:
            _say(parser.format_usage(), f"The languages are {', '.join(others)}.")
            return 2


def _report_all(names: list[str]) -> int:
    states = {name: state(languages()[name], default()) for name in names}
    _say(*(_line(languages()[name], shown) for name, shown in states.items()))
    return int(any(shown != State() for shown in states.values()))


def _report(words: Words) -> int:
    shown = state(words, default())
    _say(*_whole(words, shown))
    return int(shown != State())


def _note(words: Words, keys: list[str]) -> int:
    try:
        _say(f"{note(words, default(), keys)} noted in {words.locale}.")
    except KeyError as unknown:
        _say(f"There is no {', '.join(unknown.args)}.")
        return 1
    return 0


def _line(words: Words, shown: State) -> str:
    """A language in a line."""
    return (
        f"{words.locale:6} {words.raw('language.name'):20} {len(shown.faults)} at fault, "
        f"{len(shown.changed)} changed in English, {len(shown.unread)} not noted yet"
    )


def _whole(words: Words, shown: State) -> Iterator[str]:
    """All of one language, with what English says of what has changed."""
    yield _line(words, shown)
    yield from shown.faults
    for key in shown.changed:
        yield f"changed in English: {key}"
        for catalogue in (default(), words):
            forms = (form for form in catalogue if form == key or form.startswith(f"{key}."))
            yield from (f"  {catalogue.locale:6} {catalogue.raw(form)}" for form in forms)
    yield from (f"not noted: {key}" for key in shown.unread)


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
