"""The bot's responses to an interaction: one first answer, then edits and follow-ups."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from sandbox.raw import Json, form_in, forms_in
from sandbox.rules import forms
from sandbox.rules.arrangement import inside
from sandbox.rules.commands import STRING
from sandbox.rules.refusal import Fault, refuse, wrong_form
from sandbox.world import posting
from sandbox.world.compose import Upload
from sandbox.world.events import InteractionChanged
from sandbox.world.interactions import TOKEN_SECONDS, trigger_of
from sandbox.world.menu import focused
from sandbox.world.model import Interaction, InteractionKind, Message, State
from sandbox.world.world import World

MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
MOST_GUEST_FOLLOWUPS = 5
COMMAND_ANSWER, REPLY = 20, 19
_ALLOWED: dict[InteractionKind, tuple[int, ...]] = {
    InteractionKind.COMMAND: (MESSAGE, DEFER, MODAL),
    InteractionKind.COMPONENT: (MESSAGE, DEFER, DEFER_UPDATE, UPDATE, MODAL),
    InteractionKind.AUTOCOMPLETE: (CHOICES,),
    InteractionKind.MODAL: (MESSAGE, DEFER, DEFER_UPDATE, UPDATE),
}


@dataclass(frozen=True, slots=True)
class Reply:
    """A response of the bot: its form and its files."""

    form: Json
    uploads: tuple[Upload, ...] = ()


def find(world: World, interaction_id: str, token: str) -> Interaction:
    """The interaction that waits for a first answer, or a refusal."""
    interaction = world.interactions.get(interaction_id)
    if interaction is None or interaction.token != token:
        raise refuse(10062)
    if interaction.answered:
        raise refuse(40060)
    world.channel(interaction.channel_id)
    if interaction.state is State.FAILED:
        raise refuse(10062)
    return interaction


def answer(world: World, interaction: Interaction, reply: Reply) -> Interaction:
    """Give the first answer. An invalid form is refused, and the interaction still waits."""
    forms.check(forms.CALLBACK, reply.form)
    kind = reply.form["type"]
    allowed = _ALLOWED[interaction.kind]
    if kind not in allowed or (kind in {DEFER_UPDATE, UPDATE} and not interaction.message_id):
        listed = ", ".join(map(str, allowed))
        sentence = f"Value must be one of {{{listed}}}."
        raise wrong_form([Fault(("type",), "BASE_TYPE_CHOICES", sentence)])
    answered = _ANSWERS[kind](world, interaction, reply)
    world.put_interaction(answered)
    world.publish(InteractionChanged(answered))
    return answered


def _message(world: World, interaction: Interaction, reply: Reply) -> Interaction:
    form = form_in(reply.form, "data")
    base = _base(world, interaction, form)
    message = posting.post(world, posting.Draft(base, form, reply.uploads, ("data",)))
    return replace(interaction, state=State.DONE, answer_id=message.id)


def _defer(world: World, interaction: Interaction, reply: Reply) -> Interaction:
    form = form_in(reply.form, "data")
    forms.check_message(form, ("data",), v2=False)
    base = _base(world, interaction, form)
    private = forms.EPHEMERAL if base.owner_id else 0
    message = posting.post_as_it_is(world, replace(base, flags=forms.LOADING | private))
    return replace(interaction, state=State.THINKING, answer_id=message.id)


def _defer_update(world: World, interaction: Interaction, reply: Reply) -> Interaction:
    del world, reply
    return replace(interaction, state=State.DONE, answer_id=interaction.message_id, silent=True)


def _update(world: World, interaction: Interaction, reply: Reply) -> Interaction:
    message = world.message(interaction.channel_id, str(interaction.message_id))
    form = form_in(reply.form, "data")
    posting.edit(world, message, posting.Change(form, reply.uploads, ("data",)))
    return replace(interaction, state=State.DONE, answer_id=message.id)


def _choices(world: World, interaction: Interaction, reply: Reply) -> Interaction:
    del world
    typed = focused(forms_in(interaction.data, "options")) or {"type": STRING}
    form = form_in(reply.form, "data")
    forms.check(forms.choices(typed["type"]), form, ("data",))
    choices = tuple(forms_in(form, "choices"))
    return replace(interaction, state=State.DONE, choices=choices)


def _modal(world: World, interaction: Interaction, reply: Reply) -> Interaction:
    del world
    form = form_in(reply.form, "data")
    forms.check_modal(form, ("data",))
    for number, (_, component) in enumerate(inside(form["components"]), 1):
        component["id"] = component.get("id") or number
    return replace(interaction, state=State.MODAL, modal=form)


_ANSWERS: dict[int, Callable[[World, Interaction, Reply], Interaction]] = {
    MESSAGE: _message,
    DEFER: _defer,
    DEFER_UPDATE: _defer_update,
    UPDATE: _update,
    CHOICES: _choices,
    MODAL: _modal,
}


def _base(world: World, interaction: Interaction, form: Json) -> Message:
    """The answering message, still empty: of a command, or as a reply to its message."""
    trigger = trigger_of(interaction)
    base = posting.blank(world, interaction.channel_id, world.app.bot_id, trigger)
    kind = COMMAND_ANSWER if interaction.message_id is None else REPLY
    flags = form.get("flags")
    private = isinstance(flags, int) and flags & forms.EPHEMERAL
    return replace(
        base,
        kind=kind,
        reference=interaction.message_id,
        owner_id=interaction.person_id if private else None,
    )


def by_token(world: World, app_id: str, token: str) -> Interaction:
    """The interaction of a token that is still valid, or a refusal."""
    interaction = world.interactions.get(world.tokens.get(token, ""))
    if interaction is None or app_id != world.app.id or not interaction.answered:
        raise refuse(10015)
    if world.clock.seconds() - interaction.created > TOKEN_SECONDS:
        raise refuse(50027)
    world.channel(interaction.channel_id)
    return interaction


def addressed(world: World, interaction: Interaction, which: str) -> Message:
    """A message of the token: `@original`, or one of its own by id."""
    wanted = interaction.answer_id if which == "@original" else which
    if wanted is None:
        raise refuse(10008)
    message = world.message(interaction.channel_id, wanted)
    answers_it = message.trigger is not None and message.trigger.interaction_id == interaction.id
    if not answers_it and wanted != interaction.answer_id:
        raise refuse(10008)
    return message


def follow_up(world: World, interaction: Interaction, reply: Reply) -> Message:
    """Post another message; it replaces a deferred answer that still waits."""
    waiting = world.posts.get(interaction.channel_id, {}).get(interaction.answer_id or "")
    if waiting is not None and waiting.loading:
        return revise(world, interaction, waiting, reply)
    if interaction.guest and interaction.followups >= MOST_GUEST_FOLLOWUPS:
        raise refuse(40094)
    base = _base(world, interaction, reply.form)
    original = interaction.answer_id
    base = replace(base, kind=REPLY if original else base.kind, reference=original)
    base = replace(base, original_id=original)
    message = posting.post(world, posting.Draft(base, reply.form, reply.uploads))
    _used(world, interaction, 1)
    return message


def revise(world: World, interaction: Interaction, message: Message, reply: Reply) -> Message:
    """Edit one of the token's messages."""
    edited = posting.edit(world, message, posting.Change(reply.form, reply.uploads))
    _used(world, interaction)
    return edited


def remove(world: World, interaction: Interaction, message: Message) -> None:
    """Delete one of the token's messages."""
    posting.delete(world, message)
    _used(world, interaction)


def _used(world: World, interaction: Interaction, followups: int = 0) -> None:
    now = world.interactions[interaction.id]
    state = State.DONE if now.state is State.THINKING else now.state
    steps, followups = now.steps + 1, now.followups + followups
    now = replace(now, state=state, steps=steps, followups=followups)
    world.publish(InteractionChanged(world.put_interaction(now)))
