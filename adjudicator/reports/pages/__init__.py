"""Pages that are no mails: of an archive, of a position, for spectators."""
