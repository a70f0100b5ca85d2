"""`adjudicator init` at servers whose certificates an authority of one's own has signed."""

import os
import subprocess
import tomllib
from pathlib import Path

from adjudicator.settings import Settings
from tests.cli.conftest import PROGRAM
from tests.live.stack import SECRET, MailStack


def test_an_authority_of_ones_own_is_named_for_both_servers(stack: MailStack, tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("ADJ_")}
    (tmp_path / "secret").write_text(SECRET)
    command = [PROGRAM, "init", "--as-root", "--address", "orders@game.test", "--password-file", tmp_path / "secret"]
    command += ["--imap", f"localhost:{stack.imaps} implicit", "--smtp", f"localhost:{stack.submission} starttls"]

    def init(*more: str | Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*command, *more], env=environment, cwd=tmp_path, capture_output=True, text=True, check=False
        )

    refused = init()
    assert refused.returncode == 1
    assert "its certificate is not trusted" in refused.stderr
    done = init("--ca-file", os.path.relpath(stack.certificate, tmp_path))
    assert done.returncode == 0, done.stderr
    settings = Settings.model_validate(tomllib.loads((tmp_path / "adjudicator.toml").read_text()))
    assert settings.mail.authserv_id == "mx.game.test"
    for server in (settings.mail.imap, settings.mail.smtp):
        assert server.ca_file is not None
        assert server.ca_file.is_absolute()
        assert server.ca_file.samefile(stack.certificate)
