"""Words of second thoughts: `takeback`, `stop`, `resign`: done where possible, else answered with what does it."""

from __future__ import annotations

from adjudicator.language import Language
from adjudicator.orders.text import fold
from adjudicator.reports.model import Item, Section
from adjudicator.service.command import Act, Command, Said, Who
from adjudicator.service.commanded.own import Withdraw, can_withdraw
from adjudicator.store.tables import SeatKind

_WHAT = frozenset(
    (
        "that", "it", "this", "move", "my move", "last move", "my last move", "order", "my order", "orders",
        "my orders", "last order", "turn", "my turn", "please", "ход", "мой ход", "последний ход", "приказ",
        "приказы", "мой приказ", "мои приказы", "последний приказ", "это", "все", "назад", "пожалуйста",
    )
)  # fmt: skip
"""What is taken back; there is only one thing it can be."""


class Takeback(Command):
    id = "takeback"
    names = {
        "en": ("takeback", "take back", "undo", "cancel", "revert", "oops"),
        "ru": ("вернуть", "отмена", "отменить", "отменяю", "отмени", "верните", "верни", "откатить", "переходить"),
    }

    def help(self, language: Language) -> str:
        return language.gettext("what is on file is withdrawn; what is carried out only the moderator can correct")

    def offered(self, who: Who) -> bool:
        return who.player and not who.over

    def takes(self, rest: str) -> bool:
        return not rest or " ".join(fold(word) for word in rest.strip(" .!?").split()) in _WHAT

    def obey(self, act: Act, rest: str) -> Said:
        """The same as `withdraw`, as long as something lies on file."""
        words = act.language
        if can_withdraw(act):
            return Withdraw().obey(act, "")
        told = [words.gettext("Nothing of yours is on file. What is carried out stays: others may have seen it.")]
        if _has_moderator(act):
            told.append(
                words.gettext(
                    "The moderator can correct it, best with the consent of the others; ask him so: “%(press)s”.",
                    press=words.typed(
                        en="press to the moderator: please take back my last order",
                        ru="письмо ведущему: прошу вернуть мой последний ход",
                    ),
                )
            )
        section = Section(heading=words.gettext("Taking back"), paragraphs=tuple(told))
        return Said(sections=(section,), title=words.gettext("nothing is changed"))


class Stop(Command):
    id = "stop"
    names = {
        "en": ("stop", "resign", "i resign", "quit", "i quit", "surrender", "i surrender", "concede", "i concede"),
        "ru": ("стоп", "сдаюсь", "я сдаюсь", "сдаться", "хватит", "выход", "стой"),
    }
    touches_play = False

    def help(self, language: Language) -> str:
        return language.gettext("what can be stopped, and with which word")

    def offered(self, who: Who) -> bool:
        return False

    def obey(self, act: Act, rest: str) -> Said:
        """Nothing: the word may mean too much. Each meaning has a word of its own."""
        words = act.language
        items = [
            Item(
                name=words.typed(en="withdraw", ru="отозвать"),
                text=words.gettext("take back what is on file: your sealed answer, waiting lines, the draft"),
            ),
            Item(
                name=words.typed(en="wait", ru="ждать"),
                text=words.gettext("more time for your answer"),
            ),
            Item(
                name=words.typed(en="unsubscribe", ru="отписаться"),
                text=words.gettext("no reminders and other optional mails to this address"),
            ),
            Item(
                name=words.typed(en="leave", ru="выйти"),
                text=words.gettext("you give up your seat, or stop watching; a player confirms it with a code"),
            ),
        ]
        if _has_moderator(act):
            press = words.typed(en="press to the moderator", ru="письмо ведущему")
            items.append(Item(name=press, text=words.gettext("and below it that you resign: he can end the match")))
        told = words.gettext("Nothing is stopped. Write what you mean:")
        section = Section(heading=words.gettext("Stop"), paragraphs=(told,), items=tuple(items))
        return Said(sections=(section,), title=words.gettext("nothing is changed"))


def _has_moderator(act: Act) -> bool:
    return any(seat.kind is SeatKind.MODERATOR and seat.holders for seat in act.table.seats)


COMMANDS: tuple[Command, ...] = (Takeback(), Stop())
