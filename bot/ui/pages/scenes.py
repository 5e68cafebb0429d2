"""The pictures of pages: the scene, and the side at the bottom. Only this file calls render."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.model.people import ENGINE
from bot.ui.pages import parts
from bot.ui.pages.page import Picture, Show
from bot.ui.pages.reader import SEATS, usual
from games import catalogue
from games.core import Side
from games.events import Created, Moved
from games.match import begin, fold
from render import choosing, description, scene

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.model.challenges import Terms
    from bot.model.matches import Record
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.core import Game, Move, Point
    from games.errors import Illegal
    from games.match import Match
    from render.scene import Scene

_NAME, _FILM = "board.png", "replay.gif"
_LETTERS = str.maketrans({"t": "A", "T": "D", "m": "x", "q": "X", "M": "o", "Q": "O"})
_SIGNS = {
    "A": "attacker",
    "D": "defender",
    "K": "king",
    "x": "dark",
    "X": "dark-dame",
    "o": "light",
    "O": "light-dame",
    "+": "throne",
    ":": "camp",
    "%": "closed-camp",
    "#": "corner",
}
_FRAMES = 1200  # frames of an animation: at seven kilobytes each, still below Discord's limit


def board(record: Record, reader: Reader) -> Picture:
    """Return the match's current board; for a reader who lost, the picture says so."""
    if brings_both(record):
        return _picture(
            choosing.newest_scene(record.match, reader.words, reader.near(record), both=True),
            reader,
        )
    return moment(record, reader, len(record.match.plies))


def hypothetical(match: Match, move: Move) -> Match:
    """Return the match after a hypothetical move."""
    return match.after(Moved(match.turn, match.log[-1].at, move))


def brings_both(record: Record) -> bool:
    """Whether the newest board shows two moves, since the last one was an immediate reply."""
    match, newest = record.match, record.match.log[-1]
    if not isinstance(newest, Moved) or match.verdict:
        return False
    return newest.prepared or record.player(newest.by) == ENGINE


def moment(record: Record, reader: Reader, ply: int) -> Picture:
    """Return the match's board after so many moves."""
    shown = scene.scene_after(record.match, ply, reader.words, reader.near(record))
    if ply == len(record.match.plies) and record.match.verdict:
        shown = _ended(shown, record, reader)
    return _picture(shown, reader)


def _ended(shown: Scene, record: Record, reader: Reader) -> Scene:
    """Return a game's end as its reader sees it; a match of two games with its score."""
    own = record.team(reader.player) if reader.player else None
    call, final = shown.call, record.final
    if final:
        call = scene.Call.WON if final.winner else scene.Call.DRAWN
    if call is scene.Call.WON and own and record.winner is own.other:
        call = scene.Call.LOST
    if call is None or (call is shown.call and not final):
        return shown
    carved = reader.words(f"picture.carved.{call}")
    if final:
        carved = f"{carved} {parts.match_score(final, final.winner or Side.DARK)}"
    return scene.with_call(shown, call, carved)


def example(match: Match, reader: Reader, name: str) -> Picture:
    """Return the board of a match without players."""
    return _picture(scene.scene_of(match, reader.words, _near(match.game, reader)), reader, name)


def compared(
    record: Record, reader: Reader, ply: int, better: Move, men: tuple[Point, ...] = ()
) -> Picture:
    """Return the match before a move, with it and a better one; the caller describes both."""
    near = reader.near(record)
    shown = choosing.comparison_scene(record.match, ply, better, reader.words, near, men)
    return _described_apart(shown, reader)


def answered(
    record: Record, reader: Reader, ply: int, answer: Move, men: tuple[Point, ...] = ()
) -> Picture:
    """Return the match after a move, with the reply to it; the caller describes them."""
    near = reader.near(record)
    shown = choosing.answer_scene(record.match, ply, answer, reader.words, near, men)
    return _described_apart(shown, reader)


def _described_apart(shown: Scene, reader: Reader) -> Picture:
    """Return a picture whose alt text leaves out moves and signs: the caller describes them."""
    plain = replace(shown, path=(), signs=())
    alt = description.alt_text(plain, reader.words)
    return replace(_picture(shown, reader), alt=alt)


def panel(record: Record, reader: Reader, path: Move, prey: Sequence[Point] = ()) -> Picture:
    """Return the board while choosing a move: the pieces that can move, or a piece's places.

    `prey`: pieces to capture, for a tip.
    """
    shown = choosing.choices_scene(
        record.match, reader.words, path, reader.near(record), both=brings_both(record)
    )
    return _picture(choosing.with_prey(shown, prey), reader)


def outlook(record: Record, reader: Reader) -> Picture:
    """Return the board after the last move with the king's ways out, whoever is to move."""
    near, both = reader.near(record), brings_both(record)
    return _picture(choosing.outlook_scene(record.match, reader.words, near, both=both), reader)


def refused(record: Record, reader: Reader, move: Move, error: Illegal) -> Picture:
    """Return the board with what forbids a move."""
    near, both = reader.near(record), brings_both(record)
    shown = choosing.refusal_scene(record.match, reader.words, move, error, near, both=both)
    return _picture(shown, reader)


def start(game: Game, reader: Reader, reach: Point | None = None) -> Picture:
    """Return the board before the first move, and one piece's possible moves.

    If the side to go first is random, the picture says so.
    """
    first = Side.DARK if game.data["first"] is None else None
    near = _near(game, reader)
    if reach is None:
        shown = scene.position_scene(game, game.start(first), reader.words, near)
        if first:
            caption = scene.Caption(shown.layout.plain, reader.words("picture.lot"))
            shown = replace(shown, caption=caption)
        return _picture(shown, reader)
    match = fold((Created(0, game.data, lot=first),))
    return _picture(choosing.choices_scene(match, reader.words, (reach,), near), reader)


def beginning(terms: Terms, reader: Reader) -> Picture:
    """Return the board on which a challenge's game would start."""
    game = catalogue.game(terms.rules)
    if terms.start is None:
        return start(game, reader)
    match = begin(Created(0, game.data, start=terms.start))
    return example(match, reader, "board.png")


def part(record: Record, first: int = 0, last: int | None = None) -> range:
    """Return the numbers of positions from one move to another; empty if there are none.

    Cut a long game to its end, or a long range to its beginning: Discord takes no larger file.
    """
    whole = range(len(record.match.plies) + 1)
    chosen = whole[max(0, first) : None if last is None else last + 1]
    return chosen[:_FRAMES] if first > 0 else chosen[-_FRAMES:]


def about_part(record: Record, shown: range, words: Words) -> str:
    """Say which moves an animation shows, unless it shows all."""
    if not shown or len(shown) > len(record.match.plies):
        return ""
    first, last = max(1, shown[0]), shown[-1]
    if not last:
        return words("replay.start", count=len(record.match.plies))
    if first == last:
        return words("replay.move", number=last)
    return words("replay.moves", first=first, last=last)


def film(record: Record, reader: Reader, shown: range) -> tuple[Picture, ...]:
    """Return an animation of positions; none for text-only readers, nor before the first move."""
    if not record.match.plies or not shown or reader.show is Show.TEXT:
        return ()
    reel = scene.Reel(record.match, reader.words, reader.near(record), shown)
    about = about_part(record, shown, reader.words) or reader.words("result.film")
    return (Picture(_FILM, reel, about, theme=reader.theme),)


def ending(record: Record, reader: Reader) -> Picture:
    """Return the game as an animation that stops at the end; if there is none, the last board."""
    still = board(record, reader)
    shown = part(record)
    if not record.match.plies or reader.show is Show.TEXT:
        return still
    assert isinstance(still.scene, scene.Scene)
    call, carved = still.scene.call, still.scene.caption.carved
    end = (call, carved) if call and record.final else None
    reel = scene.Reel(record.match, reader.words, reader.near(record), shown, once=True, carved=end)
    about = about_part(record, shown, reader.words) or reader.words("result.film")
    return replace(still, name=_FILM, scene=reel, alt=f"{about} {still.alt}", still=still)


def _near(game: Game, reader: Reader) -> Side:
    """Return the side at the bottom for a reader who plays neither."""
    return SEATS.get(reader.seat) or usual(game)


@dataclass(frozen=True, slots=True)
class _TextBoard:
    """A board in letters that differ by more than their case, with a legend.

    Made on demand, since most readers only see the picture.
    """

    shown: Scene
    words: Words

    def __str__(self) -> str:
        drawn = description.text_board(self.shown).translate(_LETTERS)
        board, _, _ = drawn.rpartition("\n")  # the last line names the files
        words = {sign: self.words(f"text-board.{name}") for sign, name in _SIGNS.items()}
        legend = (f"{sign} {word}" for sign, word in words.items() if sign in board)
        return f"{drawn}\n{', '.join(legend)}"


def _picture(shown: Scene, reader: Reader, name: str = _NAME) -> Picture:
    return Picture(
        name=name,
        scene=shown,
        alt=description.alt_text(shown, reader.words),
        board=_TextBoard(shown, reader.words),
        show=reader.show,
        theme=reader.theme,
    )
