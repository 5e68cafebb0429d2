"""A game as a text file: what it looks like, what reads back, what people may change in it."""

from __future__ import annotations

import pytest

from games.catalogue import game, restore
from games.core import Reason, Side, Verdict
from games.errors import GameError
from games.events import (
    Answered,
    Created,
    Event,
    Flagged,
    Moved,
    Offer,
    Offered,
    Resigned,
    Stopped,
)
from games.gamefile import GameFile, read_game_file, write_game_file
from games.match import Match, fold
from games.notation import write_position
from tests.every import for_every

D, L = Side.DARK, Side.LIGHT
START = "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 d 0"
TAKES = "9/9/4Tt3/9/9/9/3t3T1/6TKT/7T1 d 3"  # d3-d7 takes the soldier on e7
NOON = 1_795_262_709  # 2026-11-21 12:05:09 UTC

TAKEN = f"""\
# A game of three moves.
# Nobody won it.
Game: 12
Dark: 111
Light: 222
Rules: larochelle
Begun: 2026-11-21 12:05:09 UTC
Start: {TAKES}

1. d3-d7xe7 {{2026-11-21 12:05:10}} g2-g1 {{2026-11-22 00:00:00}}
2. f7-f8 {{2026-11-22 12:05:09}}

Ended: 2026-11-23 12:05:09 UTC
Winner: nobody
Reason: stopped
Rules in full: {{"game": "tablut", "name": "larochelle", "first": null, "setup": "cross", \
"goal": "edge", "gait": "rook", "throne": ["K", "K", "K"], "corners": ["tTK", "tTK", ""], \
"camps": ["tTK", "tTK", ""], "home_camps": false, "open_when_empty": false, "edge_crushes": "", \
"king_captures": true, "imprisonment": false, "no_way_out": false, "repetition": "draw", \
"quiet_limit": null, "agreement": true}}
"""


def match(rules: str, *moves: str, start: str | None = None, lot: Side | None = None) -> Match:
    """A match with these moves, a second apart, begun at noon."""
    begun = fold([Created(NOON, game(rules).data, lot, start)])
    for number, move in enumerate(moves, 1):
        begun = begun.after(Moved(begun.turn, NOON + number, tuple(move.split("-"))))
    return begun


def facts(match: Match) -> tuple[object, ...]:
    """Return the facts of a match that its file must keep: all except offers and takebacks."""
    return (
        dict(match.game.data),
        match.start,
        [(ply.move, ply.step, ply.stood, ply.at) for ply in match.plies],
        match.verdict,
        match.log[0].at,
        match.log[-1].at if match.verdict else None,
    )


def stopped() -> Match:
    moved = [(D, NOON + 1, ("d3", "d7")), (L, 1_795_305_600, ("g2", "g1"))]
    moved += [(D, NOON + 86_400, ("f7", "f8"))]
    events = [Moved(*move) for move in moved]
    return match("larochelle", start=TAKES).after(*events, Stopped(NOON + 2 * 86_400))


def test_the_file_explains_itself() -> None:
    tags = {"Game": "12", "Dark": "111", "Light": "222"}
    assert write_game_file(stopped(), tags, ["A game of three moves.", "Nobody won it."]) == TAKEN


def test_and_reads_back() -> None:
    tags = {"Game": "12", "Dark": "111", "Light": "222"}
    assert read_game_file(TAKEN) == GameFile(stopped(), tags)
    assert read_game_file(TAKEN).match.verdict == Verdict(None, Reason.STOPPED)


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(TAKEN.replace("\n", "\r\n"), id="line ends of Windows"),
        pytest.param(TAKEN.replace("\n", "\r"), id="line ends of old"),
        pytest.param("\ufeff" + TAKEN, id="a mark at the beginning"),
        pytest.param("\n\n" + TAKEN.replace("\n", "  \n\n\t"), id="blank lines and spaces"),
        pytest.param(TAKEN.replace("xe7", ""), id="no captures"),
        pytest.param(TAKEN.replace("1. ", "").replace("2. ", ""), id="no numbers"),
        pytest.param(TAKEN.replace("1. d3-d7", "1.D3 \u2013 D7").replace("xe7", " x E7"), id="big"),
        pytest.param(
            TAKEN.replace("} g2", "}\n1... g2").replace("7 {", "7\n{"), id="a move a line"
        ),
        pytest.param(
            TAKEN.replace("Rules:", "RULES :").replace("Winner: n", "winner:N"), id="names"
        ),
        pytest.param(TAKEN.replace("Rules in full", "rules  in  Full"), id="names with spaces"),
        pytest.param(TAKEN.replace("Rules: larochelle\n", ""), id="rules in full alone"),
        pytest.param(TAKEN.replace("Start: ", ""), id="a bare position"),
        pytest.param(TAKEN.replace("} g2", "} {a good one!} {} g2"), id="remarks"),
        pytest.param(TAKEN.replace("Winner: nobody\n", ""), id="no winner"),
        pytest.param(TAKEN.replace(" UTC", "Z").replace("21 12:05:0", "21T12:05:0"), id="moments"),
        pytest.param("```text\n" + TAKEN + "```", id="copied from a chat"),
        pytest.param(TAKEN + "Note: a fine game\nNote: a very fine game\n", id="unknown headers"),
    ],
)
def test_people_may_edit_it(file: str) -> None:
    back = read_game_file(file)
    assert back.match == stopped()
    assert back.tags["Dark"] == "111"


ROUND = ("d1-d3", "e4-c4", "d3-d1", "c4-e4") * 2
FREE_KING = "9/9/9/9/4K4/9/9/9/t8 l 0"
QUIET = "9/4t4/9/9/4K4/9/9/9/9 d 98"
EQUAL = "mmm/3/5/5/5/5/5/3/MMM l 0"


def answer(by: Side, *, accepted: bool) -> Answered:
    return Answered(by, NOON + 9, accepted)


@for_every(
    ("played", "events", "verdict"),
    [
        (match("bga"), [], None),
        (match("bga", "d1-d3", "e4-c4"), [], None),
        (match("larochelle", lot=L), [Resigned(D, NOON)], Verdict(L, Reason.RESIGNED)),
        (match("tabal", lot=D), [Resigned(D, NOON + 7)], Verdict(L, Reason.RESIGNED)),
        (match("bga", "d1-d3"), [Resigned(D, NOON + 7)], Verdict(L, Reason.RESIGNED)),
        (match("bga", "d1-d3"), [Flagged(NOON + 7, L)], Verdict(D, Reason.TIME)),
        (match("bga", "d1-d3"), [Stopped(NOON + 7)], Verdict(None, Reason.STOPPED)),
        (
            match("bga", "d1-d3"),
            [Offered(D, NOON + 7, Offer.AGREE), answer(L, accepted=True)],
            Verdict(None, Reason.AGREED),
        ),
        (
            match("tabal", start=EQUAL.replace("M ", "Q ")),
            [Offered(L, NOON + 7, Offer.AGREE), answer(D, accepted=True)],
            Verdict(L, Reason.AGREED),
        ),
        (match("bga", *ROUND), [], Verdict(None, Reason.REPETITION)),
        (match("fortresses", *ROUND), [], Verdict(D, Reason.REPETITION)),
        (
            match("fortresses", "e8-d8", "e5-e6", start=QUIET),
            [],
            Verdict(D, Reason.QUIET),
        ),
        (match("larochelle", "e5-e9", start=FREE_KING), [], Verdict(L, Reason.KING_ESCAPED)),
        (
            match("fortresses", start="K8/9/9/9/9/9/9/9/4t4 d 0"),
            [],
            Verdict(L, Reason.KING_ESCAPED),
        ),
        (  # a takeback: the move that stands comes back, the other is gone
            match("bga", "d1-d3"),
            [
                Offered(D, NOON + 7, Offer.TAKEBACK),
                answer(L, accepted=True),
                Moved(D, NOON + 10, ("d1", "d4")),
            ],
            None,
        ),
    ],
)
def test_every_end_reads_back(played: Match, events: list[Event], verdict: Verdict | None) -> None:
    ended = played.after(*events)
    assert ended.verdict == verdict
    back = read_game_file(write_game_file(ended, {}))
    assert facts(back.match) == facts(ended)
    assert back.tags == {}


def test_the_rules_in_full_outlive_their_preset() -> None:
    rules = {**game("bga").data, "name": "once", "quiet_limit": 7}
    played = fold([Created(NOON, rules), Moved(D, NOON, ("d1", "d3"))])
    back = read_game_file(write_game_file(played, {})).match
    assert (back.game.name, back.game.endings.quiet_limit) == ("once", 7)
    assert back.game is restore(rules)
    changed = (
        write_game_file(played, {}).replace('"once"', '"bga"').replace("Rules: once", "Rules: bga")
    )
    assert read_game_file(changed).match.game.endings.quiet_limit == 7  # bga itself has none


def test_options_may_stand_in_any_order() -> None:
    text = write_game_file(match("larochelle+goal-corners+king-four", lot=D), {})
    assert "Rules: larochelle+king-four+goal-corners\n" in text
    edited = text.replace("+king-four+goal-corners\n", " + goal-corners + king-four\n")
    assert read_game_file(edited) == read_game_file(text)


@for_every(
    ("rules", "moves", "first"),
    [
        ("larochelle", "e3-d3 d1-d2", L),
        ("larochelle", "{a remark} 1. d1-d2 E3-D3", D),
        ("tabal", "a4-a5", L),
        ("tabal", "a6-a5", D),
        ("bga", "d1-d2 e3-d3", None),
    ],
)
def test_of_moves_alone_the_side_whose_man_goes_first_has_begun(
    rules: str, moves: str, first: Side | None
) -> None:
    back = read_game_file(moves, rules).match
    assert back.log[0] == Created(0, game(rules).data, first)
    assert len(back.plies) == len(moves.split("-")) - 1


def test_tags_stay_on_their_line_and_never_speak_for_the_game() -> None:
    nasty = "a\r\nWinner: dark\u2028\u202e\ud800 b" + "y" * 300
    text = write_game_file(
        match("bga"), {"Dark": nasty, "Winner": "dark", "Light": ""}, [f"x\n{nasty}"]
    )
    back = read_game_file(text)
    assert back.match == match("bga")
    assert set(back.tags) == {"Dark", "Light"}
    assert back.tags["Dark"].startswith("a Winner: dark b")
    assert len(back.tags["Dark"]) == 200
    assert write_game_file(back.match, back.tags) == text[text.index("\n") + 1 :]
    assert text.encode()


LINE = "9/4t4/9/9/4K4/9/9/9/9 l 7"


@for_every(
    ("text", "rules"),
    [
        (LINE, "bga"),
        (f"  {LINE}\n", "bga"),
        (f"Rules: bga\n{LINE}", None),
        (f"Rules: bga\n{LINE}", "tabal"),  # the file knows better
        (f"{LINE}\nrules:BGA", None),
        (f"Start: {LINE}", "bga"),
    ],
)
def test_a_position_is_a_file_too(text: str, rules: str | None) -> None:
    assert read_game_file(text, rules).match == fold([Created(0, game("bga").data, start=LINE)])


def test_a_start_of_the_rule_set_is_told_as_such() -> None:
    assert read_game_file(START, "bga").match == fold([Created(0, game("bga").data)])
    assert read_game_file(START, "larochelle").match == fold(
        [Created(0, game("larochelle").data, D)]
    )
    other = START.replace("d 0", "l 0")
    assert read_game_file(other, "larochelle").match == fold(
        [Created(0, game("larochelle").data, L)]
    )
    late = START.replace("d 0", "d 1")
    assert read_game_file(late, "bga").match == fold([Created(0, game("bga").data, start=late)])
    assert write_position(game("bga"), read_game_file(late, "bga").match.position) == late


def test_moves_alone_are_played_from_the_start() -> None:
    assert read_game_file("d1d3 e4c4", "bga").match.moves == (("d1", "d3"), ("e4", "c4"))
    assert read_game_file("Rules: bga\n1. d1-d3 e4-c4\n2. d3-d4").match.moves[2:] == (("d3", "d4"),)


@for_every(
    ("text", "begun", "moments"),
    [
        ("d1-d3 e4-c4", 0, [0, 0]),
        ("Begun: 1970-01-02 00:00\nd1-d3 e4-c4", 86_400, [86_400, 86_400]),
        ("d1-d3 e4-c4 {1970-01-02 00:00:01 UTC}", 86_401, [86_401, 86_401]),
        ("d1-d3 {1970-01-01 00:01} e4-c4", 60, [60, 60]),
        ("Begun: 1970-01-01 00:00:09Z\nd1-d3 {1970-01-01 00:00:07} e4-c4", 9, [7, 7]),
        ("{1970-01-01 00:01} d1-d3 {slow} e4-c4", 0, [0, 0]),  # no move to belong to
        ("d1-d3 e4-c4\n{9999-12-31 23:59:59}", 253_402_300_799, [253_402_300_799] * 2),
    ],
)
def test_a_move_without_a_moment_was_made_when_the_last_one_was(
    text: str, begun: int, moments: list[int]
) -> None:
    played = read_game_file(text, "bga").match
    assert (played.log[0].at, [ply.at for ply in played.plies]) == (begun, moments)


@pytest.mark.parametrize(
    ("end", "at"),
    [
        ("Winner: l\nReason: Resigned", 60),
        ("Reason: resigned\nWinner: LIGHT\nEnded: 1970-01-01 00:02", 120),
    ],
)
def test_an_end_is_told_in_a_word_or_two(end: str, at: int) -> None:
    played = read_game_file(f"d1-d3 {{1970-01-01 00:01}}\n{end}", "bga").match
    assert played.verdict == Verdict(L, Reason.RESIGNED)
    assert played.log[-1].at == at


def test_an_end_that_the_moves_show_needs_no_telling() -> None:
    moves = " ".join(ROUND)
    for end in ("", "Winner: nobody", "Reason: repetition", "Winner:\nReason:"):
        assert read_game_file(f"{moves}\n{end}", "bga").match.verdict == Verdict(
            None, Reason.REPETITION
        )
    with pytest.raises(GameError):
        read_game_file(f"{moves}\nWinner: not yet", "bga")
