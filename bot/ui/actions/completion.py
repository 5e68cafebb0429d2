"""Completions of command options while a user types. Discord doesn't wait long for them."""

from __future__ import annotations

import asyncio
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any

from discord.app_commands import Choice

from bot.model.matches import Search, urgency
from bot.service.lookup import find_game, games_to_answer, readable_records
from bot.service.refusals import No, Refusal
from bot.service.usual import DEFAULT_RULES
from bot.ui.buttons import read_number
from bot.ui.guests import place_of
from bot.ui.pages import naming
from bot.ui.pages.games import game_line, others_line
from bot.ui.words import words_of
from games import catalogue
from games.core import coordinates
from games.notation import matching_paths, write_move

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable, Mapping

    from bot.model.matches import Listing, Past, Record
    from bot.model.people import Player
    from bot.ui.app import App, Interaction
    from bot.ui.words import Words
    from games.core import Move

    Completion = Callable[["Interaction", str], Coroutine[Any, Any, list[Choice[str]]]]


_MOST = 25  # choices that Discord allows

_LONGEST = 100  # characters of a choice

_POINTS = 300  # points of moves to sort by captures: 150 slides, or 30 long chains

_SEVERAL = 25  # games whose moves are offered together
_FINISHED = 100  # finished games to choose from
_HERE = 100  # the newest games of a channel


async def complete_rules(interaction: Interaction, current: str) -> list[Choice[str]]:
    """Return rule sets that contain every typed word: presets first, then combinations.

    With nothing typed, return only presets: a long list is hard to read on a phone.
    """
    words = words_of(str(interaction.locale))
    typed = current.lower().replace("+", " ").split()
    known = rule_sets(words) if typed else rule_sets(words)[: len(catalogue.NAMES)]
    matching = [(name, line) for name, line in known if _contains(f"{name} {line}", typed)]
    return [Choice(name=line[:_LONGEST], value=name) for name, line in matching[:_MOST]]


@cache
def rule_sets(words: Words) -> tuple[tuple[str, str], ...]:
    """Return every rule set's name and title: the house game, then those with fewest options.

    Names too long for Discord are left out: such combinations are made with *Customise*.
    """
    names = [name for name in catalogue.every_name() if len(name) <= _LONGEST]
    names.sort(key=lambda name: (name != DEFAULT_RULES, name.count("+")))  # else as they were
    return tuple((name, _rule_set_line(name, words)) for name in names)


def _rule_set_line(name: str, words: Words) -> str:
    if name in catalogue.NAMES:
        return naming.with_board(name, words)
    title = naming.title(name, words)
    return title if len(title) <= _LONGEST else name  # two titles could read alike once cut off


def _contains(line: str, typed: list[str]) -> bool:
    folded = line.lower()
    return all(part in folded for part in typed)


def complete_move(app: App) -> Completion:
    """Return a completion of legal moves that start with the typed text, captures first."""

    async def complete(interaction: Interaction, current: str) -> list[Choice[str]]:
        number = number_of(getattr(interaction.namespace, "game", None))
        place, by = place_of(interaction), interaction.user.id
        try:
            record = await find_game(app.services, by, number, place)
        except Refusal as refused:
            if refused.no is No.WHICH_GAME:
                return await _moves_of_all(app, interaction, current)
            return []  # the answer to the command will say why
        if record.match.verdict or record.side(by) is not record.match.turn:
            return []
        written = moves_offered(record, _plain(current))
        return [Choice(name=move[:_LONGEST], value=move[:_LONGEST]) for move in written[:_MOST]]

    return complete


async def _moves_of_all(app: App, interaction: Interaction, current: str) -> list[Choice[str]]:
    """Return the moves of the most urgent games, each with its game: "g7 Birch · e8-d8"."""
    by, words = interaction.user.id, words_of(str(interaction.locale))
    typed = _plain(current.partition("#")[0])
    records = await to_move(app, by)
    offered: list[tuple[Record, list[str]]] = []
    for record in records:
        offered.append((record, moves_offered(record, typed, len(records))))
        await asyncio.sleep(0)  # let other tasks run between games
    games = [(record, moves) for record, moves in offered if moves]
    choices = list[Choice[str]]()
    for record, moves in games:
        other = app.names.get(record.player(record.match.turn.other), words("completion.unknown"))
        for move in moves[: max(1, _MOST // len(games))]:
            name = words("completion.move", number=record.id, other=other, move=move)
            choices.append(Choice(name=name[:_LONGEST], value=f"{move} #{record.id}"[:_LONGEST]))
    return choices[:_MOST]


async def to_move(app: App, by: Player) -> list[Record]:
    """Return the most urgent games in which it's the player's turn."""
    listings = [
        game for game in await games_to_answer(app.services, by) if game.turn is game.side(by)
    ]
    return [record async for _, record in readable_records(app.services, listings[:_SEVERAL])]


def moves_offered(record: Record, typed: str, games: int = 1) -> list[str]:
    """Return the moves that match the typed text, written with their captures.

    If there are too many to look at, they only go to the next point. If several games share the
    work, only the first moves are returned.
    """
    game, position = record.match.game, record.match.position
    begun = [*matching_paths(game, position, typed)]
    legal = chain.from_iterable(game.moves_from(position, path) for path in begun)
    moves, whole = _within(legal, _POINTS // games)
    if not whole and games == 1:
        if len(begun) == 1:
            begun = [(*begun[0], point) for point in game.choices(position, begun[0])]
        return ["-".join(path) for path in begun]
    steps = [(move, game.play(position, move).captured) for move in moves]
    steps.sort(key=lambda step: (-len(step[1]), [*map(coordinates, step[0])]))
    written = [write_move(move, captured) for move, captured in steps]
    return [move for move in written if _plain(move).startswith(typed)]


def _within(moves: Iterable[Move], points: int) -> tuple[list[Move], bool]:
    """Return the first moves up to a total of points, at least one, and whether these are all."""
    first: list[Move] = []
    for move in moves:
        points -= len(move)
        if first and points < 0:
            return first, False
        first.append(move)
    return first, True


def _plain(typed: str) -> str:
    return "".join(sign for sign in typed.lower() if sign.isalnum() and sign != "x")


def complete_game(app: App, *, over: bool = False) -> Completion:
    """Return a completion of the user's running games, starting with those that wait for a move.

    `over`: finished games too, newest first, then games of this channel that others play.
    """

    async def complete(interaction: Interaction, current: str) -> list[Choice[str]]:
        by, words = interaction.user.id, words_of(str(interaction.locale))
        running = sorted(
            await app.services.store.matches.running(by), key=lambda game: urgency(game, by)
        )
        games: list[Listing | Past] = [*running]
        if over:
            past = await app.services.store.matches.finished(Search(by), 0, _FINISHED)
            games += (game for game in past if not game.forgotten)
        lines = {str(game.id): game_line(game, by, app.names, words) for game in games}
        if over:
            lines |= await _games_here(app, interaction)
        numbers = matching(lines, current)[:_MOST]
        return [Choice(name=lines[number], value=number) for number in numbers]

    return complete


async def _games_here(app: App, interaction: Interaction) -> dict[str, str]:
    """Return the games of this channel that others play, by number, running games first."""
    by, words = interaction.user.id, words_of(str(interaction.locale))
    here = await app.services.store.matches.all_in(interaction.channel_id or 0, _HERE)
    seen = [listing for listing in here if listing.team(by) is None]
    seen.sort(key=lambda listing: listing.reason is not None)  # a stable sort: newest first
    return {str(listing.id): others_line(listing, app.names, words) for listing in seen}


def matching(lines: Mapping[str, str], current: str) -> list[str]:
    """Return the numbers of games that match the typed text: a number or a word."""
    typed = current.strip().lower()
    if (digits := typed.removeprefix("#")).isdecimal():
        begun = [number for number in lines if number.startswith(digits)]
        return sorted(begun, key=lambda number: number != digits)
    return [number for number, line in lines.items() if typed in line.lower()]


def number_of(game: str | None) -> int | None:
    """Return the number in a game option: "12", "#12", or the whole line of the completion."""
    digits = "".join(sign for sign in (game or "").split(" ")[0] if sign.isdecimal())
    return read_number(digits)
