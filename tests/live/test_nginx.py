"""The sample of a web server for archive pages, under a real nginx."""

from __future__ import annotations

import shutil
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPSConnection
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.own_servers import PATIENCE, free_port

SAMPLE = Path(__file__).parents[2] / "deploy/nginx/archive-pages.conf"
NAME = "harbour-lights-4f9d2c81ab"


class Site(NamedTuple):
    port: int
    pages: Path


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes


def asked(site: Site, path: str, method: str = "GET", headers: dict[str, str] | None = None) -> Answer:
    trusting = ssl._create_unverified_context()
    with closing(HTTPSConnection("127.0.0.1", site.port, context=trusting, timeout=PATIENCE)) as line:
        line.request(method, path, headers=headers or {})
        got = line.getresponse()
        return Answer(got.status, {name.lower(): value for name, value in got.getheaders()}, got.read())


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The sample as it stands, but for ports and paths."""
    nginx = shutil.which("nginx") or "/usr/sbin/nginx"
    folder = tmp_path_factory.mktemp("nginx")
    folder.chmod(0o755)
    pages = folder / "pages"
    pages.mkdir()
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=archive.example.org", "-days", "2",
         "-keyout", str(key), "-out", str(certificate)],
        check=True, capture_output=True,
    )  # fmt: skip
    plain, secure = free_port(), free_port()
    sample = SAMPLE.read_text(encoding="utf-8")
    changes = {
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "listen 443 ssl;": f"listen 127.0.0.1:{secure} ssl;",
        "/etc/letsencrypt/live/archive.example.org/fullchain.pem": str(certificate),
        "/etc/letsencrypt/live/archive.example.org/privkey.pem": str(key),
        "/srv/adjudicator/pages": str(pages),
    }
    for written, here in changes.items():
        assert sample.count(written) == 1, written
        sample = sample.replace(written, here)
    config = folder / "nginx.conf"
    places = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    config.write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log; worker_processes 1; user root; events {{}}\n"
        f"http {{ include /etc/nginx/mime.types; access_log off; {places}\n{sample}\n}}\n",
        encoding="utf-8",
    )
    subprocess.run([nginx, "-t", "-c", str(config), "-e", str(folder / "error.log")], check=True, capture_output=True)
    running = subprocess.Popen([nginx, "-c", str(config), "-e", str(folder / "error.log")])
    site = Site(secure, pages)
    try:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                asked(site, "/")
                break
            except OSError:
                assert running.poll() is None, (folder / "error.log").read_text()
                assert time.monotonic() < end
        yield site
    finally:
        running.terminate()
        running.wait(PATIENCE)


def test_a_page_is_served_packed_and_betrays_its_name_to_nobody(site: Site) -> None:
    text = "<!doctype html><title>Harbour Lights</title>" + "<p>Огни гавани</p>" * 500
    (site.pages / f"{NAME}.html").write_text(text, encoding="utf-8")
    got = asked(site, f"/{NAME}.html", headers={"Accept-Encoding": "gzip"})
    assert got.status == 200
    assert got.headers["content-type"] == "text/html; charset=utf-8"
    assert got.headers["content-encoding"] == "gzip"
    assert got.headers["referrer-policy"] == "no-referrer"
    assert "noindex" in got.headers["x-robots-tag"]
    assert "frame-ancestors 'none'" in got.headers["content-security-policy"]
    assert got.headers["cache-control"] == "no-cache"
    assert asked(site, f"/{NAME}.html").body.decode() == text


def test_nothing_else_is_served_or_listed(site: Site) -> None:
    for name in ("harbour-lights.html", f"{NAME}.zip", f".{NAME}.html", "secret.key"):
        (site.pages / name).write_text("hidden", encoding="utf-8")
    for path in ("/", "/harbour-lights.html", f"/{NAME}.zip", f"/.{NAME}.html", "/secret.key", f"/../{NAME}.html.bak"):
        got = asked(site, path)
        assert got.status in (400, 404), path
        assert b"hidden" not in got.body
        assert "noindex" in got.headers.get("x-robots-tag", "noindex")
    assert asked(site, f"/{NAME}.html", "DELETE").status == 403
    assert (site.pages / f"{NAME}.zip").exists()
