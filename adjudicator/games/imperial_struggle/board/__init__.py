"""The board of Imperial Struggle as a picture: what a seat may see → scene → SVG, PNG, alternative text."""

from .drawing import board, sketch

__all__ = ["board", "sketch"]
