"""Notices about play itself: decisions carried out, draws that are needed, a campaign that was restored."""

from __future__ import annotations

from adjudicator.service.campaign.table_draws import in_words
from adjudicator.service.outbox import notices
from adjudicator.service.words.notices.wording import Wording


class Processed(Wording[notices.Processed]):
    def title(self) -> str:
        return self.words.gettext("the moderator had a decision carried out")

    def lead(self) -> str:
        if not self.notice.seats:
            return self.words.gettext("The moderator had the open decision carried out before its deadline.")
        return self.words.gettext(
            "The moderator had the open decision carried out before its deadline; for %(seats)s what the rules name as "
            "the default was done.",
            seats=self.listed(self.notice.seats),
        )


class TakebackRefused(Wording[notices.TakebackRefused]):
    def title(self) -> str:
        return self.words.gettext("your orders stay as they are")

    def lead(self) -> str:
        return self.words.gettext(
            "%(seats)s did not agree that your orders are taken back.", seats=self.listed(self.notice.seats)
        )


class DrawNeeded(Wording[notices.DrawNeeded]):
    def title(self) -> str:
        return self.words.gettext("a draw is needed: please enter it")

    def lead(self) -> str:
        told = self.words.gettext(
            "Play stands still until a draw that is made at your table is entered: %(draw)s.",
            draw=in_words(self.notice.draw, self.desk.report, self.words),
        )
        if not self.notice.range:
            return f"{told} " + self.words.gettext(
                "It is hidden from the players, and you play: another moderator has to enter it, or the adjudicator "
                "draws it (adjudicator campaign draws)."
            )
        return f"{told} " + self.words.gettext(
            "Possible is: %(range)s. Answer this mail with “%(command)s %(log)s” and the result (several values with "
            "commas, in the order drawn).",
            range=self.notice.range,
            command=self.words.typed(en="draw", ru="жребий"),
            log=self.notice.log,
        )


class Restored(Wording[notices.Restored]):
    def title(self) -> str:
        return self.words.gettext("restored from a backup: please read")

    def lead(self) -> str:
        return self.words.gettext(
            "The computer of this campaign failed, and it was restored as it stood at %(moment)s. What you have "
            "written since then is read again from our mailbox: you need not send it anew. Until the moderator "
            "resumes the campaign no deadline runs, and orders are kept; then they are tried in the order in which "
            "they came. What you have had from us since then may come a second time.",
            moment=self.moment(self.notice.moment),
        )
