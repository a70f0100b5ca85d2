"""A moderator's script in Here I Stand: a die is forced, what is then missing is asked for, the rest follows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from adjudicator.games.here_i_stand.facts import POWER
from adjudicator.kernel.simulate import random_action
from adjudicator.service.admin.access import CampaignView
from adjudicator.service.admin.draws import draws_of
from adjudicator.service.campaign.matches import CampaignContext, keep_sealed, table_of_campaign
from adjudicator.service.history import Viewpoint
from adjudicator.service.moderation.entries import script_of, steps_of
from adjudicator.service.play import changes
from adjudicator.service.play.corrections.lines import line_entries
from adjudicator.service.play.corrections.proposals import Proposal, propose
from adjudicator.store.engine import lock_campaign, reading, writing
from adjudicator.store.tables import OutboundMail, OutboundState
from demo.script import REASON, correct_a_roll
from tests.service.beginnings import beginning
from tests.service.conftest import words_of
from tests.service.test_moderators_by_mail import Mona

pytestmark = pytest.mark.store("sqlite")

SEATS = dict(zip(POWER.ids, ("en", "ru") * 3, strict=True)) | {"moderator": "en"}
ACTIONS = 330
"""More than two turns."""
MANY = 60
"""So many later orders fall out where one answer is missing."""
_CODE = re.compile(r"confirm (\S+)")
_MISSING = re.compile(r"Before log entry (\d+) an answer is missing \(.*?\): (\d+) later orders? waits? behind it")
_LINE = re.compile(r"“(\d+ [^:“”]+): …”")
_ANSWER = re.compile(r"Answers of [^:]+: (\S+) ([^;]+?)[;.] ")


@pytest.fixture
@beginning
def campaign(installation: Any) -> int:
    """The match has been played at random, and its mails were never sent."""
    made: int = installation.create("here-i-stand", SEATS, mail_format="text")
    rng = Random("a")
    for _ in range(ACTIONS):
        with writing(installation.service.engine) as session:
            lock_campaign(session, made)
            table = table_of_campaign(installation.service.work(session), made)
            if table.match.result is None:
                changes.settle(table, random_action(table.match, rng), changes.Cause())
                keep_sealed(table, {})
    with writing(installation.service.engine) as session:
        for row in session.query(OutboundMail):
            row.state = OutboundState.CANCELLED
    return made


def rolls(table: CampaignContext) -> Iterator[str]:
    """Every roll of the match as it could have been, as the step of a script."""
    for row in line_entries(table):
        for draw in row.entry.chance:
            same = [each for each in row.entry.chance if each.name == draw.name]
            place = f"#{same.index(draw) + 1}" if len(same) > 1 else ""
            for face in "61" if draw.value_key == "dice" and row.n > 2 else "":
                yield f"{row.n}: {draw.name}{place}={','.join(face * len(draw.value))}"


def proposed(table: CampaignContext, *steps: str) -> Proposal:
    return propose(table, script_of(table, steps, "the die was misread"), preview=True)


def story(installation: Any, campaign: int) -> str:
    """A roll by which one answer is missing, and many orders that were given later fall out."""
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign)
        for step in rolls(table):
            made = proposed(table, step)
            if len(made.revised.waiting) > MANY:
                return step
    raise AssertionError("no roll leads to a question that is not answered")


def test_a_forced_die_and_the_missing_answers_and_the_rest_follows(installation: Any, campaign: int) -> None:
    step, mona = story(installation, campaign), Mona(installation, campaign)
    before = installation.table(campaign)
    steps, waited = [step], list[int]()
    for _ in range(8):
        told = words_of(mona.answer(mona.write(f"script {before.match.public_n} because the die was misread", *steps)))
        if (missing := _MISSING.search(told)) is None:
            break
        waited.append(int(missing[2]))
        line, answer = _LINE.search(told), _ANSWER.search(told)
        assert line is not None, told
        assert answer is not None, told
        steps.append(f"{line[1]}: {answer[1]}" if len(waited) % 2 else f"{line[1]}: {answer[2]}")
    assert waited, told
    assert waited[0] > MANY
    assert waited == sorted(waited, reverse=True)
    assert installation.table(campaign).head == before.head, "nothing is done before it is confirmed"
    code = _CODE.search(told)
    assert code is not None, told
    lost = re.findall(r"Log entry \d+, [^“”]+, “[^”]+”: [^.]+\.", told)
    mails = mona.write(f"confirm {code[1]}")
    after = installation.table(campaign)
    assert after.head.revision == 1
    assert len(lost) < waited[0] / 4
    n, name = re.match(r"(\d+): ([a-z_]+)", step).groups()  # type: ignore[union-attr]
    with reading(installation.service.engine) as session:
        rows = line_entries(table_of_campaign(installation.service.work(session), campaign))
    forced = [draw for row in rows if row.n == int(n) for draw in row.entry.chance if draw.source == "table"]
    assert [draw.name for draw in forced] == [name]
    told_to = {address.partition("@")[0]: words_of(mail) for address, mail in mails}
    assert set(POWER.ids) <= set(told_to)
    for seat in POWER.ids:
        corrected = {"en": "Several things were corrected", "ru": "исправлено сразу несколько вещей"}[SEATS[seat]]
        assert corrected in told_to[seat]
        assert "the die was misread" in told_to[seat]


def test_a_new_draw_is_named_with_what_it_may_bring(installation: Any, campaign: int) -> None:
    mona = Mona(installation, campaign)
    before = installation.table(campaign)
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign)
        step = next(
            each for each in rolls(table) if (needs := proposed(table, each).revised.needs) and needs.wanted.dice
        )
        needs = proposed(table, step).revised.needs
    assert needs is not None
    told = words_of(mona.answer(mona.write(f"script {before.match.public_n}: {step} because of a slip")))
    assert "something is drawn that was not drawn before: dice" in told
    assert f"{needs.wanted.count} × 1–6" in told
    more = f"{needs.n}: {needs.wanted.name}{f'#{needs.place}' if needs.place > 1 else ''}"
    assert f"“{more}=…”" in told
    faces = ",".join("6" * (needs.wanted.count or 1))
    again = words_of(
        mona.answer(mona.write(f"script {before.match.public_n}: {step}; {more}={faces} because of a slip"))
    )
    assert f"“{more}=…”" not in again
    assert installation.table(campaign).head == before.head


def test_what_is_listed_of_draws_is_what_a_script_writes(installation: Any, campaign: int) -> None:
    """Each draw, forced to be what it was: nothing else changes, and only it counts as entered."""
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign)
        for code in ("en", "ru"):
            listed = [*draws_of(CampaignView(table, Viewpoint(everything=True), code), 1, None)]
            made = [draw for row in line_entries(table) for draw in row.entry.chance if row.n > 2]
            assert len(listed) == len(made)
            for each in listed[:: len(listed) // 9]:
                forced = proposed(table, f"{each.log}: {each.name}={each.result}")
                assert not forced.dropped
                assert [undone.n for undone in forced.revised.undone] == [each.log]
                assert forced.match.state == table.match.state
        public = [*draws_of(CampaignView(table), 1, None)]
    hidden = {each.name.partition("#")[0] for each in public if not each.result}
    assert hidden == {"deal", "debater", "explorer", "conquistador", "random_card"} & {draw.name for draw in made}
    assert not any(each.possible for each in public if not each.result)


REFUSED = (
    ("script {log} because of a slip", "Please write it like this: script LOG because REASON"),
    ("script {log} because of a slip\n9999: nothing", "There is no log entry 9999"),
    ("script {log} because of a slip\n3 Sweden: pass", "There is no seat “Sweden”"),
    ("script {log} because of a slip\n3: attempt=7,7,7,7", "7, 7, 7, 7 cannot have come up"),
    ("script {log} because of a slip\n3: wooing=1", "this draw is not made at log entry 3"),
    ("script {log} because of a slip\n3 three: three: three", "There is no seat “three”"),
    ("script {log} because of a slip\n12 times I told you", "is no step of a script"),
    ("script {log} because of a slip\n3: sing a song", "sing a song ("),
    ("script 3 because of a slip\n3: nothing", "was meant for log number 3"),
    ("сценарий {log} потому что описка\n9999: ничего", "There is no log entry 9999"),
)


def test_what_is_wrong_in_a_script_is_said_and_changes_nothing(installation: Any, campaign: int) -> None:
    mona = Mona(installation, campaign)
    before = installation.table(campaign)
    for lines, why in REFUSED:
        told = words_of(mona.answer(mona.write(lines.format(log=before.match.public_n))))
        assert why in told, lines
        assert not _CODE.search(told), lines
    assert installation.table(campaign).head == before.head


def test_steps_stand_in_lines_or_behind_semicolons() -> None:
    steps = ("41: lot=5,4", "log 44 France: flag Savoy; end", "запись 47: ничего")
    assert steps_of("\n".join(steps)) == steps == steps_of("; ".join(steps))


def test_the_demonstration_ends_with_a_script_that_lacks_nothing(installation: Any, campaign: int) -> None:
    before = installation.table(campaign)
    made = correct_a_roll(installation.service, campaign)
    assert made is not None
    assert made.waited > made.lost
    after = installation.table(campaign)
    assert (after.head.revision, len(made.steps) > 1) == (1, True)
    assert after.match.game.turns_done(after.match.state) == before.match.game.turns_done(before.match.state)
    told = dict(installation.deliver())
    assert all(REASON in words_of(told[f"{seat}@players.test"]) for seat in POWER.ids)
    assert correct_a_roll(installation.service, campaign) is None, "it is done once"
