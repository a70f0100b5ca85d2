"""The simulated players: what they read in a mail, what they write, and that it is read as they meant it."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest
from imapclient import IMAPClient

from adjudicator.language import language
from adjudicator.mail.address import Address, OwnAddresses
from adjudicator.mail.compose import AutoSubmitted, OutgoingMail, compose
from adjudicator.mail.embedded import EmbeddedMail
from adjudicator.mail.read import read_mail
from demo.answers import ENDS, Habit, Slip, best, correction, first_answer, without
from demo.correspondent import Account, Correspondent
from demo.letters import Letter, read_letter
from demo.mailboxes import mails_of
from demo.programs import PROGRAMS, Reply
from demo.vocabulary import Vocabulary

GOLDEN = Path(__file__).parents[1] / "reports" / "golden"
OFFICE = Address("orders+h7k2m9qa@game.test", "Король-Солнце")
LINES = {"en": ("12a s1 s2+d1", "flag Savoy debt 1", "end"), "ru": ("12а с1 с2+д1", "флаг Савойя долг 1", "конец")}
NAMES = {"en": ("Anna Reed", "Europe/London"), "ru": ("Пётр Лебедев", "Europe/Moscow")}


BRIEF = """
  1  done  212d  appointed Henry VI: general of army 1             [213]

ACTION DONE: TAKE MINOR ACTIONS OR END YOUR TURN
#213 · R3.20

  Characters:
    213a move general of army 1 to army 2
    213b move general of army 1 to army 3  213c ruler leads no army
  Money:
    213f take loan{more}
  Or:
    213z end turn

ORDERS 213
FINISH 213
"""


ARROWS = """
  Diplomacy:
    influence in (1 dip) → Aragon · Aquitaine · Brittany and
    Normandy · 14 more
    213d make an alliance with Savoy (2 dip)
  War:
    declare war on (1 mil, stability -2) → England · Castile
"""


def letter(name: str) -> Letter:
    """A report as it arrives."""
    return arrived(*(GOLDEN / f"{name}.txt").read_text(encoding="utf-8").split("\n\n", 1))


def arrived(subject: str, text: str) -> Letter:
    return read_letter(sent(subject, text))


def sent(subject: str, text: str, name: str = "ab12cd34.0f0f0f") -> bytes:
    mail = OutgoingMail(
        message_id=f"<{name}@game.test>",
        date=datetime(2026, 11, 20, 6, 1, tzinfo=UTC),
        sender=OFFICE,
        to=Address("anna@players.test", "Anna Reed"),
        subject=subject.removeprefix("Subject: "),
        text=text,
        auto_submitted=AutoSubmitted.GENERATED,
        references=("<ab12cd34.root@game.test>",),
    )
    return compose(mail)


def written(program: str, language: str) -> bytes:
    report = letter(f"action_round.{language}")
    name, zone = NAMES[language]
    return PROGRAMS[program](
        Reply(
            name=name,
            address="player@players.test",
            language=language,
            zone=zone,
            lines=LINES[language],
            message_id="<1@players.test>",
            date=report.date,
            to_name=report.sender_name,
            to_address=report.reply_to,
            subject=f"Re: {report.subject}",
            answered_id=report.message_id,
            references=report.references,
            quoted=report.text,
            quoted_page="<table><tr><td><h2>#12</h2><p>12a <b>Savoy</b></p><p>end</p></td></tr></table>",
            quoted_subject=report.subject,
            quoted_date=report.date,
        )
    )


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("program", PROGRAMS)
def test_of_every_programs_reply_exactly_the_typed_lines_are_read(program: str, language: str) -> None:
    raw = written(program, language)
    read = read_mail(raw, own=OwnAddresses(addresses=("orders@game.test",)))
    assert read.lines == LINES[language]
    assert read.tokens.addressed == ("h7k2m9qa",)
    assert read.in_reply_to == "<ab12cd34.0f0f0f@game.test>"
    assert raw == written(program, language)  # the same mail again after a crash
    assert max(len(line) for line in raw.split(b"\r\n")) < 998


@pytest.mark.parametrize("language", ["en", "ru"])
def test_html_alone_holds_the_same_lines(language: str) -> None:
    for program in ("gmail", "outlook"):
        raw = written(program, language)
        start = raw.index(b"Content-Type: text/html")
        head = b"From: player@players.test\r\nTo: orders+h7k2m9qa@game.test\r\nMIME-Version: 1.0\r\n"
        page = raw[start : raw.index(b"\r\n--", start)]
        read = read_mail(head + page, own=OwnAddresses(addresses=("orders@game.test",)))
        assert read.lines == LINES[language]


def test_a_report_is_read_with_codes_costs_and_headings() -> None:
    report = letter("action_round.en")
    assert report.question == 12
    assert [choice.code for choice in report.choices[:5]] == ["12a", "12b", "12c", "12d", "12e"]
    savoy, russia = report.under("s1"), report.under("s7")
    assert savoy is not None
    assert russia is not None
    assert (savoy.words, savoy.cost) == ("Savoy", 2)
    assert (russia.words, russia.cost) == ("Russia", 3)
    assert savoy.heading.endswith("(diplomatic points)")
    assert not report.refused


def test_a_brief_question_that_shows_all_its_answers_is_read_with_their_headings() -> None:
    whole, part = (arrived("Subject: #213", BRIEF.format(more=more)) for more in ("", " (1 more)"))
    assert (whole.brief, whole.read) == (213, ("212d",))
    assert [(each.code, each.heading) for each in whole.shown] == [
        ("213a", "Characters"), ("213b", "Characters"), ("213c", "Characters"), ("213f", "Money"), ("213z", "Or"),
    ]  # fmt: skip
    assert [each.words for each in part.shown] == [each.words for each in whole.shown]
    assert (whole.whole, part.whole) == (True, False)


def test_a_player_ends_his_turn_or_does_rather_what_he_has_seldom_done() -> None:
    asked = replace(arrived("Subject: #213", BRIEF.format(more="")), question=213)
    asked = replace(asked, choices=asked.shown)
    earlier = [asked, *(replace(asked, read=("213a", "213c", "213b", "213c", "213b")) for _ in range(20))]
    answers = [first_answer(asked, earlier, Random(n), Habit.CODES, Vocabulary(), None).lines for n in range(200)]
    ended = answers.count(("213z",))
    assert 200 * ENDS * 0.8 < ended < 200 * ENDS * 1.2
    assert answers.count(("213f",)) > (200 - ended) * 0.9


def test_a_player_takes_what_he_is_eager_for_and_the_dearest_first() -> None:
    asked = replace(arrived("Subject: #213", BRIEF.format(more="")), question=213)
    asked, wishes = replace(asked, choices=asked.shown), (r"fight \w+", r"take \w+", "ruler leads .*")
    for eager, taken in ((wishes, "213f"), (wishes[::-1], "213c")):
        answers = {first_answer(asked, (), Random(n), Habit.CODES, Vocabulary(), None, eager).lines for n in range(20)}
        assert answers == {(taken,)}


def test_a_player_takes_what_he_is_loath_to_take_only_where_there_is_no_other() -> None:
    shown = arrived("Subject: #213", BRIEF.format(more="")).shown
    assert [each.code for each in without(shown, (r"take \w+", "ruler leads .*"))] == ["213a", "213b", "213z"]
    assert without(shown, (".*",)) == shown


MISSIONS = """
№303 КАКИЕ МИССИИ ВЫ ОСТАВЛЯЕТЕ СЕБЕ?                              R3.12
  Две из них, в одной строке.

  Карты
    303а  охрана империи
    303б  обручальное кольцо
    303в  друг в Альпах

ПРИКАЗЫ 303
# Уберите # перед нужным или впишите свои строки:
# 303б 303в  // выбрать миссии обручальное кольцо, друг в Альпах
ФИНИШ 303
"""


def test_of_names_under_a_heading_as_many_are_written_as_make_one_answer() -> None:
    asked = arrived("Subject: №303", MISSIONS)
    assert asked.example == "303б 303в"
    for n in range(20):
        (line,) = first_answer(asked, (), Random(n), Habit.CODES, Vocabulary(), None).lines
        assert len({*line.split()}) == 2


DRAFT = """
  1  в черновике  303а  этого мало: назовите и остальное

КАКИЕ МИССИИ ВЫ ОСТАВЛЯЕТЕ СЕБЕ?  №303 · R3.12
  По слову «список» придут все варианты.

ПРИКАЗЫ 303
ФИНИШ 303
"""


def test_a_player_names_the_rest_and_not_again_what_was_kept_as_a_draft(tmp_path: Path) -> None:
    half = language("ru").gettext("kept, the rest is missing")
    with EmbeddedMail(tmp_path / "mail", "game.test") as servers:
        servers.add_user("orders", "o")
        for user in "abcdef":
            address = servers.add_user(user, user)
            ports = servers.imap_settings(user).port, servers.smtp_settings(user).port
            player = Correspondent(Account(user, address, user, "ru", "Europe/Moscow", *ports, ("phone",), user))
            for n, (subject, text) in enumerate([(f"Re: №303 Австрия: {half}", DRAFT), ("Re: №303", MISSIONS)]):
                servers.deliver(sent(subject, text, f"m{n}"), sender="orders@game.test", recipient=address)
            with IMAPClient("127.0.0.1", ports[0], ssl=False) as box:
                box.login(user, user)
                box.select_folder("INBOX")
                player.visit(box)
        mails = mails_of(tmp_path / "mail", "orders")
    lines = [read_mail(each.raw, own=OwnAddresses(addresses=())).lines for each in mails]
    assert lines.count(("список все",)) == 6
    assert {*lines} == {("список все",), ("303б 303в",), ("303в 303б",)}


def test_a_player_asks_the_server_only_for_what_came_after_the_last_mail_he_read(tmp_path: Path) -> None:
    with EmbeddedMail(tmp_path / "mail", "game.test") as servers:
        servers.add_user("orders", "o")
        address = servers.add_user("anna", "a")
        imap, smtp = servers.imap_settings("anna").port, servers.smtp_settings("anna").port
        player = Correspondent(Account("Anna", address, "a", "en", "Europe/London", imap, smtp, ("phone",), "7"))
        with Box("127.0.0.1", imap, ssl=False) as box:
            box.login("anna", "a")
            box.select_folder("INBOX")
            for number in range(20, 23):
                text = BRIEF.format(more="").replace("213", str(number))
                raw = sent(f"#{number}", text, f"m{number}")
                servers.deliver(raw, sender="orders@game.test", recipient=address)
                player.visit(box)
            player.visit(box)
        assert box.found == [[1], [2], [3], [3]]  # the last mail is always found
        assert len(mails_of(tmp_path / "mail", "orders")) == 3


class Box(IMAPClient):  # type: ignore[misc]  # imapclient has no types
    """A connection that keeps what the server found each time."""

    def __init__(self, host: str, port: int, *, ssl: bool) -> None:
        super().__init__(host, port, ssl=ssl)
        self.found: list[list[int]] = []

    def search(self, criteria: list[str]) -> list[int]:
        self.found.append([*super().search(criteria)])
        return self.found[-1]


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_refusal_is_read_with_what_it_proposes(language: str) -> None:
    report = letter(f"mistake.{language}")
    assert report.refused
    assert report.nearest[0].code in ("9e", "9д")
    assert correction(report, (), Random(1), 1).lines == (report.nearest[0].code,)


def test_what_stands_behind_an_arrow_is_answered_in_words() -> None:
    brief = arrived("[Europe] #213 your turn", BRIEF.format(more=ARROWS.rstrip()))
    assert [each.code for each in brief.named] == [
        "influence in Aragon",
        "influence in Aquitaine",
        "influence in Brittany and Normandy",
        "declare war on England",
        "declare war on Castile",
    ]
    assert "213d" in {each.code for each in brief.shown}
    assert not brief.whole, "the player does not take what is shown for all there is"
    wishes = ("declare war on Castile", "make an alliance with Savoy")
    for eager, code in ((wishes, "declare war on Castile"), (wishes[::-1], "213d")):
        assert [each.code for each in best((*brief.shown, *brief.named), eager)] == [code], "prices do not matter"


@pytest.mark.parametrize("code", ["en", "ru"])
def test_half_of_an_answer_is_answered_once_more(code: str) -> None:
    """Else the match waits for ever for who wrote the first half; what the service says is not said again here."""
    half = language(code).gettext("kept, the rest is missing")
    assert arrived(f"Re: [Europe] #213 Castile: {half} - by Sat 28 Nov", BRIEF.format(more="")).refused


def test_the_same_mail_gets_the_same_answer() -> None:
    report = letter("action_round.ru")
    answers = {first_answer(report, (), Random("7 petr 12 0"), Habit.CODES, Vocabulary(), None).lines for _ in range(3)}
    assert len(answers) == 1


def test_words_are_learnt_from_the_examples_of_the_form() -> None:
    report = letter("action_round.en")
    words = Vocabulary()
    savoy, sweden = report.under("s1"), report.under("s4")
    assert savoy is not None
    assert sweden is not None
    assert words.line(savoy) is None
    words.learn(replace(report, examples=("12a s1", "flag Savoy")))
    assert words.line(sweden) == "flag Sweden"
    tile = report.under("12a")
    assert tile is not None
    assert words.line(tile) is None


def test_slips_are_mistakes() -> None:
    report = letter("action_round.en")
    wrong = first_answer(report, (), Random(3), Habit.CODES, Vocabulary(), Slip.MISSPELT)
    assert wrong.slip is Slip.MISSPELT
    assert not any(line == choice.words for line in wrong.lines for choice in report.choices)
    twice = first_answer(report, (), Random(3), Habit.CODES, Vocabulary(), Slip.TWICE)
    if twice.slip is Slip.TWICE:
        assert twice.lines[-1] == twice.lines[-2]
    late = first_answer(report, [letter("mistake.en")], Random(3), Habit.CODES, Vocabulary(), Slip.STALE)
    assert late.lines == ("9e",)


@pytest.mark.parametrize(
    "heading", ["WHERE DOES THE AGENT GO?  #83 · E2.2", "WHERE DOES IT GO?  #83 ·\nE2.2", "WHERE?\n#83 ·\nE2"]
)
def test_a_question_is_found_wherever_its_long_title_breaks(heading: str) -> None:
    mail = OutgoingMail(
        message_id="<ab12cd35.0f0f0f@game.test>",
        date=datetime(2026, 11, 20, 6, 1, tzinfo=UTC),
        sender=OFFICE,
        to=Address("anna@players.test", "Anna Reed"),
        subject="[Bankers] Fugger played Luther",
        text=f"DONE\n\n{heading}\n  florins:\n    T14 Hungary's square\n\nORDERS 83\nFINISH 83\n",
        auto_submitted=AutoSubmitted.GENERATED,
        references=("<ab12cd34.root@game.test>",),
    )
    assert read_letter(compose(mail)).brief == 83
