"""Settings: environment over file over defaults, and no mistyped name goes unnoticed."""

import base64
import os
from pathlib import Path

import pytest

from adjudicator.settings import ConfigurationError, Imap, Mail, Settings, Tls

KEY = bytes(range(32))


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in [name for name in os.environ if name.upper().startswith("ADJ_")]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


def test_defaults_are_the_embedded_installation() -> None:
    settings = Settings.load()
    assert settings.database == "sqlite:///var/adjudicator.db"
    assert settings.celery.broker == "memory://"
    assert settings.key is None


def test_settings_are_read_anew_by_what_was_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("adjudicator.toml").write_text('data_directory = "here"\n')
    assert Settings.load().data_directory == Path("here")
    made = len(Settings.__subclasses__())
    Path("adjudicator.toml").write_text('data_directory = "there"\n')
    assert Settings.load().data_directory == Path("there")
    monkeypatch.setenv("ADJ_DATA_DIRECTORY", "elsewhere")
    assert Settings.load().data_directory == Path("elsewhere")
    assert len(Settings.__subclasses__()) == made


def test_settings_built_in_code_look_nowhere_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADJ_DATABASE", "sqlite:///elsewhere.db")
    Path("adjudicator.toml").write_text('database = "sqlite:///file.db"')
    built = Settings(mail=Mail(imap=Imap(host="mx.example", port=143, tls=Tls.STARTTLS)))
    assert built.database == "sqlite:///var/adjudicator.db"
    assert built.mail.imap.host == "mx.example"


def test_environment_beats_file_beats_default(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("adjudicator.toml").write_text(
        '[mail.imap]\nhost = "file.example"\nuser = "orders"\n[campaign]\nlanguage = "ru"\n'
    )
    monkeypatch.setenv("ADJ_MAIL__IMAP__HOST", "env.example")
    monkeypatch.setenv("ADJ_MAIL__IMAP__IDLE", "no")
    settings = Settings.load()
    imap = settings.mail.imap
    assert (imap.host, imap.user, imap.port, imap.idle) == ("env.example", "orders", 993, False)
    assert settings.campaign.language == "ru"


FORMER = """
[clock]
most_ahead_hours = 3
[limits]
waiting_minutes = 4
keep_traces_days = 5
[notices]
allow_private = true
[mail.imap]
handled = "Done"
[desk]
operators = ["root"]
[celery]
shares = 2
"""


def of_renamed(settings: Settings) -> tuple[object, ...]:
    """The settings that were renamed."""
    limits = settings.limits
    return (
        *(settings.clock.max_ahead_hours, limits.stall_alert_minutes, limits.keep_metadata_days),
        *(settings.notices.allow_private_networks, settings.mail.imap.handled_folder, settings.access.operators),
        settings.celery.shards,
    )


def test_settings_are_read_by_their_former_names(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("adjudicator.toml").write_text(FORMER)
    assert of_renamed(Settings.load()) == (3, 4, 5, True, "Done", ("root",), 2)
    Path("adjudicator.toml").unlink()
    section = ""
    for line in FORMER.split("\n")[1:-1]:
        if line.startswith("["):
            section = line.strip("[]").replace(".", "__").upper()
        else:
            name, _, value = line.partition(" = ")
            monkeypatch.setenv(f"ADJ_{section}__{name.upper()}", value.strip('"'))
    assert of_renamed(Settings.load()) == (3, 4, 5, True, "Done", ("root",), 2)


def test_a_name_that_people_give_is_no_former_name() -> None:
    Path("adjudicator.toml").write_text(
        '[access]\noperators = ["root"]\n[access.moderators]\ndesk = "mila@players.test"\n'
    )
    assert Settings.load().access.moderators == {"desk": "mila@players.test"}


def test_a_setting_with_both_of_its_names_is_told() -> None:
    Path("adjudicator.toml").write_text("[clock]\nmost_ahead_hours = 3\nmax_ahead_hours = 4\n")
    with pytest.raises(ConfigurationError, match=r"clock.most_ahead_hours is now called max_ahead_hours"):
        Settings.load()


def test_the_file_is_named_by_argument_or_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named, given = tmp_path / "named.toml", tmp_path / "given.toml"
    named.write_text('database = "sqlite:///named.db"')
    given.write_text('database = "sqlite:///given.db"')
    monkeypatch.setenv("ADJ_CONFIG", str(named))
    assert Settings.load().database == "sqlite:///named.db"
    assert Settings.load(given).database == "sqlite:///given.db"


def test_a_file_that_was_asked_for_must_exist(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"nowhere\.toml: there is no such file"):
        Settings.load(tmp_path / "nowhere.toml")


def test_every_mistyped_name_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("adjudicator.toml").write_text("[mail.imap]\nhots = 'x'\nport = 99999\n[mial]\n")
    monkeypatch.setenv("ADJ_MAIL__SMTP__HOTS", "x")
    monkeypatch.setenv("ADJ_DATABSE", "x")
    with pytest.raises(ConfigurationError) as caught:
        Settings.load()
    told = caught.value.problems
    assert "ADJ_DATABSE: there is no such setting" in told
    assert "ADJ_MAIL__SMTP__HOTS: there is no such setting" in told
    assert "mail.imap.hots: there is no such setting" in told
    assert "mial: there is no such setting" in told
    assert any(problem.startswith("mail.imap.port = 99999: ") for problem in told)


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("MAIL__IMAP__PORT", "99999", "mail.imap.port = '99999': must be less than or equal to 65535"),
        ("MAIL__IMAP__IDLE", "perhaps", "mail.imap.idle = 'perhaps': must be true or false"),
        ("MAIL__TRUST", "me", "mail.trust = 'me': must be 'authentication_results', 'dkim' or 'everybody'"),
        ("CAMPAIGN__DEADLINE_HOURS", "x", "campaign.deadline_hours = 'x': must be a whole number"),
        ("CAMPAIGN__LANGUAGE", "fr", "campaign.language: there is no language 'fr'; there are en, ru"),
        ("MAIL__ARC_SEALERS", "a.org", "ADJ_MAIL__ARC_SEALERS = 'a.org': must be a list, written as in [\"one\", "),
        ("MAIL__MAILBOXES__CLUBS__ARC_SEALERS", "a.org", "ADJ_MAIL__MAILBOXES__CLUBS__ARC_SEALERS = 'a.org': must be"),
        ("OLDER_SECRET_KEYS", "hunter2", "ADJ_OLDER_SECRET_KEYS: must be a list, "),
        (
            "MAIL__ADDRESS",
            "x@y",
            "ADJ_MAIL__ADDRESS = 'x@y': must be a section; its settings are ADJ_MAIL__ADDRESS__",
        ),
        (
            "MAIL__ADDRESS",
            "5",
            "mail.address = 5: must be a section; its settings are mail.address.local, mail.",
        ),
        ("MAIL", "hunter2", "ADJ_MAIL: must be a section; its settings are ADJ_MAIL__IMAP, ADJ_MAIL__SMTP, "),
        ("MAIL__MAILBOXES", "hunter2", "ADJ_MAIL__MAILBOXES: must be a section, as in ADJ_MAIL__MAILBOXES__NAME"),
    ],
)
def test_a_wrong_value_is_told_with_its_name_and_what_is_allowed(
    name: str, value: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(f"ADJ_{name}", value)
    with pytest.raises(ConfigurationError) as caught:
        Settings.load()
    (problem,) = caught.value.problems
    assert problem.startswith(told)


def test_a_section_that_the_file_writes_as_a_value_is_told_with_its_settings() -> None:
    Path("adjudicator.toml").write_text('[mail]\naddress = "x@y"\n')
    with pytest.raises(ConfigurationError, match=r"^mail\.address = 'x@y': must be .* mail\.address\.local, mail\."):
        Settings.load()


@pytest.mark.parametrize("written", [KEY.hex(), base64.b64encode(KEY).decode()])
def test_a_key_is_read_from_hexadecimal_or_base64(written: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADJ_SECRET_KEY", written)
    assert Settings.load().key == KEY


def test_secrets_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADJ_SECRET_KEY", "hunter2-is-no-key")
    monkeypatch.setenv("ADJ_MAIL__IMAP__PASSWORD", "hunter3")
    with pytest.raises(ConfigurationError) as caught:
        Settings.load()
    assert "secret_key: a key is 32 bytes" in str(caught.value)
    assert "hunter" not in str(caught.value)
    monkeypatch.delenv("ADJ_SECRET_KEY")
    assert "hunter" not in repr(Settings.load())


def test_an_unknown_time_zone_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADJ_CAMPAIGN__TIME_ZONE", "Europe/Moskva")
    with pytest.raises(ConfigurationError, match=r"campaign\.time_zone: Europe/Moskva is no time zone"):
        Settings.load()


def test_a_file_that_is_no_toml_says_where(tmp_path: Path) -> None:
    Path("adjudicator.toml").write_text("database = \n")
    with pytest.raises(ConfigurationError, match=r"adjudicator\.toml: .*line 1"):
        Settings.load()


@pytest.mark.parametrize("name", ["ADJ_CONFIG", "ADJ_MAIL", "ADJ_MAIL__IMAP"])
def test_known_names_are_not_reported(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text("")
    monkeypatch.setenv(name, str(tmp_path / "x.toml") if name == "ADJ_CONFIG" else "{}")
    assert Settings.load().mail == Mail()


def mailbox(text: str) -> Mail:
    Path("adjudicator.toml").write_text(
        '[mail]\nauthserv_id = "mx"\n[mail.imap]\nhost = "imap.example"\nuser = "one"\npassword = "hunter2"\n'
        f"[mail.smtp]\nper_hour = 50\n{text}"
    )
    return Settings.load().mail


def test_a_mailbox_has_of_the_main_one_what_it_does_not_say() -> None:
    mail = mailbox('[mail.mailboxes.clubs]\nauthserv_id = "mx2"\n[mail.mailboxes.clubs.address]\ndomain = "b.org"\n')
    clubs = mail.mailboxes["clubs"]
    assert (clubs.address.local, clubs.address.domain, clubs.authserv_id) == ("orders", "b.org", "mx2")
    assert clubs.imap == mail.imap
    assert mail.fetched_together == mail.sent_together == [("", "clubs")]


@pytest.mark.parametrize("own", ["host", "user"])
def test_the_password_of_the_main_mailbox_is_shown_to_no_other_account(own: str) -> None:
    mail = mailbox(f'[mail.mailboxes.clubs]\naddress.local = "b"\nimap.{own} = "two.example"\n')
    assert mail.mailboxes["clubs"].imap.password.get_secret_value() == ""
    assert mail.mailboxes["clubs"].smtp.per_hour == 50
    assert mail.fetched_together == [("",), ("clubs",)]


def test_the_environment_reaches_into_a_mailbox(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADJ_MAIL__MAILBOXES__CLUBS__IMAP__PASSWORD", "hunter3")
    monkeypatch.setenv("ADJ_MAIL__MAILBOXES__CLUBS__ARC_SEALERS", '["a.org"]')
    clubs = mailbox('[mail.mailboxes.clubs]\naddress.local = "b"\nimap.user = "two"\n').mailboxes["clubs"]
    assert clubs.imap.password.get_secret_value() == "hunter3"
    assert clubs.arc_sealers == ("a.org",)
    monkeypatch.setenv("ADJ_MAIL__MAILBOXES__CLUBS__IMAP__PASWORD", "hunter3")
    with pytest.raises(ConfigurationError, match="PASWORD: there is no such setting"):
        Settings.load()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[mail.mailboxes.clubs.imap]\nuser = "two"\n', "mailboxes.clubs.address: orders@localhost is that of .* main"),
        ('[mail.mailboxes.main.address]\nlocal = "b"\n', "mailboxes.main: the name “main” is reserved"),
        ('[mail.mailboxes.Clubs.address]\nlocal = "b"\n', "must look like"),
        ('[mail.mailboxes.clubs]\nadress.local = "b"\n', "mail.mailboxes.clubs.adress: there is no such setting"),
    ],
)
def test_a_mailbox_that_cannot_be_is_told(text: str, told: str) -> None:
    with pytest.raises(ConfigurationError, match=told):
        mailbox(text)
