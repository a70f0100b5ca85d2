"""The rules about time in words, by the names that stand in a campaign's file."""

from collections.abc import Callable, Mapping

from adjudicator.kernel.match import Match
from adjudicator.language import Language
from adjudicator.service.play import standing_lines
from adjudicator.service.timing.policy import ANY_KIND, ASK, TimingPolicy


def changes(language: Language, rules: Mapping[str, tuple[str, str]], called: Callable[[str], str]) -> str:
    """Describe changed rules, each with its old and new value: `the hours for an answer: 72 → 48; …`.

    `called` names a kind of question to its reader.
    """
    return "; ".join(
        f"{_named(language, name, called)}: {_value(language, name, was)} → {_value(language, name, now)}"
        for name, (was, now) in rules.items()
    )


def reactions(language: Language, policy: TimingPolicy, match: Match) -> tuple[str, ...]:
    """Return what is agreed about questions in another seat's turn; empty if every one is simply asked."""
    return _agreed(language, _reactions(language, policy, match))


def own_rules(language: Language, policy: TimingPolicy, match: Match) -> tuple[str, ...]:
    """Return what players must know beforehand: questions with their own hours, results of many missed deadlines.

    Empty if nothing of the kind is agreed.
    """
    rules: dict[str, object] = {f"hours.{kind}": hours for kind, hours in policy.hours.items()}
    rules |= {"holidays": ", ".join(policy.holidays)}
    if policy.bank.hours:
        rules |= {"bank.hours": policy.bank.hours, "bank.increment": policy.bank.increment}
        rules |= {"bank.nights": policy.bank.nights}
    rules |= {"chain.replace_after": policy.chain.replace_after, "chain.vote_after": policy.chain.vote_after}
    called = called_in(match, language)
    return _agreed(language, [f"{_named(language, name, called)}: {value}" for name, value in rules.items() if value])


def _agreed(language: Language, told: list[str]) -> tuple[str, ...]:
    return (language.gettext("Agreed for this campaign: %(rules)s.", rules="; ".join(told)),) if told else ()


def _reactions(language: Language, policy: TimingPolicy, match: Match) -> list[str]:
    agreed = {
        decision.kind: policy.wait_for_reactions.get(decision.kind) or policy.wait_for_reactions.get(ANY_KIND)
        for decision in match.game.interrupting_decisions
    }
    return [
        f"{_named(language, f'wait_for_reactions.{kind}', called_in(match, language))}: {_value(language, kind, how)}"
        for kind, how in agreed.items()
        if how and how != ASK
    ]


def called_in(match: Match, language: Language) -> Callable[[str], str]:
    """Return how players of a match call its kinds of questions."""
    return lambda kind: standing_lines.kind_name(match, kind, language.code)


def _named(language: Language, name: str, called: Callable[[str], str]) -> str:
    outer, _, kind = name.partition(".")
    if outer == "wait_for_reactions":
        return language.gettext("answers to “%(kind)s”", kind=called(kind))
    if outer == "hours":
        return language.gettext("hours for an answer to “%(kind)s”", kind=called(kind))
    return {
        "deadline_hours": language.gettext("hours for an answer"),
        "weekdays": language.gettext("days of the week for deadlines"),
        "earliest": language.gettext("deadlines not before"),
        "latest": language.gettext("deadlines not after"),
        "holidays": language.gettext("no deadlines on holidays of"),
        "count_days_off": language.gettext("other days count too"),
        "grace_minutes": language.gettext("minutes of grace"),
        "reminder_hours": language.gettext("reminders, hours before the deadline"),
        "absence_days": language.gettext("days of absence in a year"),
        "min_hours_after_absence": language.gettext("hours left at least after an absence"),
        "adjudication": language.gettext("when all answers are in"),
        "window_minutes": language.gettext("minutes to change one's mind"),
        "change_minutes": language.gettext("minutes in which legal orders of one's own turn can be changed"),
        "news_minutes": language.gettext("minutes in which news are gathered"),
        "habit_hours": language.gettext("hours by which a deadline moves to the end of a player's usual hours"),
        "missed_deadline": language.gettext("after a missed deadline"),
        "drafts_at_deadline": language.gettext("at a missed deadline, of a draft count"),
        "wait.hours": language.gettext("hours that a seat may ask for"),
        "wait.per_question": language.gettext("how often for one question"),
        "wait.per_campaign": language.gettext("how often for one seat"),
        "chain.replace_after": language.gettext("another player is sought after so many missed deadlines in a row"),
        "chain.vote_after": language.gettext("the others vote about it after so many missed deadlines in a row"),
        "bank.hours": language.gettext("bank of hours for each seat"),
        "bank.increment": language.gettext("hours that each question adds to the bank"),
        "bank.nights": language.gettext("nights that cost no hours, in each player's zone"),
        "short_fuse.after": language.gettext("less time after so many missed deadlines in a row"),
        "short_fuse.hours": language.gettext("hours for an answer then"),
    }.get(name, name)


def _value(language: Language, name: str, value: str) -> str:
    plain = value.strip("[]").replace(",", ", ").replace('"', "")
    if plain.startswith("delay "):
        return language.gettext("all come out after %(hours)s h, whoever answers", hours=plain[6:-1])
    if name == "weekdays":
        return ", ".join(language.weekday(int(day) - 1) for day in plain.split(", "))
    return {
        "": language.gettext("not set"),
        "null": language.gettext("no limit"),
        "true": language.gettext("yes"),
        "false": language.gettext("no"),
        "at_once": language.gettext("carried out at once"),
        "window": language.gettext("carried out after some minutes"),
        "deadline": language.gettext("carried out at the deadline"),
        "default": language.gettext("the default of the rules"),
        "standing": language.gettext("standing orders"),
        "moderator": language.gettext("the moderator decides"),
        "ask": language.gettext("everybody is asked"),
        "standing only": language.gettext("nobody is asked, only standing orders answer"),
        "nothing": language.gettext("nothing"),
        "right_lines": language.gettext("the lines without a mistake"),
        "replacement": language.gettext("the standby player takes the seat"),
    }.get(plain, plain)
