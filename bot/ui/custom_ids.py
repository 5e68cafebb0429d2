"""Custom ids of buttons and menus, written and read. Law: they hold all state of a component.

Reading never raises: an id may be years old, or forged.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from games import catalogue
from games.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.core import Move

LONGEST = 100  # characters that Discord allows
LONGEST_LINE = 48  # of them for moves ahead
_OWN = "k"


class Verb(StrEnum):
    """What a button, menu or form does."""

    ACCEPT = "accept"
    DECLINE = "decline"
    WITHDRAW = "withdraw"
    CUSTOMISE = "customise"
    CUSTOMISED = "customised"
    CHOOSE = "choose"
    EVEN = "even"
    COUNTER = "counter"
    COUNTERED = "countered"
    RULES = "rules"
    MOVE = "move"
    MORE = "more"
    YES = "yes"
    NO = "no"
    WITHDRAW_OFFER = "unask"
    MAN = "man"
    TO = "to"
    PLAY = "play"
    BACK = "back"
    BOARD = "board"
    RESIGN = "resign"
    RESIGN_YES = "resign-yes"
    DRAW = "draw"
    TAKEBACK = "takeback"
    FLIP = "flip"
    REMATCH = "rematch"
    RESUME = "take-up"
    REPLAY = "replay"
    STEP = "step"
    FILM = "film"
    GAMES = "games"
    HISTORY = "history"
    RANKS = "ranks"
    PROFILE = "profile"
    OPEN = "open"
    WHICH = "which"  # a menu whose options are presses of their own
    SET = "set"
    BLOCKS = "blocks"
    BLOCK = "block"
    UNBLOCK = "unblock"
    GIVE = "give"
    RETURN = "return"
    SERVER = "server"
    SET_SERVER = "set-server"
    STOP = "stop"
    STOP_NOT = "stop-not"
    BARRED = "barred"
    MYDATA = "mydata"
    OPEN_DRAFT = "open-draft"
    HELP = "help"
    PRACTICE = "practice"
    BEGIN = "begin"
    AGAIN = "again"
    HINT = "hint"
    WHY = "why"
    COACH = "coach"
    CONDITIONAL = "if"
    PREPARE = "prepare"
    FORGET = "forget"
    INVITE = "invite"
    REVIEW = "review"
    TRY = "try"
    PUZZLE = "puzzle"
    SOLVE = "solve"
    ANSWER = "answer"
    DAILY = "daily"


@dataclass(frozen=True, slots=True)
class Press:
    """A pressed button, a used menu or a submitted form, as its custom_id says."""

    verb: Verb
    number: int = 0  # of the challenge, match or puzzle
    seen: int | None = None  # events of the match, version of the challenge, tries, at the time
    path: Move = ()  # points touched so far
    page: int = 0
    of: str = ""  # rules: c, m or r; a setting's key; a side; a preset
    code: str = ""  # a rule set, see `code`; a setting's value
    line: str = ""  # moves ahead, see bot.ui.pages.conditional; of a puzzle, those so far


_IN_MATCH = ("number", "seen")
_ON_PATH = (*_IN_MATCH, "path")
_SHAPES: Mapping[Verb, tuple[str, ...]] = {
    Verb.ACCEPT: ("number", "seen"),
    **dict.fromkeys((Verb.DECLINE, Verb.WITHDRAW, Verb.CUSTOMISE), ("number",)),
    **dict.fromkeys((Verb.CUSTOMISED, Verb.COUNTERED), ("number", "page")),
    Verb.COUNTER: ("number",),
    Verb.CHOOSE: ("number", "of", "code"),
    Verb.EVEN: ("number", "code"),
    Verb.RULES: ("of", "code", "page"),
    **dict.fromkeys(
        (Verb.MOVE, Verb.MORE, Verb.YES, Verb.NO, Verb.WITHDRAW_OFFER, Verb.MAN), _IN_MATCH
    ),
    **dict.fromkeys((Verb.TO, Verb.PLAY, Verb.BACK), _ON_PATH),
    **dict.fromkeys((Verb.CONDITIONAL, Verb.PREPARE), (*_IN_MATCH, "line")),
    Verb.FORGET: _IN_MATCH,
    **dict.fromkeys((Verb.RESIGN, Verb.RESIGN_YES, Verb.DRAW, Verb.TAKEBACK), _IN_MATCH),
    Verb.FLIP: ("number", "of"),
    Verb.FILM: ("number", "of"),
    Verb.STEP: ("number", "page", "of"),
    **dict.fromkeys((Verb.BOARD, Verb.REMATCH, Verb.REPLAY, Verb.OPEN), ("number",)),
    Verb.RESUME: ("number",),
    **dict.fromkeys((Verb.GAMES, Verb.HELP, Verb.SERVER, Verb.BARRED, Verb.BLOCKS), ("page",)),
    Verb.BLOCK: (),
    Verb.UNBLOCK: ("number", "page"),
    **dict.fromkeys((Verb.SET, Verb.SET_SERVER), ("of", "code")),
    **dict.fromkeys((Verb.STOP, Verb.STOP_NOT), ("number",)),
    Verb.MYDATA: ("of",),
    Verb.OPEN_DRAFT: ("number",),
    Verb.HISTORY: ("number", "of", "code", "page"),
    Verb.RANKS: ("number", "of", "code", "page"),
    Verb.PROFILE: ("number", "of"),
    Verb.GIVE: _IN_MATCH,
    **dict.fromkeys((Verb.RETURN, Verb.WHICH), ()),
    Verb.PRACTICE: ("page",),
    Verb.BEGIN: ("number", "page", "of", "code"),
    Verb.AGAIN: ("number",),
    Verb.HINT: _ON_PATH,
    Verb.WHY: _IN_MATCH,
    Verb.COACH: ("number", "of"),
    Verb.INVITE: (),
    Verb.REVIEW: ("number",),
    Verb.TRY: ("number", "page", "seen"),  # seen: the game in private that it is to replace
    Verb.PUZZLE: ("number", "of"),
    **dict.fromkeys((Verb.SOLVE, Verb.ANSWER), (*_IN_MATCH, "line")),
    Verb.DAILY: ("of", "code"),
}
_OLDER: Mapping[Verb, tuple[str, ...]] = {Verb.ACCEPT: ("number",)}  # still on old messages
_NUMBER = re.compile(r"[0-9]{1,19}")
_LARGEST = 2**63 - 1  # that SQLite holds
_LINE = re.compile(rf"[a-z0-9]{{0,{LONGEST_LINE}}}")
_PAGE = re.compile(r"[0-9]{1,9}")
_WORD = re.compile(r"[a-z0-9.-]{0,40}")
_POINT = "[a-z][1-9][0-9]?"
_PATH = re.compile(f"(?:{_POINT}(?:-{_POINT})*)?")


def write(press: Press) -> str:
    """The custom_id."""
    parts = (_write(press, part) for part in _SHAPES[press.verb])
    text = ":".join((_OWN, press.verb, *parts))
    assert len(text) <= LONGEST, text
    return text


def _write(press: Press, part: str) -> str:
    if part == "path":
        return "-".join(press.path)
    if part == "code" and press.of in ("c", "m"):  # the rules of a challenge or a match
        return str(press.number)
    return str(getattr(press, part))


def read(custom_id: str) -> Press | None:
    """The press that it stands for; None when it is not one of ours."""
    own, _, rest = custom_id.partition(":")
    name, *parts = rest.split(":")
    if own != _OWN or len(custom_id) > LONGEST or name not in list(Verb):
        return None
    verb = Verb(name)
    shapes = (_SHAPES[verb], _OLDER.get(verb, _SHAPES[verb]))
    shape = next((each for each in shapes if len(each) == len(parts)), None)
    if shape is None:
        return None
    values = dict(zip(shape, parts, strict=True))
    if values.get("of") in ("c", "m") and verb is Verb.RULES:
        values["number"] = values.pop("code")
    if not all(_readable(part, text) for part, text in values.items()):
        return None
    return _press(verb, values)


def _readable(part: str, text: str) -> bool:
    patterns = {"path": _PATH, "of": _WORD, "code": _WORD, "page": _PAGE, "line": _LINE}
    pattern = patterns.get(part, _NUMBER)
    return bool(pattern.fullmatch(text)) and (pattern is not _NUMBER or int(text) <= _LARGEST)


def _press(verb: Verb, values: Mapping[str, str]) -> Press:
    seen = values.get("seen")
    path = values.get("path")
    return Press(
        verb,
        number=int(values.get("number", 0)),
        seen=None if seen is None else int(seen),
        path=tuple(path.split("-")) if path else (),
        page=int(values.get("page", 0)),
        of=values.get("of", ""),
        code=values.get("code", ""),
        line=values.get("line", ""),
    )


def code(name: str) -> str:
    """A rule set's name made short: its preset, and its options as bits of a hexadecimal number."""
    preset, *chosen = name.split("+")
    bits = sum(1 << i for i, each in enumerate(catalogue.options(preset)) if each in chosen)
    return f"{preset}.{bits:x}"


def name_of(short: str) -> str | None:
    """The rule set's name from its short form; None where that is invalid."""
    line = line_of(short)
    try:
        return line and catalogue.game(line).name
    except GameError:
        return None


def line_of(short: str) -> str | None:
    """The same without checking that the options fit together."""
    preset, _, bits = short.partition(".")
    if preset not in catalogue.NAMES or not re.fullmatch("[0-9a-f]{1,8}", bits):
        return None
    chosen = [each for i, each in enumerate(catalogue.options(preset)) if int(bits, 16) >> i & 1]
    return "+".join([preset, *chosen])
