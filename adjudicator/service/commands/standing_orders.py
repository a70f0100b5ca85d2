"""Standing orders: set, listed and withdrawn by a line of a mail."""

from adjudicator.language import msgid
from adjudicator.reports.model import Item
from adjudicator.service.campaign.act import Act, Said
from adjudicator.service.campaign.troubles import CannotBe
from adjudicator.service.commands.command import PLAYING, Command
from adjudicator.service.play import standing_orders

_OFF = ("off", "none", "withdraw", "отмена", "отменить", "нет", "снять")


class Standing(Command):
    names = {"en": ("standing", "standing orders", "standing order"), "ru": ("постоянно", "постоянные приказы")}
    heading = msgid("Standing orders")
    usage = msgid("ORDER | off [number]")
    purpose = msgid("orders that answer for you whenever a question interrupts the other side; alone it lists them")
    listed_for = PLAYING

    def takes(self, rest: str) -> bool:
        return True

    def obey(self, act: Act, rest: str) -> Said:
        """Set a line, list all, or take some away."""
        words = act.language
        first, _, number = rest.strip(" .!").partition(" ")
        if first.lower() in _OFF:
            gone = standing_orders.withdraw(act.session, act.seat, int(number) if number.isdecimal() else None)
            return self._list(
                act, words.ngettext("%(n)s standing order withdrawn.", "%(n)s standing orders withdrawn.", gone)
            )
        if not rest.strip():
            return self._list(act, "")
        try:
            standing_orders.add(act.table, act.seat, rest)
        except CannotBe as no:
            return self._list(act, no.text(words))
        return self._list(act, words.gettext("Set: %(line)s", line=rest))

    def _list(self, act: Act, before: str) -> Said:
        words = act.language
        kept = standing_orders.lines_of(act.session, act.seat.id)
        used = words.gettext("used")
        items = tuple(
            Item(name=f"{number}. {row.line.decode()}", note=f"{used} [{row.used_at}]" if row.used_at else "")
            for number, row in enumerate(kept, 1)
        )
        nothing = words.gettext("You have no standing orders.")
        paragraphs = tuple(text for text in (before, "" if items else nothing) if text)
        return act.says(self.heading, *paragraphs, items=items, title="", changed=bool(before))


COMMANDS: tuple[Command, ...] = (Standing(),)
