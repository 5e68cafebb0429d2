"""Parts shared by several pages: callout, clock, score of two games, footer, links to games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.model.matches import Outcome, was_played
from bot.ui.buttons import Press, ZeroIsNone
from bot.ui.pages import naming
from bot.ui.pages.differences import differences
from bot.ui.pages.page import Accent, Button, Style, sign
from games import catalogue
from games.core import WITHOUT_RESULT, Side
from games.events import Moved
from games.notation import read_position
from games.pace import DAY, HOUR
from games.pair import score

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.model.challenges import Terms
    from bot.model.matches import Listing, Record, Tally
    from bot.model.people import Player
    from bot.service.clocks import ClockState
    from bot.ui.words import Words
    from games.core import Callout, Game, Reason
    from games.pair import Score


class InMatch(Press):
    """A press in a match, as the user saw it."""

    match: int
    seen_events: int  # the service may refuse a press with fewer events than the match has now


class OpenPanel(InMatch, verb="move"):
    """Open the panel for choosing a move."""


class ShowBoard(Press, verb="board"):
    """Show a match's board with the reader's side at the bottom."""

    match: int


class OpenGame(Press, verb="open"):
    """Open a game from a list or a menu."""

    match: int


class OpenNext(Press, verb="next"):
    """Open the most urgent game that waits for the user: the choice of a move, or an offer."""

    done: ZeroIsNone = None  # the game in which they have just acted


_ACCENTS = {"raichi": Accent.RAICHI, "tuichi": Accent.TUICHI}


def callout_line(callout: Callout | None, words: Words) -> tuple[str, ...]:
    """Return raichi or tuichi as a sentence, if there is one."""
    return (words(f"board.{callout.name}", count=len(callout.ways)),) if callout else ()


def called(callout: Callout, words: Words) -> str:
    """Return raichi or tuichi for a list, with its picture."""
    return sign(callout.name) + words(f"line.{callout.name}")


def callout_accent(callout: Callout | None) -> Accent:
    """Return the colour of a board."""
    return _ACCENTS[callout.name] if callout else Accent.BOARD


def sides(record: Record, words: Words, named: str, *, drawn: bool) -> Iterator[str]:
    """Say what a board's picture and the sentence before don't: the players that it doesn't name.

    Not `drawn`: without a picture, also which side is to move, and how many pieces each side has
    captured. `named`: the sentence, which names the player to move, perhaps with their side.
    """
    match, family = record.match, naming.family_of(record.match.game)
    turn, other = match.turn, match.turn.other
    if record.of_partners:
        yield from (seat(record, side, words) for side in (turn, other))
        return
    if not drawn and not naming.the_side(family, turn, words).is_in(named):
        yield f"{to_move(match.game, turn, words)}{_took(record, turn, words)}"
    if naming.person(record.player(other)) not in named:
        yield seat(record, other, words)
    elif not drawn and (took := _took(record, other, words)):
        yield f"{naming.side(family, other, words)}{took}"


def seat(record: Record, side: Side, words: Words) -> str:
    """Return a side's player, with the number of pieces captured."""
    name = naming.side(naming.family_of(record.match.game), side, words)
    played = words("board.seat", side=name, player=naming.players(record, side))
    return f"{played}{_took(record, side, words)}"


def _took(record: Record, side: Side, words: Words) -> str:
    """Say in brackets how many pieces a side has captured, if any."""
    taken = record.match.taken(side)
    return f" ({words('board.took', count=taken)})" if taken else ""


def footer(record: Record, words: Words, *, full: bool = False) -> str:
    """Return a board's small print: its number and its rules, in short unless asked in full."""
    rules = (naming.title if full else naming.brief)(record.match.game.name, words)
    notes = (*level_note(record.level, words), *origin_note(record, words))
    return " · ".join((numbered(record, rules, pair_note(record, words), words), *notes))


def numbered(record: Record, rules: str, note: str, words: Words) -> str:
    """Return a game's rules and its number, with the note which of two games it is."""
    return ", ".join(filter(None, (words("board.footer", rules=rules, number=record.id), note)))


def level_note(level: int, words: Words) -> Iterator[str]:
    """Yield the engine's level, if the match is against the engine."""
    if level:
        yield words("practice.level", level=level)


def clock_is_news(clock: ClockState, record: Record) -> bool:
    """Whether a board says more about the clock than the deadline.

    True at the start, when the clock changes, and when time runs short: repeated at every move, it
    would be ignored.
    """
    begun, moved = len(record.match.plies) >= len(Side), isinstance(record.match.log[-1], Moved)
    special = clock.away or clock.drawn or clock.hurry or clock.goes_on is not None
    return bool(special) or not (begun and moved)


def clock_short(clock: ClockState, words: Words) -> str:
    """Say when time runs out, for the small print."""
    return words("clock.short", time=naming.when(clock.deadline, words))


def clock_lines(clock: ClockState, record: Record, words: Words) -> Iterator[str]:
    """Yield the clock below a board: the time left or why it's stopped; then who else is away."""
    yield " ".join([_clock_time(clock, record, words), *_clock_reserve(clock, record, words)])
    for side in (clock.side, clock.side.other):
        told = side is clock.side and clock.goes_on is not None  # said already: the clock's stop
        if not told and (away := _away_until(clock, side)):
            yield words("clock.other-away", player=naming.person(record.player(side)), until=away)


def _clock_time(clock: ClockState, record: Record, words: Words) -> str:
    """Say when time runs out, or why and until when the clock is stopped."""
    time = naming.when(clock.deadline, words)
    if clock.goes_on is None:
        return words("board.time", time=time)
    if away := _away_until(clock, clock.side):
        mover, on = naming.person(record.player(clock.side)), naming.when(clock.goes_on, words)
        key = "clock.away-goes-on" if _goes_on_meanwhile(clock) else "clock.away"
        return words(key, player=mover, until=away, on=on, time=time)
    return words("clock.weekend", time=time)  # no board is edited when a weekend ends


def _clock_reserve(clock: ClockState, record: Record, words: Words) -> Iterator[str]:
    """Say how many extra days are left, and whether they are running.

    A day given by the opponent doesn't count as one.
    """
    if not record.pace.reserve:
        return
    if clock.reserve and clock.drawn:
        yield words("clock.reserve-runs")
    elif clock.reserve >= DAY:
        yield words("clock.reserve-days", count=clock.reserve // DAY)
    elif clock.reserve:
        yield words("clock.reserve-hours", count=-(-clock.reserve // HOUR))
    else:
        yield words("clock.reserve-none")


def clock_brief(clock: ClockState, listing: Listing, player: Player, words: Words) -> str:
    """Return the clock of a game in half a line, for a list."""
    is_own = clock.side is listing.side(player)
    mover, other = listing.player(clock.side), listing.player(clock.side.other)
    if clock.goes_on is None:
        urgent = "hurry" if is_own and clock.hurry else "runs"
        shown = [words(f"clock.{urgent}", time=naming.when(clock.deadline, words))]
    elif away := _away_until(clock, clock.side):
        key = "clock.still-away-goes-on" if _goes_on_meanwhile(clock) else "clock.still-away"
        on = naming.when(clock.goes_on, words)
        still = words(key, player=naming.person(mover), until=away, on=on)
        shown = [still, words("clock.runs", time=naming.when(clock.deadline, words))]
    else:
        shown = [words("clock.still-weekend", on=naming.when(clock.goes_on, words))]
    if is_own and (away := _away_until(clock, clock.side.other)):
        shown.append(words("clock.also-away", player=naming.person(other), until=away))
    return " · ".join(shown)


def _away_until(clock: ClockState, side: Side) -> str | None:
    """Return the end of the vacation of a side's player; None if they aren't on vacation."""
    end = clock.away.get(side)
    return None if end is None else naming.until(end)


def _goes_on_meanwhile(clock: ClockState) -> bool:
    """Whether the clock resumes before its player is back."""
    return clock.goes_on is not None and clock.goes_on < clock.away[clock.side]


def pair_note(record: Record, words: Words) -> str:
    """Say which of two games it is, and the leader's points before it; empty for one game."""
    if record.games == 1:
        return ""
    if record.earlier is None:
        return words("pair.first")
    before = score(record.earlier)
    leader = Side.LIGHT if before.light.halves > before.dark.halves else Side.DARK
    one = naming.person(_player_in_first_game(record, leader))
    return words("pair.second", one=one, score=match_score(before, leader))


def match_score(final: Score, first: Side) -> str:
    """Return the score of two games; first the points of the player with that side in the first."""
    dark, light = final.dark.halves, final.light.halves
    return naming.score(*(dark, light) if first is Side.DARK else (light, dark))


def _player_in_first_game(record: Record, side: Side) -> Player:
    """Return the player with a side in the first of two games; they swap for the second."""
    return record.player(side if record.first is None else side.other)


def origin_note(of: Record | Terms, words: Words) -> Iterator[str]:
    """Yield a note if a game started from its own position."""
    if of.start is not None:
        yield words("origin.note")


def head_to_head(one: Player, other: Player, tally: Tally, words: Words) -> str:
    """Say the results of two players against each other, from the first one's tally."""
    drawn = tally.of(Outcome.DRAWN)
    return words(
        "result.between-drawn" if drawn else "result.between",
        one=naming.person(one),
        won=tally.of(Outcome.WON),
        lost=tally.of(Outcome.LOST),
        other=naming.person(other),
        count=drawn,
    )


def short_note(ended: Reason, plies: int, level: int, words: Words) -> Iterator[str]:
    """Yield a note if a finished game counts in no tally because it was too short."""
    if not level and ended not in WITHOUT_RESULT and not was_played(ended, plies):
        yield words("result.too-short")


def to_move(game: Game, side: Side, words: Words) -> str:
    """Say who is to move, without a full stop, as on pictures."""
    return words(f"picture.turn.{game.board.letters[side, False]}")


def whose_turn(game: Game, side: Side, words: Words) -> str:
    """Say who is to move, as a sentence."""
    return words("origin.turn", turn=to_move(game, side, words))


def rules_in_short(terms: Terms, words: Words) -> str:
    """Return how rules differ from the house game, or the house game in short.

    For a given position, also say who is to move.
    """
    told = " ".join(differences(terms.rules, words)) or naming.short(terms.rules, words)
    if terms.start is None:
        return told
    game = catalogue.game(terms.rules)
    return f"{told} {whose_turn(game, read_position(game, terms.start).turn, words)}"


def next_game(waiting: Sequence[Listing], done: int, words: Words) -> tuple[Button, ...]:
    """Return the button to the next waiting game, after something was done in this one."""
    others = [game for game in waiting if game.id != done]
    if not others:
        return ()
    label = words("games.next", count=len(others))
    return (Button(label, OpenNext(done), Style.MAIN),)


def move_button(record: Record, words: Words) -> Button:
    """Return *Move*, which opens the panel."""
    press = OpenPanel(record.id, len(record.match.log))
    return Button(words("board.move"), press, Style.MAIN)
