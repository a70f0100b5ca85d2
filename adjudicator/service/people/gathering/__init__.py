"""A campaign that gathers its people by mail, before its match begins; and people who come to watch one.

plan       what the campaign will begin with; codes that open it
joining    taking a seat or a chair, leaving it, the beginning
request    the line `join CODE …`, and what a mail tells of its writer
newcomers  a request from an address that nothing proves: it is asked first
lobby      who is there, and mails to them
"""
