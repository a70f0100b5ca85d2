"""The commands that people write into a mail, one module a subject."""
