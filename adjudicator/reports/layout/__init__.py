"""From the model of a mail to what is sent: order and length, text and page, calendar, the copy for programs."""
