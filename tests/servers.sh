#!/bin/sh
# Makes sure that the servers which the tests start for themselves are installed: PostgreSQL, Redis, and
# for the live tests Postfix, OpenDKIM, Dovecot and nginx; and the fonts in which the browser shows pages.
# As root on Debian the missing packages are installed; their own services are kept from starting.
set -eu
missing=
if ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 && ! command -v initdb >/dev/null 2>&1; then
    missing="$missing postgresql"
fi
command -v redis-server >/dev/null 2>&1 || missing="$missing redis-server"
command -v postfix >/dev/null 2>&1 || missing="$missing postfix"
command -v opendkim >/dev/null 2>&1 || missing="$missing opendkim"
command -v sievec >/dev/null 2>&1 || missing="$missing dovecot-sieve"
[ -e /usr/lib/dovecot/imap ] || missing="$missing dovecot-imapd"
[ -e /usr/lib/dovecot/lmtp ] || missing="$missing dovecot-lmtpd"
command -v openssl >/dev/null 2>&1 || missing="$missing openssl"
command -v fc-list >/dev/null 2>&1 || missing="$missing fontconfig"
command -v chromium >/dev/null 2>&1 || missing="$missing chromium"
command -v systemd-analyze >/dev/null 2>&1 || missing="$missing systemd"
command -v groff >/dev/null 2>&1 || missing="$missing groff"
command -v nginx >/dev/null 2>&1 || [ -x /usr/sbin/nginx ] || missing="$missing nginx-light"
[ -e /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf ] || missing="$missing fonts-dejavu-core"
[ -e /usr/share/fonts/truetype/dejavu/DejaVuSansCondensed.ttf ] || missing="$missing fonts-dejavu-extra"
[ "$missing" ] || exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null 2>&1; then
    echo "The tests need$missing. Install it (Debian: apt-get install$missing) and run make test again." >&2
    exit 1
fi
if [ ! -e /usr/sbin/policy-rc.d ]; then
    printf '#!/bin/sh\nexit 101\n' > /usr/sbin/policy-rc.d
    chmod 755 /usr/sbin/policy-rc.d
    trap 'rm -f /usr/sbin/policy-rc.d' EXIT
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
# shellcheck disable=SC2086 # several words on purpose
apt-get install -y -qq --no-install-recommends $missing
