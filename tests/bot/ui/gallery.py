"""Pictures of the main pages in each language, as a phone of 390 by 844 shows them.

`python -m tests.bot.ui.gallery [LANG …]` writes them into `build/gallery/LANG/`, with an
`index.html` to leaf through them, for translators and their readers. The README's pictures go into
`docs/gallery/en/` too, in fewer colours.
"""

from __future__ import annotations

import argparse
import asyncio
import html
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from bot.composition import FEATURES
from bot.features.lessons import pages as lessons
from bot.features.lessons.course import lessons as all_lessons
from bot.features.lessons.course import record_of as lesson_record
from bot.features.lessons.model import Progress
from bot.features.puzzles import pages as puzzles
from bot.features.puzzles.model import Attempt, Sheet, Streak
from bot.features.puzzles.stock import book
from bot.features.ratings.pages import profile as profiles
from bot.features.ratings.pages import standings
from bot.features.review import pages as reviews
from bot.features.review.model import Review
from bot.features.together import pages as together
from bot.features.together.model import Lobby
from bot.features.tournaments.model import Now
from bot.features.tournaments.pages import announcement, hub
from bot.features.turn_list.model import Standing, Watched, Why
from bot.features.turn_list.pages import turn_list
from bot.features.vote_games import pages as vote_games
from bot.model.challenges import Terms
from bot.model.people import Person
from bot.model.servers import Server
from bot.service.balance import Leans
from bot.ui.pages import (
    board,
    games,
    offers,
    panel,
    practice,
    reminders,
    result,
    rules,
    server,
    settings,
)
from bot.ui.pages import challenge as challenges
from bot.ui.pages.errors import refused
from bot.ui.pages.greeting import greeting
from bot.ui.pages.help import help_page
from bot.ui.pages.page import Additions
from bot.ui.pages.reader import Reader
from bot.ui.slots import GREETING_BUTTONS
from bot.ui.words import languages
from engine.balance import people, table
from games import catalogue
from games.core import Side
from games.errors import GameError
from games.events import Offer, Offered
from games.pace import Pace
from render.themes import THEMES
from tests.bot.features.ratings import test_pages_standings as ranks
from tests.bot.features.review import test_pages as reviewed
from tests.bot.features.together import test_pages as partnered
from tests.bot.features.tournaments import test_pages as tournaments
from tests.bot.features.tournaments import test_teams as teams
from tests.bot.features.tournaments.world import FIRST
from tests.bot.features.turn_list.test_pages import DARK as DARK_OF_LIST
from tests.bot.features.turn_list.test_pages import GAME
from tests.bot.features.turn_list.test_pages import LIGHT as LIGHT_OF_LIST
from tests.bot.ui.model import DARK, DAY, LIGHT, challenge, clock_state, record
from tests.bot.ui.phone import NOW, phone
from tests.bot.ui.screens import alone

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bot.model.matches import Record
    from bot.ui.pages.page import Page
    from bot.ui.words import Words

FOLDER = Path("build/gallery")
DOCS, SHOWN = Path("docs/gallery/en"), ("board-raichi", "panel", "review")  # in the README
SCALE = 2  # as sharp as phones are
_COLOURS = 64
_RULES = "larochelle+attackers-first"
_ESCAPE = (
    "i4-i1 e7-g7 f1-g1 g7-d7 i1-i2 d5-d2 i6-i7 g5-g7 h5-g5 e4-b4 g1-g4 e6-c6 g4-e4 e5-e6 g5-g6 "
    "f5-g5 f9-f6 b4-b3 e1-f1 c6-c7 i5-i6 g7-g6 f1-f2 e6-f6 i7-f7 f6-f3 i6-i3 f3-h3 i2-h2 h3-h9"
)  # raichi after 16 of them, tuichi after 28
_PACE = Pace(days=3, reserve=3)
_ENDS = NOW + 2 * DAY  # the clock of a game
_HIGH = 4000  # pixels: the longest page is seen whole
_NAMES = {
    **{str(player): "Reindeer" for player in (DARK, DARK_OF_LIST, FIRST)},
    **{str(player): "Birch" for player in (LIGHT, LIGHT_OF_LIST, FIRST + 1)},
    **{str(FIRST + number): f"Player {number + 1}" for number in range(2, 6)},
}
_CHAPTERS = 4  # of a page of rules


def pages(words: Words) -> Iterator[tuple[str, Page]]:
    """The main pages in a language, each with its name."""
    play = [practice.play_button(words)]
    yield "greeting", greeting(Reader(words), play, FEATURES.buttons(GREETING_BUTTONS, words))
    for part in (
        _challenges,
        _games,
        _offers,
        _alone,
        _together,
        _lessons,
        _puzzles,
        _rules,
        _lists,
        _settings,
    ):
        yield from part(words)


def played(count: int) -> Record:
    """A game of two after so many moves, the attackers being the reader's."""
    return record(_RULES, *_ESCAPE.split()[:count], pace=_PACE)


def _challenges(words: Words) -> Iterator[tuple[str, Page]]:
    terms = Terms("larochelle+king-four", Side.DARK, _PACE)
    asked = challenge(terms=terms, until=_ENDS)
    yield "challenge", challenges.challenge(asked, Reader(words))
    yield "challenge-more", challenges.details(asked, Reader(words, LIGHT))
    to_anybody = challenge(terms=Terms("tabal", None, _PACE), opponent=None, until=_ENDS)
    yield "challenge-to-all", challenges.challenge(to_anybody, Reader(words))


def _games(words: Words) -> Iterator[tuple[str, Page]]:
    channel, own = Reader(words), Reader(words, DARK)
    begun = replace(record("larochelle", lot=Side.DARK), pace=_PACE)
    for name, shown in ("begin", begun), ("raichi", played(16)), ("tuichi", played(28)):
        clock = clock_state(shown.match.turn, deadline=_ENDS, reserve=3 * DAY)
        yield f"board-{name}", board.board(shown, channel, clock=clock)
    shown = played(16)
    man = next(iter(shown.match.game.choices(shown.match.position)))
    yield "panel", panel.panel(shown, own)
    yield "panel-man", panel.panel(shown, own, (man,))
    clock = clock_state(shown.match.turn, deadline=_ENDS)
    yield "reminder", reminders.reminder(shown, clock, words)
    over = played(30)
    button = Additions(buttons=lambda words: reviews.button(over, words))
    yield "result", result.result(over, own, button)
    state = Review(1, (500, 400, 600, 500, 300, 900, 1000), (reviewed.MOMENT,))
    yield "review", reviews.review(reviewed.OVER, state, own)


def _offers(words: Words) -> Iterator[tuple[str, Page]]:
    shown = played(16)
    yield "more", offers.more(shown, Reader(words, DARK), may_nudge=True)
    for what in Offer:
        asked = replace(shown, match=shown.match.after(Offered(Side.LIGHT, 9, what)))
        yield f"offer-{what}", offers.notice(asked, Reader(words))


def _alone(words: Words) -> Iterator[tuple[str, Page]]:
    who = Reader(words, DARK, coach=True)
    for name in ("larochelle", "tabal"):
        shown = alone(record(name, lot=Side.LIGHT), Side.LIGHT)
        yield f"practice-{name}", practice.game(shown, who)


def _together(words: Words) -> Iterator[tuple[str, Page]]:
    channel, own = Reader(words), Reader(words, DARK)
    asked = vote_games.BeginVoteGame(None, 3, "larochelle", "")
    yield "vote-game-new", vote_games.new(asked, own)
    for name, level in (("foursome-new", 0), ("together-new", 3)):
        asked_for = together.AskForFour("larochelle", 3, level=level)
        yield name, together.new(asked_for, own, plays=True)
    seats = [
        partnered.seat(number, side, FIRST + number, joined)
        for number, (side, joined) in enumerate(
            ((Side.DARK, 0), (Side.LIGHT, 0), (Side.LIGHT, None))
        )
    ]
    open_one = replace(partnered.OPEN, closes=_ENDS)
    yield "foursome-announcement", together.announcement(Lobby(open_one, tuple(seats)), channel)
    four = replace(played(16), dark_partner=FIRST + 2, light_partner=FIRST + 3)
    yield "foursome-board", board.board(four, channel)


def _lessons(words: Words) -> Iterator[tuple[str, Page]]:
    who = Reader(words, DARK)
    for number, (name, lesson) in enumerate(all_lessons().items(), start=1):
        sheet = lessons.Sheet(lesson, Progress(), lessons.OpenLesson(name))
        yield f"lesson-{number:02}", lessons.question(sheet, who)
        if number == 1:
            start = lesson_record(lesson, DARK)
            others = iter(start.match.game.moves(start.match.position))
            yield "lesson-01-wrong", lessons.wrong(sheet, who, (next(others),))
            yield "lesson-01-right", lessons.right(sheet, who, (lesson.tasks[0].example,))


def _puzzles(words: Words) -> Iterator[tuple[str, Page]]:
    who, known = Reader(words, DARK), book()
    puzzle = known.puzzles[0]
    sheet = Sheet(puzzle, Attempt(DARK, puzzle.number, tries=1), True, Streak(3), DAY)  # noqa: FBT003
    line = tuple(known.solution(puzzle.line))
    yield "puzzle", puzzles.question(sheet, who)
    yield "puzzle-solved", puzzles.solved(sheet, who, line)
    yield "puzzle-of-the-day", puzzles.posted(puzzle, Reader(words))


def _rules(words: Words) -> Iterator[tuple[str, Page]]:
    leans = Leans(people(), engine=table())
    for name in ("larochelle", "tabal"):
        for number in range(_CHAPTERS):
            asked = rules.RulesOfSet(name, number)
            page = rules.rules(catalogue.game(name), Reader(words, DARK), asked, leans)
            yield f"rules-{name}-{number + 1}", page


def _lists(words: Words) -> Iterator[tuple[str, Page]]:
    channel, own = Reader(words), Reader(words, DARK)
    mine = [replace(GAME, id=number, dark=DARK, light=LIGHT, since=NOW - DAY) for number in (3, 4)]
    theirs = replace(mine[0], id=5, turn=Side.DARK, plies=41)
    clocks = {game.id: clock_state(Side.LIGHT, deadline=_ENDS) for game in (*mine, theirs)}
    standing = Standing((*mine, theirs), 2, (Watched(theirs, Why.RAICHI),), clocks)
    lines = (hub.line(tournaments.opened(), words),)
    yield "turn-list", turn_list(standing, lambda _: lines, channel, at_hand=True)
    asked = challenge(by=LIGHT, opponent=DARK, until=_ENDS)
    yield "games", games.games([*mine, theirs], [asked], own, clock_states=clocks)
    yield (
        "tournament-open",
        announcement.announcement(tournaments.opened(), channel, tournaments.NAMES),
    )
    yield (
        "tournament-groups",
        announcement.announcement(tournaments.played("groups", 6, 1), channel, tournaments.NAMES),
    )
    swiss = tournaments.played("swiss", 15, 1)
    yield (
        "tournament-round",
        announcement.this_round(swiss, Now(tournaments.listings(swiss)), channel),
    )
    yield (
        "tournament-knockout",
        announcement.announcement(tournaments.played("knockout", 6, 2), channel, tournaments.NAMES),
    )
    yield "team-match", announcement.announcement(teams.running(), channel, tournaments.NAMES)
    yield "ranks", ranks.ranks(words=words, seasons=True)
    tables = {ranks.Family.TABLUT: ranks.SHOWN}
    yield (
        "season",
        standings.season(ranks.SEASON, tables, channel, ranks.NAMES, begun=True),
    )
    yield "profile", profiles.profile(ranks.FULL, Reader(words, LIGHT), ranks.NOW)


def _settings(words: Words) -> Iterator[tuple[str, Page]]:
    own, themes = Reader(words, DARK), tuple(THEMES)
    for name in ("look", "privacy", "pings", "quiet"):
        yield f"settings-{name}", settings.settings(Person(DARK), own, themes, name, NOW)
    yield "settings-server", server.front(Server(5), own, lambda _: (), 7)
    yield "settings-server-channels", server.channels(Server(5), own)
    yield "settings-server-games", server.games(Server(5), own)
    yield "settings-server-boards", server.boards(Server(5), own, themes)
    for number in range(len(help_pages := [*_help(words)])):
        yield f"help-{number + 1}", help_pages[number]
    for number, error in enumerate(_errors(), start=1):
        yield f"refusal-{number}", panel.explained(refused(error, words), played(16), own)


def _help(words: Words) -> Iterator[Page]:
    """All pages of the help."""
    number, last = 0, None
    while (page := help_page(Reader(words), number)) != last:
        yield page
        number, last = number + 1, page


def _errors() -> Iterator[GameError]:
    """Yield the errors of a player's impossible moves."""
    match = played(16).match
    for move in (("i2", "i9"), ("a1", "a2"), ("e6", "e7")):
        try:
            match.game.play(match.position, move)
        except GameError as error:
            yield error


def write(words: Words, folder: Path) -> int:
    """Write the pictures of a language into a folder, with a page of them; how many there are."""
    folder.mkdir(parents=True, exist_ok=True)
    for former in folder.glob("*.png"):
        former.unlink()
    photographs = asyncio.run(_photographs(words))
    for name, picture in photographs.items():
        (folder / name).write_bytes(picture)
    (folder / "index.html").write_text(_index(words, list(photographs)), "utf-8")
    return len(photographs)


def write_main(folder: Path, docs: Path) -> None:
    """Copy the README's pictures from one folder to another."""
    docs.mkdir(parents=True, exist_ok=True)
    for name in SHOWN:
        (photograph,) = folder.glob(f"*[0-9]-{name}.png")
        with Image.open(photograph) as picture:
            small = picture.convert("RGB").quantize(_COLOURS)
            small.save(docs / f"{name}.png", optimize=True)


async def _photographs(words: Words) -> Mapping[str, bytes]:
    """A picture of each page, by the names of their files."""
    async with phone(_HIGH, words.locale, _NAMES, scale=SCALE) as shown:
        return {
            f"{number:02}-{name}.png": await shown.photograph(page)
            for number, (name, page) in enumerate(pages(words), start=1)
        }


def _index(words: Words, names: Sequence[str]) -> str:
    """All of them on one page, side by side, each with its name."""
    figures = "\n".join(
        f'<figure><img src="{name}" width="390"><figcaption>{name}</figcaption></figure>'
        for name in names
    )
    title = html.escape(words("language.name"))
    return (
        f'<!doctype html><meta charset="utf-8"><title>{title}</title><h1>{title}</h1>\n'
        f'<div style="display: flex; flex-wrap: wrap">\n{figures}\n</div>\n'
    )


def main(arguments: list[str] | None = None) -> None:
    """Write the gallery of each language that is asked for, or of all."""
    parser = argparse.ArgumentParser(prog="python -m tests.bot.ui.gallery", description=__doc__)
    every = [*languages()]
    parser.add_argument("languages", nargs="*", metavar="LANG", help=f"of {', '.join(every)}")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where they are written")
    parser.add_argument("--docs", type=Path, default=DOCS, help="where the README's are kept")
    options = parser.parse_args(arguments)
    for name in options.languages or every:
        folder = options.folder / name
        count = write(languages()[name], folder)
        if name == DOCS.name:
            write_main(folder, options.docs)
        sys.stdout.write(f"{folder}: {count} pictures\n")


if __name__ == "__main__":
    main()
