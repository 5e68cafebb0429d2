"""The end of a game: who won and why, the animation that stops at the last board, a rematch."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.model.matches import Outcome
from bot.model.moderation import LONGEST_REASON
from bot.model.people import FORMER, NO_PERSONS
from bot.ui.buttons import Press
from bot.ui.pages import naming, parts, scenes
from bot.ui.pages.page import (
    NOTHING_MORE,
    Accent,
    Additions,
    Button,
    Buttons,
    Page,
    Style,
    Text,
)
from bot.ui.pages.replay import replay_button
from games.core import Reason, Ruling, Side
from games.events import Flagged
from games.pair import By, score

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from bot.model.matches import Record, Tally
    from bot.model.people import Player
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.core import Verdict
    from games.pair import Score

    Told = Callable[[Words], str]


class Rematch(Press, verb="rematch"):
    """Challenge the same opponent again, with the sides swapped."""

    match: int


class StartSecond(Press, verb="game-two"):
    """Start the second of two games."""

    match: int


_BY_LOSER = {Reason.RESIGNED, Reason.TIME}  # who did so is clear from who won
_RULED = {Reason.REPETITION, Reason.QUIET, Reason.AGREED}


def result(
    record: Record,
    reader: Reader,
    additions: Additions = NOTHING_MORE,
    *,
    tally: Tally | None = None,
    told: Told | None = None,
) -> Page:
    """Return a game's last message; in private, without animation.

    `tally`: the two players' results; `told`: writes a feature's headline for a game never played.
    """
    words, verdict = reader.words, record.match.verdict
    assert verdict is not None
    text = Text("\n".join(lines(record, words, tally, additions.lines(words), told=told)))
    if verdict.reason is Reason.NOT_BEGUN:
        return Page((text,), Accent.QUIET, pinged(record))
    picture = (scenes.ending if reader.player is None else scenes.board)(record, reader)
    buttons = _buttons(record, words, additions.buttons(words))
    return Page((text, picture, Buttons(buttons)), accent(record, reader), pinged(record))


def _buttons(record: Record, words: Words, more: Sequence[Button]) -> tuple[Button, ...]:
    """Return the buttons under a result. A feature's main button comes before a rematch."""
    main = [button for button in more if button.style is Style.MAIN]
    others = [button for button in more if button.style is not Style.MAIN]
    next_games = onward(record, words)
    if main:
        next_games = tuple(replace(button, style=Style.PLAIN) for button in next_games)
    return (*main, *next_games, replay_button(record, words), *others)


def onward(record: Record, words: Words) -> tuple[Button, ...]:
    """Return the button to the next game of the two, if there is no other way to start one."""
    if record.awaits_second:
        return (Button(words("pair.start"), StartSecond(record.id), Style.MAIN),)
    if record.by_vote or record.of_partners or record.is_halfway:
        return ()
    return (Button(words("result.rematch"), Rematch(record.id), Style.MAIN),)


def no_result(
    record: Record, reader: Reader, more: Iterable[str] = (), told: Told | None = None
) -> Page:
    """Return the last message of a game without a result: one line, without a picture.

    `more`: such as a moderator's reason; `told`: writes a feature's headline.
    """
    words, rules = reader.words, naming.brief(record.match.game.name, reader.words)
    game = words("board.footer", rules=rules, number=record.id)
    text = f"{told(words) if told else headline(record, words)} {' · '.join((*more, game))}"
    return Page((Text(text),), Accent.QUIET, pinged(record), framed=False)


def accent(record: Record, reader: Reader) -> Accent:
    """Return the colour of a result: victory, or defeat for the reader who lost."""
    winner = record.winner
    if winner is None:
        return Accent.QUIET
    own = record.team(reader.player) if reader.player else None
    return Accent.LOST if own is winner.other else Accent.OVER


def pinged(record: Record) -> tuple[Player, ...]:
    """Return the players to ping about a result: those who didn't end the game themselves."""
    if record.level and not record.of_partners:
        return ()
    newest = record.match.log[-1]
    if record.of_partners:
        ended_by = FORMER if newest.by is None else record.player(newest.by)
        return tuple(player for player in record.everyone if player not in {ended_by, *NO_PERSONS})
    sides = Side if newest.by is None else (newest.by.other,)
    if isinstance(newest, Flagged):
        sides = (newest.side, newest.side.other)
    return tuple(dict.fromkeys(record.player(side) for side in sides))


def why_stopped(why: str, words: Words) -> Iterator[str]:
    """Yield the reason that a moderator gave for stopping a game."""
    if why:
        yield words("result.why-stopped", why=naming.quoted(why, LONGEST_REASON))


def lines(
    record: Record,
    words: Words,
    tally: Tally | None = None,
    more: Iterable[str] = (),
    *,
    told: Told | None = None,
) -> Iterator[str]:
    """Yield the lines of a result: who won and how; what follows; the game in small print."""
    match, verdict = record.match, record.match.verdict
    assert verdict is not None
    yield told(words) if told else headline(record, words)
    if record.awaits_second:
        time = naming.when(record.due or 0, words)
        yield words("pair.halfway", time=time)
    yield from more
    rules = naming.brief(match.game.name, words)
    is_first = record.is_halfway and not record.awaits_second
    notes = (
        words("result.plies", count=len(match.plies)),
        *parts.level_note(record.level, words),
        *parts.origin_note(record, words),
        *(
            ()
            if record.start
            else parts.short_note(verdict.reason, len(match.plies), record.level, words)
        ),
        *_head_to_head(record, tally, words),
    )
    game = parts.numbered(record, rules, words("pair.first") if is_first else "", words)
    yield f"-# {' · '.join([game, *notes])}"


def headline(record: Record, words: Words) -> str:
    """Say who won the match of two games, or this game, and how; and how a match stays."""
    verdict = record.match.verdict
    assert verdict is not None
    by_loser = verdict.reason in _BY_LOSER and verdict.winner and not record.of_partners
    why = words(f"result.{verdict.reason}") if by_loser else reason(record, verdict, words)
    how = " ".join([why, *_count(record, verdict, words)])
    if final := record.final:
        second = words("pair.second-game", reason=how)
        return f"{match_outcome(record, final, words)} {second}"
    return " ".join((_outcome(record, words), how, *_unfinished(record, words)))


def _unfinished(record: Record, words: Words) -> Iterator[str]:
    """Yield the score of a match whose second game has no result."""
    if record.earlier is not None:
        so_far, first = score(record.earlier), Side.DARK
        one, other = (naming.players(record, side) for side in (first.other, first))
        yield words("pair.ends", one=one, other=other, score=parts.match_score(so_far, first))


def match_outcome(record: Record, final: Score, words: Words) -> str:
    """Say who won the match of two games, by what, or that it is drawn."""
    first, lead = final.winner or Side.DARK, final.lead
    one, other = (naming.players(record, side.other) for side in (first, first.other))
    points = parts.match_score(final, first)
    if lead is None:
        return words("pair.drawn", score=points, one=one, other=other)
    values = {"winner": one, "loser": other, "score": points}
    if lead.by is By.POINTS:
        return words("pair.won", **values)
    how = words(f"pair.by.{lead.by}", own=lead.own, others=lead.others)
    return words("pair.won-by", how=how, **values)


def _head_to_head(record: Record, tally: Tally | None, words: Words) -> Iterator[str]:
    """Yield the score of two players over all their games, the winner's first.

    Unless the result says it all: after their first game, or their first match of two.
    """
    if not tally or tally.of() <= (1 if record.earlier is None else 2):
        return
    drawn = tally.of(Outcome.DRAWN)
    halves = [2 * tally.of(outcome) + drawn for outcome in (Outcome.WON, Outcome.LOST)]
    first, second = reversed(halves) if record.winner is Side.LIGHT else halves
    yield words("result.head-to-head", score=naming.score(first, second))


def _outcome(record: Record, words: Words) -> str:
    """Say who won, or that the game is drawn or has no result."""
    verdict = record.match.verdict
    assert verdict is not None
    dark, light = (naming.players(record, side) for side in Side)
    if verdict.winner is None:
        outcome = "drawn" if verdict.has_result else "no-result"
        return words(f"result.{outcome}", dark=dark, light=light)
    winner, loser = verdict.winner, verdict.winner.other
    key = "won-partners" if len(record.players(winner)) > 1 else "won"
    return words(
        f"result.{key}",
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
