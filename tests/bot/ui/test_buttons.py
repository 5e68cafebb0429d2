"""Custom ids: those of every layout are read, and reading never fails, whatever others send."""

from __future__ import annotations

import doctest
from enum import StrEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.composition import FEATURES
from bot.features.lessons import pages as lessons
from bot.features.onlookers import pages as onlookers
from bot.features.puzzles import pages as puzzles
from bot.features.ratings.model import Family
from bot.features.ratings.pages import standings
from bot.features.review import pages as review
from bot.features.showing import pages as showing
from bot.features.think import pages as think
from bot.features.together import pages as together
from bot.features.tournaments.model import Setting
from bot.features.tournaments.pages import announcement, draft, hub, level
from bot.features.turn_list import pages as turn_list
from bot.features.vote_games import pages as vote_games
from bot.model.matches import Outcome
from bot.ui import buttons
from bot.ui.actions.commands import handlers
from bot.ui.buttons import ChosenPress, Press, read_press
from bot.ui.pages import (
    blocks,
    challenge,
    games,
    history,
    moderation,
    my_data,
    offers,
    panel,
    parts,
    paused,
    practice,
    replay,
    result,
    rules,
    server,
    settings,
    sharing,
    time_off,
)
from bot.ui.pages import hub as hub_pages
from bot.ui.pages.help import ShowHelp
from games import catalogue
from games.core import Move, Side
from tests.every import for_every

# Each id as it stands on messages in channels, with what it asks for. Never change a line here:
# what is written otherwise from now on gets a line of its own, and both are read.
WRITTEN = {
    "k:accept:12:1": challenge.AcceptChallenge(12, 1),
    "k:accept:12:0": challenge.AcceptChallenge(12, 0),
    "k:decline:12": challenge.DeclineChallenge(12),
    "k:withdraw:12": challenge.WithdrawChallenge(12),
    "k:counter:12": challenge.CounterChallenge(12),
    "k:countered:12:4": challenge.SubmitCounter(12, 4),
    "k:about:12": challenge.ShowChallenge(12),
    "k:correct:12": challenge.CorrectChallenge(12),
    "k:corrected:12:4": challenge.SubmitCorrection(12, 4),
    "k:customise:12": challenge.CustomiseChallenge(12),
    "k:choose:12:ludens:larochelle.3": challenge.ChooseRules(
        12, "ludens", "larochelle+attackers-first+goal-off-camps"
    ),
    "k:choose:12:tabal:larochelle.0": challenge.ChooseRules(12, "tabal", "larochelle"),
    "k:customised:12:3": challenge.SubmitRules(12, 3),
    "k:use:12:larochelle.40": challenge.UseRules(12, "larochelle+goal-corners"),
    "k:whom": challenge.AskWhom(),
    "k:whom-person:0:saami.0": challenge.ChooseOpponent(None, "saami"),
    "k:whom-rules:111:saami.0": challenge.ChooseInvitedRules(111, "saami"),
    "k:invite:0:larochelle.20": challenge.PostInvitation(None, "larochelle+king-four"),
    "k:rules:c:12:0": rules.RulesOfChallenge(12, 0),
    "k:rules:m:7:2": rules.RulesOfMatch(7, 2),
    "k:rules:r:larochelle.20:1": rules.RulesOfSet("larochelle+king-four", 1),
    "k:move:7:42": parts.OpenPanel(7, 42),
    "k:to:7:42:e4": panel.ChoosePoint(7, 42, ("e4",)),
    "k:to:7:42:k10": panel.ChoosePoint(7, 42, ("k10",)),
    "k:back:7:42:": panel.GoBack(7, 42, ()),
    "k:back:7:42:a3": panel.GoBack(7, 42, ("a3",)),
    "k:play:7:42:k11-b11": panel.PlayMove(7, 42, ("k11", "b11")),
    "k:play:7:42:a3-c3-e1": panel.PlayMove(7, 42, ("a3", "c3", "e1")),
    "k:think:12": think.OpenThought(12),
    "k:think-to:3:7:": think.ChooseInThought(3, 7),
    "k:think-to:3:7:e4": think.ChooseInThought(3, 7, ("e4",)),
    "k:think-piece:3:7": think.ChoosePiece(3, 7),
    "k:think-try:3:7:a3-c3-e1": think.TryMove(3, 7, ("a3", "c3", "e1")),
    "k:think-back:3:7": think.StepBack(3, 7),
    "k:think-on:3:7:2": think.StepOn(3, 7, 2),
    "k:think-keep:3:7": think.KeepLine(3, 7),
    "k:think-play:3:7:42": think.PlayFirst(3, 7, 42),
    "k:think-more:3:7": think.ShowThoughtMore(3, 7),
    "k:lines:3": think.ShowLines(3),
    "k:line:3": think.ChooseLine(3),
    "k:line-replies:3:2:on": think.SwitchReplies(3, 2, on=True),
    "k:line-delete:3:2": think.DeleteLine(3, 2),
    "k:lines-open:12:off": think.OpenOwnLines(12, on=False),
    "k:planned:12:111:2:5": think.ShowPlanned(12, 111, 2, 5),
    "k:planned-line:12": think.ChoosePlanned(12),
    "k:more:7:42": offers.ShowMore(7, 42),
    "k:draw:7:42": offers.OfferDraw(7, 42),
    "k:takeback:7:42": offers.AskTakeback(7, 42),
    "k:yes:7:42": offers.AcceptOffer(7, 42),
    "k:no:7:42": offers.DeclineOffer(7, 42),
    "k:unask:7:42": offers.WithdrawOffer(7, 42),
    "k:give:7:42": offers.GiveDay(7, 42),
    "k:nudge:7": offers.NudgeOpponent(7),
    "k:resign:7:42": offers.Resign(7, 42),
    "k:resign-yes:7:42": offers.ConfirmResigning(7, 42),
    "k:flip:7:d": offers.FlipBoard(7, Side.DARK),
    "k:board:7": parts.ShowBoard(7),
    "k:open:7": parts.OpenGame(7),
    "k:next:7": parts.OpenNext(7),
    "k:take-up:7": paused.ResumeGame(7),
    "k:return": time_off.EndVacation(),
    "k:vacation:7": time_off.StartVacation(7),
    "k:rematch:7": result.Rematch(7),
    "k:game-two:7": result.StartSecond(7),
    "k:replay:7": replay.OpenReplay(7),
    "k:step:7:0:d-first": replay.ShowPly(7, 0, "d-first"),
    "k:step:7:5:l-flip": replay.ShowPly(7, 5, "l-flip"),
    "k:file:7": replay.SaveGame(7),
    "k:film:7:l": replay.MakeFilm(7, Side.LIGHT),
    "k:games:3": games.ShowGames(3),
    "k:next:0": parts.OpenNext(),
    "k:help:1": ShowHelp(1),
    "k:history:0:::0": history.ShowHistory(),
    "k:history:111:::2": history.ShowHistory(opponent=111, page=2),
    "k:history:111:lost:larochelle.20:2": history.ShowHistory(
        111, Outcome.LOST, "larochelle+king-four", 2
    ),
    "k:leaderboard:0:tabal::0": standings.ShowLeaderboard(0, Family.TABAL),
    "k:leaderboard:8119:tablut:larochelle.0:3": standings.ShowLeaderboard(
        8119, Family.TABLUT, "larochelle", 3
    ),
    "k:profile:111:other": standings.ShowProfile(111, Family.OTHER),
    "k:set::": settings.ChangeSetting(),
    "k:set:page:pings": settings.ChangeSetting("page", "pings"),
    "k:set:seat:": settings.ChangeSetting("seat"),
    "k:set:confirm:on": settings.ChangeSetting("confirm", "on"),
    "k:set:quiet-from:": settings.ChangeSetting("quiet-from"),
    "k:server:1": server.ShowServer(1),
    "k:set-up:0": server.SetUp(),
    "k:set-up:7": server.SetUp(7),
    "k:set-server:rules:": server.ChangeServerSetting("rules"),
    "k:set-server:weekends:off": server.ChangeServerSetting("weekends", "off"),
    "k:set-server:turn-lists": turn_list.ChooseTurnLists(),
    "k:blocks:1": settings.ShowBlocks(1),
    "k:block": blocks.BlockPerson(),
    "k:unblock:4:1": blocks.UnblockPerson(4, 1),
    "k:barred:1": moderation.ShowBarred(1),
    "k:stopped:7": moderation.SubmitStop(7),
    "k:mod-log:1": moderation.ShowLog(1),
    "k:mydata:export": my_data.ExportData(),
    "k:mydata:ask": my_data.AskToErase(),
    "k:mydata:sure": my_data.AskAgain(),
    "k:mydata:erase": my_data.EraseData(),
    "k:mydata:keep": my_data.KeepData(),
    "k:open-draft:3": sharing.OpenDraft(3),
    "k:which:": ChosenPress(),
    "k:which:tournaments": ChosenPress("tournaments"),
    "k:practice:1:": practice.OpenPractice(1),
    "k:other-game:7": practice.ChooseGame(7),
    "k:practice:1:tabal.0": practice.OpenPractice(1, "tabal"),
    "k:learn": lessons.OpenLessons(),
    "k:lessons:tabal": lessons.ListLessons("tabal"),
    "k:lesson-at": lessons.ChooseLesson(),
    "k:lesson:take:::0": lessons.OpenLesson("take"),
    "k:lesson:take:1:copenhagen.0:3": lessons.OpenLesson("take", "1", "copenhagen", 3),
    "k:lesson-move:take:13::0": lessons.PlayInLesson("take", "13"),
    "k:lesson-show:take:::0": lessons.ShowExample("take"),
    "k:lesson-skip:take": lessons.SkipLesson("take"),
    "k:play-me:larochelle.0": practice.BeginHere("larochelle"),
    "k:begin:12:0:d:larochelle.1": practice.BeginPractice(
        12, 0, Side.DARK, "larochelle+attackers-first"
    ),
    "k:begin:12:5:lot:bga.0": practice.BeginPractice(12, 5, None, "bga"),
    "k:again:12": practice.TryAgain(12),
    "k:hint:12:2:": panel.GiveHint(12, 2, ()),
    "k:hint:12:2:e4-d4": panel.GiveHint(12, 2, ("e4", "d4")),
    "k:why:12:3": practice.ShowRefutation(12, 3),
    "k:coach:12:on": practice.SwitchCoach(12, on=True),
    "k:coach:12:off": practice.SwitchCoach(12, on=False),
    "k:review:12": review.ShowReview(12),
    "k:moment:12:2": review.ShowMoment(12, 2),
    "k:show:leaderboard/0/tablut//2": showing.ShowHere("k:leaderboard:0:tablut::2"),
    "k:follow:12": onlookers.Follow(12),
    "k:unfollow:12": onlookers.Unfollow(12),
    "k:unshow:5": showing.RemoveShown(5),
    "k:try:12:4": review.TryFrom(12, 4),
    "k:puzzle:4:": puzzles.OpenPuzzle(4),
    "k:puzzle:4:another": puzzles.OpenPuzzle(4, puzzles.Wish.ANOTHER),
    "k:puzzle:4:solution": puzzles.OpenPuzzle(4, puzzles.Wish.SOLUTION),
    "k:puzzle:4:share": puzzles.OpenPuzzle(4, puzzles.Wish.SHARE),
    "k:puzzle:4:week": puzzles.OpenPuzzle(4, puzzles.Wish.WEEK),
    "k:puzzle:4:easier": puzzles.OpenPuzzle(4, puzzles.Wish.EASIER),
    "k:puzzle-week:4:1:30a:off": puzzles.ShowWeek(4, 1, "30a"),
    "k:puzzle-week:4:1:30a:on": puzzles.ShowWeek(4, 1, "30a", solved=True),
    "k:solve:4:1:": puzzles.ChooseInPuzzle(4, 1, ""),
    "k:solve:4:1:30a": puzzles.ChooseInPuzzle(4, 1, "30a"),
    "k:answer:4:1:30": puzzles.TryMove(4, 1, "30"),
    "k:hub": hub_pages.ShowHub(),
    "k:hub-more": hub_pages.ShowRarer(),
    "k:tournament-new:knockout": hub.NewTournament("knockout"),
    "k:league": hub.JoinLeague(),
    "k:tournament-form:0:teams": draft.SubmitTournament(0, "teams"),
    "k:tournament-fill:3": draft.FillIn(3),
    "k:tournament-draft:3": draft.ShowDraft(3),
    "k:tournament-change:3:1": draft.ShowChanges(3, 1),
    "k:tournament-set:3:size:": draft.ChangeTournament(3, Setting.SIZE),
    "k:tournament-set:3:rated:off": draft.ChangeTournament(3, Setting.RATED, "off"),
    "k:tournament-set:3:channel:": draft.ChangeTournament(3, Setting.CHANNEL),
    "k:tournament-open:3": draft.OpenTournament(3),
    "k:tournament-discard:3": draft.DiscardTournament(3),
    "k:tournament:3:0": announcement.ShowTournament(3),
    "k:tournament:3:2": announcement.ShowTournament(3, 2),
    "k:tournament-join:3:0": announcement.Join(3),
    "k:tournament-join:3:2": announcement.Join(3, 2),
    "k:tournament-leave:3": announcement.Leave(3),
    "k:tournament-leave-yes:3": announcement.ConfirmLeaving(3),
    "k:tournament-more:3": level.AskForMore(3),
    "k:tournament-back:3": announcement.ComeBack(3),
    "k:tournament-round:3:0": announcement.ShowRound(3),
    "k:tournament-round:3:2": announcement.ShowRound(3, 2),
    "k:tournament-games:3": announcement.ShowOwnGames(3),
    "k:tournament-remind:3": announcement.Remind(3),
    "k:tournament-play-again:3": announcement.PlayAgain(3),
    "k:tournament-begin:3": announcement.BeginNow(3),
    "k:tournament-off:3": announcement.CallOff(3),
    "k:tournament-off-yes:3": announcement.ConfirmCallingOff(3),
    "k:tournament-again:3": announcement.AnnounceAgain(3),
    "k:tournament-once:3": announcement.RepeatNoMore(3),
    "k:vote:7:3:e5-e8": vote_games.CastVote(7, 3, ("e5", "e8")),
    "k:vote-other:7:3": vote_games.OpenBallot(7, 3),
    "k:vote-to:7:3:e5": vote_games.ChooseVote(7, 3, ("e5",)),
    "k:vote-back:7:3:": vote_games.StepBack(7, 3, ()),
    "k:vote-new": vote_games.NewVoteGame(),
    "k:vote-resume:7": vote_games.ResumeVoteGame(7),
    "k:vote-set:0:3:bga.0::who": vote_games.ChangeVoteGame(
        None, 3, "bga", "", vote_games.Setting.OPPONENT
    ),
    "k:vote-begin:9:3:bga.0:d": vote_games.BeginVoteGame(9, 3, "bga", "d"),
    "k:four-new:": together.NewFoursome(),
    "k:four-new:111": together.NewFoursome(111),
    "k:four-set:bga.0:3:d:0::pace": together.ChangeFoursome(
        "bga", 3, Side.DARK, setting=together.Setting.PACE
    ),
    "k:four-ask:bga.0:3::0:": together.AskForFour("bga", 3),
    "k:four-ask:bga.0:3:l:3:111": together.AskForFour("bga", 3, Side.LIGHT, 3, 111),
    "k:four-join:3:l": together.JoinFoursome(3, Side.LIGHT),
    "k:four-join:3:": together.JoinFoursome(3),
    "k:four-leave:3": together.LeaveFoursome(3),
    "k:four:3": together.ShowFoursome(3),
    "k:four-off:3": together.WithdrawFoursome(3),
    "k:four-announce:3": together.AnnounceFoursomeAgain(3),
    "k:four-again:12": together.RematchOfFour(12),
    "k:set-server:daily": puzzles.ChooseDailyChannel(),
}
STRANGE = (
    "",
    "k",
    "k:",
    "k::",
    "k:to",
    "x:move:7:42",
    "k:dance:7",
    "k:move:7",
    "k:accept:12",
    "k:move:7:42:9",
    "k:move:seven:42",
    "k:move:7:-1",
    "k:move:7:99999999999999999999",
    "k:move:7:9223372036854775808",
    "k:move:\u0667:42",
    "k:games:9999999999",
    "k:to:7:42:e4-",
    "k:to:7:42:e4;drop",
    "k:to:7:42:e100",
    "k:to:7:42:e0",
    "k:rules:m:larochelle:0",
    "k:rules:x:larochelle.0:0",
    "k:rules:r:larochelle.ff:0",
    "k:rules:r:larochelle:0",
    "k:use:12:chess.0",
    "k:use:12:larochelle.xyz",
    "k:use:12:",
    "k:flip:7:x",
    "k:history:0:x::0",
    "k:begin:12:5:x:bga.0",
    "k:coach:12:yes",
    "k:puzzle:4:what",
    "k:mydata:what",
    "k:prepare:12:2:" + "0" * 49,
    "k:set:<@1>:x",
    "k:set:Seat:x",
    "k:move:7:42" + " " * 100,
    "k:move:" + "0" * 80 + "7:42",
)


@for_every(("text", "press"), WRITTEN.items())
def test_an_id_on_a_message_is_read_and_still_written(text: str, press: Press) -> None:
    assert read_press(text) == press
    assert press.custom_id == text


def test_every_kind_of_press_has_its_id_here_and_its_handler() -> None:
    kinds = {kind for kind in buttons.kinds() if kind.__module__.startswith("bot.")}
    assert kinds == {type(press) for press in WRITTEN.values()}
    assert set(handlers(FEATURES)) == kinds - {ChosenPress}  # which stands for the chosen one


@for_every("text", STRANGE)
def test_what_is_none_of_ours_is_nothing(text: str) -> None:
    assert read_press(text) is None


@given(st.text(max_size=120) | st.from_regex(r"k:[a-z-]{1,12}(:[a-z0-9.-]{0,20}){0,5}"))
def test_reading_never_fails_and_writes_back(text: str) -> None:
    press = read_press(text)
    if press is not None:
        assert read_press(press.custom_id) == press


@for_every("text", WRITTEN)
def test_ids_that_were_tampered_with_never_fail(text: str) -> None:
    parts = text.split(":")
    for place in range(1, len(parts)):
        for put in ("", "0", "x", "-", "9" * 19, "e4-e5", "lot", "a.0"):
            press = read_press(":".join([*parts[:place], put, *parts[place + 1 :]]))
            assert press is None or read_press(press.custom_id) == press


MOST = 2**53  # more than any row of the store will have
LONGEST = ("a1", "c3") * 8 + ("a1",)


@for_every(
    "press",
    [
        panel.PlayMove(MOST, 10**6, LONGEST),
        panel.GiveHint(MOST, 10**6, LONGEST),
        think.TryMove(MOST, 10**6, LONGEST),
        puzzles.TryMove(MOST, 10**6, "z" * buttons.LONGEST_LINE),
        puzzles.ShowWeek(MOST, 10**6, "z" * buttons.LONGEST_LINE, solved=True),
        lessons.PlayInLesson("shieldwall", "z" * 48, "larochelle+king-four", 99),
        challenge.ChooseRules(
            MOST, "copenhagen", "+".join(["larochelle", *catalogue.options("larochelle")])
        ),
        history.ShowHistory(2**63 - 1, Outcome.DRAWN, "larochelle+king-four", 999_999_999),
        *(
            showing.ShowHere(longest.custom_id)
            for longest in (
                history.ShowHistory(2**63 - 1, Outcome.DRAWN, "larochelle+king-four", 999_999_999),
                standings.ShowLeaderboard(
                    10**6, Family.TABLUT, "larochelle+king-four", 999_999_999
                ),
                replay.ShowPly(MOST, 10**6, "d-forward"),
            )
        ),
        practice.BeginPractice(MOST, 8, None, "larochelle+king-four"),
        server.ChangeServerSetting("weekends", "contrast"),
    ],
)
def test_the_longest_values_fit(press: Press) -> None:
    assert len(press.custom_id) <= 100
    assert read_press(press.custom_id) == press


def test_every_rule_set_has_a_short_code_of_its_own() -> None:
    ids = {rules.RulesOfSet(name).custom_id: name for name in catalogue.every_name()}
    assert len(ids) == len(catalogue.every_name())
    assert all(read_press(text) == rules.RulesOfSet(name) for text, name in ids.items())
    assert max(map(len, ids)) <= len("k:rules:r::0") + 20


class Colour(StrEnum):
    """A field may be of any such type."""

    RED = "red"


class Everything(Press, verb="test-everything"):
    """A field of each type."""

    number: int
    page: buttons.Small
    on: bool
    path: Move
    word: str
    colour: Colour
    rules: buttons.RuleSet
    maybe: int | None
    maybe_colour: Colour | None
    later: str = "usual"


EVERYTHING = Everything(
    number=7,
    page=1,
    on=True,
    path=("e4", "e5"),
    word="a-b.c",
    colour=Colour.RED,
    rules="bga",
    maybe=None,
    maybe_colour=None,
)


def test_a_field_is_written_by_its_type() -> None:
    assert EVERYTHING.custom_id == "k:test-everything:7:1:on:e4-e5:a-b.c:red:bga.0:::usual"
    assert read_press(EVERYTHING.custom_id) == EVERYTHING


def test_a_field_that_was_added_later_has_its_default_where_an_id_lacks_it() -> None:
    shorter = EVERYTHING.custom_id.removesuffix(":usual")
    assert read_press(shorter) == EVERYTHING
    assert read_press(shorter.removesuffix(":")) is None


def test_two_kinds_of_press_cannot_have_one_verb() -> None:
    with pytest.raises(TypeError, match="Second and Everything have the verb 'test-everything'"):

        class Second(Press, verb="test-everything"):  # pyright: ignore[reportUnusedClass]
            pass


def test_a_field_of_a_type_that_no_id_can_hold_is_refused() -> None:
    with pytest.raises(TypeError, match=r"no custom id can hold a field of type .*float"):

        class Odd(Press, verb="test-odd"):  # pyright: ignore[reportUnusedClass]
            weight: float


def test_the_example_in_the_documentation_is_true() -> None:
    example = {"__name__": __name__}  # so that its press is not taken for one of the bot's
    assert doctest.testmod(buttons, extraglobs=example).failed == 0
