"""Handle every REST request: faults, route, token, rate limits, handler, record."""

import logging
from dataclasses import dataclass, replace

from aiohttp import web

from sandbox.rest import (
    account,
    body,
    callbacks,
    channels,
    commands,
    emojis,
    guilds,
    messages,
)
from sandbox.rest.faults import Dropped, Faults, Trouble
from sandbox.rest.rates import Rates
from sandbox.rest.record import Exchange, Record
from sandbox.rest.routing import Answer, Call, Route, Routes, check_ids
from sandbox.rules.refusal import Refusal, refuse, unauthorized
from sandbox.shapes.messages import Shapes
from sandbox.world.events import RequestHandled

BASE = "/api/v10"
Found = tuple[Route, dict[str, str]]
_BROKEN = {"message": "500: Internal Server Error", "code": 0}
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Answered:
    """An answer with its headers."""

    answer: Answer
    headers: dict[str, str]


class Api:
    """Answers requests to `/api/v10/…`."""

    def __init__(self, shapes: Shapes, gateway_url: str, rates: Rates) -> None:
        self.faults = Faults()
        self.record = Record()
        self.rates = rates
        self._blank = Call(shapes, gateway_url, {}, {})
        self._table = Routes(
            account.ROUTES,
            guilds.ROUTES,
            channels.ROUTES,
            messages.ROUTES,
            commands.ROUTES,
            emojis.ROUTES,
            callbacks.ROUTES,
        )

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Answer one request and record it."""
        match = self._table.find(request.method, request.rel_url.raw_path.removeprefix(BASE))
        exchange = Exchange(request.method, request.path, dict(request.query))
        exchange.template = match[0].template if match else None
        self.record.exchanges.append(exchange)
        trouble: Trouble | None = None
        try:
            if trouble := self.faults.take(exchange.method, exchange.path):
                await trouble.apply()
            answered = await self._work(match, request, exchange)
            if trouble := self.faults.take(exchange.method, exchange.path, after=True):
                await trouble.apply()
        except Dropped:
            exchange.injected = True
            self._tell(exchange)
            if request.transport:
                request.transport.abort()
            return web.Response(status=500)
        except Refusal as refusal:
            exchange.injected = trouble is not None and trouble.kind == refusal.status
            answered = _Answered(Answer(refusal.status, refusal.body), refusal.headers)
        except Exception:  # noqa: BLE001  (an error of ours must not end the bot's connection)
            if exchange.multipart and exchange.body is None:
                exchange.injected = True  # the bot disconnected before it had sent all of its files
            else:
                _log.exception("could not answer %s %s", request.method, request.path)
            answered = _Answered(Answer(500, _BROKEN), {})
        exchange.status, exchange.answer = answered.answer
        self._tell(exchange)
        return _response(answered)

    def _tell(self, exchange: Exchange) -> None:
        done = RequestHandled(exchange.method, exchange.path, exchange.status)
        self._blank.world.publish(done)

    async def _work(
        self, match: Found | None, request: web.Request, exchange: Exchange
    ) -> _Answered:
        if match is None:
            _log.warning("no such route: %s %s", request.method, request.path)
            raise refuse(0)
        route, args = match
        self._check_token(request, route)
        exchange.multipart = request.content_type.startswith("multipart/")
        exchange.body, uploads = await body.parse_body(request)
        exchange.files = tuple(upload.filename for upload in uploads)
        call = replace(
            self._blank,
            args=args,
            query=exchange.query,
            body=exchange.body,
            uploads=uploads,
        )
        headers = self._spend(route, call)
        check_ids(args)
        try:
            return _Answered(route.handler(call), headers)
        except Refusal as refusal:
            refusal.headers = {**headers, **refusal.headers}
            raise

    def _check_token(self, request: web.Request, route: Route) -> None:
        given = request.headers.get("Authorization", "")
        if not route.by_token and given != f"Bot {self._blank.world.app.token}":
            raise unauthorized()

    def _spend(self, route: Route, call: Call) -> dict[str, str]:
        if not route.by_token:
            self.rates.spend_overall()
        if route is messages.EDIT and messages.is_old(call):
            self.rates.spend_old_edit(call.args["channel_id"], messages.OLD_EDITS)
        return self.rates.spend(route.bucket(call.args), route.pace)


def _response(answered: _Answered) -> web.Response:
    status, shown = answered.answer
    if status == 204:  # noqa: PLR2004  (an HTTP status)
        return web.Response(status=status, headers=answered.headers)
    response = web.json_response(shown, status=status, headers=answered.headers)
    response.headers["Content-Type"] = "application/json"
    return response
