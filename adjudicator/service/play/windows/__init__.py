"""What a deadline, or the minutes before orders are carried out, leave of what is on file."""
