"""Tournaments in the hub: the user's games and pairings, and the server's tournaments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.features.tournaments.forms import FORMS
from bot.features.tournaments.model import SHOWN_OVER, Award, Status
from bot.features.tournaments.pages.announcement import (
    ShowTournament,
    remind_button,
    round_button,
    table_button,
)
from bot.features.tournaments.pages.sheets import points
from bot.model.matches import waits_for
from bot.ui.buttons import Press
from bot.ui.pages import naming
from bot.ui.pages.hub import HubPart, linked_game, linked_to_announcement
from bot.ui.pages.page import Accent, Button, Page, Style, Text, in_rows
from bot.ui.pages.parts import OpenGame

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bot.features.tournaments.form import State
    from bot.features.tournaments.model import Pairing, Tournament
    from bot.model.matches import Listing
    from bot.model.people import Player
    from bot.model.times import Instant
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words

_MOST = 10  # pairings on a page
_OPENED = 4  # games with a button


class NewTournament(Press, verb="tournament-new"):
    """Answer the questions for a new tournament; `form`: the form chosen at first."""

    form: str


class JoinLeague(Press, verb="league"):
    """Join the server's league, which opens if there is none."""


@dataclass(frozen=True, slots=True)
class Hub:
    """The tournaments of a server, and the user's own."""

    mine: Sequence[State] = ()  # not over, with the user in them, in any server
    here: Sequence[State] = ()  # not over, in this server
    over: Sequence[State] = ()  # over, in this server, newest first
    now: Instant = 0
    running: Mapping[int, Listing] | None = None  # the user's games in progress, by number
    may_begin: bool = False
    may_join_league: bool = False  # the server has leagues, and the user isn't in it


def hub(shown: Hub, reader: Reader) -> HubPart:
    """Return the tournaments' part of the hub."""
    words = reader.words
    own = [mine for state in shown.mine for mine in _own_lines(state, shown, reader, live=True)]
    there = {state.tournament.id: state for state in (*shown.here, *shown.over, *shown.mine)}
    begun = [form for form in FORMS.values() if form.begun and shown.may_begin]
    new = [(form, Button(words(form.asks_title), NewTournament(form.name))) for form in begun]
    return HubPart(
        mine=own[:_MOST],
        here=[line(state, words) for state in shown.here],
        over=[
            state.form.past(state, _day(state.tournament), words)
            for state in shown.over
            if shown.now - (state.tournament.ended or 0) < SHOWN_OVER
        ],
        ways=[(state.title(words), ShowTournament(number)) for number, state in there.items()],
        start=(
            *(season_buttons(words) if shown.may_join_league else ()),
            *(button for form, button in new if not form.is_rare),
        ),
        rarer=[button for form, button in new if form.is_rare],
        leads=True,
    )


def line(state: State, words: Words, *, link: bool = False) -> str:
    """Return a tournament in progress as a line; `link`: with a link to its announcement."""
    tournament, title = state.tournament, state.title(words)
    if link:
        title = linked_to_announcement(tournament, title)
    if tournament.status is Status.OPEN:
        return words(
            "tournament.hub-open",
            tournament=title,
            count=len(state.entries),
            size=tournament.size,
            when=naming.when(tournament.closes, words),
        )
    said = state.form.standing(state, words)
    return words("tournament.hub-running", tournament=title, standing=said)


def _day(tournament: Tournament) -> str:
    return naming.day(tournament.ended or tournament.made)


def season_buttons(words: Words) -> tuple[Button, ...]:
    """Return the buttons below the news of a new season."""
    return (Button(words("league.join"), JoinLeague()),)


def own_games(
    state: State, running: Mapping[int, Listing], reader: Reader, *, may_remind: bool = False
) -> Page:
    """Return the user's pairings in a tournament, newest first, with buttons to current games.

    `may_remind`: an opponent can be reminded.
    """
    words, seat = reader.words, state.seat_of(reader.player or 0)
    shown = Hub(mine=(state,), running=running)
    told = [*_own_lines(state, shown, reader, live=False)]
    told += state.form.byes(state, seat, words) if seat else ()
    lines = told[:_MOST] or [words("hub.no-games")]
    title = words("tournament.own-title", tournament=state.title(words))
    numbers = [game.match for game in state.running(seat) if game.match in running]
    opens = [
        Button(naming.capitalised(words("hub.game", number=number)), OpenGame(number), Style.MAIN)
        for number in numbers[:_OPENED]
    ]
    remind = remind_button(state.tournament, words) if may_remind else ()
    ways_on = table_button(state.tournament, words), *round_button(state, words)
    rows = in_rows((*opens, *remind, *ways_on))
    return Page((Text("\n".join((title, *lines))), *rows), Accent.BOARD)


def _own_lines(state: State, shown: Hub, reader: Reader, *, live: bool) -> Iterator[str]:
    """Yield a line for each pairing of the reader; `live`: only current ones, with the title."""
    seat = state.seat_of(reader.player or 0)
    own = [pairing for pairing in state.pairings if seat in pairing.seats]
    for pairing in sorted(own, key=lambda pairing: (not pairing.pool, pairing.round), reverse=True):
        if live and pairing.key in state.decided:
            continue
        told = _pairing(state, pairing, seat or 0, shown, reader.words)
        yield f"**{state.title(reader.words)}** · {told}" if live else told


def _pairing(state: State, pairing: Pairing, seat: int, shown: Hub, words: Words) -> str:
    """Return the reader's pairing in a round as a line: a bye, the result, or links to games."""
    others = pairing.seats - {seat}
    other = naming.person(state.player(next(iter(others), None)))
    name = naming.capitalised(state.form.round_name(state, pairing, words))
    if pairing.award is Award.HALF:
        return words("tournament.own-half", round=name)
    if pairing.award is not Award.BY_GAMES:
        has = pairing.award is Award.ONE and pairing.one == seat
        key = ("own-given" if others else "own-bye") if has else "own-lost"
        return words(f"tournament.{key}", round=name, other=other)
    if decided := state.decided.get(pairing.key):
        mine, theirs = (points(decided, entrant) for entrant in (seat, *others))
        values = {"round": name, "other": other, "mine": mine, "theirs": theirs}
        over = words("tournament.own-over", **values)
        return " · ".join((over, *state.form.after(state, pairing, words)))
    games = [game for game in state.games_of.get(pairing.key, ()) if game.reason is None]
    running, player = shown.running or {}, state.player(seat)
    links = [_game_link(game.match, player, running, words) for game in games]
    return words("tournament.own-running", round=name, other=other, games=words.join(links))


def _game_link(number: int, player: Player, running: Mapping[int, Listing], words: Words) -> str:
    """Return a game in progress as a link to its board; say if it waits for this player."""
    listing = running.get(number)
    text = linked_game(number, listing, words)
    mine = listing and waits_for(listing, player)
    return words("hub.your-turn", game=text) if mine else text
