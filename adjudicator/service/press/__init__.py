"""Press: letters between seats, to the observers and to the moderator; signed, anonymous, or signed for some.

addressing   who is meant by the first line of a letter
times        when it is to arrive
content      what is stored of a letter, and who may know who wrote it
sending      judging, storing and delivering one
showing      how a letter looks in mails
"""
