"""What the first mail of a match says of its tournament and of the ratings."""

from adjudicator.language import msgid
from adjudicator.service.campaign.settings import settings_of
from adjudicator.service.commands.registry import BY_ID
from adjudicator.service.words.reader import Reader
from adjudicator.store import tournaments


def introduction(reader: Reader) -> tuple[str, ...]:
    """Return the paragraphs for whoever reads the first mail; none where the match belongs to neither."""
    return (*_tournament(reader), *_rated(reader))


def _tournament(reader: Reader) -> tuple[str, ...]:
    """Return at which table of which tournament this is, and who is told.

    They are told how it stands.
    """
    found = tournaments.of_campaign(reader.session, reader.campaign.id)
    if found is None:
        return ()
    (tournament, table), words = found, reader.language
    told = msgid(
        "This is table %(table)s of round %(round)s of the tournament “%(title)s”; who sits where was drawn. All who "
        "play in it are told by “%(look)s” how it stands, with their names."
    )
    look = BY_ID["tournament"].name(words)
    return (words.gettext(told, table=table.number, round=table.round, title=tournament.title, look=look),)


def _rated(reader: Reader) -> tuple[str, ...]:
    """Say that the end counts for the ratings, if it does, and how to be left out of them."""
    if not settings_of(reader.campaign).rated:
        return ()
    words = reader.language
    told = msgid("This match is rated. Send “%(look)s” to see the ratings, “%(off)s” to hide yours.")
    look = BY_ID["ratings"].name(words)
    return (words.gettext(told, look=look, off=f"{look} {words.typed(en='off', ru='нет')}"),)
