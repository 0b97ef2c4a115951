"""The command ``voicebench``."""

import re
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Annotated, Any

import typer

import voicebench
from voicebench.cli import calibrate, compare, doctor, grade, hear, line, pack, packs, report, run, stacks
from voicebench.cli.screen import BAD_INPUT, BROKEN, INTERRUPTED, Interrupted, complain
from voicebench.cli.signals import interruptible
from voicebench.complaints import did_you_mean
from voicebench.errors import ConfigError, GradeError, RecordError, VoicebenchError

__all__ = ["main"]

# The class is public by this descendant alone: Typer carries the package that defines it inside.
_UsageError: Any = typer.BadParameter.__mro__[1]

_NO_CHOICE = re.compile(r"'([^']*)' is not one of (.*)")

_app = typer.Typer(
    name="voicebench",
    help="Put a phone agent on a simulated phone call: did it do its job, how long did the caller wait, what did the "
    "bad line cost.",
    epilog="Example: voicebench run",
    add_completion=False,
    rich_markup_mode=None,
)
_pack = typer.Typer(help="Work on packs.", epilog=pack.CHECK_EXAMPLE, rich_markup_mode=None)
_app.command(epilog=run.EXAMPLE)(run.run)
_app.command(epilog=grade.EXAMPLE)(grade.grade)
_app.command(epilog=report.EXAMPLE)(report.report)
_app.command(epilog=compare.EXAMPLE)(compare.compare)
_app.command(epilog=hear.EXAMPLE)(hear.hear)
_app.command(epilog=line.EXAMPLE)(line.line)
_app.command(epilog=packs.EXAMPLE)(packs.packs)
_app.command(epilog=stacks.EXAMPLE)(stacks.stacks)
_app.command(epilog=calibrate.EXAMPLE)(calibrate.calibrate)
_app.command(epilog=doctor.EXAMPLE)(doctor.doctor)
_app.add_typer(_pack, name="pack")
_pack.command(epilog=pack.CHECK_EXAMPLE)(pack.check)
_pack.command(epilog=pack.ATTACK_EXAMPLE)(pack.attack)
_pack.command(epilog=pack.NEW_EXAMPLE)(pack.new)


@_pack.callback(invoke_without_command=True)
def _bare_pack(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@_app.callback(invoke_without_command=True)
def _bare(
    context: typer.Context,
    *,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    if version:
        typer.echo(f"voicebench {voicebench.__version__}")
    elif context.invoked_subcommand is None:
        typer.echo(context.get_help())


def _usage(message: str) -> str:
    """Return Typer's complaint in plain words, with what was meant where a choice is misspelled."""
    message = message.replace("Value error, ", "")
    if found := _NO_CHOICE.search(message):
        message = message.rstrip(".") + did_you_mean(found[1], re.findall(r"'([^']*)'", found[2]))
    return message


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command.

    Args:
        arguments: What follows the command's name; the process's own when None.

    Returns:
        The exit code.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    with interruptible():
        return _run(arguments)


def _run(arguments: Sequence[str] | None) -> int:
    try:
        code = int(_app(args=arguments, prog_name="voicebench", standalone_mode=False) or 0)
    except _UsageError as error:
        complain(f"{_usage(error.format_message())} (see --help)")
        return BAD_INPUT
    except (ConfigError, GradeError, RecordError) as error:
        complain(str(error))
        return BAD_INPUT
    except VoicebenchError as error:
        complain(str(error))
        return INTERRUPTED if isinstance(error, Interrupted) else BROKEN
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    if code == INTERRUPTED:  # Typer may have made a number of the exception
        complain("interrupted")
    return code
