"""`python -m sandbox`: serve the chat page and its sample world, for a bot started separately."""

import argparse
import asyncio
import signal
import sys

from sandbox.sample import Cast
from sandbox.server import USUAL_PORT, PortTaken, Sandbox

_PORTS = range(65536)


def main() -> int:
    """Serve until Ctrl-C."""
    parser = argparse.ArgumentParser(prog="python -m sandbox", description=__doc__)
    parser.add_argument("--port", type=_port, default=USUAL_PORT, help="0 for any free one")
    parser.add_argument("--name", default="Bot", help="what the bot is called")
    parser.add_argument("--token", action="store_true", help="print what a bot needs to connect")
    arguments = parser.parse_args()
    try:
        asyncio.run(_serve(arguments))
    except PortTaken as taken:
        sys.stderr.write(f"{taken}\n")
        return 1
    return 0


def _port(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= len(str(_PORTS[-1])):
        number = int(text)
        if number in _PORTS:
            return number
    raise argparse.ArgumentTypeError(f"it is a number from 0 to {_PORTS[-1]}, not {text!r}.")


async def _serve(arguments: argparse.Namespace) -> None:
    async with Sandbox(arguments.port, cast=Cast(arguments.name)) as box:
        sys.stdout.write(f"The sandbox is open at {box.url}\n")
        if arguments.token:
            lines = {"api": box.api, "gateway": box.gateway, "cdn": box.cdn, "token": box.token}
            sys.stdout.writelines(f"{name} {value}\n" for name, value in lines.items())
        sys.stdout.flush()
        await _interrupted()


async def _interrupted() -> None:
    """Wait for Ctrl-C or SIGTERM."""
    done = asyncio.Event()
    for sign in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(sign, done.set)
    await done.wait()


if __name__ == "__main__":
    sys.exit(main())
