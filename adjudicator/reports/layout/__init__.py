"""From the model of a mail to its text and its page: order, length, columns, both renderings."""
