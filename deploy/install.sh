#!/bin/sh
# Installs what is in this folder as a service of systemd, updates it, or goes back to an older version:
#   sudo deploy/install.sh
# Each time the program gets a new folder in /opt/konakis, so a running bot keeps its own until the restart.
set -eu
umask 022
cd "$(dirname "$0")/.."
python=${PYTHON:-python3}
settings=/etc/konakis.env

fail() {
    echo "$1" >&2
    exit 1
}

[ "$(id -u)" = 0 ] || fail "Installing a service needs root: sudo deploy/install.sh"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
    || fail "Konakis needs Python 3.11 or newer: sudo PYTHON=python3.11 deploy/install.sh"
found=$("$python" -c 'import os, sys; print(os.path.realpath(sys.executable))')
case $found in
/home/* | /root/*) fail "The service can't see $found in a home folder; name another: sudo PYTHON=/usr/bin/python3 deploy/install.sh" ;;
esac
from=.env
if [ -e $settings ]; then
    from=$settings
    [ ! -e .env ] || echo "The settings are in $settings; .env isn't read."
fi
grep -Eqs '^KONAKIS_TOKEN(_FILE)?=.' $from \
    || fail "Put the token after KONAKIS_TOKEN= in $from, a copy of .env.example."

new=/opt/konakis/$(date -u +%Y-%m-%d-%H%M%S)
source=$(mktemp -d)
trap 'exit 1' HUP INT TERM
trap 'rm -rf "$source" "$new"' EXIT # unless all of it succeeds
mkdir -p /opt/konakis
"$python" -m venv "$new" || fail "Python's venv module is missing; on Debian and Ubuntu: apt install python3-venv"
pip() {
    "$new/bin/python" -m pip --quiet --disable-pip-version-check "$@"
}
pip install --no-deps --require-hashes -r requirements.lock
cp -r pyproject.toml LICENSE .env.example bot engine games render sandbox "$source"
pip install --no-deps --no-build-isolation "$source"
"$new/bin/konakis" --version

id konakis >/dev/null 2>&1 \
    || useradd --system --home-dir /var/lib/konakis --shell /usr/sbin/nologin konakis
if [ ! -e $settings ]; then
    install -m 600 .env $settings
    rm .env
    echo "Moved .env to $settings."
fi
chown root:root $settings # one copied from another machine may be anyone's
chmod 600 $settings
install -m 644 deploy/konakis.service /etc/systemd/system/
install -m 755 deploy/konakis /usr/local/bin/
trap 'rm -rf "$source"' EXIT
ln -sfn "$new" /opt/konakis/current

systemctl daemon-reload
systemctl enable --quiet konakis
echo "Starting Konakis; this waits until Discord is reached."
systemctl restart konakis
find /opt/konakis -mindepth 1 -maxdepth 1 -type d ! -path "$new" -exec rm -rf {} +
