"""Reviews: the course of a finished game, and the moves that decided it.

reviewer.py searches a game in the engine's processes, in parts of a third of a second, so that
others get their turn in between. cases.py makes each review once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.review import actions, pages
from bot.features.review.cases import Reviews
from bot.features.review.reviewer import PoolReviewer
from bot.features.review.tables import ReviewTables
from bot.ui.app import Feature
from bot.ui.slots import GAME_BUTTONS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.engine_pool import EnginePool
    from bot.store.store import Store


def _states(store: Store, engine: EnginePool) -> Iterable[object]:
    """Return the object that makes reviews, each once."""
    return (Reviews(PoolReviewer(engine), ReviewTables(store.database)),)


FEATURE = Feature(
    name="review",
    actions=(actions,),
    states=_states,
    adds=(GAME_BUTTONS.by(pages.button),),
)
