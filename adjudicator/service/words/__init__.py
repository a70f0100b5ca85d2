"""Words: from what a queued mail is to say to the report that its reader gets."""
