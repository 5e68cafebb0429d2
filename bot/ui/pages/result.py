"""The end of a game: who won and why, the animation that stops at the last board, a rematch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.model.moderation import LONGEST_REASON
from bot.model.people import FORMER
from bot.ui.buttons import Press
from bot.ui.pages import naming, parts, scenes
from bot.ui.pages.page import (
    NOTHING_MORE,
    Accent,
    Additions,
    Button,
    Buttons,
    Page,
    Section,
    Style,
    Text,
)
from bot.ui.pages.replay import replay_button
from games.core import Reason, Ruling, Side
from games.events import Flagged

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.model.matches import Record, Tally
    from bot.model.people import Player
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.core import Verdict


class Rematch(Press, verb="rematch"):
    """Challenge the same opponent again, with the sides swapped."""

    match: int


_RULED = {Reason.REPETITION, Reason.QUIET, Reason.AGREED}


def result(
    record: Record,
    reader: Reader,
    additions: Additions = NOTHING_MORE,
    *,
    tally: Tally | None = None,
) -> Page:
    """Return a game's last message; in private, without animation. `tally`: the two players'."""
    verdict, words = record.match.verdict, reader.words
    assert verdict is not None
    rematch = Button(words("result.rematch"), Rematch(record.id), Style.MAIN)
    # There is a next game already, or another way to start one.
    once = record.by_vote or record.of_partners or parts.begins_next(record)
    again = () if once else (rematch,)
    return Page(
        blocks=(
            Text("\n".join(lines(record, verdict, words, tally, additions.lines(words)))),
            (scenes.ending if reader.player is None else scenes.board)(record, reader),
            Buttons((*again, replay_button(record, words), *additions.buttons(words))),
        ),
        accent=accent(record, reader),
        pings=pinged(record),
    )


def no_result(record: Record, reader: Reader, more: Iterable[str] = ()) -> Page:
    """Return the last message of a game without a result: one line, without a picture.

    `more`: such as a moderator's reason.
    """
    words, rules = reader.words, naming.brief(record.match.game.name, reader.words)
    game = words("board.footer", rules=rules, number=record.id)
    text = " · ".join((headline(record, words), *more, game))
    return Page((Text(text),), Accent.QUIET, pinged(record), framed=False)


def folded(record: Record, reader: Reader) -> Page:
    """Return the line that a result becomes after a day: who won, and *Replay*."""
    match, words = record.match, reader.words
    rules = naming.brief(match.game.name, words)
    plies = words("result.plies", count=len(match.plies))
    text = f"{_outcome(record, words, 'line-')} · {rules}, {plies}"
    block = Section(text, replay_button(record, words)) if match.plies else Text(text)
    return Page((block,), Accent.QUIET, framed=False)


def accent(record: Record, reader: Reader) -> Accent:
    """Return the colour of a result: victory, or defeat for the reader who lost."""
    verdict = record.match.verdict
    if verdict is None or verdict.winner is None:
        return Accent.QUIET
    own = record.team(reader.player) if reader.player else None
    return Accent.LOST if own is verdict.winner.other else Accent.OVER


def pinged(record: Record) -> tuple[Player, ...]:
    """Return the players to ping about a result: those who didn't end the game themselves."""
    if record.level:
        return ()
    newest = record.match.log[-1]
    if record.of_partners:
        ended_by = FORMER if newest.by is None else record.player(newest.by)
        return tuple(player for player in record.everyone if player not in {ended_by, FORMER})
    sides = Side if newest.by is None else (newest.by.other,)
    if isinstance(newest, Flagged):
        sides = (newest.side, newest.side.other)
    players = dict.fromkeys(record.player(side) for side in sides)
    players.pop(parts.begins_next(record) or FORMER, None)  # the next board pings them
    return tuple(players)


def why_stopped(why: str, words: Words) -> Iterator[str]:
    """Yield the reason that a moderator gave for stopping a game."""
    if why:
        yield words("result.why-stopped", why=naming.quoted(why, LONGEST_REASON))


def lines(  # noqa: PLR0913  everything that a result can say
    record: Record,
    verdict: Verdict,
    words: Words,
    tally: Tally | None = None,
    more: Iterable[str] = (),
    *,
    last: bool = True,
) -> Iterator[str]:
    """Yield the lines of a result: who won and why, the match of two, the game.

    `last`: name the last move too, besides showing it.
    """
    match = record.match
    yield headline(record, words)
    moved = match.last if last else None
    last_move = [words("result.last", move=naming.move_text(moved))] if moved else []
    if line := " ".join([*last_move, *_count(record, verdict, words)]):
        yield line
    yield from parts.pair_outcome(record, words)
    if tally and tally.of() > (1 if record.earlier is None else 2):  # games not mentioned yet
        yield parts.head_to_head(record.dark, record.light, tally, words)
    yield from more
    rules = naming.brief(match.game.name, words)
    plies = words("result.plies", count=len(match.plies))
    notes = (
        *parts.level_note(record.level, words),
        *parts.origin_note(record, words),
        *(
            ()
            if record.start
            else parts.short_note(verdict.reason, len(match.plies), record.level, words)
        ),
    )
    game = words("board.footer", rules=rules, number=record.id)
    yield f"-# {' · '.join([game, plies, *notes])}"


def headline(record: Record, words: Words) -> str:
    """Say who won, and why."""
    verdict = record.match.verdict
    assert verdict is not None
    return f"{_outcome(record, words)} {reason(record, verdict, words)}"


def _outcome(record: Record, words: Words, how: str = "") -> str:
    """Say who won, or that the game is drawn or has no result. `how`: key part of a line."""
    verdict = record.match.verdict
    assert verdict is not None
    dark, light = (naming.players(record, side) for side in Side)
    if verdict.winner is None:
        outcome = "drawn" if verdict.has_result else "no-result"
        return words(f"result.{how}{outcome}", dark=dark, light=light)
    winner, loser = verdict.winner, verdict.winner.other
    return words(
        f"result.{how}won-partners" if record.of_partners else f"result.{how}won",
        winner=naming.players(record, winner),
        loser=naming.players(record, loser),
        side=naming.the_side(naming.family_of(record.match.game), winner, words),
    )


def reason(record: Record, verdict: Verdict, words: Words) -> str:
    """Say why a game ended."""
    if verdict.reason is Reason.KING_ESCAPED and (last := record.match.last):
        return words("reason.slipped-out", point=last.move[-1])
    loser = verdict.winner.other if verdict.winner else Side.DARK
    return words(
        f"reason.{verdict.reason}",
        loser=naming.person(record.player(loser)),
        count=record.match.position.quiet,
        nth=naming.nth(record.match.game.endings.times, words),
    )


def _count(record: Record, verdict: Verdict, words: Words) -> Iterator[str]:
    """Yield the counted pieces if counting decides; the kings too, if the pieces are equal."""
    match = record.match
    endings = match.game.endings
    rulings = (endings.repetition, endings.quiet, endings.agreement)
    if verdict.reason not in _RULED or Ruling.COUNT not in rulings:
        return
    position, family = match.position, naming.family_of(match.game)
    men = [position.men(side).bit_count() for side in Side]
    dames = [(position.men(side) & position.crowned).bit_count() for side in Side]
    names = {"dark": naming.side(family, Side.DARK, words)}
    names["light"] = naming.side(family, Side.LIGHT, words)
    for key, (dark, light) in (("counted", men), ("counted-dames", dames)):
        yield words(f"result.{key}", **names, **{"dark-men": dark, "light-men": light})
        if dark != light:
            return
