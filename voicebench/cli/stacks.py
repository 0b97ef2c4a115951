"""``voicebench stacks``: what can be put under test."""

from typing import Annotated

import typer

from voicebench.cli.screen import PASSED, show
from voicebench.report.words import grid, words
from voicebench.stack import EngineSpec, LlmSpec, load_stack, stack_file, stack_names

__all__ = ["EXAMPLE", "stacks"]

EXAMPLE = "Example: voicebench stacks openai"


def stacks(
    name: Annotated[str | None, typer.Argument(help="Print the file of this one.")] = None,
) -> int:
    """List the stacks that ship with voicebench, or print one. A copy is where your own begins."""
    if name is not None:
        load_stack(name)
        typer.echo(stack_file(name).read_text(encoding="utf-8"), nl=False)
        return PASSED
    table = grid("!stack", "STT", "LLM", "TTS", "what it is")
    for stack in map(load_stack, stack_names()):
        llm = f"{stack.llm.engine}:{stack.llm.control}" if stack.llm.control else _engine(stack.llm)
        row = (_engine(stack.stt), llm, _engine(stack.tts), stack.title)
        table.add_row(words(stack.name, "bold"), *map(words, row))
    show(table)
    return PASSED


def _engine(part: EngineSpec | LlmSpec) -> str:
    service = part.as_service
    return part.engine if service is None else service.path.partition(":")[2]
