"""The caller: decides what a person with one task says next on the telephone."""

from voicebench.caller.moves import HangUp, Heard, Move, Reason, Say, Wait
from voicebench.caller.scripted import ScriptedCaller

__all__ = ["HangUp", "Heard", "Move", "Reason", "Say", "ScriptedCaller", "Wait"]
