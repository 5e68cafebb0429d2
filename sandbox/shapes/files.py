"""Files as JSON: their addresses are signed and expire after a day, as on Discord's CDN."""

import hmac
import secrets
from typing import Final
from urllib.parse import quote

from sandbox.clock import Clock
from sandbox.raw import Json
from sandbox.world.model import Attachment

DAY: Final = 86400


class Signer:
    """Makes and checks the signed addresses of files."""

    def __init__(self, clock: Clock, base: str) -> None:
        self.base = base
        self._clock = clock
        self._key = secrets.token_bytes(32)

    def url(self, file: Attachment) -> str:
        """An address that is valid for a day."""
        until = format(int(self._clock.seconds()) + DAY, "x")
        name = quote(file.filename)
        path = f"{self.base}/attachments/{file.channel_id}/{file.id}/{name}"
        return f"{path}?ex={until}&is={until}&hm={self._sign(file.id, until)}&"

    def fresh(self, file_id: str, until: str, signature: str) -> bool:
        """Whether an address was signed here and has not expired."""
        if not hmac.compare_digest(self._sign(file_id, until), signature):
            return False
        return int(until, 16) > self._clock.seconds()

    def _sign(self, file_id: str, until: str) -> str:
        return hmac.new(self._key, f"{file_id}:{until}".encode(), "sha256").hexdigest()


def attachment(file: Attachment, signer: Signer) -> Json:
    """A file in the list of a message."""
    url = signer.url(file)
    shown: Json = {
        "id": file.id,
        "filename": file.filename,
        "size": len(file.data),
        "url": url,
        "proxy_url": url,
        "content_type": file.content_type,
    }
    if file.size:
        shown |= file.size._asdict()
    if file.description is not None:
        shown["description"] = file.description
    if file.ephemeral:
        shown["ephemeral"] = True
    return shown
