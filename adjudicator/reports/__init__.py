"""Reports: one typed model of a mail, rendered as plain text and as HTML."""
