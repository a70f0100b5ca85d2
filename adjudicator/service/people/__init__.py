"""People: who takes part, who holds which seat, and where mails reach them."""
