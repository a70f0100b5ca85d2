"""Measure how well orders are read that people write in their own words: `python -m benchmarks.order_reading`."""
