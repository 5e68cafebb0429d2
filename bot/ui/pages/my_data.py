"""What is kept about one person: how much, as a file, and the two questions before it is erased."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui import custom_ids
from bot.ui.custom_ids import Press, Verb
from bot.ui.pages.dossier import file
from bot.ui.pages.page import Accent, Button, Buttons, Page, Style, Text

if TYPE_CHECKING:
    from bot.service.model import Dossier, Instant
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words

EXPORT, ASK, SURE, ERASE, KEEP = "export", "ask", "sure", "erase", "keep"


def overview(kept: Dossier, reader: Reader) -> Page:
    """How much there is, and what can be done with it."""
    words = reader.words
    games = words("mydata.games", count=len(kept.matches))
    challenges = words("mydata.challenges", count=len(kept.challenges))
    lines = [words("mydata.title"), words("mydata.kept", games=games, challenges=challenges)]
    export = _button("export", EXPORT, words, Style.MAIN)
    return Page((Text("\n".join(lines)), Buttons((export, _button("erase", ASK, words)))))


def export(kept: Dossier, reader: Reader, now: Instant) -> Page:
    """All of it, to take away."""
    return Page((Text(reader.words("mydata.here")), file(kept, reader.words, now)), Accent.QUIET)


def asking(running: int, reader: Reader) -> Page:
    """The first question: what erasing means."""
    words = reader.words
    resigned = [words("mydata.running", count=running)] if running else []
    lines = [words("mydata.asked"), *resigned, words("mydata.effects")]
    buttons = (_button("go-on", SURE, words, Style.GRAVE), _button("keep", KEEP, words))
    return Page((Text("\n".join(lines)), Buttons(buttons)), Accent.STOP)


def asking_again(reader: Reader) -> Page:
    """The second one. What leads on stands in the other place, so that no thumb goes through."""
    words = reader.words
    buttons = (_button("keep", KEEP, words), _button("sure-yes", ERASE, words, Style.GRAVE))
    return Page((Text(words("mydata.sure")), Buttons(buttons)), Accent.STOP)


def _button(name: str, what: str, words: Words, style: Style = Style.PLAIN) -> Button:
    return Button(words(f"mydata.{name}"), custom_ids.write(Press(Verb.MYDATA, of=what)), style)
