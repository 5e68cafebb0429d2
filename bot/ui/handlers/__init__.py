"""What each button, menu and form does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.custom_ids import Verb
from bot.ui.handlers import (
    calendar,
    challenges,
    history,
    match,
    mydata,
    panel,
    reading,
    replaying,
    servers,
    sharing,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from bot.ui.router import Touch

HANDLERS: Mapping[Verb, Callable[[Touch], Awaitable[None]]] = {
    Verb.ACCEPT: challenges.accept,
    Verb.DECLINE: challenges.decline,
    Verb.WITHDRAW: challenges.withdraw,
    Verb.CUSTOMISE: challenges.customise,
    Verb.CUSTOMISED: challenges.customised,
    Verb.CHOOSE: challenges.customise,
    Verb.REMATCH: challenges.rematch,
    Verb.MOVE: panel.move,
    Verb.MAN: panel.touch,
    Verb.TO: panel.touch,
    Verb.BACK: panel.back,
    Verb.PLAY: panel.play,
    Verb.MORE: match.more,
    Verb.DRAW: match.draw,
    Verb.TAKEBACK: match.takeback,
    Verb.YES: match.yes,
    Verb.NO: match.no,
    Verb.UNASK: match.unask,
    Verb.TAKE_UP: match.take_up,
    Verb.RESIGN: match.resign,
    Verb.RESIGN_YES: match.resign_yes,
    Verb.RULES: reading.rules,
    Verb.BOARD: reading.board,
    Verb.OPEN: reading.open_game,
    Verb.FLIP: reading.flip,
    Verb.REPLAY: replaying.replay,
    Verb.STEP: replaying.step,
    Verb.FILM: replaying.film,
    Verb.GAMES: reading.games,
    Verb.HISTORY: history.history,
    Verb.HELP: reading.help_page,
    Verb.SET: reading.settings,
    Verb.GIVE: calendar.give,
    Verb.RETURN: calendar.come_back,
    Verb.SERVER: servers.server,
    Verb.SET_SERVER: servers.set_server,
    Verb.STOP: servers.stop,
    Verb.STOP_NOT: servers.stop_not,
    Verb.BARRED: servers.barred,
    Verb.MYDATA: mydata.mydata,
    Verb.OPEN_DRAFT: sharing.open_draft,
}
