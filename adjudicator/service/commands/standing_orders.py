"""Standing orders: set, listed and withdrawn by a line of a mail."""

import re
from typing import ClassVar

from adjudicator.language import msgid
from adjudicator.orders.text import normalize_word
from adjudicator.reports.model import Item
from adjudicator.service.campaign.act import CommandContext, CommandReply
from adjudicator.service.campaign.troubles import Rejected, RejectionReason
from adjudicator.service.commands.command import PLAYING, Command, Who
from adjudicator.service.moderation import policy_words
from adjudicator.service.moderation.rights import Access
from adjudicator.service.play import due_dates, offers, standing_lines, standing_orders

nothing_asked = RejectionReason(
    "nothing_asked",
    msgid(
        "That answers a question in the turn of somebody else, and you are asked none now. For one that is to come "
        "write “standing”, its kind and the answer: “help standing” tells how."
    ),
)
_SPAN = re.compile(
    r"(?:this|the)\s+(?:rest\s+of\s+(?:this|the)\s+)?(?:turn|phase)|(?:этот|эту|этой|этом)\s+(?:ход|ходу|фазу|фазе)",
    re.IGNORECASE,
)
_ONLY = re.compile(r"(?:if|если)\s", re.IGNORECASE)
_OFF = ("off", "none", "withdraw", "отмена", "отменить", "снять")


class Standing(Command):
    needs = Access.SEAT
    names = {
        "en": ("standing", "standing orders", "standing order", "ahead"),
        "ru": ("постоянно", "постоянные приказы", "заранее"),
    }
    heading = msgid("Standing orders")
    usage = msgid("KIND: no | ORDER | ORDER if CONDITION | ask, or off [number]")
    purpose = msgid(
        "orders that answer for you whenever a question interrupts the turn of another; alone it lists them and tells "
        "how"
    )
    listed_for: ClassVar[Who | None] = PLAYING

    def takes(self, rest: str) -> bool:
        return True

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        """Set an order, list all, or take some away."""
        words = act.language
        first, _, number = rest.strip(" .!").partition(" ")
        if normalize_word(first) in _OFF:
            gone = standing_orders.withdraw(act.table, act.seat, int(number) if number.isdecimal() else None)
            return self._list(
                act, words.ngettext("%(n)s standing order withdrawn.", "%(n)s standing orders withdrawn.", gone)
            )
        if not rest.strip():
            return self._list(act, "", explained=True)
        return self._set(act, rest)

    def _set(self, act: CommandContext, text: str) -> CommandReply:
        """Set the orders that a text means, and list all."""
        words = act.language
        try:
            made = standing_orders.add(act.table, act.seat, text)
        except Rejected as no:
            return self._list(act, no.text(words), changed=False)
        told = "; ".join(standing_lines.order_line(each, act.table.match, words) for each in made)
        return self._list(act, words.gettext("Set: %(line)s", line=told))

    def _list(self, act: CommandContext, before: str, *, explained: bool = False, changed: bool = True) -> CommandReply:
        words, match = act.language, act.table.match
        seat = act.table.reloaded(act.seat.id)
        used = words.gettext("used")
        items = tuple(
            Item(name=kept.listed(match, words), note=f"{used} [{kept.used_at}]" if kept.used_at else "")
            for kept in standing_orders.orders_of(act.table, seat)
        )
        nothing = words.gettext("You have no standing orders.")
        how = how_to(act) if explained else ()
        paragraphs = tuple(text for text in (before, "" if items else nothing, *how) if text)
        changed = changed and bool(before)
        return act.says(
            self.heading, *paragraphs, items=items, title="" if changed or not before else None, changed=changed
        )


class Lasting(Standing):
    """An answer to what is asked now that is to count for a while: a standing order for questions of its kind."""

    names = {
        "en": ("no for", "never", "ask only"),
        "ru": ("нет на", "нет в", "никогда", "спросить только", "спрашивать только"),
    }
    usage = msgid("this turn | this phase")
    purpose = msgid("decline what you are asked now in the turn of another, and the like of it until then")
    listed_for = None

    def takes(self, rest: str) -> bool:
        return not rest.strip(" .!") or bool(_SPAN.fullmatch(rest.strip(" .!")) or _ONLY.match(rest))

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        """Set the order for the kind of the question that the seat is asked."""
        said, words = rest.strip(" .!"), act.language
        asked = act.table.match.question(act.seat.asked_as)
        if asked is None or not asked.interrupts:
            return self._list(act, nothing_asked().text(words), changed=False)
        kind = standing_lines.kind_name(act.table.match, asked.kind, words.code)
        span = f"for {said}" if said.isascii() else f"на {said}"
        return self._set(act, f"{kind}: {f'ask only {said}' if _ONLY.match(said) else f'no {span}' if said else 'no'}")


class About(Command):
    needs = Access.LOOK
    names = {"en": ("help standing",), "ru": ("помощь постоянно",)}
    heading = Standing.heading
    purpose = msgid("how standing orders are written")
    listed_for = None

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        return act.says(self.heading, *how_to(act), title="")


def how_to(act: CommandContext) -> tuple[str, ...]:
    """Return how standing orders are written in the game that is played."""
    words, match = act.language, act.table.match
    kinds = [
        standing_lines.quoted(standing_lines.kind_name(match, interruption, words.code), words)
        for interruption in offers.words_at(match).interruptions
    ]
    if not kinds:
        return (words.gettext("In this game no question interrupts the turn of somebody else."),)
    told = [
        words.gettext(
            "Write “%(written)s”. KIND is %(kinds)s, or “any”; the first of your orders that is legal and whose "
            "condition holds answers, also what you are asked now. “ask” ends the search: you are asked. Behind it "
            "may stand “until 10.12” or “until turn 3”; “standing off 2” withdraws number 2.",
            written=words.gettext("standing KIND: no | ORDER | ORDER if CONDITION | ask"),
            kinds=words.listing(kinds, "or"),
        )
    ]
    if phases := offers.words_at(match).phases.listed(words):
        told.append(words.gettext("An order may end with a phase too: until %(phases)s.", phases=phases))
    told += policy_words.reactions(words, due_dates.policy_of(act.table.campaign), match)
    if "conditions" in match.game.parts:
        examples = match.game.part("conditions").examples(words.code)
        shown = words.listing([standing_lines.quoted(example, words) for example in examples], "or")
        told.append(words.gettext("Conditions are written like these: %(examples)s.", examples=shown))
    return tuple(told)


COMMANDS: tuple[Command, ...] = (Standing(), Lasting(), About())
