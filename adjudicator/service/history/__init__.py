"""The history of a campaign for one pair of eyes: gathered from the store, kept in archives, told in a language."""

from adjudicator.service.campaign.viewpoint import Viewpoint
from adjudicator.service.history.gather import gather, turn_began
from adjudicator.service.history.record import Record
from adjudicator.service.history.tell import tell

__all__ = ["Record", "Viewpoint", "gather", "tell", "turn_began"]
