"""The caller: decides what a person with one task says next on the telephone."""

from voicebench.caller.check import caller_faults
from voicebench.caller.llm import LlmCaller, Message
from voicebench.caller.moves import Caller, HangUp, Heard, Move, Reason, Say, Wait
from voicebench.caller.scripted import ScriptedCaller

__all__ = [
    "Caller",
    "HangUp",
    "Heard",
    "LlmCaller",
    "Message",
    "Move",
    "Reason",
    "Say",
    "ScriptedCaller",
    "Wait",
    "caller_faults",
]
