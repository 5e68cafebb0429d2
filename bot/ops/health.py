"""`konakis health`: whether the bot that runs on this machine is ready, asked at its local port."""

from __future__ import annotations

import http.client
from http import HTTPStatus

_TIMEOUT = 3  # seconds
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  listening everywhere is listening here too


def trouble(host: str, port: int) -> str:
    """What is wrong, as a sentence; empty when all is well."""
    if not port:
        return "KONAKIS_METRICS_PORT is not set, so the bot cannot be asked how it is."
    connection = http.client.HTTPConnection(_EVERYWHERE.get(host, host), port, timeout=_TIMEOUT)
    try:
        connection.request("GET", "/ready")
        answer = connection.getresponse()
    except (OSError, http.client.HTTPException) as error:
        return f"No bot answers at port {port} ({error or type(error).__name__})."
    finally:
        connection.close()
    return (
        "" if answer.status == HTTPStatus.OK else "The bot runs, but is not connected to Discord."
    )
