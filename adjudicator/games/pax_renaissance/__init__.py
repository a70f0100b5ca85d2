"""Pax Renaissance, second edition: banks, empires, cards and fairs."""
