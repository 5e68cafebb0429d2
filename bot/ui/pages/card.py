"""Cards worth sharing: a finished game or a solved puzzle as one picture that tells it all."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from bot.model.people import CHANNEL, ENGINE
from bot.ui.dates import written_briefly
from bot.ui.pages import naming, result, scenes
from bot.ui.pages.page import Buttons, Page, Text
from bot.ui.pages.parts import level_note
from bot.ui.pages.replay import replay_button
from games.core import Side
from render import card
from render.card import Card, Seat
from render.layout import Figure
from render.scene import Call, Scene

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.model.times import Instant
    from bot.ui.pages.games import DrawnNames
    from bot.ui.pages.page import Picture
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words

_NAME = "card.png"
_LONGEST = 40  # characters of a name in the alt text


def of_game(record: Record, reader: Reader, names: DrawnNames, notes: Mapping[Player, str]) -> Page:
    """Return a finished game, or a match of two, for a channel.

    `notes`: what stands below players' names, such as their ratings.
    """
    words, game = reader.words, record.match.game.name
    picture = scenes.moment(record, reader, len(record.match.plies))
    assert isinstance(picture.scene, Scene)
    shown = picture.scene
    if shown.call:  # a match's score stands below it
        carved = words(f"picture.carved.{shown.call}")
        shown = replace(shown, caption=replace(shown.caption, carved=carved))
    winner, points = record.winner, _points(record)
    first, second = sides = _sides(winner)
    games = 2 if record.final else 1
    facts = (
        naming.rules_and_games(game, games, words),
        day(record.match.log[-1].at, words),
    )
    men = {figure.side: figure for figure in shown.layout.plain}
    if men[Side.LIGHT] is Figure.DEFENDER:
        men[Side.LIGHT] = Figure.KING
    seats = (
        Seat(
            tuple(_named(player, words, names) for player in record.players(side)),
            naming.side(naming.family(game), side, words),
            _note(record, side, words, notes),
            men[side],
            is_bright=winner in (None, side),
        )
        for side in sides
    )
    drawn = Card(
        shown,
        tuple(seats),
        (points[first], points[second]),
        facts,
    )
    told = Text("\n".join((result.headline(record, words), f"-# {' · '.join(facts)}")))
    button = Buttons((replay_button(record, words),))
    return Page((told, _picture(picture, drawn), button), result.accent(record, reader))


def _points(record: Record) -> Mapping[Side, str]:
    """Return the points of both sides in a game, or of their players in a match of two."""
    verdict = record.match.verdict
    assert verdict is not None
    if final := record.final:  # named by their sides in the first game
        halves = {Side.LIGHT: final.dark.halves, Side.DARK: final.light.halves}
    elif verdict.has_result:
        winner = verdict.winner
        halves = {side: 1 if winner is None else 2 * (side is winner) for side in Side}
    else:
        return dict.fromkeys(Side, "")
    return {side: naming.halves(count) for side, count in halves.items()}


def _sides(winner: Side | None) -> tuple[Side, Side]:
    """Return both sides, the winner's first."""
    return (winner, winner.other) if winner else (Side.DARK, Side.LIGHT)


def _note(record: Record, side: Side, words: Words, notes: Mapping[Player, str]) -> str:
    """Return what stands below a side's name: the engine's level, or one player's note."""
    players = record.players(side)
    if players == (ENGINE,):
        return "".join(level_note(record.level, words))
    return notes.get(players[0], "") if len(players) == 1 else ""


def _named(player: Player, words: Words, names: DrawnNames) -> tuple[str, str]:
    """Return a player's name, and the username in case the fonts lack a letter."""
    known = {ENGINE: "person.engine", CHANNEL: "person.channel"}
    if key := known.get(player):
        return naming.capitalised(words(key)), ""
    return names.of(player, words)


def of_puzzle(  # noqa: PLR0913, PLR0917  what a puzzle's card shows
    picture: Picture,
    words: Words,
    seat: Seat,
    facts: Sequence[str],
    squares: Sequence[str],
    how: str,
) -> Picture:
    """Return a solved puzzle's card: its first board, which gives nothing away.

    `facts`: with the day that `day` writes; `squares`: see render.card; `how`: them in words.
    """
    scene = picture.scene
    assert isinstance(scene, Scene)
    carved = words("picture.carved.solved")
    call = Call.WON if squares[-1] == card.SOLVED else Call.DRAWN
    scene = replace(scene, call=call, caption=replace(scene.caption, carved=carved))
    seat = replace(seat, figure=scene.caption.figures[0])
    drawn = Card(scene, (seat,), facts=tuple(facts), squares=tuple(squares))
    return _picture(picture, drawn, how)


def _picture(board: Picture, drawn: Card, how: str = "") -> Picture:
    """Return a card in the place of its board; the alt text says all that it shows.

    `how`: its squares in words.
    """
    people = [_told(seat) for seat in drawn.seats]
    dash = " \N{EN DASH} "
    head = (dash.join(filter(None, drawn.score)), *people, how, " · ".join(drawn.facts))
    alt = f"{'. '.join(filter(None, head))}. {board.alt}"
    return replace(board, name=_NAME, scene=drawn, alt=alt)


def _told(seat: Seat) -> str:
    """Return who played a side, in words."""
    names = naming.AND.join(name[:_LONGEST] or seat.side for name, _ in seat.names)
    return f"{names} ({seat.note})" if seat.note else names


def day(at: Instant, words: Words) -> str:
    """Return a moment's date by UTC, for a picture."""
    return written_briefly(datetime.fromtimestamp(at, UTC).date(), words)
