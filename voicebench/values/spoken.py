"""Values and prose as words that a voice reads rightly.

The voices misread digits, signs and abbreviations, each in its own way, so nothing but words reaches them.
"""

from voicebench.values.prose import speakable
from voicebench.values.saying import say_in_groups, say_value, spell

__all__ = ["say_in_groups", "say_value", "speakable", "spell"]
