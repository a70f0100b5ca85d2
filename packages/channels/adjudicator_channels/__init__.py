"""Channels beside the mails: notices to programs, queued with the change, signed, and never a secret in them.

Optional: the service finds it by its entry points, and nothing imports it. No mail waits for a notice, and nobody
needs one in order to play. Its tables are the store's, which dumps, prunes and erases whole campaigns.

queueing       a notice is queued in the transaction that caused it
wording        what a notice may say: public facts alone, or to a seat that it is asked; and how it is written
places         where one may go: the address that a name stands for is looked at before anybody connects to it
webhooks       how it is signed and handed over
chats          how it is said in a chat, by `chat_program`
own            what people ask for by mail, for their own seat, with `mail_commands`
desk           what is done and listed at the desk, by `desk_commands`
delivery       what becomes of it: tried again, given up, told; `sending` in a thread of its own
"""

AT_THE_DESK = {
    "notices": ("Manage webhooks and chat notifications.", "adjudicator_channels.desk_commands"),
}
