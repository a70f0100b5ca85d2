"""Figures of all seats over time: curves and races."""
