"""Notices about people: who holds a seat, who moderates, who may have seen what."""

from __future__ import annotations

from adjudicator.language import Language
from adjudicator.service.desk.rights import right_word
from adjudicator.service.outbox import notices
from adjudicator.service.words.notices.wording import Wording
from adjudicator.store.tables import Role


class Replaced(Wording[notices.Replaced]):
    def title(self) -> str:
        return self.words.gettext("a seat has changed hands")

    def lead(self) -> str:
        return self.words.gettext(
            "%(seats)s is played by somebody else from now on.", seats=self.listed(self.notice.seats)
        )


class Ejected(Wording[notices.Ejected]):
    def title(self) -> str:
        return self.words.gettext("a seat is empty")

    def lead(self) -> str:
        return self.words.gettext(
            "The moderator has taken %(seats)s from %(person)s. Until somebody takes the seat, it gets at each "
            "deadline what the rules name as the default.",
            seats=self.listed(self.notice.seats),
            person=self.notice.person,
        )


class Left(Wording[notices.Left]):
    def title(self) -> str:
        return self.words.gettext("somebody has left")

    def lead(self) -> str:
        return self.words.gettext(
            "%(person)s has left. Nobody plays %(seats)s now: at its deadlines the defaults of the rules are carried "
            "out, until the moderator finds somebody.",
            seats=self.listed(self.notice.seats),
            person=self.notice.person,
        )


class LeftTeam(Wording[notices.LeftTeam]):
    def title(self) -> str:
        return self.words.gettext("who holds a seat has changed")

    def lead(self) -> str:
        return self.words.gettext(
            "%(person)s does not hold %(seats)s any more; the others go on.",
            seats=self.listed(self.notice.seats),
            person=self.notice.person,
        )


class Held(Wording[notices.Held]):
    def title(self) -> str:
        return self.words.gettext("who holds a seat has changed")

    def lead(self) -> str:
        told = [self._role()]
        if self.notice.since is not None:
            told.append(self.words.gettext("From %(moment)s.", moment=self.moment(self.notice.since)))
        if self.notice.until is not None:
            told.append(self.words.gettext("Until %(moment)s.", moment=self.moment(self.notice.until)))
        return " ".join(told)

    def _role(self) -> str:
        words, seats, person = self.words, self.listed(self.notice.seats), self.notice.person
        match self.notice.role:
            case Role.ORDERS:
                return words.gettext("%(person)s gives orders for %(seats)s too.", seats=seats, person=person)
            case Role.COPY:
                return words.gettext("%(person)s reads along for %(seats)s.", seats=seats, person=person)
            case Role.STANDBY:
                return words.gettext(
                    "%(person)s stands by for %(seats)s and takes the seat if its player falls silent.",
                    seats=seats,
                    person=person,
                )


class SharedMailbox(Wording[notices.SharedMailbox]):
    def title(self) -> str:
        return self.words.gettext("two seats share a mailbox")

    def lead(self) -> str:
        return self.words.gettext(
            "%(seats)s read the same mailbox, so each may learn what the other knows. Both are asked whether they "
            "agree; their orders wait until they have.",
            seats=self.listed(self.notice.seats),
        )


class Appointed(Wording[notices.Appointed]):
    def title(self) -> str:
        return self.words.gettext("who moderates has changed")

    def lead(self) -> str:
        return self.words.gettext(
            "%(person)s moderates from now on, with the right “%(right)s” (%(meaning)s).",
            person=self.notice.person,
            right=right_word(self.words, self.notice.right),
            meaning=right_means(self.words, self.notice.right),
        )


class Dismissed(Wording[notices.Dismissed]):
    def title(self) -> str:
        return self.words.gettext("who moderates has changed")

    def lead(self) -> str:
        return self.words.gettext("%(person)s does not moderate any more.", person=self.notice.person)


class Silent(Wording[notices.Silent]):
    def title(self) -> str:
        return self.words.gettext("the moderator is silent: who takes over?")

    def lead(self) -> str:
        return self.words.gettext(
            "Something has been waiting for the moderator's word for %(days)s days, and there is none. If you would "
            "moderate, write “%(offer)s”. Whoever is supported by more than half of the players, himself included, "
            "moderates. The moderator may still answer, and then all stays as it is.",
            days=self.notice.days,
            offer=self.words.typed(en="moderate", ru="буду вести"),
        )


class Offered(Wording[notices.Offered]):
    def title(self) -> str:
        return self.words.gettext("somebody offers to moderate")

    def lead(self) -> str:
        support = self.words.typed(en="support moderator", ru="поддерживаю ведущего")
        return self.words.gettext(
            "%(seats)s (%(person)s) would moderate this campaign. If you agree, write “%(support)s”. A moderator "
            "who plays still sees no more than his seat may know. Support so far: %(count)s of %(needed)s.",
            seats=self.listed(self.notice.seats),
            person=self.notice.person,
            count=self.notice.count,
            needed=self.notice.needed,
            support=f"{support} {','.join(self.notice.seats)}",
        )


class ForeignToken(Wording[notices.ForeignToken]):
    def title(self) -> str:
        return self.words.gettext("a secret address is known to another seat")

    def lead(self) -> str:
        return self.words.gettext(
            "A mail from an address of %(by)s came to the secret address of %(seats)s. It was set aside and did "
            "nothing. With that address alone nobody can act for the seat; it has a new one now all the same.",
            by=self.desk.seat_called(self.notice.by),
            seats=self.listed(self.notice.seats),
        )


class OpenEyes(Wording[notices.OpenEyes]):
    def title(self) -> str:
        return self.words.gettext("a moderator who plays has looked at secrets")

    def lead(self) -> str:
        if self.notice.seats:
            return self.words.gettext(
                "%(player)s moderates and plays, and has looked at what only %(seats)s may know.",
                player=self.notice.player,
                seats=self.listed(self.notice.seats),
            )
        return self.words.gettext(
            "%(player)s moderates and plays, and has looked at everything, the secrets of every seat included.",
            player=self.notice.player,
        )


def right_means(language: Language, right: str) -> str:
    """A right in words."""
    return {
        "all": language.gettext("everything"),
        "time": language.gettext("pauses, deadlines, absences, reminders"),
        "mail": language.gettext("mails that were set aside"),
    }[right]
