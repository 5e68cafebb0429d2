"""Completions of command options while a user types. Discord does not wait for them."""

from __future__ import annotations

import logging
from functools import cache
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from discord.app_commands import Choice

from bot.service.lookup import find, waits_for
from bot.service.model import Search
from bot.service.refusals import Refusal
from bot.ui.guests import place_of
from bot.ui.pages import naming
from bot.ui.words import words_of
from games import catalogue
from games.notation import begun_by, write_move

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from bot.service.model import Listing, Past, Record
    from bot.ui.answers import App, Interaction
    from bot.ui.words import Words

    Completion = Callable[["Interaction", str], Coroutine[Any, Any, list[Choice[str]]]]

log = logging.getLogger(__name__)

_MOST = 25  # choices that Discord allows

_LONGEST = 100  # characters of a choice

_TRIED = 250  # moves that are sorted by what they take

_FINISHED = 100  # finished games to choose from


async def complete_rules(interaction: Interaction, current: str) -> list[Choice[str]]:
    """Rule sets that contain every typed word: presets first, then combinations."""
    words = words_of(str(interaction.locale))
    typed = current.lower().replace("+", " ").split()
    found = [(name, line) for name, line in _rule_sets(words) if _contains(f"{name} {line}", typed)]
    return [Choice(name=line[:_LONGEST], value=name) for name, line in found[:_MOST]]


@cache
def _rule_sets(words: Words) -> tuple[tuple[str, str], ...]:
    """Every rule set's name and title, those with the fewest options first.

    Names too long for Discord are left out: such combinations are made with *Customise*.
    """
    names = [name for name in catalogue.every_name() if len(name) <= _LONGEST]
    names.sort(key=lambda name: name.count("+"))  # stable: otherwise in the catalogue's order
    return tuple((name, _rule_set_line(name, words)) for name in names)


def _rule_set_line(name: str, words: Words) -> str:
    title = naming.title(name, words)
    if name in catalogue.NAMES:
        return f"{title} · {naming.short(name, words)}"
    return title if len(title) <= _LONGEST else name  # two might read alike once cut off


def _contains(line: str, typed: list[str]) -> bool:
    folded = line.lower()
    return all(part in folded for part in typed)


def complete_move(app: App) -> Completion:
    """The legal moves that begin with what is typed, captures first."""

    async def complete(interaction: Interaction, current: str) -> list[Choice[str]]:
        try:
            number = number_of(getattr(interaction.namespace, "game", None))
            place = place_of(interaction)
            record = await find(app.house, interaction.user.id, number, place)
        except Refusal:
            return []  # the answer to the command will say why
        if record.match.verdict or record.side(interaction.user.id) is not record.match.turn:
            return []
        written = moves_offered(record, _plain(current))
        return [Choice(name=move[:_LONGEST], value=move[:_LONGEST]) for move in written[:_MOST]]

    return complete


def moves_offered(record: Record, typed: str) -> list[str]:
    """Those that match by their points or as written, with what they take.

    Where there are too many to look at, only as far as the next point.
    """
    game, position = record.match.game, record.match.position
    begun = [*begun_by(game, position, typed)]
    legal = chain.from_iterable(game.moves_from(position, path) for path in begun)
    moves = [*islice(legal, _TRIED + 1)]
    if len(moves) > _TRIED:
        if len(begun) == 1:
            begun = [(*begun[0], point) for point in game.choices(position, begun[0])]
        return ["-".join(path) for path in begun]
    steps = [(move, game.play(position, move).captured) for move in moves]
    steps.sort(key=lambda step: (-len(step[1]), step[0]))
    written = [write_move(move, captured) for move, captured in steps]
    return [move for move in written if _plain(move).startswith(typed)]


def _plain(typed: str) -> str:
    return "".join(sign for sign in typed.lower() if sign.isalnum() and sign != "x")


def complete_game(app: App, *, over: bool = False) -> Completion:
    """The user's running games, those where it is their turn first.

    `over`: finished games too, the newest first.
    """

    async def complete(interaction: Interaction, current: str) -> list[Choice[str]]:
        by, store = interaction.user.id, app.store
        words = words_of(str(interaction.locale))
        games: list[tuple[str, Listing | Past]] = [
            ("yours" if waits_for(each, by) else "theirs", each) for each in await store.running(by)
        ]
        if over:
            games += [("over", each) for each in await store.finished(Search(by), 0, _FINISHED)]
        named = [(each.id, _game_line(key, each, words)) for key, each in games]
        return [
            Choice(name=name[:_LONGEST], value=str(number))
            for number, name in named
            if current.lower() in name.lower()
        ][:_MOST]

    return complete


def _game_line(key: str, game: Listing | Past, words: Words) -> str:
    rules = naming.title(game.rules, words)
    return words(f"completion.{key}", number=game.id, rules=rules, plies=game.plies)


def number_of(game: str | None) -> int | None:
    """The number in a game option: "12", "#12", or the whole line of the completion."""
    digits = "".join(sign for sign in (game or "").split(" ")[0] if sign.isdecimal())
    return int(digits) if digits.isascii() and digits and len(digits) < 19 else None  # noqa: PLR2004  what SQLite holds
