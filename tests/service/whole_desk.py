"""A campaign whose people all read one language, from the invitation to its end, with all that moderators do.

Whatever the language of their mails is, the people write Russian, which is always understood.
"""

from __future__ import annotations

from datetime import date, timedelta
from random import Random

from adjudicator import SetFact
from adjudicator.language import language
from adjudicator.service import periodic
from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.campaign.troubles import Rejected
from adjudicator.service.clocks import digests
from adjudicator.service.moderation import commands
from adjudicator.service.moderation.command import Author, ModeratorCommand, perform
from adjudicator.service.moderation.named import Newcomer
from adjudicator.service.moderation.rights import Right
from adjudicator.service.people.gathering import joining
from adjudicator.service.people.gathering.plan import Start
from adjudicator.service.people.new_campaigns import NewCampaign, Player
from adjudicator.service.play.corrections.enactment import carry_out
from adjudicator.service.play.corrections.proposals import Kind, Wish, propose
from adjudicator.service.play.offers import phrasebook
from adjudicator.service.timing.policy import MissedDeadline, TimingPolicy
from adjudicator.store.campaigns import seats_at_table
from adjudicator.store.engine import lock_campaign, reading, writing
from adjudicator.store.tables import Role
from tests.service.conftest import Installation
from tests.service.test_gathering import letter

MILA, ANNA, BORIS, VERA = (f"{name}@players.test" for name in ("mila", "anna", "boris", "vera"))


class Desk:
    """A campaign of Imperial Struggle in one language."""

    def __init__(self, installation: Installation, language: str = "ru") -> None:
        self.installation, self.language = installation, language
        moderator = Player(seat="moderator", name="Мила", email=MILA, language=language)
        new = NewCampaign(
            name="pole", title="Поле", game="imperial-struggle", language=language, time_zone="Europe/Moscow",
            players=(moderator,), seed=b"pole",
        )  # fmt: skip
        made = joining.gather(installation.service, new, Start.MODERATOR)
        self.campaign, self.code = made.campaign_id, made.code
        self.holds = {"france": ANNA, "britain": BORIS}
        self.random = Random(3)
        installation.deliver()

    def table(self) -> CampaignContext:
        with reading(self.installation.service.engine) as session:
            return table_of_campaign(self.installation.service.work(session), self.campaign)

    def write(self, seat: str, *mails: str) -> None:
        sender = MILA if seat == "moderator" else self.holds[seat]
        for text in mails:
            with reading(self.installation.service.engine) as session:
                seats = seats_at_table(session, self.campaign, self.installation.clock.now())
            token = next(each.token for each in seats if each.name == seat)
            letter(self.installation, sender, text, to=self.installation.service.reply_address(token))

    def join(self, name: str, sender: str, text: str = "") -> None:
        """A letter of somebody who has no seat yet."""
        letter(self.installation, f"{name} <{sender}>", f"вступить {self.code} язык {self.language} {text}")

    def play(self, mails: int) -> None:
        """So many mails of whoever is waited for."""
        for _ in range(mails):
            match = self.table().match
            seat = self.random.choice(match.decisions()[0].waiting)
            self.write(seat, phrasebook(match.game.id).say(match.sample(seat, self.random), self.language))

    def do(self, deed: ModeratorCommand) -> str:
        """What is said if it cannot be done."""
        table = self.table()
        report = table.match.game.part("report")

        def called(seat: str) -> str:
            return str(report.party(seat, language(self.language)).name)

        try:
            with writing(self.installation.service.engine) as session:
                lock_campaign(session, self.campaign)
                table = table_of_campaign(self.installation.service.work(session), self.campaign)
                perform(table, deed, Author("Мила"))
        except Rejected as why:
            return why.text(language(self.language), called)
        self.installation.deliver()
        return ""

    def correct(self, wish: Wish) -> None:
        with writing(self.installation.service.engine) as session:
            lock_campaign(session, self.campaign)
            table = table_of_campaign(self.installation.service.work(session), self.campaign)
            proposal = propose(table, wish)
            carry_out(table, proposal, by="Мила")
        self.installation.deliver()


def begin(desk: Desk) -> None:
    """From the invitation to the first answers, with all that can go wrong on the way."""
    desk.join("Анна", ANNA, "место Франция соль луна")
    desk.join("Борис", BORIS, "место Франция")
    desk.join("Борис", BORIS, "место Китай")
    desk.write("moderator", "начать")
    desk.write("france", "пояс Никакой\nстатус")
    desk.join("Борис", BORIS)
    desk.join("Зоя", "zoya@players.test")
    desk.write("moderator", "начать")
    for seat in ("france", "britain"):
        desk.write(seat, "формат текст")  # the same words, without drawing the board each time
    desk.play(9)


def moderate(desk: Desk) -> list[str]:
    """All that a moderator can do; what is said of what cannot be done."""
    installation, now = desk.installation, desk.installation.clock.now()
    desk.write("moderator", "пауза: болезнь", "пауза", "помощь", "продолжить\nдобавить время 24 ч\nнапомнить\nстатус")
    desk.write(
        "moderator", "заменить Франция", "исключить Китай", "исключить Франция", "выполнить", "закрыть", "чепуха"
    )
    rita, fedya = (
        Newcomer(name=name, email=f"{mail}@players.test") for name, mail in (("Рита", "rita"), ("Федя", "f"))
    )
    week = TimingPolicy(
        grace_minutes=60, weekdays=(1, 2, 3), earliest="20:00", latest="20:00",
        missed_deadline=MissedDeadline.MODERATOR, reminder_hours=(24, 6), count_days_off=False,
        min_hours_after_absence=12,
    )  # fmt: skip
    refused = [
        desk.do(commands.Pause(reason="болезнь")),
        desk.do(commands.Resume()),
        desk.do(commands.Resume()),
        desk.do(commands.Extend(hours=24, reason="праздник")),
        desk.do(commands.Remind()),
        desk.do(commands.Absent(seat="Франция", first=date(2026, 12, 10), last=date(2026, 12, 15))),
        desk.do(commands.Policy(timing=week, deadline_hours=48)),
        desk.do(commands.Hold(seat="britain", who=Newcomer(name="Стелла", email="s@players.test"), role=Role.STANDBY)),
        desk.do(commands.Hold(seat="britain", who=rita, role=Role.COPY)),
        desk.do(commands.Hold(seat="britain", who=rita, role=Role.COPY)),
        desk.do(commands.Hold(seat="france", who=fedya, since=now + timedelta(days=1), until=now + timedelta(days=9))),
        desk.do(commands.Release(seat="britain", person="Рита")),
        desk.do(commands.Release(seat="britain", person="Никто")),
        desk.do(commands.Release(seat="britain", person="Борис")),
        desk.do(commands.Replace(seat="Китай")),
        desk.do(commands.Replace(seat="france")),
        desk.do(commands.Replace(seat="france", to=Newcomer(name="Вера", email=VERA))),
        desk.do(commands.Appoint(who=Newcomer(name="Зоя", email="zoya@players.test"), given=Right.TIME)),
        desk.do(commands.Appoint(who=Newcomer(name="Зоя", email="zoya@players.test"), given=Right.TIME)),
        desk.do(commands.Dismiss(name="Никто")),
        desk.do(commands.Dismiss(name="Зоя")),
        desk.do(commands.Dismiss(name="Мила")),
        desk.do(commands.Archive()),
    ]
    desk.holds["france"] = VERA
    desk.play(1)
    end = desk.table().head.sequence
    desk.correct(Wish(kind=Kind.ROLLBACK, reason="ошибка", n=end - 5))
    desk.play(1)
    fact = SetFact({"treaty_points": {"france": 1}}, "фишка")
    desk.correct(Wish(kind=Kind.FACT, reason="фишка", n=desk.table().head.sequence, orders=(fact,)))
    desk.correct(Wish(kind=Kind.UNDO, reason="обратно"))
    seat = desk.table().match.decisions()[0].waiting[0]
    refused.append(desk.do(commands.Enter(seat=seat, lines=("чепуха",), reason="по телефону")))
    action = phrasebook("imperial-struggle").say(desk.table().match.sample(seat, Random(1)), desk.language)
    refused.append(desk.do(commands.Enter(seat=seat, lines=(action,), reason="по телефону")))
    refused.append(desk.do(commands.Process()))
    installation.clock.forward(hours=200)
    periodic.run(installation.service)
    refused.append(desk.do(commands.Eject(seat="france", reason="молчит")))
    desk.write("britain", "сводка ежедневно", "правила 5.4", "дневник заметка", "письмо всем: привет", "история 1")
    installation.clock.forward(days=2)
    digests.run(installation.service)
    refused.append(desk.do(commands.Close(reason="все устали")))
    return refused
