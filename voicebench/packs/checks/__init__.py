"""The checks of a pack, one small function each; ``voicebench.packs.check`` holds the table of them."""

__all__: list[str] = []
