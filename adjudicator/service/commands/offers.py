"""`offers`: what lies on the table of the seat, and of everybody."""

from adjudicator.language import msgid
from adjudicator.service.commands.command import PLAYING, Command, ViewCommand


class Offers(ViewCommand):
    names = {"en": ("offers", "my offers", "agreements"), "ru": ("предложения", "мои предложения", "соглашения")}
    purpose = msgid("the offers that lie before you and others, and who has signed them")
    listed_for = PLAYING
    shows = ("offers",)
    title = msgid("offers on the table")


COMMANDS: tuple[Command, ...] = (Offers(),)
