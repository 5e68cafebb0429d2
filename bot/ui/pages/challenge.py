"""A challenge: its proposal, who can answer, its outcome; and the modals that change it.

Its message is one line. Everything else, such as the stakes, is under *More*, for one reader.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.model.challenges import Standing
from bot.model.people import CHANNEL, ENGINE
from bot.service.balance import EVEN, NOBODY, evening_handicaps, is_near, offered_handicaps
from bot.service.challenges import swapped_terms
from bot.service.settings import PACES, RESERVES
from bot.service.usual import DEFAULT_RULES
from bot.ui.buttons import Press, RuleSet, Small, UncheckedRuleSet, ZeroIsNone
from bot.ui.pages import balance, errors, naming, parts, scenes
from bot.ui.pages.differences import differences
from bot.ui.pages.page import (
    NOTHING_MORE,
    Accent,
    Additions,
    Button,
    Buttons,
    Field,
    Menu,
    Modal,
    Option,
    Page,
    Style,
    Text,
    UserMenu,
)
from bot.ui.pages.rules import RulesOfChallenge
from games import catalogue
from games.core import Side
from games.pace import Pace
from games.tafl.presets import MODULES, SETUPS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from bot.model.challenges import Challenge, Terms
    from bot.model.people import Player
    from bot.model.servers import Place
    from bot.service.balance import Leans
    from bot.service.usual import RulesAndGames
    from bot.ui.pages.page import Block, Picture
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.errors import GameError


SIDES = ("lot", Side.DARK.value, Side.LIGHT.value)


class AcceptChallenge(Press, verb="accept"):
    """Accept a challenge."""

    challenge: int
    version: Small  # the version that the user saw


class DeclineChallenge(Press, verb="decline"):
    """Decline a challenge."""

    challenge: int


class WithdrawChallenge(Press, verb="withdraw"):
    """Cancel the user's challenge."""

    challenge: int


class CounterChallenge(Press, verb="counter"):
    """Open the modal of the terms, to suggest changes."""

    challenge: int


class SubmitCounter(Press, verb="countered"):
    """Send a challenge back with the modal's terms."""

    challenge: int
    version: Small


class ShowChallenge(Press, verb="about"):
    """Show all details of a challenge."""

    challenge: int


class CorrectChallenge(Press, verb="correct"):
    """Open the modal of the terms, to change the user's challenge."""

    challenge: int


class SubmitCorrection(Press, verb="corrected"):
    """Change the user's challenge to the modal's terms."""

    challenge: int
    version: Small


class CustomiseChallenge(Press, verb="customise"):
    """Ask which board to play the user's challenge on."""

    challenge: int


class ChooseRules(Press, verb="choose"):
    """Open the modal of rule sets and options, with some ticked already."""

    challenge: int
    preset: str
    options: UncheckedRuleSet  # the ticked options, as options of _BASE, which knows them all


class SubmitRules(Press, verb="customised"):
    """Change the user's challenge to the modal's rules."""

    challenge: int
    version: Small


class UseRules(Press, verb="use"):
    """Change the user's challenge to the button's rules, for as many games as is usual."""

    challenge: int
    rules: RuleSet


class AskWhom(Press, verb="whom"):
    """Ask whom the user wants to challenge."""


class _Invitation(Press):
    """A challenge that isn't posted yet; the other terms are the server's usual ones."""

    opponent: ZeroIsNone  # None: anyone here
    rules: RuleSet


class ChooseOpponent(_Invitation, verb="whom-person"):
    """Challenge the person chosen in the menu, with the rules that the two played last."""


class ChooseInvitedRules(_Invitation, verb="whom-rules"):
    """Change the rules to the menu's."""


class PostInvitation(_Invitation, verb="invite"):
    """Post the challenge."""


_BASE = balance.BASE  # the preset with every option of the modal


def nothing_more(_: Words) -> Iterable[str]:
    """Return no lines."""
    return ()


def challenge(
    challenge: Challenge,
    reader: Reader,
    notes: Callable[[Words], Iterable[str]] = nothing_more,
    answered: Terms | None = None,
    *,
    post: Place | None = None,
) -> Page:
    """Return a challenge's message, while it is open and afterwards.

    `notes`: the features' lines about its rating; `answered`: the terms that it changes, as its
    challenger would have proposed them; `post`: its game's post on the wall.
    """
    if challenge.standing is Standing.OPEN:
        return _open(challenge, reader, notes, answered)
    words, terms = reader.words, challenge.terms
    link = [words("remind.jump", link=naming.link(post, post.channel))] if post else []
    played = naming.rules_and_games(terms.rules, terms.games, words)
    lines = [_became(challenge, words), *link, f"-# {played}"]
    return Page((Text("\n".join(lines)),), Accent.QUIET)


def _became(challenge: Challenge, words: Words) -> str:
    """Say how a challenge ended."""
    names = {
        "by": naming.person(challenge.by),
        "opponent": naming.person(challenge.opponent or 0),
    }
    if challenge.standing is Standing.ACCEPTED and challenge.terms.by_vote:
        return words("challenge.vote-accepted", **names)
    return words(f"challenge.{challenge.standing}", **names)


def whom(invitation: PostInvitation, terms: Terms, reader: Reader) -> Page:
    """Return the private page that asks whom to challenge, and with which rules."""
    words, opponent, rules = reader.words, invitation.opponent, invitation.rules
    names = dict.fromkeys((rules, *catalogue.NAMES))  # the usual rules may have handicaps
    options = tuple(
        Option(naming.with_board(name, words), name, naming.short(name, words), name == rules)
        for name in names
    )
    others = [
        naming.pace(terms.pace, words),
        *([words("pair.terms")] if terms.games > 1 else []),
        words("ratings.rated" if terms.rated else "ratings.friendly"),
    ]
    send = Button(words("imported.challenge"), invitation, Style.GOOD)
    anyone = Button(words("challenge.anyone"), replace(invitation, opponent=None))
    return Page(
        (
            Text(words("challenge.whom")),
            UserMenu(ChooseOpponent(opponent, rules), words("challenge.whom-prompt"), opponent),
            Menu(ChooseInvitedRules(opponent, rules), words("challenge.form-preset"), options),
            Text(f"-# {' · '.join(others)}"),
            Buttons((*([send] if opponent else []), anyone)),
        ),
        Accent.OPEN,
    )


def over(challenge: Challenge, reader: Reader) -> Page:
    """Return the one message to the challenger when a challenge was declined or expired."""
    by, opponent = naming.person(challenge.by), naming.person(challenge.opponent or 0)
    sentence = reader.words(f"challenge.told.{challenge.standing}", by=by, opponent=opponent)
    return Page((Text(sentence),), Accent.QUIET, (challenge.by,))


def ping(challenge: Challenge, reader: Reader) -> Page:
    """Return the message that pings a person about a challenge posted in their quiet hours."""
    words = reader.words
    lines = [_in_short(challenge, words)]
    if challenge.message is not None:
        link = naming.link(challenge.place, challenge.message)
        lines.append(words("games.jump-challenge", link=link))
    return Page((Text("\n".join(lines)),), Accent.OPEN, _pinged(challenge))


def _pinged(challenge: Challenge) -> tuple[Player, ...]:
    return (challenge.opponent,) if challenge.opponent else ()


def _open(
    challenge: Challenge,
    reader: Reader,
    notes: Callable[[Words], Iterable[str]],
    answered: Terms | None,
) -> Page:
    """Return one line of text and the answering buttons; a board only for an unusual start."""
    words, terms = reader.words, challenge.terms
    differs = (f"-# {line}" for line in differences(terms.rules, words))
    lines = [_in_short(challenge, words, notes), *differs]
    if answered:
        lines.append(f"-# {_changes(answered, challenge, words)}")
    if replies := _replies(challenge, words):
        how = _guest(challenge) if challenge.place.remote else "challenge.how"
        lines.append(f"-# {words(how)}")
    more = Button(words("challenge.more"), ShowChallenge(challenge.id))
    return Page(
        blocks=(
            Text("\n".join(lines)),
            *_unusual_start(terms, reader),
            Buttons((*replies, more)),
        ),
        accent=Accent.OPEN,
        pings=_pinged(challenge),
    )


def details(  # noqa: PLR0913  everything on the page
    challenge: Challenge,
    reader: Reader,
    leans: Leans = NOBODY,
    additions: Additions = NOTHING_MORE,
    *,
    beside: Sequence[RulesAndGames] = (),
    changed: bool = False,
) -> Page:
    """Return all details of an open challenge, with the reader's other buttons.

    `beside`: other rules that the challenger can choose with one press; `changed`: the reader has
    just changed it.
    """
    words, terms = reader.words, challenge.terms
    counted = terms.start is None
    leaning = balance.sentence(leans, terms.rules, words) if counted else ()
    lines = [
        *([words("challenge.corrected")] if changed else []),
        _in_short(challenge, words, full=True),
        " ".join([parts.rules_in_short(terms, words), *leaning]),
        *([words("challenge.lot")] if terms.side is None else []),
        _waits(challenge, words),
        *additions.lines(words),
    ]
    return Page(
        (
            Text("\n".join(lines)),
            *_unusual_start(terms, reader),
            *_further(challenge, reader, beside),
        ),
        Accent.OPEN,
    )


def _further(
    challenge: Challenge, reader: Reader, beside: Sequence[RulesAndGames]
) -> tuple[Buttons, ...]:
    """Return buttons for the rules and, for the challenger, to change or cancel the challenge."""
    words, number = reader.words, challenge.id
    rules = Button(words("more.rules"), RulesOfChallenge(number))
    if reader.player != challenge.by:
        mine = reader.player == challenge.opponent or challenge.opponent is None
        return (*([Buttons(_replies(challenge, words))] if mine else []), Buttons((rules,)))
    change = Button(words("challenge.correct"), CorrectChallenge(number), Style.MAIN)
    withdraw = Button(words("challenge.withdraw"), WithdrawChallenge(number))
    if challenge.terms.start is not None:
        return (Buttons((change, withdraw, rules)),)
    customise = Button(words("challenge.customise"), CustomiseChallenge(number))
    others = tuple(
        Button(
            naming.rules_and_games(other.rules, other.games, words), UseRules(number, other.rules)
        )
        for other in beside
    )
    return (
        Buttons((change, customise, withdraw, rules)),
        *([Buttons(others)] if others else []),
    )


def _unusual_start(terms: Terms, reader: Reader) -> tuple[Picture, ...]:
    """Return the board, only for an unusual start: the page of the rules has the usual one."""
    unusual = terms.start is not None or any(name in SETUPS for name in terms.rules.split("+"))
    return (scenes.beginning(terms, reader),) if unusual else ()


def _guest(challenge: Challenge) -> str:
    """Return the key of the hint for guests; a DM has no server to add the bot to."""
    return "guest.conversation" if challenge.place.guild is None else "guest.challenge"


def _in_short(
    challenge: Challenge,
    words: Words,
    notes: Callable[[Words], Iterable[str]] = nothing_more,
    *,
    full: bool = False,
) -> str:
    """Say in a line who challenges whom, and the terms."""
    terms = challenge.terms
    proposer = CHANNEL if terms.by_vote else challenge.by
    side = [_plays(terms, proposer, words)] if terms.side else []
    two = [words("pair.terms")] if terms.games > 1 else []
    thread = [words("challenge.thread")] if terms.thread else []
    return " · ".join(
        [
            _invitation(challenge, words),
            f"**{(naming.title if full else naming.brief)(terms.rules, words)}**",
            naming.pace(terms.pace, words),
            *parts.level_note(terms.level, words),
            *parts.origin_note(terms, words),
            *side,
            *two,
            *thread,
            *_rated(terms, words, notes),
        ]
    )


def _invitation(challenge: Challenge, words: Words) -> str:
    """Say who challenges whom, without the terms."""
    by = naming.person(challenge.by)
    if challenge.terms.by_vote:
        key = "challenge.vote-me" if challenge.opponent == ENGINE else "challenge.vote"
        return words(key, opponent=naming.person(challenge.opponent or 0), by=by)
    if challenge.opponent is None:
        return words("challenge.to-anybody", by=by)
    rematch = "challenge.rematch-swapped" if challenge.terms.games == 1 else "challenge.rematch"
    key = "challenge.to-one" if challenge.rematch_of is None else rematch
    key = key if challenge.counter_of is None else "challenge.counters"
    return words(key, opponent=naming.person(challenge.opponent), by=by)


def _rated(
    terms: Terms, words: Words, notes: Callable[[Words], Iterable[str]] = nothing_more
) -> Iterator[str]:
    """Say whether a challenge is rated, and how much is at stake."""
    if not terms.counts:
        yield words("ratings.friendly")
        return
    shown = ", ".join(notes(words))
    yield " ".join([words("ratings.rated"), *([f"({shown})"] if shown else [])])


def _plays(terms: Terms, by: Player, words: Words) -> str:
    """Say which side the challenger plays."""
    if terms.side is None:
        return words("challenge.by-lot")
    side = naming.the_side(naming.family(terms.rules), terms.side, words)
    return words.mid_line("challenge.plays", by=naming.person(by), side=side)


def _changes(before: Terms, challenge: Challenge, words: Words) -> str:
    """Return the suggested changes, old and new."""

    def said(terms: Terms) -> tuple[str, ...]:
        return (
            naming.title(terms.rules, words),
            naming.pace(terms.pace, words),
            _plays(terms, challenge.by, words),
            words("pair.terms" if terms.games > 1 else "pair.single"),
            words("challenge.thread" if terms.thread else "challenge.no-thread"),
            *_rated(terms, words),
        )

    changed = [
        words("challenge.change", old=old, new=new)
        for old, new in zip(said(before), said(challenge.terms), strict=True)
        if old != new
    ]
    return words("challenge.changes", changes=" · ".join(changed))


def _waits(challenge: Challenge, words: Words) -> str:
    until = naming.when(challenge.until, words)
    if challenge.opponent is None:
        return words("challenge.waits-for-anybody", until=until)
    opponent = naming.person(challenge.opponent)
    return words("challenge.waits-for-one", opponent=opponent, until=until)


def _replies(challenge: Challenge, words: Words) -> tuple[Button, ...]:
    """Return the buttons that answer a challenge."""
    number = challenge.id
    press = AcceptChallenge(number, challenge.version)
    accept = Button(words("challenge.accept"), press, Style.GOOD)
    if challenge.opponent is None:
        return (accept,)
    if challenge.opponent == ENGINE:  # the engine accepts by itself
        return ()
    counter = Button(words("challenge.counter"), CounterChallenge(number))
    decline = Button(words("challenge.decline"), DeclineChallenge(number))
    return (accept, *(() if challenge.terms.by_vote else (counter,)), decline)


def counter(
    challenge: Challenge, reader: Reader, leans: Leans = NOBODY, *, threads: bool = False
) -> Modal:
    """Return the modal in which the challenged person suggests changes.

    `threads`: whether a thread can be opened there.
    """
    press = SubmitCounter(challenge.id, challenge.version)
    title = reader.words("challenge.counter-form")
    terms = swapped_terms(challenge.terms)
    return _terms_modal(press, title, terms, reader.words, leans, threads=threads)


def correct(
    challenge: Challenge, reader: Reader, leans: Leans = NOBODY, *, threads: bool = False
) -> Modal:
    """Return the modal in which the challenger changes the terms of an open challenge.

    `threads`: whether a thread can be opened there.
    """
    press = SubmitCorrection(challenge.id, challenge.version)
    title = reader.words("challenge.correct-form")
    return _terms_modal(press, title, challenge.terms, reader.words, leans, threads=threads)


def _terms_modal(  # noqa: PLR0913  the press, the terms and the place
    press: Press, title: str, terms: Terms, words: Words, leans: Leans, *, threads: bool
) -> Modal:
    """Return the modal that changes terms, except the handicaps and the start."""
    preset = terms.rules.partition("+")[0]
    shown = _presets(catalogue.NAMES, preset, words, leans)
    presets = Field("preset", words("challenge.form-preset"), shown)
    family = naming.family(terms.rules) if terms.start else ""
    paces = [(str(days), (days or None) == terms.pace.days) for days in PACES]
    reserves = [(str(days), days == terms.pace.reserve) for days in RESERVES]
    more = {"two": terms.games > 1, "free": not terms.pace.weekends}
    more |= {} if terms.start or terms.by_vote else {"rated": terms.rated}
    more |= {"thread": terms.thread} if threads or terms.thread else {}
    return Modal(
        press=press,
        title=title,
        fields=(
            *([presets] if terms.start is None else []),
            side_field(family, terms.side, words),
            _one("pace", paces, words),
            _one("reserve", reserves, words),
            Field(
                "more",
                words("challenge.form-more"),
                tuple(
                    Option(words(f"challenge.form-{name}"), name, chosen=on)
                    for name, on in more.items()
                ),
                many=True,
            ),
        ),
    )


def named_side(named: str) -> Side | None:
    """Return the side with this name; None for a random side."""
    return Side(named) if named in list(Side) else None


def side_field(family: str, chosen: Side | None, words: Words) -> Field:
    """Return the question about the side: random, or one of the two.

    `family`: empty if the game is asked beside it; then the sides are those of every game.
    """
    lot = Option(words("choice.side.lot"), "lot", chosen=chosen is None)
    sides = (
        Option(
            naming.side(family, side, words) if family else words(f"choice.side.{side}"),
            side.value,
            chosen=side is chosen,
        )
        for side in Side
    )
    return Field("side", words("challenge.form-side"), (lot, *sides))


def _one(name: str, options: Sequence[tuple[str, bool]], words: Words) -> Field:
    """Return a field with the command option's names for its choices."""
    return Field(
        name,
        words(f"challenge.form-{name}"),
        tuple(Option(words(f"choice.{name}.{value}"), value, chosen=on) for value, on in options),
    )


def asked(old: Terms, filled: Mapping[str, Sequence[str]]) -> Terms:
    """Return the terms with the modal's answers; the others stay. Raises GameError."""
    more = filled.get("more", ())

    def one(name: str, known: Sequence[str], usual: str) -> str:
        value = next(iter(filled.get(name, ())), usual)
        return value if value in known else usual

    side = one("side", SIDES, old.side.value if old.side else SIDES[0])
    days = int(one("pace", [str(days) for days in PACES], str(old.pace.days or 0)))
    reserve = int(one("reserve", [str(days) for days in RESERVES], str(old.pace.reserve)))
    return replace(
        old,
        rules=_rules(old.rules, one("preset", catalogue.NAMES, old.rules.partition("+")[0])),
        side=named_side(side),
        pace=Pace(days, reserve, weekends="free" not in more) if days else Pace(),
        games=2 if "two" in more else 1,
        rated=old.rated if old.start else "rated" in more,
        thread="thread" in more,
    )


def _rules(old: str, preset: str) -> str:
    """Return the old rules with their options if their preset is unchanged, else the new preset."""
    return old if old.partition("+")[0] == preset else preset


def _presets(names: Sequence[str], preset: str, words: Words, leans: Leans) -> tuple[Option, ...]:
    """Return the rule sets to choose from, with the side each favours; all with boards."""
    title = naming.with_board if names == catalogue.NAMES else naming.title

    def option(name: str) -> Option:
        label = " · ".join([title(name, words), *balance.briefly(leans, name, words)])
        return Option(label, name, words(f"ruleset.{name}.short"), name == preset)

    return tuple(map(option, names))


def boards(
    challenge: Challenge,
    reader: Reader,
    leans: Leans = NOBODY,
    wanted: float = EVEN,
) -> Page:
    """Return the first question of customising, about the board; it keeps the modal short.

    Above it: the lean of the present rules, and a button for each rule set that is more even
    between these two players.
    """
    game = catalogue.game(challenge.terms.rules)
    own_board, words = catalogue.board_of(game), reader.words

    def button(board: str, names: Sequence[str]) -> Button:
        first = DEFAULT_RULES if DEFAULT_RULES in names else names[0]
        rules = challenge.terms.rules if board == own_board else first
        style = Style.MAIN if board == own_board else Style.PLAIN
        return Button(words(f"board-name.{board}"), _choose(challenge, rules), style)

    buttons = tuple(button(*item) for item in catalogue.boards().items())
    question = (Text(words("challenge.form-board")), Buttons(buttons))
    return Page((*_evening(challenge, words, leans, wanted), *question), Accent.OPEN)


def _evening(challenge: Challenge, words: Words, leans: Leans, wanted: float) -> Iterator[Block]:
    """Yield the lean of a challenge's rules, with buttons for rules that are more even."""
    rules = challenge.terms.rules
    proposed = evening_handicaps(leans, rules, wanted)
    if not proposed:
        return
    title = f"**{naming.title(rules, words)}**"
    between = balance.between(wanted, words)
    yield Text("\n".join([title, *balance.lines(leans, rules, words), *between]))
    near = is_near(leans.variants(rules)[proposed[0]], wanted)
    yield Buttons(tuple(_even(challenge, rules, words, near=near) for rules in proposed))


def _even(challenge: Challenge, rules: str, words: Words, *, near: bool) -> Button:
    return Button(balance.even_out(rules, words, near=near), UseRules(challenge.id, rules))


def _choose(challenge: Challenge, rules: str) -> ChooseRules:
    """Return the press that opens the modal with these rules ticked."""
    preset, *options = rules.split("+")
    return ChooseRules(challenge.id, preset, "+".join([_BASE, *options]))


def asks(rules: str) -> bool:
    """Whether the board of these rules has anything to choose."""
    names = catalogue.boards()[_board(rules)]
    return len(names) > 1 or any(map(catalogue.options, names))


def _board(rules: str) -> str:
    """Return the board of a rule set's line, even if its options don't go together."""
    return catalogue.board_of(catalogue.game(rules.partition("+")[0]))


def customise(
    challenge: Challenge,
    reader: Reader,
    rules: str,
    leans: Leans = NOBODY,
    wanted: float = EVEN,
) -> Modal:
    """Return the modal in which the challenger changes rules, handicaps and the start.

    `rules` are ticked. Only rule sets of their board are listed, and handicaps that help or are
    ticked.
    """
    words = reader.words
    preset, *ticked = rules.split("+")
    names = catalogue.boards()[_board(rules)]
    options = dict.fromkeys(option for preset in names for option in catalogue.options(preset))

    def box(option: str) -> Option:
        about = words(f"module.{option}.short")
        return Option(naming.label(option, words), option, about, option in ticked)

    def field(name: str, shown: Sequence[str], about: str = "") -> tuple[Field, ...]:
        boxes = tuple(map(box, shown))
        label = words(f"challenge.form-{name}")
        return (Field(name, label, boxes, about, many=True),) if boxes else ()

    about = words("challenge.form-modules-about")
    offered = dict.fromkeys([*offered_handicaps(leans, _BASE, wanted), *ticked])
    return Modal(
        press=SubmitRules(challenge.id, challenge.version),
        title=words("challenge.form"),
        fields=(
            Field(
                "preset",
                words("challenge.form-preset"),
                _presets(names, preset, words, leans),
            ),
            *field(
                "modules", [name for name in offered if name in options and name in MODULES], about
            ),
            *field("setup", [option for option in options if option not in MODULES]),
        ),
    )


def refused(challenge: Challenge, reader: Reader, rules: str, error: GameError) -> Page:
    """Say why these rules don't go together, with a button to the same modal."""
    known = rules.partition("+")[0] in catalogue.NAMES
    press = _choose(challenge, rules if known else challenge.terms.rules)
    again = Button(reader.words("challenge.choose"), press, Style.MAIN)
    return Page((Text(errors.refused(error, reader.words)), Buttons((again,))), Accent.STOP)


def ticked(press: ChooseRules) -> str:
    """Return the line of the rule set already ticked; empty for none."""
    _, plus, options = press.options.partition("+")
    return f"{press.preset}{plus}{options}" if press.preset in catalogue.NAMES else ""


def chosen(
    challenge: Challenge, presets: Sequence[str], modules: Sequence[str], setups: Sequence[str]
) -> str:
    """Return the line of the rule set chosen in the modal."""
    preset = presets[0] if presets else challenge.terms.rules.partition("+")[0]
    return "+".join([preset, *modules, *setups])
