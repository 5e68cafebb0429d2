"""The browser of the page's tests: one Chromium for all of them, one window for each."""

from __future__ import annotations

import shutil
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio
from playwright.async_api import async_playwright, expect

from sandbox.waiting import PATIENCE
from tests.sandbox.page.stage import Stage, files

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator

    from playwright.async_api import Browser

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
MILLISECONDS = 1000 * PATIENCE
MISSING = "no Chromium here: on Debian and Ubuntu, `apt install chromium` brings it"


@asynccontextmanager
async def launched() -> AsyncGenerator[Browser]:
    """Chromium without a window; skips where there is none."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.skip(MISSING)
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(
            executable_path=path, args=QUIET, timeout=MILLISECONDS
        )
        expect.set_options(timeout=MILLISECONDS)
        try:
            yield chromium
        finally:
            await chromium.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """The browser of all tests."""
    async with launched() as chromium:
        yield chromium


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def window(browser: Browser) -> AsyncIterator[Stage]:
    """One window for all scripted tests, so that the page's files are read once."""
    context = await browser.new_context(locale="en-GB")
    context.set_default_timeout(MILLISECONDS)
    async with files() as origin:
        yield await Stage.build(await context.new_page(), origin)
    await context.close()


@pytest_asyncio.fixture(loop_scope="session")
async def stage(window: Stage) -> AsyncIterator[Stage]:
    """The page with a scripted server behind it; fails when the page threw anything."""
    await window.reset()
    yield window
    assert window.errors == []
