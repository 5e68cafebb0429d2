"""The page about the bot, in every language: what it is, the rules, privacy; all plain files.

It is made of the catalogues, the pages of rules that the bot shows, and docs/PRIVACY.md. It asks
for nothing from elsewhere and runs no script.
"""

from __future__ import annotations

import io
import tomllib
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt
from PIL import Image

from bot.ui.pages import naming, rules
from bot.ui.pages.page import Text
from bot.ui.pages.reader import Reader
from games import catalogue
from games.core import Side
from games.events import Created
from games.match import fold
from render import paint, scene
from render.frame import BAND, STRIP
from tools.press.sheet import Sheet

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bot.ui.words import Words
    from games.core import Game

_STYLE = Path(__file__).with_name("site.css")
_WIDTH = 720  # of boards
_NAME, _ADDRESS = "\u2039name\u203a", "\u2039address\u203a"  # as docs/PRIVACY.md marks them
_PAGES = ("index", "rules", "privacy")


@dataclass(frozen=True, slots=True)
class Host:
    """The host's own facts."""

    invite: str  # the link that adds the bot to a server
    name: str
    address: str


def host_of(project: Path) -> Host:
    """Return the facts of a page that no host has filled in: it leads to the project."""
    described = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))["project"]
    source = described["urls"]["Source"]
    return Host(source, "its host", f"{source}/issues")


@dataclass(frozen=True, slots=True)
class Sources:
    """The material of the pages."""

    languages: Mapping[str, Words]
    moments: Mapping[str, Mapping[str, bytes]]  # by the language, the gallery's pictures
    usual: str  # the language at the top of the folder
    privacy: str  # docs/PRIVACY.md
    host: Host


def site(sources: Sources) -> Iterator[tuple[str, bytes]]:
    """All files by their names in the folder."""
    yield "style.css", _STYLE.read_bytes()
    yield "band.png", _band()
    for game in _games():
        yield f"rules/{game.name}.png", _start_picture(game, sources.languages[sources.usual])
    for language in sources.languages:
        moments = sources.moments[language]
        yield f"film-{language}.gif", moments["replay.gif"]
        yield f"still-{language}.png", moments["won.png"]
        for page in _PAGES:
            yield _path(page, language, sources), page_of(page, language, sources).encode()


def _path(page: str, language: str, sources: Sources) -> str:
    return f"{page}.html" if language == sources.usual else f"{language}/{page}.html"


def _band() -> bytes:
    """The woven band, to be laid side by side."""
    sheet = Sheet((1000, round(BAND * 100)), "table")
    sheet.lay_band(0, 0, 100)
    return sheet.png()


def _games() -> list[Game]:
    return [catalogue.game(name) for name in catalogue.NAMES]


def _start_picture(game: Game, words: Words) -> bytes:
    """The board as a game begins, without the band and the caption: the same in all languages."""
    lot = Side.DARK if game.data["first"] is None else None
    start = scene.scene_of(fold((Created(0, game.data, lot=lot),)), words)
    unit = _WIDTH // 10
    with Image.open(io.BytesIO(paint.paint(start, width=_WIDTH))) as painted:
        board = painted.crop((0, round(BAND * unit), _WIDTH, round(STRIP * unit)))
        file = io.BytesIO()
        board.save(file, "PNG", optimize=True)
    return file.getvalue()


def page_of(page: str, language: str, sources: Sources) -> str:
    """A page in a language."""
    words = sources.languages[language]
    up = "" if language == sources.usual else "../"
    match page:
        case "index":
            content = _home(words, language, up, sources.host)
        case "rules":
            content = _rules(words, up)
        case _:
            content = _privacy(words, language, sources)
    title = words("press.name") if page == "index" else f"{words(f'press.site.{page}')} · Konakis"
    return _PAGE.format(
        language=language,
        title=escape(title),
        about=escape(words("press.medium")),
        up=up,
        nav=_nav(page, words, up),
        content=content,
        others=_others(page, language, sources, up),
        label=escape(words("press.site.languages")),
    )


_PAGE = """\
<!doctype html>
<html lang="{language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>{title}</title>
    <meta name="description" content="{about}">
    <meta property="og:title" content="{title}">
    <meta property="og:description" content="{about}">
    <link rel="icon" href="{up}icon.png" type="image/png">
    <link rel="stylesheet" href="{up}style.css">
  </head>
  <body>
    <div class="woven"></div>
    <header>
      <nav>
{nav}
      </nav>
    </header>
    <main>
{content}
    </main>
    <footer>
      <nav aria-label="{label}">
{others}
      </nav>
    </footer>
  </body>
</html>
"""


def _nav(page: str, words: Words, up: str) -> str:
    icon = f'<img src="{up}icon.png" alt="" width="44" height="44">'
    lines = [f'<a class="home" href="index.html">{icon}{escape(words("press.site.home"))}</a>']
    for other in _PAGES[1:]:
        here = ' aria-current="page"' if other == page else ""
        lines.append(f'<a href="{other}.html"{here}>{escape(words(f"press.site.{other}"))}</a>')
    return "\n".join(f"        {line}" for line in lines)


def _others(page: str, language: str, sources: Sources, up: str) -> str:
    return "\n".join(
        f'        <a href="{up}{_path(page, other, sources)}" lang="{other}" hreflang="{other}">'
        f"{escape(words('language.name'))}</a>"
        for other, words in sources.languages.items()
        if other != language
    )


def _home(words: Words, language: str, up: str, host: Host) -> str:
    """Return the main page: the bot in a film and words, how to play, and pictures."""
    shots = "\n".join(
        f'        <img src="{up}{name}.png" width="960" height="540" loading="lazy" '
        f'alt="{escape(alt)}">'
        for name, alt in shot_names(language, words)
    )
    film = escape(words("press.site.film"))
    return f"""\
      <section class="hero">
        <div>
          <h1>{escape(words("press.name"))}</h1>
          <p>{escape(words("press.long").strip())}</p>
          <a class="invite" href="{escape(host.invite)}">{escape(words("press.site.invite"))}</a>
        </div>
        <picture>
          <source media="(prefers-reduced-motion: reduce)" srcset="{up}still-{language}.png">
          <img src="{up}film-{language}.gif" width="720" height="840" alt="{film}">
        </picture>
      </section>
      <section>
        <h2>{escape(words("press.site.play"))}</h2>
        {_html(words("help.play"))}
        <div class="shots">
{shots}
        </div>
      </section>"""


def shot_names(language: str, words: Words) -> Iterator[tuple[str, str]]:
    """The pictures with words on this page, and what they say."""
    for number, name in ((2, "move"), (3, "review"), (4, "tabal"), (5, "ranks")):
        title = words(f"press.shot.{name}.title")
        text = words(f"press.shot.{name}.text", sets=len(catalogue.NAMES))
        yield f"shots/{language}-{number}-{name}", f"{title} {text}"


def _rules(words: Words, up: str) -> str:
    sets = "\n".join(_rule_set(game, words, up) for game in _games())
    return f"""\
      <h1>{escape(words("press.site.rules"))}</h1>
      <div class="rules">
{sets}
      </div>"""


def _rule_set(game: Game, words: Words, up: str) -> str:
    """One rule set, folded up: its pages as the bot shows them, with the start beside them."""
    title = naming.title(game.name, words)
    alt = words("press.site.start", rules=title)
    short = words(f"ruleset.{game.name}.short")
    board = f"{up}rules/{game.name}.png"
    return f"""\
        <details id="{game.name}">
          <summary><h2>{escape(title)}</h2><p>{escape(short)}</p></summary>
          <div>
            <div>{_html(_told(game, words))}</div>
            <img src="{board}" width="720" height="720" loading="lazy" alt="{escape(alt)}">
          </div>
        </details>"""


def _told(game: Game, words: Words) -> str:
    """The texts of all its pages, without the examples, which need their boards."""
    reader, texts, number = Reader(words), list[str](), 0
    while True:
        page = rules.rules(game, reader, rules.RulesOfSet(game.name, number))
        heading = next(block.text for block in page.blocks if isinstance(block, Text))
        if heading in texts:  # a page beyond the last one is the last one
            return "\n\n".join(text.replace("\n", "\n\n").replace("## ", "### ") for text in texts)
        texts.append(heading)
        number += 1


def _privacy(words: Words, language: str, sources: Sources) -> str:
    """In short as the bot says it, then the host's text, which is in English."""
    host = sources.host
    text = sources.privacy.replace(_NAME, host.name).replace(_ADDRESS, host.address)
    _, _, body = text.partition("\n## ")
    first = next(part for part in text.split("\n\n") if part.startswith("This bot"))
    full = _html(f"{first}\n\n## {body}")
    title = words("press.site.privacy")
    lead = "" if language == "en" else f"<p>{escape(words('press.site.full'))}</p>"
    return f"""\
      <h1>{escape(title)}</h1>
      {_html(words("help.privacy"))}
      {lead}
      <section lang="en">
      {full}
      </section>"""


def _html(text: str) -> str:
    """Markdown as it is written here; what stands in it as HTML is shown as text."""
    return MarkdownIt("commonmark", {"html": False}).enable("table").render(text.strip())
