"""The demonstration: a campaign played by real mails between programs, on servers that need no installation."""
