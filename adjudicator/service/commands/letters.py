"""`letters`: what was written to a seat and by it; `press` alone: how to write a letter, and which are allowed."""

from adjudicator.language import msgid
from adjudicator.reports.model import Item, Section
from adjudicator.service.campaign.act import CommandContext, CommandReply
from adjudicator.service.commands.command import Command, Scope
from adjudicator.service.moderation.rights import Access
from adjudicator.service.press import content
from adjudicator.service.press.refusals import allowed_letters
from adjudicator.service.press.sending import policy_of
from adjudicator.service.press.showing import LINE, Names, letters_text, taken_back_by

PAGE = 10
"""Letters of one answer."""


class Press(Command):
    needs = Access.LOOK
    scope = Scope.ONCE
    names = {"en": ("press", "letter"), "ru": ("пресса", "письмо")}
    before = False
    usage = msgid("to NAME: TEXT")
    purpose = msgid("a letter, to the end of the email or to “end press”; alone it says how and to whom")

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        language = act.language
        return CommandReply(sections=(how_to(act),), title=language.gettext("how to write letters"))


class Letters(Command):
    needs = Access.LOOK
    names = {"en": ("letters", "my letters"), "ru": ("письма", "мои письма")}
    before = False
    usage = msgid("[number]")
    purpose = msgid("the last letters that you wrote and got, or those from a number on")

    def takes(self, rest: str) -> bool:
        return not rest or (rest.isdecimal() and len(rest) < 7)

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        """Answer with what the seat has written or got, and no more."""
        language = act.language
        found = content.seen_by(act.session, act.table.campaign.id, act.seat.id)
        first = min(max(1, int(rest)), len(found)) if rest else max(1, len(found) - PAGE + 1)
        page = found[first - 1 : first - 1 + PAGE]
        title = language.gettext("letters")
        if not page:
            return act.says(msgid("Letters"), language.gettext("No letters yet."), title=title)
        heading = language.gettext(
            "Letters %(first)s to %(last)s of %(count)s", first=first, last=first - 1 + len(page), count=len(found)
        )
        names = Names(act.table.seats, act.table.match.game.part("report"), language)
        return CommandReply(sections=letters_text(names, act.zone, page, act.seat.id, act.now, heading), title=title)


class WithdrawLetter(Command):
    needs = Access.LOOK
    names = {"en": ("withdraw letter", "withdraw press"), "ru": ("отозвать письмо", "отозвать послание")}
    scope = Scope.ONE
    heading = msgid("Withdrawn")
    touches_play = False
    usage = msgid("[number]")
    listed_for = None
    purpose = msgid("take back a letter of yours that waits for its time; “letters” shows its number")

    def takes(self, rest: str) -> bool:
        return not rest or (rest.isdecimal() and len(rest) < 7)

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        """Delete a letter of the seat that nobody has got yet; without a number there has to be only one."""
        language, campaign = act.language, act.table.campaign.id
        waiting = content.waiting(act.session, campaign, act.seat.id)
        meant = [one for one in waiting if one.letter.number == int(rest)] if rest else waiting
        names = Names(act.table.seats, act.table.match.game.part("report"), language)
        if len(meant) == 1:
            content.drop(act.session, meant[0])
            to = names.audience(meant[0].letter.to)
            told = language.gettext("Your letter to %(readers)s does not leave; nobody has read it.", readers=to)
            section = Section(
                heading=language.gettext(self.heading),
                paragraphs=(told,),
                quote=content.paragraphs(meant[0].letter.lines, LINE),
            )
            return CommandReply(sections=(section,), title=language.gettext("letter withdrawn"), changed=True)
        if not waiting:
            return act.says(
                self.heading, language.gettext("No letter of yours waits. What has left cannot be taken back.")
            )
        told = language.gettext("Which letter do you mean? These wait, and nobody has read them.")
        items = tuple(
            Item(name=taken_back_by(one.letter, language), text=names.audience(one.letter.to)) for one in waiting
        )
        return act.says(self.heading, told, items=items)


def how_to(act: CommandContext) -> Section:
    """Return the ways to write a press message, with an example of each that the campaign allows."""
    language, policy = act.language, policy_of(act.table.campaign)
    names = Names(act.table.seats, act.table.match.game.part("report"), language)
    other = next((names.seat(seat.id) for seat in act.table.players if seat.id != act.seat.id), "")
    press = language.typed(en="press to", ru="письмо")
    to_all = language.typed(en="all", ru="всем")
    moderator = language.typed(en="the moderator", ru="ведущему")
    anonymous = language.typed(en="anonymous", ru="анонимно")
    open_to = language.typed(en="signed for", ru="открыто для")
    later = language.typed(en="in 6 hours", ru="через 6 часов")
    guise = language.typed(en="as", ru="от имени")
    third = next((names.seat(player.id) for player in reversed(act.table.players) if player.id != act.seat.id), "")
    third = "" if third == other else third
    examples = (
        (True, other, language.gettext("to a seat; several with commas")),
        (policy.public, to_all, language.gettext("to everybody")),
        (True, moderator, language.gettext("to the moderator")),
        (policy.anonymous, f"{to_all} {anonymous}", language.gettext("without your name")),
        (policy.open, f"{to_all}, {open_to} {other}", language.gettext("only they learn who wrote it")),
        (True, f"{other} {later}", language.gettext("it arrives then; so do “on 1.12 20:00”, “after the deadline”")),
        (
            policy.forged and bool(third),
            f"{other} {guise} {third}",
            language.gettext("its reader sees them as its author"),
        ),
    )
    end = language.typed(en="end press", ru="конец письма")
    told = language.gettext(
        "A letter goes from its first line to the line “%(end)s”, or to the end of the email. Nothing in "
        "it is read as an order. Whoever gets it answers by answering.",
        end=end,
    )
    return Section(
        heading=language.gettext("How to write letters"),
        paragraphs=(told, allowed_letters(language, policy)),
        items=tuple(Item(name=f"{press} {to}: …", text=text) for possible, to, text in examples if possible),
    )


COMMANDS: tuple[Command, ...] = (Press(), Letters(), WithdrawLetter())
