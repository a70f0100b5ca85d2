"""Write help: fitted to who asks and to what is open."""

from collections.abc import Mapping
from typing import Final

from adjudicator.language import Language, msgid
from adjudicator.orders.vocabulary.refusals import proposed_orders
from adjudicator.reports.model import Item, Kind, OrderOutcome, Section
from adjudicator.reports.wording.ready_lines import heading
from adjudicator.service.campaign.settings import settings_of
from adjudicator.service.commands import registry
from adjudicator.service.commands.command import PLAYING, Who
from adjudicator.service.commands.registry import BY_ID
from adjudicator.service.outbox.answers import NOT_YOURS, STUMBLED, TOO_LARGE, WHICH_SEAT, WRONG_CODE
from adjudicator.service.outbox.payloads import Answer, Copied, Help, Reason
from adjudicator.service.play import advice, readings
from adjudicator.service.words import rulings
from adjudicator.service.words.examples import examples
from adjudicator.service.words.parts import Parts
from adjudicator.service.words.prose_answers import words_that_answer
from adjudicator.service.words.reader import Reader
from adjudicator.service.words.status import series_goes_on
from adjudicator.store.tables import CampaignState

_NOT_READ = (OrderOutcome.UNREADABLE, OrderOutcome.AMBIGUOUS, OrderOutcome.IGNORED)


def help_sections(reader: Reader) -> tuple[Section, ...]:
    """Return how to write to the adjudicator, and the words that work for this reader now."""
    language, who = reader.language, _who(reader)
    words = list(registry.listed(who, language))
    words.append(
        Item(
            name=language.typed(en="campaign NAME", ru="кампания НАЗВАНИЕ"),
            text=language.gettext("the lines below it are for another campaign in which you play"),
        )
    )
    if PLAYING in who and settings_of(reader.campaign).practice:
        ends = language.gettext("the practice ends at once, and you can begin another")
        words.append(Item(name=language.typed(en="stop", ru="стоп"), text=ends))
    if PLAYING in who and advice.allowed(reader.campaign):
        words.append(BY_ID["advise"].item(language))
    if PLAYING in who:
        words.append(
            Item(
                name=language.typed(en="check", ru="проверь"),
                text=language.gettext("before your orders: they are only tested, nothing is done"),
            )
        )
    return (
        Section(heading=language.gettext("How to write"), paragraphs=_how(reader, who)),
        Section(heading=language.gettext("Words that always work"), items=tuple(words)),
    )


def how_in_short(reader: Reader) -> Section:
    """Return how to answer, for the first mail of a match: `help` says the rest."""
    language = reader.language
    told = (
        *(_written_orders(language) if _writes(reader) else _usual_in_short(language)),
        language.gettext(
            "Your reply address is private; do not share it. Send “%(help)s” for all commands.",
            help=language.typed(en="help", ru="помощь"),
        ),
    )
    several = (_several(reader),) if reader.several else ()
    return Section(heading=language.gettext("How to answer"), paragraphs=(*several, *told))


def _writes(reader: Reader) -> bool:
    """Return whether one of the reader's seats writes an order for each of its things."""
    asked = map(reader.match.question, reader.asked_as)
    return any(each is not None and each.form == "orders" for each in asked)


def _written_orders(language: Language) -> tuple[str, ...]:
    return (
        language.gettext(
            "Reply with your orders above the quoted text, a line each. A line with a mistake stops only itself. Write "
            "“%(check)s” on the first line to test orders.",
            check=language.typed(en="check", ru="проверь"),
        ),
    )


def _usual_in_short(language: Language) -> tuple[str, ...]:
    return (
        language.gettext(
            "Reply with the short names (E14) or codes (6a) of your choices, in any order. Or write orders in "
            "words above the quoted text. Tap an option to open a reply with it filled in."
        ),
        language.gettext(
            "If a line has a mistake, nothing is carried out. Write “%(check)s” on the first line to test orders.",
            check=language.typed(en="check", ru="проверь"),
        ),
    )


def words_in_short(reader: Reader) -> Section:
    """List the commands by name: a first message is long enough, and `help` explains them."""
    language = reader.language
    told = language.gettext(
        "Write such a word on a line of its own, alone or with orders: %(words)s. “%(help)s” explains them all.",
        words=", ".join(registry.words_of(_who(reader), language)),
        help=language.typed(en="help", ru="помощь"),
    )
    return Section(heading=language.gettext("Words that always work"), paragraphs=(told,))


def _how(reader: Reader, who: Who) -> tuple[str, ...]:
    language = reader.language
    address = language.gettext("Only your private reply address counts (the one your reply goes to); do not share it.")
    if Who.MODERATOR in who and Who.ASKED in who:
        told = language.gettext(
            "The game asks you something that its rules leave to the moderator: the question is in this "
            "email. Any moderator can answer it; the first answer counts, and the others are told."
        )
        return (told, *rulings.by_hand_in_words(reader), *_orders(reader), address)
    if Who.MODERATOR in who:
        told = language.gettext(
            "You moderate, so you give no orders here. Send one of the words below, or several, each on its own line."
        )
        return (told, address)
    if Who.PLAYER not in who:
        told = language.gettext(
            "You watch, so you give no orders here. Send one of the words below, or several, each on its own line."
        )
        return (told, address)
    return (_now(reader, who), *_orders(reader), address)


def _now(reader: Reader, who: Who) -> str:
    """Say in one sentence what is open at this moment."""
    language = reader.language
    if Who.GOES_ON not in who:
        return language.gettext("The match is over: no orders are needed any more.")
    if reader.campaign.state is CampaignState.PAUSED:
        return language.gettext(
            "The campaign is paused: orders are kept and tried when it resumes. Letters are sent at once."
        )
    if Who.ASKED not in who:
        return language.gettext("You have nothing to answer now. You will get an email as soon as you do.")
    if Who.SECRET in who:
        return language.gettext(
            "You and others answer this in secret: until everyone has answered you can change your answer as "
            "often as you like, and nobody sees it."
        )
    return language.gettext("You have a question to answer: it is in this email, with all options.")


def _several(reader: Reader) -> str:
    """Return how to say for which seat a line is."""
    return reader.language.gettext(
        "You play several seats: %(seats)s. The number of a code shows which seat it is for. Before other "
        "lines, or above them, you can name the seat, like “%(heading)s”; a line that fits only one seat "
        "needs no name.",
        seats=reader.called,
        heading=heading(reader.name_of(reader.own[0])),
    )


def _orders(reader: Reader) -> tuple[str, ...]:
    language = reader.language
    several = (_several(reader),) if reader.several else ()
    if _writes(reader):
        return (*several, *_written_orders(language))
    return (
        *several,
        language.gettext(
            "Reply with the short names (E14) or codes (6a) of your choices, in any order. Or write orders in "
            "words, in English or Russian, above the quoted text; quoted text is ignored."
        ),
        language.gettext(
            "If a line has a mistake, nothing is carried out; send only the corrected line. Lines that have "
            "already led to a draw or to another player's answer stay done."
        ),
    )


def _who(reader: Reader) -> Who:
    """Return the kind of reader of a help mail, by the position."""
    who = Who(0)
    if reader.own:
        who |= Who.PLAYER
    if reader.seat.moderates:
        who |= Who.MODERATOR
    if reader.match.result is None:
        who |= Who.GOES_ON
    for asked in (reader.match.question(name) for name in reader.asked):
        who |= Who.ASKED | Who.ON_FILE
        if asked is not None and asked.secret:
            who |= Who.SECRET
    return who


def with_examples(reader: Reader, number: int | None) -> tuple[Section, ...]:
    """Return how to write, lines that the reader could send now, as they stand, and the words."""
    how, *words = help_sections(reader)
    found = examples(reader, number)
    heading = reader.language.gettext("For example, legal now")
    return (how, *([Section(heading=heading, items=found)] if found else []), *words)


def first_steps(reader: Reader, intent: Answer) -> tuple[str, ...]:
    """Tell somebody of whose message no line was understood what to write instead, with a line that can be copied."""
    lines = intent.lines
    if readings.all_questions(lines):
        return (words_that_answer(reader, lines),)
    idle = _NOT_READ if intent.draft else (*_NOT_READ, OrderOutcome.UNTRIED)
    done = any(line.outcome not in idle for line in lines)
    problems = [line.problem for line in lines if line.problem]
    if not lines or done or intent.yes or any(proposed_orders(problem) for problem in problems):
        return ()
    if any(problem.why == "several_seats" for problem in problems):
        return ()
    if problems and all(problem.why == "more_needed" for problem in problems):
        return ()
    answers = sum(len(reader.match.options(seat)) for seat in reader.asked if seat in reader.players)
    named = readings.agreeable(lines, answers) or ()
    if len(named) == 1 and named[0] and not intent.draft:
        yes = reader.language.typed(en="yes", ru="да")
        return (reader.language.gettext("Reply “%(yes)s”, or with the code alone.", yes=yes),)
    if any(any(problem.codes) for problem in problems):
        return (reader.language.gettext("Reply with one of these codes; the code alone is enough."),)
    return (how_to_answer(reader, intent.number),)


def how_to_answer(reader: Reader, number: int | None) -> str:
    """Say what to write, to somebody who does not know what they are writing to."""
    language, who = reader.language, _who(reader)
    told = []
    found = examples(reader, number)
    if found:
        told.append(
            language.gettext(
                "This is a program; reply with a code from its question, for example: %(line)s (%(words)s).",
                line=found[0].name,
                words=found[0].text,
            )
        )
    elif PLAYING in who and Who.ASKED not in who:
        told.append(language.gettext("You have nothing to answer now. You will get an email as soon as you do."))
    told.append(language.gettext("Send “%(help)s” for all commands.", help=language.typed(en="help", ru="помощь")))
    if any(seat.moderates and seat.holders for seat in reader.seats) and Who.MODERATOR not in who:
        press = language.typed(en="press to the moderator: …", ru="письмо ведущему: …")
        told.append(language.gettext("“%(press)s” reaches the moderator, a person.", press=press))
    return " ".join(told)


def help_mail(reader: Reader, intent: Help) -> Parts:
    """Return how to write.

    Where somebody meant orders and none could be read, an example instead of the list of words.
    """
    language, number, why = reader.language, intent.number, intent.why
    title = TITLES.get(why, msgid("no orders found")) if why else msgid("how to play by email")
    reason: tuple[str, ...] = (
        (language.gettext(WHYS[why], seats="; ".join(intent.choices) or "-", line="".join(intent.choices)),)
        if why
        else ()
    )
    reason += _copy(reader, intent.copied) if intent.copied is not None else ()
    lead = (*reason, *series_goes_on(reader))
    instead = why in NOTHING_READ and (bool(reader.own) or bool(reader.asked))
    return Parts(
        kind=Kind.ERROR if why else Kind.HELP,
        title=language.gettext(title),
        lead=(*lead, how_to_answer(reader, number)) if instead else lead,
        sections=() if instead else with_examples(reader, number),
        position=False,
        number=number,
    )


def _copy(reader: Reader, copied: Copied) -> tuple[str, ...]:
    """Say which of our messages this is a copy of, and what was beside it."""
    language = reader.language
    at = language.instant(copied.at, reader.zone)
    told = (
        language.gettext("It is our email of %(moment)s with question #%(n)s.", moment=at, n=copied.number)
        if copied.number
        else language.gettext("It is our email of %(moment)s.", moment=at)
    )
    if not copied.lines:
        return (told,)
    besides = language.gettext(
        "Its other lines were not carried out either: %(lines)s. If you want them, send only these lines.",
        lines=" / ".join(copied.lines),
    )
    return (told, besides)


NOTHING_READ = (
    "nothing_read",
    "lost_text",
    "only_quoted",
    "struck_out",
    "copy",
    "subject",
    "attachment",
    "encrypted",
    "signed_whole",
    "too_large",
    "stumbled",
)
"""Why a mail held no orders although its writer may have meant some: they need an example, not a list of words."""
TITLES: Final[Mapping[Reason, str]] = {"appointed": msgid("you moderate"), "late": msgid("too late")}
WHYS: Final[Mapping[Reason, str]] = {
    "appointed": msgid(
        "You now moderate this campaign. Send commands only to this address: it is yours alone, and private."
    ),
    "nothing_read": msgid("No orders carried out: your email has no line that could be an order."),
    "lost_text": msgid(
        "Your email is empty: your email program did not pass on the line. Nothing was changed. Write the "
        "line yourself, or try the link again."
    ),
    "struck_out": msgid(
        "No orders carried out: everything in your email that could be an order is struck out, hidden, or not surely "
        "shown to every reader. Please send it as plain text."
    ),
    "only_quoted": msgid(
        "No orders carried out: your email has only the text of other emails, quoted or forwarded, which never counts. "
        "Write your lines above it."
    ),
    "program": msgid(
        "An email of yours looks as if a program had sent it, and has no line that could be carried out. Nothing was "
        "changed. If you wrote it: send your lines as the last report shows them. You are told this once a day."
    ),
    "subject": msgid(
        "No orders carried out: orders are read from the text of an email, and “%(line)s” is only in the "
        "subject of yours. If you want it, reply with this line as the text: %(line)s"
    ),
    "copy": msgid(
        "Your email is a copy of one of ours; nothing in it was carried out. To answer, use Reply and "
        "write above the quoted text, or write an email with nothing but your lines."
    ),
    "attachment": msgid(
        "No orders carried out: your email has none in its text. This was not read: %(line)s. Please write orders as "
        "text."
    ),
    "encrypted": msgid("Your email is encrypted; please write without encryption."),
    "signed_whole": msgid(
        "Your email is signed in a way that keeps its text inside the signature, where it is not read. Please send it "
        "unsigned, or with a detached signature."
    ),
    "no_question": msgid("You have nothing to answer now. Nothing was changed."),
    "kept_failed": msgid(
        "The campaign goes on, but the orders you sent meanwhile could not be tried. They are now a "
        "draft; please send them again."
    ),
    "late": msgid(
        "Your time for this question was over when your email arrived, so its orders were not carried "
        "out. The question will be closed shortly."
    ),
    "leads_nowhere": msgid(
        "What you tested leads to a question to which the rules of this program allow no answer. Nothing "
        "was done. If you order it, the campaign is paused and the moderator is asked; nothing is lost."
    ),
    "reads_along": msgid("You only receive copies for this seat; someone else gives its orders. Nothing was changed."),
    "steward_plays": msgid(
        "A steward plays this seat now, so nothing was changed. Write “back” (in Russian “вернулся”) to play again; "
        "then send your orders."
    ),
    "which_campaign": msgid(
        "You do not play in a campaign of the name you wrote; you play in: %(seats)s. The lines below it were ignored."
    ),
    "which_seat": WHICH_SEAT,
    "wrong_code": WRONG_CODE,
    "foreign": NOT_YOURS,
    "too_many_waiting": msgid(
        "More emails of yours wait for your word than we ask about at once. This one waits too and has done nothing: "
        "please answer those that ask you, and you will be asked about it within a few hours."
    ),
    "too_large": TOO_LARGE,
    "stumbled": STUMBLED,
}
"""Why help comes unasked; `seats` are those of the reader."""
