"""Keep what is on file for a seat and not carried out: drafts, waiting lines, plans, and mails whose time will come."""
