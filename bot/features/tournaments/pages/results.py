"""Tournaments on other pages: under a game's result, in a profile, as a thread's name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.tournaments.forms import form_of
from bot.features.tournaments.pages.sheets import points
from bot.ui.pages import naming
from bot.ui.pages.page import Accent, Buttons, Page, Text
from bot.ui.pages.parts import footer, move_button
from games.core import Side
from games.tournament import outcomes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.features.tournaments.form import State
    from bot.features.tournaments.model import Game, Pairing, Tournament
    from bot.model.matches import Record
    from bot.ui.words import Words

_MOST = 5  # titles of a profile


def of_game(state: State, pairing: Pairing, words: Words) -> str:
    """Return the tournament and the round, for the small print of a board."""
    name = state.form.round_name(state, pairing, words)
    return words("tournament.of-game", tournament=state.title(words), round=name)


def forfeited(state: State, game: Game, words: Words) -> str:
    """Say who wins a game by forfeit."""
    late, other = outcomes.on_turn(game), game.light if game.turn is Side.DARK else game.dark
    names = {"player": state.player(late), "other": state.player(other)}
    return words("hub.not-begun", **{key: naming.person(who) for key, who in names.items()})


def of_pairing(state: State, pairing: Pairing, words: Words) -> Iterator[str]:
    """Yield the tournament, the round, a pairing's score, and who wins or sits out after it."""
    decided = state.decided.get(pairing.key)
    if decided is None:
        yield of_game(state, pairing, words)
        return
    one, other = pairing.one, pairing.other or 0
    yield words(
        "tournament.of-pairing",
        tournament=state.title(words),
        round=state.form.round_name(state, pairing, words),
        one=naming.person(state.player(one)),
        other=naming.person(state.player(other)),
        first=points(decided, one),
        second=points(decided, other),
    )
    yield from map(naming.capitalised, state.form.after(state, pairing, words))
    rest = state.tournament.is_live and state.form.may_follow(state, pairing)
    for seat in sorted(pairing.seats):
        if rest and state.rests(seat):
            yield words("tournament.rests-now", player=naming.person(state.player(seat)))


def reminder(state: State, record: Record, words: Words) -> Page:
    """Return the reminder that a person sends to the player to move."""
    mover, other = record.player(record.match.turn), record.player(record.match.turn.other)
    names = {"mover": naming.person(mover), "other": naming.person(other)}
    lines = [words("tournament.reminder", tournament=state.title(words), **names)]
    if record.message is not None:
        lines.append(words("remind.jump", link=naming.link(record.place, record.message)))
    lines.append(f"-# {footer(record, words)}")
    blocks = (Text("\n".join(lines)), Buttons((move_button(record, words),)))
    return Page(blocks, Accent.OPEN, pings=(mover,))


def titles(won: Sequence[Tournament], words: Words) -> Iterator[str]:
    """Yield the tournaments that a person has won."""
    for tournament in won[:_MOST]:
        title = form_of(tournament).title(tournament, words)
        day = naming.day(tournament.ended or tournament.made)
        yield words("tournament.title-won", tournament=title, day=day)
    if len(won) > _MOST:
        yield words("tournament.titles-more", count=len(won) - _MOST)


def thread(state: State, words: Words) -> str:
    """Return the name of the thread of a final or a league, without people's names."""
    title = state.title(words)
    if not state.form.has_thread(state.tournament):
        title = words("tournament.final-thread", tournament=title)
    return naming.unmarked(title)
