"""Rules that span several components; those of single ones are in components.py."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from sandbox.raw import Json, forms_in, list_in
from sandbox.rules import components as kinds
from sandbox.rules.refusal import Fault, Path
from sandbox.rules.spec import required

Placed = tuple[Path, Json]
_ONCE = (
    ("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated"),
    ("id", "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated"),
)


def inside(components: Iterable[Json], path: Path = ()) -> Iterator[Placed]:
    """Every component at any depth with its path, outer ones first."""
    for index, component in enumerate(components):
        here = (*path, index)
        yield here, component
        yield from inside(forms_in(component, "components"), (*here, "components"))
        for name in ("accessory", "component"):
            if component.get(name):
                yield (*here, name), component[name]


def media_of(component: Json) -> Iterator[tuple[Path, Json]]:
    """The media that one component itself shows, with their paths in it."""
    for name in ("media", "file"):
        if component.get(name):
            yield (name,), component[name]
    for index, item in enumerate(forms_in(component, "items")):
        yield ("items", index, "media"), item["media"]


def faults(components: list[Json], path: Path, files: Collection[str]) -> Iterator[Fault]:
    """Yield the faults of components taken together, or of the files that they name."""
    placed = list(inside(components, path))
    yield from _too_much(placed, path)
    yield from _twice(placed)
    for here, component in placed:
        if component["type"] == kinds.ROW:
            yield from _too_wide(component, here)
        elif component["type"] == kinds.BUTTON:
            yield from _button(component, here)
        elif component["type"] in kinds.SELECTS or component.get("options"):
            yield from _select(component, here)
        for steps, media in media_of(component):
            yield from unknown_file(str(media["url"]), (*here, *steps, "url"), files)


def unknown_file(url: str, path: Path, files: Collection[str]) -> Iterator[Fault]:
    """A fault for an `attachment://` address that names no file of the message."""
    if url.startswith("attachment://") and url.removeprefix("attachment://") not in files:
        code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
        yield Fault(path, code, f"The referenced attachment was not found: {url}")


def _too_much(placed: list[Placed], path: Path) -> Iterator[Fault]:
    if len(placed) > kinds.MOST_COMPONENTS:
        sentence = f"The total number of components exceeds {kinds.MOST_COMPONENTS}"
        yield Fault(path, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", sentence)
    if (
        sum(len(component["content"]) for _, component in placed if component["type"] == kinds.TEXT)
        > kinds.MOST_TEXT
    ):
        sentence = f"The total displayable text exceeds {kinds.MOST_TEXT} characters"
        yield Fault(path, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", sentence)


def _twice(placed: list[Placed]) -> Iterator[Fault]:
    for name, code, sentence in _ONCE:
        counts = Counter(component[name] for _, component in placed if component.get(name))
        for here, component in placed:
            if component.get(name) and counts[component[name]] > 1:
                yield Fault((*here, name), code, sentence)


def _too_wide(row: Json, path: Path) -> Iterator[Fault]:
    width = 0
    for index, component in enumerate(row["components"]):
        width += 1 if component["type"] == kinds.BUTTON else kinds.ROW_WIDTH
        if width > kinds.ROW_WIDTH:
            sentence = "The specified component exceeds the maximum width"
            yield Fault((*path, "components", index), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", sentence)


def _button(button: Json, path: Path) -> Iterator[Fault]:
    wanted = {kinds.LINK: "url", kinds.PREMIUM: "sku_id"}.get(button["style"], "custom_id")
    if not button.get(wanted):
        yield required((*path, wanted))
    for name in {"url", "sku_id", "custom_id"} - {wanted}:
        if button.get(name):
            sentence = f"A button of style {button['style']} cannot have this"
            yield Fault((*path, name), "BUTTON_COMPONENT_FIELD_NOT_ALLOWED", sentence)
    if button["style"] != kinds.PREMIUM and not (button.get("label") or button.get("emoji")):
        yield required((*path, "label"))


def _select(menu: Json, path: Path) -> Iterator[Fault]:
    options = forms_in(menu, "options")
    least, most = counts(menu)
    if least > most:
        sentence = f"min_values must be less than or equal to max_values ({most})"
        yield Fault((*path, "min_values"), "SELECT_COMPONENT_MIN_VALUES_TOO_BIG", sentence)
    if options and most > len(options):
        sentence = f"max_values must be at most the number of options ({len(options)})"
        yield Fault((*path, "max_values"), "SELECT_COMPONENT_MAX_VALUES_TOO_BIG", sentence)
    if _chosen(options) > most or len(list_in(menu, "default_values")) > most:
        code = "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES"
        yield Fault((*path, "options"), code, f"At most {most} may be chosen beforehand")
    seen: set[str] = set()
    for index, option in enumerate(options):
        if option["value"] in seen:
            sentence = "The specified option value is already used"
            code = "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"
            yield Fault((*path, "options", index), code, sentence)
        seen.add(option["value"])


def counts(menu: Json) -> tuple[int, int]:
    """The least and the greatest number of values of a menu or group."""
    fewest = 0 if menu.get("required") is False else 1
    least = menu.get("min_values")
    most = menu.get("max_values")
    if menu["type"] == kinds.CHECKBOX_GROUP and most is None:
        most = len(menu["options"])
    return fewest if least is None else int(least), 1 if most is None else int(most)


def _chosen(options: Iterable[Json]) -> int:
    return sum(bool(option.get("default")) for option in options)
