"""Commands that only look: help, status, the last report, the board, what is on file, what happened, a rule."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from adjudicator.language import Language, msgid
from adjudicator.orders.text.common import lost_in
from adjudicator.reports.model import Item, Section
from adjudicator.service.campaign.act import CommandContext, CommandReply
from adjudicator.service.campaign.ledger import NOTHING, Ledger
from adjudicator.service.campaign.matches import CONTEXT, CampaignContext, told_between
from adjudicator.service.commands import boards, diary
from adjudicator.service.commands.command import PLAYING, Command, Scope, ViewCommand
from adjudicator.service.moderation import acts
from adjudicator.service.moderation.acts_told import HEADING, Speaker
from adjudicator.service.outbox import queue
from adjudicator.service.outbox.payloads import ARCHIVE, ARCHIVE_OF_TURN, LIST, STATE, WHOLE
from adjudicator.service.play import offers, written_orders
from adjudicator.service.play.kept.held_orders import held_by
from adjudicator.service.play.readings import printed_on
from adjudicator.store import outbound
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import SeatKind

MOST_ENTRIES = 40
"""Log entries that one answer tells; a mail is read on a phone."""
_TURN = re.compile(
    r"(?:of )?(?:the )?(?:(?:turn|round|ход|хода|раунд|раунда) )?(\d{1,3})|(\d{1,3})(?:-?го)? (?:хода|раунда)",
    re.IGNORECASE,
)
_WORDS = re.compile(r"[^\W\d_]+(?:[ -]?[(’'.&]?\s?[^\W\d_]+\)?){0,5}")
_ANSWERS = re.compile(r"[^\W_]+(?:[ '’.,&()/-]{1,3}[^\W_]+){0,11}\)?")
_EVERYTHING = frozenset(
    (
        *("all", "all options", "all of it", "everything", "whole", "in full"),
        *("все", "все варианты", "весь", "целиком", "полностью"),
    )
)
_RULE = re.compile(r"((?:§\s*)?[^\W\d_]?\d{1,3}(?:\.\d{1,3}){0,5}[^\W\d_]?)\.?")


class Help(ViewCommand):
    scope = Scope.ONCE
    names = {
        "en": ("help", "commands", *lost_in("en")),
        "ru": ("помощь", "справка", "команды", *lost_in("ru")),
    }
    purpose = msgid("this page")
    shows = ("help",)
    title = msgid("how to play by email")


class Status(ViewCommand):
    names = {"en": ("status", "ping", "score"), "ru": ("статус", "состояние", "пинг", "счет")}
    purpose = msgid("whom we are waiting for, until when, and what is on file")
    title = msgid("how things stand")

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        return CommandReply(
            sections=(on_file(act.table, act.seat, act.language, act.zone), *diary.newest(act)),
            shows=("status", "position"),
            title=act.language.gettext(self.title),
        )


class Details(ViewCommand):
    scope = Scope.ONCE
    names = {"en": ("details", "in detail"), "ru": ("подробно", "подробности", "детали")}
    purpose = msgid("everything about the position: all tables, all spaces, all that you hold")
    shows = ("details", "position")
    title = msgid("the position in detail")


class ListOptions(ViewCommand):
    scope = Scope.ONCE
    names = {"en": ("list", "options", "all options"), "ru": ("список", "варианты", "все варианты")}
    usage = msgid("[words of an order]")
    purpose = msgid("all answers to your question, with their prices; or those that begin with these words")
    shows = (LIST,)
    title = msgid("all options")
    listed_for = PLAYING

    def takes(self, rest: str) -> bool:
        return not rest or _ANSWERS.fullmatch(rest) is not None

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        """Show the options; a long list comes in chapters, unless the whole of it is asked for."""
        wanted = " ".join(boards.named(rest))
        if not wanted:
            return super().obey(act, rest)
        if wanted in _EVERYTHING:
            return CommandReply(shows=(WHOLE,), title=act.language.gettext(self.title))
        return CommandReply(shows=(f"{LIST} {wanted}",), title=act.language.gettext("options: %(words)s", words=rest))


class AskOptions(ViewCommand):
    scope = Scope.ONCE
    names = {
        "en": ("what can i do", "what can i do now", "what may i do", "what are my options"),
        "ru": ("что я могу", "что я могу сделать", "что я могу сейчас сделать", "что мне можно сделать"),
    }
    purpose = ListOptions.purpose
    shows = (LIST,)
    title = ListOptions.title
    listed_for = None


class Wars(ViewCommand):
    names = {
        "en": ("who is at war with whom", "who is at war with who", "who is at war", "who fights whom"),
        "ru": ("кто с кем воюет", "кто с кем в войне", "кто воюет", "кто с кем сражается"),
    }
    purpose = msgid("how things stand: what the board shows, wars and alliances among it")
    shows = ("status", STATE)
    title = Status.title
    listed_for = None


class Archive(ViewCommand):
    scope = Scope.ONCE
    names = {"en": ("archive", "replay"), "ru": ("архив", "запись партии")}
    usage = msgid("[turn]")
    purpose = msgid("the whole match so far, or a turn of it, as a page to step through, attached")
    title = msgid("the match so far")

    def takes(self, rest: str) -> bool:
        return not rest or _TURN.fullmatch(rest) is not None

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        words, wanted = act.language, _TURN.fullmatch(rest)
        turn, now = int(wanted[1] or wanted[2]) if wanted else 0, act.table.turn[0] + 1
        title = words.gettext("turn %(turn)s, step by step", turn=turn) if wanted else words.gettext(self.title)
        if act.table.sequence == 0:
            return act.says(title, words.gettext("Nothing yet."), title=title)
        if wanted and not 1 <= turn <= now:
            return act.says(title, words.gettext("The match is in turn %(turn)s.", turn=now), title=title)
        shown = f"{ARCHIVE_OF_TURN}{turn}" if wanted else ARCHIVE
        told = words.gettext("The page is attached: replay.html. It opens without a network, on a phone too.")
        return CommandReply(sections=(Section(paragraphs=(told,)),), shows=(shown,), title=title)


class Resend(ViewCommand):
    scope = Scope.ONCE
    names = {"en": ("resend", "report"), "ru": ("повтор", "повторить", "отчет", "еще раз")}
    purpose = msgid("the last report once more")

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        """Send the last report again, unchanged, to the author; if there is none, show the present state."""
        last = outbound.newest_of_kind(act.session, [seat.id for seat in act.meant()], queue.REPORT)
        row = None if last is None else outbound.by_message_id(act.session, last.message_id)
        if row is None or row.sequence is None:
            return CommandReply(shows=("status", "position"), title=act.language.gettext("how things stand"))
        to = act.mail.sender.address if act.mail.sender else row.recipient
        queue.send_again(act.work, act.seat, row, to, in_reply_to=act.mail.message_id)
        return CommandReply(shows=("sent",))


class OnFile(ViewCommand):
    names = {
        "en": ("orders", "my orders", "on file"),
        "ru": ("приказы", "мои приказы", "мои ходы"),
    }
    purpose = msgid("what of yours is on file: a sealed answer, waiting lines, a draft")
    listed_for = PLAYING

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        there = on_file(act.table, act.seat, act.language, act.zone)
        return CommandReply(sections=(there, *diary.newest(act)), title=act.language.gettext("what is on file"))


class History(ViewCommand):
    scope = Scope.ONCE
    names = {"en": ("history", "log"), "ru": ("история", "журнал")}
    usage = msgid("[number]")
    purpose = msgid("what happened: the last entries, or those from a log number on")

    def takes(self, rest: str) -> bool:
        return not rest or rest.isdigit()

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        """Answer with what the seat was told when it happened, and no more."""
        last, known = act.table.head.sequence, _numbers(act)
        if act.table.match.log:
            last = act.table.match.position.n
        first = min(known.in_log(int(rest)), last) if rest and len(rest) < 9 else max(1, last - MOST_ENTRIES + 1)
        groups = news_of(act, max(1, first), first + MOST_ENTRIES - 1)
        title = act.language.gettext("what happened")
        if not groups:
            return act.says(title, act.language.gettext("Nothing yet."), title=title)
        return CommandReply(sections=(*groups, *_matches_before(act)), title=title)


class Acts(ViewCommand):
    scope = Scope.ONCE
    names = {
        "en": ("history acts", "moderator acts"),
        "ru": ("история действий", "действия ведущего", "история ведущего"),
    }
    purpose = msgid("what the moderators did: when, who, why")

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        """Answer with what the seat may know, and no more."""
        words, own = act.language, [seat.name for seat in act.meant() if seat.kind is SeatKind.PLAYER]
        done = acts.acts_known_to(act.table, own)
        title = words.gettext(HEADING)
        section = Speaker(words, act.seat_called, act.zone).section(done[-MOST_ENTRIES:])
        if section is None:
            return act.says(title, words.gettext("Nothing yet."), title=title)
        if left := len(done) - MOST_ENTRIES if len(done) > MOST_ENTRIES else 0:
            told = words.ngettext(
                "%(n)s earlier act stands on the page that the word “%(word)s” brings.",
                "%(n)s earlier acts stand on the page that the word “%(word)s” brings.",
                left,
                word=Archive().name(words),
            )
            section = msgspec.structs.replace(section, paragraphs=(told,))
        return CommandReply(sections=(section, *_matches_before(act)), title=title[:1].lower() + title[1:])


def _matches_before(act: CommandContext) -> tuple[Section, ...]:
    """Say where the history of the earlier matches of a series is had."""
    if (act.table.campaign.series_position or 1) == 1:
        return ()
    told = act.language.gettext(
        "This is match %(number)s of a series. What happened in an earlier one is told by the same word "
        "in an answer to one of its emails.",
        number=act.table.campaign.series_position or 1,
    )
    return (Section(paragraphs=(told,)),)


class Rules(ViewCommand):
    names = {"en": ("rules", "rule"), "ru": ("правила", "правило")}
    usage = msgid("number or words")
    purpose = msgid("what a rule says in short, and whether you are asked by it now; what is printed on a card")

    def takes(self, rest: str) -> bool:
        return not rest or bool(_RULE.fullmatch(rest) or _WORDS.fullmatch(rest))

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        if not rest:
            title = act.language.gettext("Rules")
            return act.says(title, *_how_to_ask(act), title=title)
        number = _number(act, rest)
        heading = act.language.gettext("Rule %(number)s", number=number or f"“{rest}”")
        told = _about_rule(act, number) if number else _rules_with(act, rest)
        return act.says(heading, *told, title=heading)


def _number(act: CommandContext, rest: str) -> str:
    """Return the number of a rule, as the game's book prints it if it is there; empty for words."""
    game, found = act.table.match.game, _RULE.fullmatch(rest)
    typed: str = found[1] if found is not None else ""
    printed: str = game.part("rules").number(typed or rest) if "rules" in game.parts else ""
    return printed or typed


def _rules_with(act: CommandContext, words: str) -> tuple[str, ...]:
    """Return what is printed on what the words name, else the rules that they are about, if the game has texts."""
    game = act.table.match.game
    if told := printed_on(act.table.match, act.seat.name, words, act.language):
        return told
    return tuple(game.part("rules").about(words, act.language)) if "rules" in game.parts else _about_rule(act, words)


def _how_to_ask(act: CommandContext) -> tuple[str, ...]:
    """Say what the command does when something follows it, and show the rules by which the seat is asked now."""
    asked = {
        decision.rule: None
        for decision in act.table.match.decisions()
        if act.seat.name in decision.seats and decision.rule
    }
    told = [
        act.language.gettext(
            "Write a number behind it, “rules %(number)s”, for what that rule says in short, or a word of the game for "
            "the rules that speak of it.",
            number=next(iter(asked), "5.5"),
        )
    ]
    return (*told, *(line for rule in asked for line in _about_rule(act, rule)))


def _about_rule(act: CommandContext, number: str) -> tuple[str, ...]:
    """Return the game's own short text of a rule, if it has one, and the question that is asked by this rule."""
    language, match = act.language, act.table.match
    told: list[str] = []
    if "rules" in match.game.parts:
        told += match.game.part("rules").tell(number, language)
    speaks = match.game.part("report")
    for decision in match.decisions():
        above = number.removesuffix(".0")
        by_rule = decision.rule.startswith(above) and not decision.rule[len(above) :][:1].isdecimal()
        if by_rule and act.seat.name in decision.seats:
            title = speaks.title(decision, match.view(), language)
            told.append(language.gettext("You are asked by this rule now: %(title)s.", title=title))
    if not told:
        told.append(
            language.gettext(
                "This service keeps no text of the rulebook: please look the rule up there. Refusals and options "
                "in our emails name the rules by the same numbers."
            )
        )
    return tuple(told)


def on_file(table: CampaignContext, seat: SeatAtTable, language: Language, zone: str) -> Section:
    """Return what a seat has on file, which is only ever shown to the seat itself, and to who sees everything."""
    heading = language.gettext("On file for you")
    if seat.kind is not SeatKind.PLAYER:
        return Section(heading=heading, paragraphs=(language.gettext("Nothing: you give no orders here."),))
    items: list[Item] = []
    book, pending = offers.words_at(table.match), table.pending
    sealed = table.match.sealed.get(seat.name)
    at_table = language.gettext("it counts, and waits for a draw that is made at the table")
    written = written_orders.listed(table, seat, language)
    if written is not None:
        items += written.items
    elif sealed is not None:
        note = language.gettext("a secret answer; you may still change it") if pending is None else at_table
        items.append(Item(name=book.say(sealed, language.code), text=note))
    if pending is not None and pending.awaited.by == seat.name:
        actions = [msgspec.convert(action, table.match.game.action_type) for action in pending.awaited.actions]
        items += [Item(name=book.say(action, language.code), text=at_table) for action in actions]
    filed = held_by(table, seat).filed(language)
    items += [Item(name=line.text, text=line.waits(language, zone, table.now)) for line in filed]
    nothing = () if items else (language.gettext("Nothing."),)
    told = nothing if written is None else written.paragraphs
    return Section(heading=heading, paragraphs=told, items=tuple(items))


def news_of(act: CommandContext, first: int, last: int) -> tuple[Section, ...]:
    """Return the entries from one log number to another, as the seat was told of them."""
    head, language = act.table.head, act.language
    player = tuple(seat.name for seat in act.meant() if seat.kind is SeatKind.PLAYER)
    log = head.game, head.match_id, head.revision
    told: Sequence[Any] = told_between(act.session, *log, first - 1, last)
    before: Sequence[Any] = told_between(act.session, *log, max(0, first - 1 - CONTEXT), first - 1)
    groups = act.table.match.game.part("report").news(told, player, language, before)
    sections, known = [], _numbers(act)
    for group in groups:
        lines = tuple(
            (f"{n}. " if line.log and (n := known.public(line.log)) else "")
            + line.told
            + (f" ({line.note})" if line.note else "")
            for line in group.lines
        )
        sections.append(Section(heading=group.heading or language.gettext("What happened"), paragraphs=lines))
    return tuple(sections)


def _numbers(act: CommandContext) -> Ledger:
    """Return the log numbers as the author knows them; a moderator, who corrects by them, uses those of the log."""
    return NOTHING if act.seat.moderates else act.table.ledger


COMMANDS: tuple[Command, ...] = (
    Help(),
    Status(),
    OnFile(),
    ListOptions(),
    AskOptions(),
    Wars(),
    *boards.COMMANDS,
    Details(),
    History(),
    Acts(),
    Archive(),
    Resend(),
    Rules(),
)
