"""Public pages: what spectators may know of campaigns that agreed to be watched, as files for any web server.

Optional: the service finds it by its entry point, and nothing imports it. What a campaign agrees on, and where the
pages lie, are settings of the service.
"""
