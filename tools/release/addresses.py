"""The project's addresses, worked out of the git remote: nothing in the repository names one.

>>> web("git@github.com:someone/konakis.git")
'https://github.com/someone/konakis'
>>> web("https://name:secret@gitlab.example/group/konakis.git")
'https://gitlab.example/group/konakis'
>>> web("../konakis")
''
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_REMOTE = re.compile(
    r"(?:(?:https?|ssh|git)://)?(?:[^@/]+@)?(?P<host>[\w-]+(?:\.[\w-]+)+)(?::\d+)?[:/]"
    r"(?P<path>[^\s:?#]+?)(?:\.git)?/?"
)
_LINK = re.compile(r'(?P<before>\]\(|src=")(?P<target>(?![a-z]+:|#|/)[^)"#\s]+)')


@dataclass(frozen=True, slots=True)
class _Host:
    """How a host of code writes addresses below the repository's; {tag} is a version's."""

    issues: str = "issues"
    file: str = "blob/{tag}/"
    raw: str = "raw/{tag}/"


_HOSTS = {  # by a word in the host's name
    "github": _Host(),
    "gitlab": _Host("-/issues", "-/blob/{tag}/", "-/raw/{tag}/"),
    "codeberg": _Host("issues", "src/tag/{tag}/", "raw/tag/{tag}/"),
    "gitea": _Host("issues", "src/tag/{tag}/", "raw/tag/{tag}/"),
}


def web(remote: str) -> str:
    """The repository's page; empty where the remote is none that others can reach."""
    parts = _REMOTE.fullmatch(remote)
    return f"https://{parts['host']}/{parts['path']}" if parts else ""


def urls(remote: str, version: str) -> dict[str, str]:
    """Return `project.urls`: empty without a remote, one address for an unknown host."""
    page = web(remote)
    host = _host(page)
    if not page or not host:
        return {"Source": page} if page else {}
    changelog = host.file.format(tag=f"v{version}") + "CHANGELOG.md"
    return {
        "Source": page,
        "Issues": f"{page}/{host.issues}",
        "Changelog": f"{page}/{changelog}",
    }


def with_urls(project: str, addresses: dict[str, str]) -> str:
    """The text of pyproject.toml with these addresses."""
    if not addresses:
        return project
    lines = [f'{name} = "{address}"' for name, address in addresses.items()]
    return "\n".join([project.rstrip(), "", "[project.urls]", *lines, ""])


def absolute(text: str, remote: str, version: str) -> str:
    """A page of Markdown whose links lead to the repository: it is shown elsewhere too."""
    page = web(remote)
    host = _host(page)
    if not host:
        return text
    tag = f"v{version}"

    def led(link: re.Match[str]) -> str:
        is_picture = link["target"].endswith((".png", ".gif", ".svg"))
        below = (host.raw if is_picture else host.file).format(tag=tag)
        return f"{link['before']}{page}/{below}{link['target']}"

    return _LINK.sub(led, text)


def _host(page: str) -> _Host | None:
    name = page.removeprefix("https://").partition("/")[0]
    return next((host for word, host in _HOSTS.items() if word in name), None)
