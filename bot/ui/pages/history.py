"""A player's finished games, newest first, with the results of each and of all."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.model.matches import Outcome
from bot.ui.buttons import Press, RuleSet, Small, ZeroIsNone
from bot.ui.pages import naming, parts
from bot.ui.pages.page import Accent, Button, Buttons, Page, Section, Text, text_page, turning
from games.core import Reason, Side

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.model.matches import Past, Search, Tally
    from bot.model.people import Player
    from bot.service.history import HistoryPage
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words


class ShowHistory(Press, verb="history"):
    """Show a page of the user's finished games: all, or those that match a search."""

    opponent: ZeroIsNone = None
    outcome: Outcome | None = None
    rules: RuleSet | None = None
    page: Small = 0


def history(
    finished: HistoryPage,
    search: Search,
    reader: Reader,
    more: Sequence[Button] = (),
    *,
    first: Sequence[Button] = (),
) -> Page:
    """Return a page of a player's finished games; `more`: further buttons.

    `first`: the ways to a first game, if there was none.
    """
    words = reader.words
    heading = Text("\n".join(_heading(finished, search, words)))
    if not finished.matches:
        if search.rules or search.outcome:
            return Page((heading, Text(words("history.none-such"))), Accent.QUIET)
        if search.opponent:
            return Page((heading, Text(words("history.none-with"))), Accent.QUIET)
        return text_page(words("history.none"), (Buttons(tuple(first)),) if first else ())
    footer = words("games.page", page=finished.page + 1, pages=finished.pages)
    return Page(
        blocks=(
            heading,
            *(_match(past, search, words) for past in finished.matches),
            *([Text(footer)] if finished.pages > 1 else []),
            *turning(finished.page, finished.pages, words, partial(show_history, search)),
            *([Buttons(tuple(more))] if more else []),
        ),
        accent=Accent.BOARD,
    )


def of_two(finished: HistoryPage, search: Search, other: Player, reader: Reader) -> Page:
    """Return the results and newest games of two players, for everyone to read."""
    words, one = reader.words, search.player
    lines = [parts.head_to_head(one, other, finished.tally, words)]
    for side in Side:
        if finished.tally.of(side=side):
            counts = _counts(finished.tally, side)
            name = _side(side, search, words)
            lines.append(words("history.of-two", one=naming.person(one), side=name, **counts))
    games = "\n".join(_told(past, words) for past in finished.matches)
    return Page((Text("\n".join(lines)), Text(games or words("history.none-here"))), Accent.BOARD)


def _told(past: Past, words: Words) -> str:
    """Return a game in one line for others to read."""
    outcome, winner = past.outcome(past.dark), past.winner or Side.DARK
    key = "won" if past.winner else str(outcome)
    notes = (
        words(f"history.told.{key}", winner=naming.players(past, winner)),
        naming.title(past.rules, words),
        naming.day(past.ended),
    )
    return " · ".join((*notes, *_notes(past, words)))


def show_history(search: Search, page: int = 0) -> ShowHistory:
    """Return the press that opens a page of this search."""
    return ShowHistory(search.opponent, search.outcome, search.rules or None, page)


def _heading(finished: HistoryPage, search: Search, words: Words) -> Iterator[str]:
    """Say what is listed, and the results; between two people by side too."""
    tally = finished.tally
    parts = [words("history.title")]
    if search.opponent:
        parts.append(words("history.against", other=naming.person(search.opponent)))
    if search.rules:
        parts.append(naming.title(search.rules, words))
    if search.outcome:
        parts.append(words(f"history.only.{search.outcome}"))
    yield " · ".join(parts)
    if not tally.listed() or not finished.shows_tally:
        return
    score = [words("history.score", **_counts(tally))]
    if void := tally.of(Outcome.VOID):
        score.append(words("history.score-void", count=void))
    if placed := tally.listed() - tally.of():
        score.append(words("history.score-placed", count=placed))
    yield " · ".join(score)
    if search.opponent:
        for side in Side:
            if tally.of(side=side):
                name = _side(side, search, words)
                yield words("history.score-side", side=name, **_counts(tally, side))


def _counts(tally: Tally, side: Side | None = None) -> dict[str, int]:
    return {
        outcome: tally.of(outcome, side) for outcome in (Outcome.WON, Outcome.DRAWN, Outcome.LOST)
    }


def _side(side: Side, search: Search, words: Words) -> str:
    """Return the side's name in the searched game, or in both games."""
    if search.rules:
        return naming.side(naming.family(search.rules), side, words)
    return words(f"choice.side.{side}")


def _match(past: Past, search: Search, words: Words) -> Section | Text:
    """Return a finished game of the list, with the button to open it."""
    own_side = past.played_side(search.player)
    other = naming.players(past, own_side.other)
    how, day = past.outcome(search.player), naming.day(past.ended)
    small = (
        naming.side(naming.family(past.rules), own_side, words),
        naming.brief(past.rules, words),
        words("result.plies", count=past.plies),
        *_partner_note(past, search.player, words),
        *_notes(past, words),
    )
    lines = (
        words(f"history.{how}", other=other, day=day),
        _reason(past, words),
        f"-# {' · '.join(small)}",
    )
    if past.forgotten:  # nothing to open
        return Text("\n".join(lines))
    return Section("\n".join(lines), Button(words("games.open"), parts.OpenGame(past.id)))


def _reason(past: Past, words: Words) -> str:
    """Say why a game ended.

    Without the number of moves or repetitions, which only the events have.
    """
    if past.reason in (Reason.QUIET, Reason.REPETITION):
        return words(f"history.{past.reason}")
    loser = past.winner.other if past.winner else Side.DARK
    return words(f"reason.{past.reason}", loser=naming.players(past, loser), count=0)


def _partner_note(past: Past, player: Player, words: Words) -> Iterator[str]:
    """Name the player's partner in the game, if there was one."""
    if (partner := past.partner(player)) is not None:
        yield words("history.partner", player=naming.person(partner))


def _notes(past: Past, words: Words) -> Iterator[str]:
    """Yield notes on a game: first or second of two, difficulty, start position and so on."""
    if past.games > 1:
        yield words("history.second" if past.first else "history.first")
    yield from parts.level_note(past.level, words)
    if past.placed:
        yield words("origin.note")
    if past.excused:
        yield words("history.excused")
    if not past.placed:
        yield from parts.short_note(past.reason, past.plies, past.level, words)
    if past.forgotten:
        yield words("history.forgotten")
