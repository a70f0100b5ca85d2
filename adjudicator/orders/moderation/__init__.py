"""Typed corrections of a position."""
