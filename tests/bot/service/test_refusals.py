"""Why requests are refused: each reason has its own name, and stands where it is used."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

from bot.feature_list import NAMES
from bot.service.refusals import AnyNo, No
from tests.bot.refusals import REFUSALS
from tests.every import for_every

BOT = Path(__file__).parents[3] / "bot"
FEATURES = BOT / "features"
CORE = "the core"


def users() -> dict[str, set[str]]:
    """The names of the reasons that are used, each with the features, or the core, that use it."""
    by_name: dict[str, set[str]] = defaultdict(set)
    for path in BOT.rglob("*.py"):
        user = path.relative_to(FEATURES).parts[0] if path.is_relative_to(FEATURES) else CORE
        for name in re.findall(r"\b\w*No\.([A-Z_]+)\b", path.read_text("utf-8")):
            by_name[name].add(user)
    return by_name


USERS = users()


def test_no_two_have_the_same_name_for_their_sentences_are_found_by_it() -> None:
    names = [no.name for no in REFUSALS]
    assert len(names) == len({*names}) > len(No)


@for_every("no", REFUSALS)
def test_what_one_feature_alone_refuses_is_its_own_and_the_rest_is_the_core_s(no: AnyNo) -> None:
    match [*USERS[no.name]]:
        case [user] if user in NAMES:
            assert type(no).__module__ == f"bot.features.{user}.refusals"
        case users:
            assert users
            assert type(no) is No
