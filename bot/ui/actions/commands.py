"""The table of all commands, buttons, menus and forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot.ui.actions import (
    browse,
    challenge,
    conditional,
    history,
    moderation,
    move,
    my_data,
    offers,
    practice,
    profile,
    puzzles,
    replay,
    review,
    settings,
    sharing,
    standings,
    time_off,
)
from bot.ui.custom_ids import Verb
from bot.ui.sync import CONTEXTS, INSTALLS, localised

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from bot.ui.answers import App
    from bot.ui.router import ButtonContext


def groups(app: App) -> tuple[app_commands.Group, ...]:
    """The two groups: every player's commands, and the moderators'."""
    return tablut_group(app), moderation.moderation_group(app)


def menus(app: App) -> tuple[app_commands.ContextMenu, ...]:
    """The entries of the menus at a person and at a message."""
    return (*challenge.menus(app), *browse.menus(app), *replay.menus(app))


def tablut_group(app: App) -> app_commands.Group:
    """The commands under /tablut."""
    group = app_commands.Group(
        name=localised("command.tablut.name"),
        description=localised("command.tablut.description"),
        allowed_contexts=CONTEXTS,
        allowed_installs=INSTALLS,
    )
    for feature in _FEATURES:
        for command in feature.commands(app):
            group.add_command(command)
    return group


_FEATURES = (
    challenge,
    practice,
    puzzles,
    move,
    offers,
    time_off,
    browse,
    settings,
    history,
    standings,
    profile,
    replay,
    sharing,
    my_data,
)
HANDLERS: Mapping[Verb, Callable[[ButtonContext], Awaitable[None]]] = {
    Verb.ACCEPT: challenge.accept,
    Verb.DECLINE: challenge.decline,
    Verb.WITHDRAW: challenge.withdraw,
    Verb.CUSTOMISE: challenge.customise,
    Verb.CUSTOMISED: challenge.customised,
    Verb.CHOOSE: challenge.choose,
    Verb.EVEN: challenge.even_out,
    Verb.COUNTER: challenge.counter,
    Verb.COUNTERED: challenge.countered,
    Verb.REMATCH: challenge.rematch,
    Verb.MOVE: move.move,
    Verb.MAN: move.choose,
    Verb.TO: move.choose,
    Verb.BACK: move.back,
    Verb.PLAY: move.play,
    Verb.MORE: offers.more,
    Verb.DRAW: offers.draw,
    Verb.TAKEBACK: offers.takeback,
    Verb.YES: offers.yes,
    Verb.NO: offers.no,
    Verb.WITHDRAW_OFFER: offers.withdraw_offer,
    Verb.RESUME: offers.resume,
    Verb.RESIGN: offers.resign,
    Verb.RESIGN_YES: offers.resign_yes,
    Verb.RULES: browse.rules,
    Verb.BOARD: browse.board,
    Verb.OPEN: browse.open_game,
    Verb.FLIP: browse.flip,
    Verb.REPLAY: replay.replay,
    Verb.STEP: replay.step,
    Verb.FILM: replay.film,
    Verb.GAMES: browse.games,
    Verb.HISTORY: history.history,
    Verb.RANKS: standings.ranks,
    Verb.PROFILE: profile.profile,
    Verb.HELP: browse.help_page,
    Verb.SET: settings.settings,
    Verb.BLOCKS: settings.blocks,
    Verb.BLOCK: settings.block_chosen,
    Verb.UNBLOCK: settings.unblock_chosen,
    Verb.GIVE: time_off.give,
    Verb.RETURN: time_off.end_vacation,
    Verb.SERVER: settings.server,
    Verb.SET_SERVER: settings.set_server,
    Verb.STOP: moderation.stop,
    Verb.STOP_NOT: moderation.stop_not,
    Verb.BARRED: moderation.barred,
    Verb.MYDATA: my_data.my_data,
    Verb.OPEN_DRAFT: sharing.open_draft,
    Verb.PRACTICE: practice.practice,
    Verb.BEGIN: practice.begin,
    Verb.AGAIN: practice.again,
    Verb.HINT: practice.hint,
    Verb.WHY: practice.why,
    Verb.COACH: practice.coach,
    Verb.CONDITIONAL: conditional.conditional,
    Verb.PREPARE: conditional.prepare,
    Verb.FORGET: conditional.forget,
    Verb.INVITE: challenge.invite,
    Verb.REVIEW: review.review,
    Verb.TRY: review.try_it,
    Verb.PUZZLE: puzzles.puzzle,
    Verb.SOLVE: puzzles.solve,
    Verb.ANSWER: puzzles.try_move,
    Verb.DAILY: puzzles.daily,
}
