"""The board of Here I Stand as a picture: what a seat may see → scene → SVG, PNG, alternative text."""

from .drawing import board

__all__ = ["board"]
