"""Words of second thoughts: `takeback`, `stop`, `resign`: done where possible, else answered with what does it."""

from adjudicator.language import msgid
from adjudicator.orders.text import tokenize
from adjudicator.reports.model import Item
from adjudicator.service.campaign.act import CommandContext, CommandReply
from adjudicator.service.campaign.troubles import Rejected
from adjudicator.service.commands import practices
from adjudicator.service.commands.command import PLAYING, Command
from adjudicator.service.commands.participation import Leave
from adjudicator.service.commands.preferences import Unsubscribe, Withdraw, can_withdraw
from adjudicator.service.commands.time import Wait
from adjudicator.service.moderation.rights import Access
from adjudicator.service.moderation.votes import MOTIONS
from adjudicator.service.play import takebacks, unannounced_orders, undo_requests
from adjudicator.store.confirmations import HOLDS
from adjudicator.store.tables import VoteKind

_WHAT = frozenset(
    (
        "that", "it", "this", "what", "i", "did", "my", "our", "the", "last", "latest", "previous", "recent", "move",
        "moves", "order", "orders", "turn", "answer", "please", "pls", "back", "мой", "мои", "свой", "свои",
        "последний", "последние", "предыдущий", "предыдущие", "прошлый", "ход", "ходы", "приказ", "приказы", "ответ",
        "это", "этот", "все", "назад", "обратно", "пожалуйста", "плиз",
    )
)  # fmt: skip
"""The words for what is taken back; there is only one thing it can be."""


class Takeback(Command):
    needs = Access.SEAT
    names = {
        "en": ("takeback", "take back", "undo", "cancel", "revert", "oops"),
        "ru": ("вернуть", "отмена", "отменить", "отменяю", "отмени", "верните", "верни", "откатить", "переходить"),
    }
    purpose = msgid(
        "what is on file is withdrawn; else your last orders are taken back, if nobody was told of them or all agree"
    )
    listed_for = PLAYING

    def takes(self, rest: str) -> bool:
        return not rest or all(word.folded in _WHAT for word in tokenize(rest))

    def politely(self, rest: str) -> bool:
        """Return whether it is the bare word: a sentence with a please in it is a wish, which is told the word."""
        return not rest

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        """Take back the last orders of the seat.

        This is the same as `withdraw` as long as something is on file. Otherwise, what nobody else was told of is
        undone at once, and for the rest the other players are asked.
        """
        language = act.language
        if can_withdraw(act):
            return Withdraw().obey(act, "")
        orders = takebacks.last_orders(act.table, act.seat)
        if unannounced_orders.are_untold(act.table, act.seat, orders):
            act.table = unannounced_orders.take_back(act.table, act.seat, orders)
            act.seat = act.table.by_id[act.seat.id]
            told = language.gettext(
                "Nobody else had been told of your last orders: they are taken back without asking anybody, and play "
                "stands where it stood before them."
            )
            return act.says(takebacks.HEADING, told, changed=True, title=language.gettext("done"))
        with act.session.begin_nested():
            asked = takebacks.ask(act.table, act.seat, orders)
        told = language.gettext(
            "Nothing was drawn or turned up by your last orders, so the others may let you have them back. We "
            "have asked %(seats)s. If all agree by %(moment)s, play goes back to where it stood before them, and you "
            "hear of it. Until then your orders stand. Whoever gives the next order, you too, ends the request.",
            seats=language.listing([act.seat_asked(seat.name) for seat in asked]),
            moment=language.time(act.now + HOLDS, act.zone, act.now),
        )
        return act.says(takebacks.HEADING, told, changed=True, title=language.gettext("the others are asked"))

    def refused(self, act: CommandContext, why: Rejected) -> CommandReply:
        language, told = act.language, [why.text(act.language)]
        if why.trouble != takebacks.asked.name and (helps := undo_requests.moderator_helps(act.table, language)):
            told.append(helps)
        return act.says(takebacks.HEADING, *told)


class Stop(Command):
    needs = Access.LOOK
    names = {
        "en": ("stop", "resign", "i resign", "quit", "i quit", "surrender", "i surrender", "concede", "i concede"),
        "ru": ("стоп", "сдаюсь", "я сдаюсь", "сдаться", "хватит", "выход", "стой"),
    }
    touches_play = False
    purpose = msgid("what can be stopped, and with which word")
    listed_for = None

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        """End a practice; else do nothing: the word may mean too much.

        Each meaning has a word of its own.
        """
        if practices.is_own(act):
            return practices.end(act)
        words = act.language
        meant = (
            (Withdraw(), Withdraw.purpose),
            (Wait(), msgid("more time for your answer")),
            (Unsubscribe(), Unsubscribe.purpose),
            (Leave(), Leave.purpose),
        )
        items = [Item(name=command.name(words), text=words.gettext(text)) for command, text in meant]
        items += [
            Item(name=MOTIONS[kind].line(words, words.gettext("SEAT")), text=words.gettext(text))
            for kind, text in _ENDS
        ]
        told = words.gettext("Nothing is stopped. Write what you mean:")
        return act.says(msgid("Stop"), told, items=tuple(items))


_ENDS = (
    (VoteKind.CONCESSION, msgid("you concede: the match ends when all players agree")),
    (VoteKind.DRAW, msgid("the match ends as a draw when all players agree")),
)

COMMANDS: tuple[Command, ...] = (Takeback(), Stop())
