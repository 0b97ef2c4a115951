"""What the agent heard wrong in a call, and which arguments of tools that spoiled."""

from collections.abc import Mapping, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from voicebench.report.words import cell, grid, ratio, words
from voicebench.task import Json
from voicebench.units import NS_PER_S

__all__ = ["heard_view"]


def heard_view(heard: Mapping[str, Json] | None) -> RenderableType:
    """Return the utterances with word errors, the values that were misheard, and what came of those.

    Args:
        heard: What ``heard.json`` holds; None where nothing was transcribed.
    """
    if heard is None:
        return words("no data")
    parts: list[RenderableType] = [_utterances(heard["utterances"])]
    parts += [_value(one) for one in heard["misheard"]] or [words("Every value that was said was heard right.")]
    parts += [_spoiled(one) for one in heard["spoiled"]]
    return Group(*parts)


def _utterances(rows: Sequence[Mapping[str, Json]]) -> RenderableType:
    table = grid(">at s", ">WER", "spoken", "heard")
    for row in rows:
        if row["wer"]:
            heard = words(row["heard"] or "(nothing)", "dim")
            table.add_row(_at(row), ratio(row["wer"]), words(row.get("spoken", row["meant"])), heard)
    return table


def _value(row: Mapping[str, Json]) -> RenderableType:
    return Text.assemble(_at(row), " s: ", words(row["name"], "bold"), " ", cell(row["value"]), " was heard wrong")


def _spoiled(row: Mapping[str, Json]) -> RenderableType:
    sent = Text(", ").join(map(cell, row["sent"])) if row["sent"] else Text("never sent")
    what = words(f"{row['tool']}({row['argument']}=)", "magenta")
    source = Text.assemble("from the words at ", _at(row["error"]), " s: ", words(row["error"]["heard"], "dim"))
    return Text.assemble(what, " expected ", cell(row["expected"]), ", sent ", sent, ", ", source)


def _at(row: Mapping[str, Json]) -> Text:
    return Text(f"{row['at_ns'] / NS_PER_S:.1f}", "dim")
