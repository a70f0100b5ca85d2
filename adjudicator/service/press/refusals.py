"""Say why a letter was not sent, and what would have been: one clear answer for each reason."""

from collections.abc import Mapping
from typing import Final

from adjudicator.language import Language, msgid
from adjudicator.mail.model import MOST_PICTURES
from adjudicator.reports.model import Section
from adjudicator.service.campaign.settings import PressPolicy
from adjudicator.service.press.addressing import BadAddress
from adjudicator.service.press.content import Audience, Group
from adjudicator.service.press.sending import NotSent
from adjudicator.service.press.showing import Names
from adjudicator.service.timing.dates import BadDates, Trouble


def not_sent(language: Language, *sentences: str, lines: tuple[str, ...] = ()) -> Section:
    """Return the section of an answer that says a press message was not sent.

    The player's own lines come back, to save them from typing them again.
    """
    last = language.gettext("Nothing of it was read as an order either.")
    return Section(heading=language.gettext("Your letter was not sent"), paragraphs=(*sentences, last), quote=lines)


def why_not(language: Language, trouble: NotSent, policy: PressPolicy) -> tuple[str, ...]:
    """Return the reason, and which press messages are allowed here if that helps."""
    n = trouble.number
    match trouble.why:
        case "too_long":
            told = language.ngettext(
                "It is too long: a letter may have %(n)s character.",
                "It is too long: a letter may have %(n)s characters.",
                n,
            )
        case "too_many":
            told = language.ngettext(
                "You have written %(n)s letter in a day; more are not allowed here.",
                "You have written %(n)s letters in a day; more are not allowed here.",
                n,
            )
        case "too_far":
            told = language.ngettext(
                "It cannot wait for longer than %(n)s day.", "It cannot wait for longer than %(n)s days.", n
            )
        case kind if kind in NOT_ALLOWED:
            return (language.gettext(NOT_ALLOWED[kind]), allowed_letters(language, policy))
        case why:
            told = language.gettext(WHY[why])
    return (told,)


WHY: Final[Mapping[str, str]] = {
    "empty": msgid("It has no text. Write it below the line “press to …”, or behind its colon."),
    "nobody": msgid("There is nobody whom it could reach."),
    "no_moderator": msgid("This campaign has no moderator who gets email."),
    "no_observers": msgid("This campaign has no observers."),
    "only_you": msgid("It would reach nobody but you. For notes of your own there is the diary."),
    "unknown_letter": msgid("The letter that you answer is not known here. Write to whom you want: press to NAME."),
    "moderator_signs": msgid("A moderator signs their letters."),
    "observer": msgid("Observers may write to the moderator only, in this campaign."),
    "no_deadline": msgid("No deadline runs now for which it could wait. Write a moment: press to NAME on 1.12 20:00."),
    "forged_by": msgid("Only a player can write in the name of another seat, and only of a player’s."),
    "forged_unsigned": msgid("A letter in the name of another seat is signed with that name for all who get it."),
    "forged_to": msgid("It would reach the seat in whose name you write it. Name others who are to get it."),
    "open_to_nobody": msgid("Those for whom you sign it are not among those who get it."),
}
NOT_ALLOWED: Final[Mapping[str, str]] = {
    "signed": msgid("Signed letters are not allowed in this campaign."),
    "anonymous": msgid("Anonymous letters are not allowed in this campaign."),
    "open": msgid("Letters that are signed for some readers only are not allowed in this campaign."),
    "public": msgid("Letters to everybody are not allowed in this campaign."),
    "private": msgid("Letters to single readers are not allowed in this campaign, only to everybody."),
    "forged": msgid("Letters in the name of another seat are not allowed in this campaign."),
}
"""Refusals by the field of the policy that does not allow it."""


BAD_TIMES: Final[Mapping[Trouble, str]] = {
    "slash": msgid("“%(text)s” can mean two days. Please write the day, a dot and the month: 1.12."),
    "no_such_day": msgid("There is no such day: %(text)s."),
    "past": msgid("That is over already: %(text)s."),
}
"""Why a time is none at which a letter could arrive."""


def bad_time(language: Language, bad: BadDates) -> str:
    """Say that the time at which a letter is to arrive cannot be read, and how to write one."""
    told = BAD_TIMES.get(bad.trouble)
    if told is None:
        return language.gettext("Please write the moment like this: on 1.12 20:00, in 6 hours, after the deadline.")
    return language.gettext(told, text=bad.text)


def allowed_letters(language: Language, policy: PressPolicy) -> str:
    """Return which kinds of letters the campaign allows, in one sentence."""
    signs = [language.gettext(told) for field, told in _SIGNS.items() if getattr(policy, field)]
    readers = [language.gettext(told) for field, told in _READERS.items() if getattr(policy, field)]
    if not signs or not readers:
        return language.gettext("Allowed are letters to the moderator, always.")
    told = [
        language.gettext(
            "Allowed are: %(signs)s; %(readers)s. Letters to the moderator, always.",
            signs=language.listing(signs),
            readers=language.listing(readers, "or"),
        )
    ]
    if policy.private and policy.private_hours:
        told.append(
            language.ngettext(
                "A letter to some is on its way for %(n)s hour.",
                "A letter to some is on its way for %(n)s hours.",
                policy.private_hours,
            )
        )
    if policy.public and policy.public_hours:
        told.append(
            language.ngettext(
                "A letter to everybody is on its way for %(n)s hour.",
                "A letter to everybody is on its way for %(n)s hours.",
                policy.public_hours,
            )
        )
    if policy.pictures:
        told.append(
            language.gettext(
                "Pictures (PNG, JPEG) that are attached go with a letter, %(n)s at the most.", n=MOST_PICTURES
            )
        )
    if policy.forged:
        told.append(may_be_forged(language))
    return " ".join(told)


def may_be_forged(language: Language) -> str:
    """Return what stands at the foot of every letter where a player may write in the name of another seat."""
    return language.gettext("Letters in this campaign may be forged: who signs one need not be the one who wrote it.")


_SIGNS = {"signed": msgid("signed"), "anonymous": msgid("anonymous"), "open": msgid("signed for some readers only")}
_READERS = {"public": msgid("to everybody"), "private": msgid("to some")}


def bad_address(names: Names, bad: BadAddress, known: tuple[Audience, ...]) -> tuple[str, ...]:
    """Say that it is unclear who is meant.

    It tells what was typed, what may have been meant, and who can be written to.
    """
    language = names.language
    if bad.unclosed:
        return (
            language.gettext(
                "“%(words)s” can be part of its first line, or what it says. Put a colon behind the first line.",
                words=bad.typed[:60],
            ),
        )
    everybody = language.listing([names.audience(each) for each in known], "or")
    told = [
        language.gettext("Nobody here is called “%(words)s”.", words=bad.typed[:60])
        if bad.typed
        else language.gettext("It does not say to whom.")
    ]
    alone = [each.seats[0] for each in known if len(each.seats) == 1 and not each.groups]
    near = [_called(names, each) for each in bad.near or (alone if len(alone) == 1 and bad.typed else ())]
    if near:
        told.append(language.gettext("Did you mean %(names)s?", names=language.listing(near, "or")))
    told.append(language.gettext("You can write to: %(names)s.", names=everybody))
    return tuple(told)


def _called(names: Names, each: int | str) -> str:
    if isinstance(each, int):
        return names.seat(each)
    return names.audience(Audience(groups=(Group(each),)))
