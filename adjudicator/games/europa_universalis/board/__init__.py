"""The board of Europa Universalis as a picture: what a seat may see → scene → SVG, PNG, alternative text."""

from .drawing import board

__all__ = ["board"]


def __getattr__(name: str) -> object:
    """`BOARD`, the part of the game, is made when somebody asks for it."""
    if name == "BOARD":
        return board()
    raise AttributeError(name)
