"""A game as a text file: the file itself, exporting it, and the page of an imported game.

Invariant: the file has the players' names only if both allow it. Names in an imported file are
quoted, and never mention anyone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.service import drafts
from bot.service.refusals import Refusal
from bot.ui.buttons import Press
from bot.ui.pages import naming, parts, scenes
from bot.ui.pages.page import Accent, Attachment, Button, Buttons, Page, Style, Text
from bot.ui.pictures import painted
from games import gamefile
from games.core import Reason, Side
from games.errors import GameError
from games.events import Created
from games.pace import Pace

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bot.model.challenges import Challenge, Terms
    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.ui.pages.page import Block, Picture
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from bot.ui.words.values import Name
    from games.core import Verdict
    from games.gamefile import GameFile
    from games.match import Match

    Names = Mapping[Player, str]


class OpenDraft(Press, verb="open-draft"):
    """Post the challenge to play on from an imported game."""

    draft: int


def game_file(record: Record, words: Words, names: Names | None = None) -> Attachment:
    """Return the file, named by the game's number. `names`: the players' names."""
    tags = {"Game": str(record.id)}
    if names:
        teams = ([names[player] for player in record.players(side)] for side in Side)
        one, other = map(naming.AND.join, teams)
        tags |= {"Dark": one, "Light": other}
    if record.pace.days is not None:
        tags["Pace"] = _pace(record.pace)
    text = gamefile.write_game_file(record.match, tags, _about(record, words))
    return Attachment(f"konakis-{record.id}.txt", text.encode())


def _about(record: Record, words: Words) -> tuple[str, str]:
    match = record.match
    family = naming.family_of(match.game)
    return (
        words(
            "file.about",
            game=naming.board(match.game, words),
            rules=naming.title(match.game.name, words).replace("`", ""),
            dark=naming.side(family, Side.DARK, words),
            light=naming.side(family, Side.LIGHT, words),
        ),
        words("file.moves-about"),
    )


def _pace(pace: Pace) -> str:
    """Return the time per move as a file's header has it, in English."""
    parts = [f"days {pace.days}"]
    if pace.reserve:
        parts.append(f"reserve {pace.reserve}")
    if not pace.weekends:
        parts.append("no weekends")
    return ", ".join(parts)


_PICTURE = "board.png"
_BY_PLAYERS = {Reason.RESIGNED: "resigned", Reason.TIME: "time"}  # sides here, not people


def exported(record: Record, reader: Reader, names: Names | None = None) -> Page:
    """Return the page with the game's file."""
    words = reader.words
    title = words(
        "export.title",
        rules=naming.title(record.match.game.name, words),
        number=record.id,
        dark=naming.players(record, Side.DARK),
        light=naming.players(record, Side.LIGHT),
    )
    how = words("export.how")
    return Page((Text(f"{title}\n{how}"), game_file(record, words, names)))


@dataclass(frozen=True, slots=True)
class Imported:
    """An imported game's lines, picture and terms; small, to be sent between processes.

    `onward`: terms to play on, without the pace, or why that isn't possible; None: the game is
    over.
    """

    lines: tuple[str, ...]
    picture: Picture
    moved: bool  # whether any move was made
    onward: Terms | Refusal | GameError | None


def read_game(text: str, rules: str | None, reader: Reader) -> Imported:
    """Read a file and paint the game's current position. For long games, run in another process."""
    imported = summary(gamefile.read_game_file(text, rules), reader)
    letters = str(imported.picture.board)  # without the scene behind it, which is large
    return replace(imported, picture=replace(painted(imported.picture), board=letters))


def summary(file: GameFile, reader: Reader) -> Imported:
    """Return an imported game as its reader sees it, with the ways to continue it."""
    match = file.match
    onward = None
    if not match.verdict:
        try:
            onward = drafts.terms_to_play_on(match, Pace())
        except (Refusal, GameError) as refused:
            onward = refused
    return Imported(
        tuple(_lines(file, reader.words)),
        scenes.example(match, reader, _PICTURE),
        bool(match.plies),
        onward,
    )


def imported(
    game: Imported, reader: Reader, draft: Challenge | None = None, hindrance: str = ""
) -> Page:
    """Return an imported game's position, and how to play on, or why that isn't possible."""
    words = reader.words
    lines = list(game.lines)
    if draft:
        lines.append(f"-# {_invitation(draft, words)}")
    elif hindrance:
        lines.append(f"-# {words('imported.not-here', reason=hindrance)}")
    elif game.onward is None and game.moved:
        lines.append(f"-# {words('imported.over')}")
    return Page(
        blocks=(Text("\n".join(lines)), game.picture, *_button(draft, words)),
        accent=Accent.QUIET if game.onward is None else Accent.BOARD,
    )


def _button(draft: Challenge | None, words: Words) -> tuple[Block, ...]:
    if draft is None:
        return ()
    return (Buttons((Button(words("imported.challenge"), OpenDraft(draft.id), Style.MAIN),)),)


def _invitation(draft: Challenge, words: Words) -> str:
    """Return the line that says who is invited to continue an imported game."""
    if draft.opponent is None:
        return words("imported.to-anybody")
    return words("imported.to-one", opponent=naming.person(draft.opponent))


def _lines(file: GameFile, words: Words) -> Iterator[str]:
    """Yield the text of an imported game."""
    match = file.match
    rules = naming.title(match.game.name, words)
    moves = words("result.plies", count=len(match.plies))
    yield words("imported.title", rules=rules, moves=moves)
    yield from _players(match, file.tags, words)
    if match.verdict:
        yield _outcome(match, match.verdict, words)
    else:
        turn = parts.whose_turn(match.game, match.turn, words)
        yield " ".join([turn, *parts.callout_line(match.callout, words)])
    created = match.log[0]
    if isinstance(created, Created) and created.start is not None:
        yield words("imported.start")
    if file.variations:
        yield words("imported.variations")


def _players(match: Match, tags: Mapping[str, str], words: Words) -> Iterator[str]:
    """Yield the players as the file names them."""
    names = [tags.get(name, "") for name in ("Dark", "Light")]
    if all(names):
        family = naming.family_of(match.game)
        dark, light = map(naming.quoted, names)
        yield words(
            "imported.players",
            **{
                "dark": dark,
                "light": light,
                "dark-side": naming.side(family, Side.DARK, words),
                "light-side": naming.side(family, Side.LIGHT, words),
            },
        )


def _side(match: Match, side: Side, words: Words) -> Name:
    return naming.begun(naming.the_side(naming.family_of(match.game), side, words))


def _outcome(match: Match, verdict: Verdict, words: Words) -> str:
    """Say how an imported game ended."""
    if verdict.winner is None:
        key = "drawn" if verdict.has_result else "no-result"
        outcome, loser = words(f"imported.{key}"), ""
    else:
        outcome = words("imported.won", side=_side(match, verdict.winner, words))
        loser = _side(match, verdict.winner.other, words)
    if key := _BY_PLAYERS.get(verdict.reason):
        return f"{outcome} {words(f'imported.{key}', side=loser)}"
    nth = naming.nth(match.game.endings.times, words)
    quiet = match.position.quiet
    return f"{outcome} {words(f'reason.{verdict.reason}', loser=loser, count=quiet, nth=nth)}"
