"""The command line: `python -m sandbox`."""

import asyncio
import signal
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import aiohttp
import pytest

from sandbox.__main__ import main
from sandbox.server import Sandbox
from sandbox.waiting import PATIENCE


@asynccontextmanager
async def _started(*arguments: str) -> AsyncGenerator[asyncio.subprocess.Process]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "sandbox",
        *arguments,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def _line(process: asyncio.subprocess.Process) -> str:
    assert process.stdout
    return (await asyncio.wait_for(process.stdout.readline(), PATIENCE)).decode().strip()


async def test_it_prints_its_address_serves_and_stops_cleanly() -> None:
    async with _started("--port", "0", "--token", "--name", "Konakis") as process:
        address = (await _line(process)).removeprefix("The sandbox is open at ")
        given = dict([(await _line(process)).split(" ") for _ in range(4)])
        assert given["gateway"] == address.replace("http", "ws") + "/gateway"
        async with aiohttp.ClientSession() as http:
            async with http.get(address) as response:
                assert response.status == 200
            head = {"Authorization": f"Bot {given['token']}"}
            async with http.get(f"{given['api']}/users/@me", headers=head) as response:
                assert (await response.json())["username"] == "Konakis"
        process.send_signal(signal.SIGINT)
        out, err = await asyncio.wait_for(process.communicate(), PATIENCE)
    assert (process.returncode, out, err) == (0, b"", b"")


async def test_a_taken_port(box: Sandbox) -> None:
    async with _started("--port", str(box.port)) as process:
        out, err = await asyncio.wait_for(process.communicate(), PATIENCE)
    sentence = f"Port {box.port} is taken by another program; choose another.\n"
    assert (process.returncode, out, err.decode()) == (1, b"", sentence)


@pytest.mark.parametrize("port", ["70000", "-1", "many", "9" * 5000])
def test_a_port_that_is_none_is_refused_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], port: str
) -> None:
    monkeypatch.setattr(sys, "argv", ["sandbox", "--port", port])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert capsys.readouterr().err.endswith(
        f"error: argument --port: it is a number from 0 to 65535, not {port!r}.\n"
    )
