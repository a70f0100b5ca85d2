"""Make pages for spectators on the web: a page a turn, a list of campaigns, a feed."""

from adjudicator_public_pages.public_page.html import Entry, WatchedCampaign, feed, index, page

__all__ = ["Entry", "WatchedCampaign", "feed", "index", "page"]
