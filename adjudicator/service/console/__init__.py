"""What is asked at the command line: everything of the installation, through the eyes of whoever sits there."""
