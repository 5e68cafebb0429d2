"""The list of a channel's finished games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.buttons import ChosenPress
from bot.ui.pages import naming
from bot.ui.pages.games import game_of_others
from bot.ui.pages.page import Accent, Menu, Option, Page, Text
from bot.ui.pages.replay import OpenReplay
from bot.ui.pages.result import match_outcome
from games.core import Side

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.model.matches import Listing, Record
    from bot.ui.pages.reader import Reader
    from bot.ui.pages.sharing import Names
    from bot.ui.words import Words


def finished_games(
    games: Sequence[Listing], ends: Mapping[int, Record], names: Names, reader: Reader
) -> Page:
    """Return the message, which pings no one: a line for each game, and a menu to replay them.

    `ends`: the games with which a match of two ended; their lines say who won the match.
    """
    words = reader.words
    lines = "\n".join(
        (words("finished.title"), *(_line(game, ends.get(game.id), words) for game in games))
    )
    options = tuple(
        Option(game_of_others(game, "seen", names, words), OpenReplay(game.id).custom_id)
        for game in games
        if game.plies
    )
    menu = (Menu(ChosenPress(), words("finished.which"), options),) if options else ()
    return Page((Text(lines), *menu), Accent.QUIET)


def _line(game: Listing, end: Record | None, words: Words) -> str:
    """Say who won a game or the match of two, or that it was drawn."""
    dark, light = (naming.players(game, side) for side in Side)
    if end and end.final:
        outcome = match_outcome(end, end.final, words).removesuffix(".")
    elif game.winner is None:
        outcome = words("finished.drawn", dark=dark, light=light)
    else:
        key = "won-partners" if len(game.players(game.winner)) > 1 else "won"
        winner, loser = (naming.players(game, side) for side in (game.winner, game.winner.other))
        outcome = words(f"finished.{key}", winner=winner, loser=loser)
    rules, _, _ = game.rules.partition("+")  # the menu names their options
    return f"{outcome} · {naming.brief(rules, words)}"
