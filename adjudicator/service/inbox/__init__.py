"""The inbox: a mail that has arrived, from the disk to its settlement."""
