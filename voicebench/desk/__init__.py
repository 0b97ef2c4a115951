"""The front desk under test: roles, handoffs, tool calls and the call's own database."""

from voicebench.desk.dispatch import BAD_ARGUMENTS, NOT_THIS_ROLE, UNKNOWN_TOOL, Desk

__all__ = ["BAD_ARGUMENTS", "NOT_THIS_ROLE", "UNKNOWN_TOOL", "Desk"]
