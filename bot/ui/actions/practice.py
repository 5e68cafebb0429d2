"""Practice against the engine: /tablut practice, and the buttons of such games."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from discord import app_commands

from bot.service import practice as cases
from bot.service import settings as setting_cases
from bot.service.engine import LEVELS, EngineDown
from bot.service.practice import Choice
from bot.ui.actions.completion import complete_rules
from bot.ui.answers import answering, confirm, defer, is_private, reader_of, show, update
from bot.ui.components import modal
from bot.ui.localised_commands import choices, command
from bot.ui.pages import practice as pages
from bot.ui.pages.challenge import SIDES, named_side
from bot.ui.pages.page import Additions
from bot.ui.pages.panel import GiveHint
from bot.ui.pages.practice import (
    BeginHere,
    BeginPractice,
    ChooseGame,
    OpenPractice,
    ShowRefutation,
    SwitchCoach,
    TryAgain,
)
from bot.ui.pages.replay import show_ply
from bot.ui.router import handles
from bot.ui.slots import game_buttons, view_buttons
from bot.ui.writable import place_here
from games import catalogue

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.model.servers import WritablePlace
    from bot.service.services import Services
    from bot.service.settings import Access
    from bot.service.usual import RulesAndGames
    from bot.ui.app import App, ButtonContext, Interaction, Lines
    from bot.ui.pages.page import Button, Page
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.core import Side


_SOON = 0.8  # seconds: faster answers are shown together with the move
_MOMENT = 1.6  # seconds that raichi and tuichi stay on the board before the answer
_PATIENCE = 20  # seconds until a player is asked to look again later


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """/tablut practice."""

    @command("practice", "level", "rules", "side")
    @app_commands.choices(level=choices("level", LEVELS), side=choices("side", SIDES))
    async def practice(
        interaction: Interaction,
        level: int | None = None,
        rules: str | None = None,
        side: str | None = None,
    ) -> None:
        async with answering(app, interaction):
            _ = app.services.engine  # refused without an engine
            by = interaction.user.id
            last, running = (
                await cases.last_choice(app.services, by),
                await cases.in_progress(app.services, by),
            )
            choice = Choice(
                level=last.level if level is None else level,
                rules=last.rules if rules is None else catalogue.game(rules).name,
                side=last.side if side is None else named_side(side),
            )
            asked = (level, rules, side) != (None, None, None)
            fitting = [game for game in running if not asked or choice.fits(game, by)]
            await _go_on(app, interaction, fitting, choice, cases.newest(running))

    practice.autocomplete("rules")(complete_rules)
    return [practice]


async def _go_on(
    app: App, interaction: Interaction, running: Sequence[Record], choice: Choice, after: int
) -> None:
    """Resume the one of these games that runs, list them if there are more, or start one."""
    if len(running) > 1:
        await _list(app, interaction)
    elif running:
        reader = await reader_of(app, interaction)
        await show_game(app, interaction, running[0], reader.words("practice.resumed"))
    else:
        record = await cases.begin(app.services, interaction.user.id, choice, after=after)
        await show_game(app, interaction, record)


async def _list(app: App, interaction: Interaction) -> None:
    """Show the person's private games in progress, and ways to start another."""
    running = await app.services.store.matches.running(interaction.user.id)
    reader = await reader_of(app, interaction)
    private = [listing for listing in running if listing.alone]
    await show(app, interaction, pages.running(private, reader))


async def show_game(app: App, interaction: Interaction, record: Record, note: str = "") -> None:
    """Show a game of practice with a note; if the engine has to move, wait for its move."""
    reader = await reader_of(app, interaction)
    if record.engine_to_move:
        waiting = asyncio.create_task(_answered(app, record.id))
        called = record.match.callout is not None
        done, _ = await asyncio.wait({waiting}, timeout=0 if called else _SOON)
        if not done or called:
            await _show(app, interaction, pages.thinking(record, reader))
        if called:
            await asyncio.sleep(_MOMENT)
        try:
            async with asyncio.timeout(_PATIENCE):
                thought = await waiting
        except TimeoutError:
            thought = False
        record = await app.services.record(record.id)
        if record.engine_to_move:
            down = "" if thought else reader.words("no.ENGINE_DOWN")
            await _show(app, interaction, pages.thinking(record, reader, down))
            return
    if record.match.verdict:
        onward = await cases.onward(app.services, record, interaction.user.id)
        additions = Additions(buttons=await _buttons_at_end(app, interaction, record, reader))
        await _show(app, interaction, pages.over(record, reader, onward, additions))
    else:
        harder = await cases.is_harder_for_beginners(app.services, record, interaction.user.id)
        await _show(app, interaction, pages.game(record, reader, note=note, harder=harder))


async def _buttons_at_end(
    app: App, interaction: Interaction, record: Record, reader: Reader
) -> Callable[[Words], Sequence[Button]]:
    """Return the writer of the features' buttons under a finished game; a win can be shared."""
    under, verdict = game_buttons(app, record), record.match.verdict
    if verdict is None or verdict.winner is not record.side(interaction.user.id):
        return under
    shown = await view_buttons(app, interaction)
    press = show_ply(record, reader, len(record.match.plies))
    return lambda words: (*shown(press, words), *under(words))


async def _answered(app: App, number: int) -> bool:
    """Wait for the engine's move and return whether the engine could make one."""
    opponent = app.services.opponent
    if opponent is None:
        return False
    with suppress(EngineDown):
        await opponent.answer(number)
        return True
    return False


async def _defer(interaction: Interaction) -> None:
    """Defer the answer: a search can take nearly as long as Discord waits."""
    if is_private(interaction):
        await defer(interaction)
    else:
        await defer(interaction, thinking=True)


async def _show(app: App, interaction: Interaction, page: Page) -> None:
    """Answer, or replace an answer already sent."""
    shown = update if interaction.response.is_done() else show
    await shown(app, interaction, page)


@handles(OpenPractice)
async def practice(context: ButtonContext, press: OpenPractice) -> None:
    """Open the game in progress, or start one as the button says, else like the last game.

    If the button asks for Tabal, only a game of Tabal; and the reverse.
    """
    app, by = context.app, context.by
    choice = await cases.last_choice(app.services, by, press.rules)
    if press.level:
        choice = replace(choice, level=press.level)
    running = await cases.in_progress(app.services, by)
    alike = [
        game
        for game in running
        if press.rules is None or cases.is_alike(game.match.game.name, press.rules)
    ]
    await _go_on(app, context.interaction, alike, choice, cases.newest(running))


@handles(BeginPractice)
async def begin(context: ButtonContext, press: BeginPractice) -> None:
    """Start a game after another, with the button's or menu's difficulty, rules and side."""
    app = context.app
    chosen = context.chosen[0] if context.chosen else str(press.level)
    choice = Choice(_level_of(chosen), press.rules, press.side)
    if chosen in catalogue.NAMES:
        before = await cases.own_game(app.services, press.after, context.by)
        choice = Choice(before.level, chosen, press.side)
    record = await cases.begin(app.services, context.by, choice, after=press.after)
    await show_game(app, context.interaction, record)


@handles(ChooseGame)
async def choose_game(context: ButtonContext, press: ChooseGame) -> None:
    """Show the games in progress, and ways to start another; a finished game's page has those."""
    record = await cases.own_game(context.app.services, press.match, context.by)
    if record.match.verdict:
        await show_game(context.app, context.interaction, record)
    else:
        await _list(context.app, context.interaction)


@handles(TryAgain)
async def again(context: ButtonContext, press: TryAgain) -> None:
    """Resume a finished game from before its last move."""
    record = await cases.again(context.app.services, press.match, context.by)
    await show_game(context.app, context.interaction, record)


@handles(GiveHint)
async def hint(context: ButtonContext, press: GiveHint) -> None:
    """Show the piece that the engine would move; on the second press, where it would go."""
    app = context.app
    reader = await reader_of(app, context.interaction)
    if press.path:
        record = await cases.own_game(app.services, press.match, context.by)
        if len(record.match.log) == press.seen_events:
            note = reader.words("practice.hint-move", move="-".join(press.path))
            page = pages.game(record, reader, press.path, hint=press.path, note=note)
            await show(app, context.interaction, page)
            return
    await _defer(context.interaction)
    record, path = await cases.hint(app.services, press.match, context.by)
    move = tuple(path)
    note = pages.hint(record, move[0], reader.words)
    page = pages.game(record, reader, move[:1], hint=move, note=note)
    await _show(app, context.interaction, page)


@handles(ShowRefutation)
async def why(context: ButtonContext, press: ShowRefutation) -> None:
    """Show the reply that refutes the player's last move."""
    app = context.app
    await _defer(context.interaction)
    record, before, thought = await cases.refutation(app.services, press.match, context.by)
    reader = await reader_of(app, context.interaction)
    await _show(app, context.interaction, pages.why(record, before, thought, reader))


@handles(SwitchCoach)
async def coach(context: ButtonContext, press: SwitchCoach) -> None:
    """Turn explanations of the first moves on or off."""
    app = context.app
    record = await cases.own_game(app.services, press.match, context.by)
    await setting_cases.change_person(
        app.services, context.by, lambda person: replace(person, coach=press.on)
    )
    await show_game(app, context.interaction, record)


async def ask(app: App, interaction: Interaction, played: RulesAndGames, side: Side | None) -> None:
    """Ask for the difficulty of a public game against the engine."""
    _ = app.services.engine  # refused without an engine
    reader = await reader_of(app, interaction)
    last = await cases.last_choice(app.services, interaction.user.id)
    asked = pages.public_game_modal(played.rules, played.games, side, last.level, reader)
    await interaction.response.send_modal(modal(asked))


@handles(BeginHere)
async def begin_here(context: ButtonContext, press: BeginHere) -> None:
    """Start a game that everyone can watch, as the modal says."""
    app, interaction, filled = context.app, context.interaction, context.filled
    place, _ = await place_here(app, interaction)
    side = named_side(next(iter(filled.get("side", ())), ""))
    level = _level_of(next(iter(filled.get("level", ())), ""))
    games = 2 if "two" in filled.get("more", ()) else 1
    await challenge(app, interaction, place, press.rules, side, level=level, games=games)


def _level_of(chosen: str) -> int:
    """Return the difficulty chosen in a menu; 0, which isn't one, if the value isn't a digit."""
    return int(chosen) if chosen.isascii() and chosen.isdecimal() and len(chosen) == 1 else 0


async def challenge(  # noqa: PLR0913  all choices of a new game
    app: App,
    interaction: Interaction,
    place: WritablePlace,
    rules: str,
    side: Side | None,
    *,
    level: int | None = None,
    games: int = 1,
    start: str | None = None,
) -> None:
    """Start a public game against the engine; level None: the difficulty of the last game."""
    _ = app.services.engine  # refused without an engine
    last = await cases.last_choice(app.services, interaction.user.id)
    choice = Choice(last.level if level is None else level, rules, side)
    by = interaction.user.id
    record = await cases.begin(app.services, by, choice, place, games=games, start=start)
    await _say_begun(app, interaction, record)


async def rematch(app: App, interaction: Interaction, number: int, access: Access) -> None:
    """Start a finished game again with sides swapped."""
    record = await cases.rematch(app.services, number, interaction.user.id, access)
    if record.alone:
        await show_game(app, interaction, record)
    else:
        await _say_begun(app, interaction, record)


async def profile_lines(
    services: Services, player: Player, counts: Callable[[str], bool] = cases.any_rules
) -> Lines:
    """Return a profile's lines about the person's games against the engine with these rules."""
    beaten = await services.store.matches.levels_beaten(player)
    levels = sorted({level for level, rules in beaten if counts(rules)})
    wins, most_wins = await cases.wins_in_a_row(services, player, counts)

    def lines(words: Words) -> Iterator[str]:
        if levels:
            yield words("profile.levels", levels=words.join([*map(str, levels)]))
        if wins > 1:
            yield words("profile.wins", count=wins)
        if most_wins > max(1, wins):
            yield words("profile.most-wins", count=most_wins)

    return lines


async def _say_begun(app: App, interaction: Interaction, record: Record) -> None:
    """Confirm privately that a public game has started."""
    reader = await reader_of(app, interaction)
    sentence = reader.words("practice.begins", level=record.level)
    await confirm(app, interaction, reader, record, sentence)
