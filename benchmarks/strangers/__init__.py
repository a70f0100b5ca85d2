"""Measure how strangers write their orders, and what comes of it: `python -m benchmarks.strangers`."""
