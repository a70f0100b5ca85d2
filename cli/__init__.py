"""The command line: Typer commands, a module a group."""
