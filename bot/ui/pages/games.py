"""A player's games in progress and challenges: as a list, a digest, or a menu."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Protocol

from bot.model.matches import Listing, Seats, urgency, waits_for
from bot.model.people import CHANNEL, ENGINE, FORMER
from bot.service.lookup import listings_to_answer
from bot.service.paging import page_among
from bot.ui.buttons import ChosenPress, Press, Small
from bot.ui.pages import naming, panel, parts
from bot.ui.pages.challenge import AcceptChallenge, WithdrawChallenge
from bot.ui.pages.history import ShowHistory
from bot.ui.pages.page import (
    MEN,
    Accent,
    Button,
    Buttons,
    Menu,
    Option,
    Page,
    Section,
    Style,
    Text,
    sign,
    text_page,
    turning,
)
from games.core import Side

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from bot.model.challenges import Challenge
    from bot.model.matches import Past, Record
    from bot.model.people import Player
    from bot.service.clocks import ClockState
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words


class Names(Protocol):
    """Known names of users."""

    def get(self, player: Player, unknown: str, /) -> str:
        """Return a user's name, or `unknown`."""
        ...


@dataclass(frozen=True, slots=True)
class DrawnNames:
    """Users' names for pictures, whose fonts can't write every name."""

    names: Names
    usernames: Names  # account names, in Latin letters

    def of(self, player: Player, words: Words) -> tuple[str, str]:
        """Return a name, and the username in case the fonts lack a letter; empty if unknown."""
        if player == FORMER:
            return words("hub.former"), ""
        return self.names.get(player, ""), self.usernames.get(player, "")


class ShowGames(Press, verb="games"):
    """Show a page of the user's games."""

    page: Small = 0


_CHOICES, _LONGEST = 25, 100  # options of a menu, and characters of an option

_A_PAGE = 8  # entries; each takes three of Discord's forty components


def games(  # noqa: PLR0913  everything listed, and its reader
    listings: Sequence[Listing],
    challenges: Sequence[Challenge],
    reader: Reader,
    page: int = 0,
    clock_states: Mapping[int, ClockState] | None = None,
    *,
    first: Sequence[Button] = (),
) -> Page:
    """Return a page of the list for its player.

    `first`: buttons to a first game, shown if there is none.
    """
    words = reader.words
    entries = _sorted(listings, challenges, reader, clock_states or {})
    if not entries:
        return text_page(words("games.none"), (Buttons(tuple(first)),) if first else ())
    page, pages = page_among(len(entries), _A_PAGE, page)
    shown = [write() for write in entries[page * _A_PAGE : (page + 1) * _A_PAGE]]
    footer = words("games.page", page=page + 1, pages=pages)
    return Page(
        blocks=(
            _title(listings, reader),
            *shown,
            *([Text(footer)] if pages > 1 else []),
            *turning(page, pages, words, ShowGames),
        ),
        accent=Accent.BOARD,
    )


def _title(listings: Sequence[Listing], reader: Reader) -> Text | Section:
    """Return the heading; beside it, a button to the next game if games wait for the reader."""
    title = reader.words("games.title")
    assert reader.player is not None
    waiting = listings_to_answer(listings, reader.player)
    if not waiting:
        return Text(title)
    label = reader.words("games.first", count=len(waiting))
    return Section(title, Button(label, parts.OpenNext(), Style.MAIN))


def turn(record: Record, reader: Reader) -> Page:
    """Return the choice of a move in another game, with its opponent and its number."""
    page, words = panel.panel(record, reader), reader.words
    picture, question, *controls = page.blocks
    assert isinstance(question, Text)
    opponent = parts.seat(record, record.match.turn.other, words)
    text = f"{question.text}\n-# {opponent} · {parts.footer(record, words)}"
    return replace(page, blocks=(picture, Text(text), *controls))


def games_with(  # noqa: PLR0913  everything listed, and its reader
    other: Player,
    listings: Sequence[Listing],
    challenges: Sequence[Challenge],
    reader: Reader,
    clock_states: Mapping[int, ClockState],
    *,
    more: Sequence[Button] = (),
) -> Page:
    """Return the games in progress with another person, and a button to the finished ones.

    `more`: features' buttons.
    """
    words = reader.words
    entries = _first(listings, challenges, reader, clock_states)
    key = "games.with" if entries else "games.none-with"
    past = Button(words("games.past"), ShowHistory(opponent=other))
    head = Text(words(key, other=naming.person(other)))
    return Page((head, *entries, Buttons((*more, past))), Accent.BOARD)


def digest(  # noqa: PLR0913  everything that waits, and its reader
    listings: Sequence[Listing],
    challenges: Sequence[Challenge],
    reader: Reader,
    clock_states: Mapping[int, ClockState] | None = None,
    *,
    still: bool = False,
    more: Sequence[Block] = (),
) -> Page:
    """Return the digest: all that waits for a player, most urgent first.

    `still`: nothing in it is new. `more`: features' blocks.
    """
    assert reader.player is not None
    shown = _first(listings, challenges, reader, clock_states or {}, moves=True)
    count = len(listings) + len(challenges)
    key = "games.still" if still else "games.digest"
    text = reader.words(key, player=naming.person(reader.player), count=count)
    head = [Text(text)] if count else []
    return Page((*head, *shown, *more), Accent.OPEN, pings=(reader.player,))


def public_digest(count: int, reader: Reader) -> Page:
    """Return the digest for a channel: how many games wait, but not where or with whom."""
    assert reader.player is not None
    player = naming.person(reader.player)
    text = reader.words("games.digest-public", player=player, count=count)
    return Page((Text(text),), Accent.OPEN, pings=(reader.player,))


def game_line(game: Listing | Past, player: Player, names: Names, words: Words) -> str:
    """Return a game as an option of a menu or completion, without mentions."""
    own = game.team(player) or Side.LIGHT
    if not isinstance(game, Listing):
        key = "over"
    else:
        key = "yours" if waits_for(game, player) else "theirs"
    line = words(
        f"completion.{key}",
        number=game.id,
        other=known_names(game, own.other, names, words),
        rules=naming.brief(game.rules, words),
        count=game.plies,
    )
    return line[:_LONGEST]


def others_line(listing: Listing, names: Names, words: Words) -> str:
    """Return a game that the reader doesn't play as a line of a completion."""
    return game_of_others(listing, "seen-over" if listing.reason else "seen", names, words)


def game_of_others(game: Listing, key: str, names: Names, words: Words) -> str:
    """Return a game with both players' names, as an option of a menu or completion."""
    unknown = "completion.player"
    line = words(
        f"completion.{key}",
        number=game.id,
        dark=known_names(game, Side.DARK, names, words, unknown),
        light=known_names(game, Side.LIGHT, names, words, unknown),
        rules=naming.brief(game.rules, words),
        count=game.plies,
    )
    return line[:_LONGEST]


def known_name(
    player: Player, names: Names, words: Words, unknown: str = "completion.unknown"
) -> str:
    """Return a person's name, if known, for texts without mentions."""
    known = {ENGINE: "person.engine", CHANNEL: "person.channel"}
    return names.get(player, words(known.get(player, unknown)))


def known_names(
    seats: Seats, side: Side, names: Names, words: Words, unknown: str = "completion.unknown"
) -> str:
    """Return the names of a side's players for texts without mentions."""
    players = seats.players(side)
    return naming.AND.join(known_name(player, names, words, unknown) for player in players)


def which_game(
    listings: Sequence[Listing], reader: Reader, names: Names, then: Callable[[Listing], Press]
) -> Page:
    """Return the page that asks which game is meant; `then`: the press for the chosen game."""
    player, words = reader.player, reader.words
    assert player is not None
    urgent = sorted(listings, key=lambda listing: urgency(listing, player))[:_CHOICES]
    options = tuple(
        Option(
            game_line(listing, player, names, words),
            then(listing).custom_id,
            man=MEN.get(listing.team(player) or Side.DARK, ""),
        )
        for listing in urgent
    )
    menu = Menu(ChosenPress(), words("games.which"), options)
    return Page((Text(words("no.WHICH_GAME")), menu), Accent.QUIET)


def _first(
    listings: Sequence[Listing],
    challenges: Sequence[Challenge],
    reader: Reader,
    clock_states: Mapping[int, ClockState],
    *,
    moves: bool = False,
) -> list[Block]:
    """Return the entries of the first page."""
    entries = _sorted(listings, challenges, reader, clock_states, moves=moves)
    return [write() for write in entries[:_A_PAGE]]


def _sorted(
    listings: Sequence[Listing],
    challenges: Sequence[Challenge],
    reader: Reader,
    clock_states: Mapping[int, ClockState],
    *,
    moves: bool = False,
) -> list[Callable[[], Block]]:
    """Return the writers of all entries, the most urgent first.

    `moves`: with *Move* where it is the reader's turn.
    """
    player = reader.player
    assert player is not None
    ranked: list[tuple[int, object, Callable[[], Block]]] = []
    for listing in listings:
        clock = clock_states.get(listing.id)
        rank = 4 if listing.shelved or listing.alone else 0 if waits_for(listing, player) else 2
        urgent = urgency(listing, player, clock and clock.deadline)
        write = partial(_game, listing, player, reader.words, clock, moves=moves)
        ranked.append((rank, urgent, write))
    for challenge in challenges:
        rank = 1 if challenge.by != player else 3
        write = partial(_challenge, challenge, player, reader.words)
        ranked.append((rank, challenge.until, write))
    ranked.sort(key=lambda entry: entry[:2])
    return [write for _, _, write in ranked]


def _game(
    listing: Listing, player: Player, words: Words, clock: ClockState | None, *, moves: bool
) -> Section:
    """Return a game of the list, with the button to open it, or to move."""
    own_side = listing.team(player)
    assert own_side is not None
    acts, mover = listing.side(player) is own_side, listing.player(listing.turn)
    asked = acts and listing.offer_by is not None and listing.offer_by is not own_side
    key = (
        "shelved"
        if listing.shelved
        else "answer"
        if asked
        else "your-turn"
        if mover == player
        else "their-turn"
    )
    side = naming.side(naming.family(listing.rules), own_side, words)
    since = naming.when(listing.since, words)
    age = words("games.moved" if listing.plies else "games.begun", since=since)
    text = words(
        "games.game",
        number=listing.id,
        rules=naming.brief(listing.rules, words),
        side=f"{sign(own_side)}{side}",
        other=naming.players(listing, own_side.other),
        state=words.mid_line(f"games.{key}", other=naming.person(mover), since=since, age=age),
    )
    if clock:
        text += "\n" + parts.clock_brief(clock, listing, player, words)
    if listing.alone:
        where = words("practice.listed", level=listing.level)
    elif listing.message is None:
        where = words("games.nowhere")
    else:
        where = words("games.jump", link=naming.link(listing.place, listing.message))
    style = _style(listing, player, clock)
    if moves and key == "your-turn":
        press = parts.OpenPanel(listing.id, listing.version)
        button = Button(words("board.move"), press, style)
    else:
        button = Button(words("games.open"), parts.OpenGame(listing.id), style)
    return Section(f"{text}\n{where}", button)


def _style(listing: Listing, player: Player, clock: ClockState | None) -> Style:
    """Return the button's colour: red if time runs short, which the text also says."""
    if listing.shelved or not waits_for(listing, player):
        return Style.PLAIN
    hurry = clock and clock.hurry and not clock.goes_on and clock.side is listing.side(player)
    return Style.GRAVE if hurry else Style.MAIN


def _challenge(challenge: Challenge, player: Player, words: Words) -> Section:
    """Return a challenge of the list, with the button to accept or cancel it."""
    for_me = challenge.by != player
    key = "for-you" if for_me else "to-one" if challenge.opponent else "to-anybody"
    text = words(
        f"games.challenge-{key}",
        number=challenge.id,
        rules=naming.rules_and_games(challenge.terms.rules, challenge.terms.games, words),
        by=naming.person(challenge.by),
        opponent=naming.person(challenge.opponent or 0),
        until=naming.when(challenge.until, words),
    )
    if challenge.message is not None:
        link = naming.link(challenge.place, challenge.message)
        text += "\n" + words("games.jump-challenge", link=link)
    if for_me:
        press = AcceptChallenge(challenge.id, challenge.version)
        return Section(text, Button(words("challenge.accept"), press, Style.GOOD))
    return Section(text, Button(words("challenge.withdraw"), WithdrawChallenge(challenge.id)))
