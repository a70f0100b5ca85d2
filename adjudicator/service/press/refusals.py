"""Say why a letter was not sent, and what would have been: one clear answer for each reason."""

from collections.abc import Mapping
from typing import Final

from adjudicator.language import Language, msgid
from adjudicator.reports.model import Section
from adjudicator.service.campaign.settings import PressPolicy
from adjudicator.service.press.addressing import BadAddress
from adjudicator.service.press.content import Audience, Group
from adjudicator.service.press.sending import NotSent
from adjudicator.service.press.showing import Names


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
        case kind if kind in NOT_ALLOWED:
            return (language.gettext(NOT_ALLOWED[kind]), allowed(language, policy))
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
    "open_to_nobody": msgid("Those for whom you sign it are not among those who get it."),
}
NOT_ALLOWED: Final[Mapping[str, str]] = {
    "signed": msgid("Signed letters are not allowed in this campaign."),
    "anonymous": msgid("Anonymous letters are not allowed in this campaign."),
    "open": msgid("Letters that are signed for some readers only are not allowed in this campaign."),
    "public": msgid("Letters to everybody are not allowed in this campaign."),
    "private": msgid("Letters to single readers are not allowed in this campaign, only to everybody."),
}
"""Refusals by the field of the policy that does not allow it."""


def allowed(language: Language, policy: PressPolicy) -> str:
    """Return which kinds of letters the campaign allows, in one sentence."""
    signs = [language.gettext(told) for field, told in _SIGNS.items() if getattr(policy, field)]
    readers = [language.gettext(told) for field, told in _READERS.items() if getattr(policy, field)]
    if not signs or not readers:
        return language.gettext("Allowed are letters to the moderator, always.")
    return language.gettext(
        "Allowed are: %(signs)s; %(readers)s. Letters to the moderator, always.",
        signs=language.listing(signs),
        readers=language.listing(readers, "or"),
    )


_SIGNS = {"signed": msgid("signed"), "anonymous": msgid("anonymous"), "open": msgid("signed for some readers only")}
_READERS = {"public": msgid("to everybody"), "private": msgid("to some")}


def bad_address(names: Names, bad: BadAddress, known: tuple[Audience, ...]) -> tuple[str, ...]:
    """Say that it is unclear who is meant.

    It tells what was typed, what may have been meant, and who can be written to.
    """
    language = names.language
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
