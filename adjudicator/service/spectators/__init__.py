"""Public pages: what spectators may know of campaigns that agreed to be watched, as files for any web server."""
