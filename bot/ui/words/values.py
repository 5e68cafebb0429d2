"""Values that fill sentences: names with the forms that a language needs, and large numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class Name(str):
    """A name, with the other forms that a language's sentences ask for.

    `{side}` writes the plain name, `{side:dative}` the form of that name. A name without that form,
    such as one in another language, is written plainly.

    >>> king = Name("der König", {"dative": "dem König"})
    >>> "gegen {side}, mit {side:dative}".format(side=king)
    'gegen der König, mit dem König'
    """

    __slots__ = ("_forms",)

    def __new__(cls, text: str, forms: Mapping[str, str]) -> Name:  # noqa: PYI034  never subclassed
        """Create a name with its forms, by the forms' names."""
        name = super().__new__(cls, text)
        name._forms = forms
        return name

    _forms: Mapping[str, str]

    def __format__(self, form: str) -> str:
        return self._forms.get(form, str(self))

    def __reduce__(self) -> tuple[object, ...]:
        return Name, (str(self), self._forms)

    @property
    def forms(self) -> frozenset[str]:
        """The names of the name's other forms."""
        return frozenset(self._forms)

    def is_in(self, text: str) -> bool:
        """Whether a text contains the name in any of its forms."""
        return any(form in text for form in (str(self), *self._forms.values()))

    def changed(self, change: Callable[[str], str]) -> Name:
        """Return the name with all its forms changed in one way."""
        forms = {form: change(text) for form, text in self._forms.items()}
        return Name(change(str(self)), forms)


class Amount(int):
    """A number that separates its thousands in the language's way, if a sentence asks for it.

    >>> f"{Amount(20_000, '.', 10_000):,} {Amount(2000, '.', 10_000):,} {Amount(20_000, '.', 1):d}"
    '20.000 2000 20000'
    """

    _sign: str
    _least: int

    def __new__(cls, number: int, sign: str, least: int) -> Amount:  # noqa: PYI034  never subclassed
        """Create a number with its separator and the `least` number that gets one."""
        amount = super().__new__(cls, number)
        amount._sign, amount._least = sign, least
        return amount

    def __format__(self, spec: str) -> str:
        if spec != ",":
            return format(int(self), spec)
        return f"{int(self):,}".replace(",", self._sign) if self >= self._least else str(int(self))
