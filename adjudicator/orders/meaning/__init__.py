"""Understand prose that people write instead of order lines: clauses, what they are about, and how sure that is."""
