"""Answer the command line: everything of the installation, through the eyes of whoever sits there."""
