"""Markdown as the page shows it: each sample beside the elements it becomes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.sandbox.page.sample import ROWAN, message

if TYPE_CHECKING:
    from tests.sandbox.page.stage import Stage

pytestmark = pytest.mark.asyncio(loop_scope="session")

RENDER = """async (texts) => {
    const { prose } = await import("/page/prose/render.js");
    const names = { locale: "en-GB", role: () => ({ label: "Crew" }), channel: () => null,
        person: (id) => (id === "1" ? { label: "Birch", me: true } : null) };
    return texts.map((text) => {
        const box = document.createElement("div");
        box.append(...prose(text, names));
        return box.innerHTML;
    });
}"""
WEB = 'target="_blank" rel="noopener noreferrer"'

SAMPLES = {
    "plain": "<p>plain</p>",
    "two\nlines": "<p>two\nlines</p>",
    "**bold** *it* _it_ __under__ ~~gone~~": (
        "<p><strong>bold</strong> <em>it</em> <em>it</em> <u>under</u> <s>gone</s></p>"
    ),
    "***both***": "<p><strong><em>both</em></strong></p>",
    "**a *b* c**": "<p><strong>a <em>b</em> c</strong></p>",
    "snake_case_name 2*3*4": "<p>snake_case_name 2<em>3</em>4</p>",
    "a * b * c": "<p>a * b * c</p>",
    r"\*no\* \_no\_": "<p>*no* _no_</p>",
    "`**raw**`": "<p><code>**raw**</code></p>",
    "``a ` b``": "<p><code>a ` b</code></p>",
    "```py\nx = 1\n```": '<pre tabindex="0"><code>x = 1</code></pre>',
    "see ```a b\nc``` there": (
        '<p>see </p><pre tabindex="0"><code>a b\nc</code></pre><p> there</p>'
    ),
    "```never closed": "<p>```never closed</p>",
    "# One": '<h3 class="heading1">One</h3>',
    "### Three\nbelow": '<h5 class="heading3">Three</h5><p>below</p>',
    "#nothing": "<p>#nothing</p>",
    "-# small": '<p class="subtext"><small>small</small></p>',
    "> a\n> b\nc": "<blockquote><p>a\nb</p></blockquote><p>c</p>",
    ">>> a\nb": "<blockquote><p>a\nb</p></blockquote>",
    "3. a\n4. b": (
        '<ol start="3"><li style="--indent: 0;">a</li><li style="--indent: 0;">b</li></ol>'
    ),
    "- a\n  - b\n1. c": (
        '<ul><li style="--indent: 0;">a</li><li style="--indent: 1;">b</li></ul>'
        '<ol start="1"><li style="--indent: 0;">c</li></ol>'
    ),
    "<@1> <@!1> <@7>": (
        '<p><span class="mention me">@Birch</span> <span class="mention me">@Birch</span> '
        '<span class="mention">@unknown person</span></p>'
    ),
    "<@&5> <#6> </play now:7> <:pin:8>": (
        '<p><span class="mention">@Crew</span> <span class="mention">#unknown channel</span> '
        '<span class="mention">/play now</span> '
        '<img class="emoji" src="/emojis/8.png" alt=":pin:" title=":pin:" draggable="false"></p>'
    ),
    "@everyone, mail@here.org": '<p><span class="mention all">@everyone</span>, mail@here.org</p>',
    "<https://example.org/?a=b_c_d>.": (
        f'<p><a href="https://example.org/?a=b_c_d" {WEB}>https://example.org/?a=b_c_d</a>.</p>'
    ),
    "https://example.org/a, then": (
        f'<p><a href="https://example.org/a" {WEB}>https://example.org/a</a>, then</p>'
    ),
    "[the **rules**](https://example.org/r)": (
        f'<p><a href="https://example.org/r" {WEB}>the <strong>rules</strong></a></p>'
    ),
    '[the rules](https://example.org/r "the game")': (
        f'<p><a href="https://example.org/r" {WEB} title="the game">the rules</a></p>'
    ),
    "[x](javascript:alert(1))": "<p>[x](javascript:alert(1))</p>",
    "<b onclick=x>&amp;</b>": "<p>&lt;b onclick=x&gt;&amp;amp;&lt;/b&gt;</p>",
    "||<i>||": (
        '<p><button class="spoiler" type="button" aria-label="Spoiler: show it">'
        '<span inert="">&lt;i&gt;</span></button></p>'
    ),
}


async def test_each_sample_becomes_its_elements(stage: Stage) -> None:
    page = await stage.open()
    shown = await page.evaluate(RENDER, list(SAMPLES))
    assert dict(zip(SAMPLES, shown, strict=True)) == SAMPLES


async def test_a_moment_is_a_time_with_the_whole_date_beside_it(stage: Stage) -> None:
    page = await stage.open()
    (shown,) = await page.evaluate(RENDER, ["<t:0:d>"])
    assert 'datetime="1970-01-01T00:00:00.000Z"' in shown
    assert ">01/01/1970<" in shown


async def test_long_texts_of_marks_stay_quick(stage: Stage) -> None:
    page = await stage.open()
    hostile = [
        "*" * 4000,
        "||" * 2000,
        "_" * 4000,
        "[" * 4000,
        "`" * 3999,
        "**__" * 1000,
        "> " * 2000,
    ]
    shown = await page.evaluate(RENDER, hostile)
    assert all(shown)


async def test_the_mention_of_a_long_name_breaks_within_its_message(stage: Stage) -> None:
    for there in stage.snapshot["people"]:
        if there["id"] == ROWAN:
            there["global_name"] = "A" * 32 + "@" + "M" * 32
    stage.snapshot["messages"]["100"] = [message(f"<@{ROWAN}> to move against <@{ROWAN}>")]
    page = await stage.open()
    await page.set_viewport_size({"width": 390, "height": 844})
    mention = page.locator(".mention").first
    await mention.wait_for()
    box = await mention.bounding_box()
    assert box
    assert box["x"] + box["width"] <= 390
    assert await page.evaluate("document.documentElement.scrollWidth") <= 390
