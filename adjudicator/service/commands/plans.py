"""Plans: listed and withdrawn by a line of a mail; what they are made of stands below `plan:` among the orders."""

from adjudicator.language import msgid
from adjudicator.reports.model import Item
from adjudicator.service.campaign.act import CommandContext, CommandReply
from adjudicator.service.commands.command import PLAYING, Command
from adjudicator.service.moderation.rights import Access
from adjudicator.service.play.kept import held_orders

_HEADING = msgid("Your plan")


class Plans(Command):
    needs = Access.SEAT
    names = {"en": ("plans", "my plan", "my plans"), "ru": ("планы", "мой план", "мои планы")}
    heading = _HEADING
    purpose = msgid("your orders for turns to come, and how to write them")
    listed_for = PLAYING

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        """List the rounds of the plan, and tell how one is written."""
        words = act.language
        plan = held_orders.held_by(act.table, act.seat).plan
        items = tuple(Item(name=line) for line in held_orders.plan_lines(plan, words))
        how = words.gettext(
            "Write “%(plan)s” and your orders below it, a line “%(next)s” before those for the turn after that, "
            "“%(ask)s” for a turn in which you want to be asked. Below a line “%(otherwise)s:” stands what is done "
            "where the orders above it are not legal any more; “%(otherwise)s: %(next)s” goes on to the next ones. "
            "“%(condition)s …: … %(otherwise)s: …” makes an order depend on what you know when the turn begins; "
            "“%(check)s” before it all only tries it.",
            plan=words.typed(en="plan:", ru="план:"),
            next=words.typed(en="next round", ru="следующий ход"),
            ask=words.typed(en="ask me", ru="спросить"),
            condition=words.typed(en="if", ru="если"),
            otherwise=words.typed(en="else", ru="иначе"),
            check=words.typed(en="check", ru="проверь"),
        )
        off = words.gettext("“%(off)s” withdraws a turn of it.", off=f"{PlanOff().name(words)} 1")
        return act.says(_HEADING, how, *([off] if items else ()), items=items)


class PlanOff(Command):
    needs = Access.SEAT
    names = {
        "en": ("plan off", "withdraw plan", "cancel plan", "plan withdraw"),
        "ru": ("план отмена", "отозвать план", "отменить план", "план отменить"),
    }
    heading = _HEADING
    usage = msgid("[number]")
    purpose = msgid("your orders for turns to come are withdrawn, or those for one turn")
    listed_for = None

    def takes(self, rest: str) -> bool:
        return not rest or rest.isdecimal()

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        """Withdraw the whole plan, or the round with a number; its turn is asked then."""
        words, held = act.language, held_orders.held_by(act.table, act.seat)
        plan = held_orders.without(held.plan, int(rest)) if rest and held.plan else None
        if held.plan is None or plan == held.plan:
            return act.says(_HEADING, words.gettext("There is nothing of that number in your plan."))
        held_orders.keep_plan(act.table, act.seat, plan)
        items = tuple(Item(name=line) for line in held_orders.plan_lines(plan, words))
        return act.says(_HEADING, words.gettext("Withdrawn."), items=items, changed=True)


COMMANDS: tuple[Command, ...] = (Plans(), PlanOff())
