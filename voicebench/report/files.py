"""A run as files that other programs read: JUnit XML for a CI, CSV for a spreadsheet."""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from voicebench.report.kept import KeptRun
from voicebench.report.rows import GATES, CallSummary, call_figures, outcomes

__all__ = ["calls_csv", "junit_xml"]

_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 cannot hold, not even written as a number (section 2.2)."""
_COLUMNS = (
    *("task", "trial", "seed", "stack", "line", "outcome", "fault", "tools", "handoffs", "database"),
    *("record_sha256", "call_s", "wall_s", "voice_to_voice_p50_ms", "voice_to_voice_p95_ms", "ttft_p50_ms"),
    *("wer", "misheard", "input_tokens", "cached_tokens", "output_tokens", "reasoning_tokens", "cost_usd"),
    *("timing_fault", "reason"),
)


def calls_csv(calls: Sequence[CallSummary]) -> str:
    """Return one row a call under a row of names; no data is an empty cell.

    Args:
        calls: In order.
    """
    file = io.StringIO(newline="")
    writer = csv.DictWriter(file, _COLUMNS, extrasaction="ignore")
    writer.writeheader()
    for call in calls:
        figures = call_figures(call)
        waits = {f"{wait}_{p}_ms": ms for wait in ("voice_to_voice", "ttft") for p, ms in figures[f"{wait}_ms"].items()}
        cost = {"cost_usd": figures["cost"] and figures["cost"]["usd"]}
        writer.writerow({**figures, **figures["gates"], **waits, **figures["usage"], **cost})
    return file.getvalue()


def junit_xml(name: str, runs: Sequence[KeptRun]) -> str:
    """Return runs as JUnit XML: a suite a pack of each run, a test case a call.

    A failed call is a failure. An errored, unscored or missing one is an error: were it skipped, a CI would let it
    through.

    Args:
        name: Folder of the run, or of the grid of runs.
        runs: Its runs.
    """
    calls = [call for run in runs for call in run.calls]
    root = Element("testsuites", {"name": _xml(name), **_counts(calls, sum(len(run.missing) for run in runs))})
    for run in runs:
        root.extend(_suites(run, f"{run.name.removeprefix(name)}/".lstrip("/")))
    indent(root)
    return tostring(root, encoding="unicode", xml_declaration=False) + "\n"


def _suites(run: KeptRun, prefix: str) -> Iterator[Element]:
    for pack in dict.fromkeys(_pack(task) for task in (*(call.task for call in run.calls), *dict(run.missing))):
        some = [call for call in run.calls if _pack(call.task) == pack]
        missing = [(task, trial) for task, trial in run.missing if _pack(task) == pack]
        suite = Element("testsuite", {"name": _xml(prefix + pack), **_counts(some, len(missing))})
        suite.extend(_case(call) for call in some)
        suite.extend(_missing_case(task, trial, str(run.lack)) for task, trial in missing)
        yield suite


def _pack(task: str) -> str:
    return task.partition("/")[0]


def _missing_case(task: str, trial: int, why: str) -> Element:
    pack, _, name = task.partition("/")
    case = Element("testcase", classname=_xml(pack), name=_xml(f"{name}#{trial}"), time="0.000")
    SubElement(case, "error", type="missing", message=_xml(why))
    return case


def _counts(calls: Sequence[CallSummary], missing: int) -> dict[str, str]:
    counts = outcomes(calls)
    return {
        "tests": str(len(calls) + missing),
        "failures": str(counts["failed"]),
        "errors": str(counts["errored"] + counts["unscored"] + missing),
        "time": f"{sum(call.wall_s or 0.0 for call in calls):.3f}",
    }


def _case(call: CallSummary) -> Element:
    pack, _, task = call.task.partition("/")
    name = _xml(f"{task}#{call.trial}")
    case = Element("testcase", classname=_xml(pack), name=name, time=f"{call.wall_s or 0.0:.3f}")
    properties = SubElement(case, "properties")
    for name, value in _facts(call):
        SubElement(properties, "property", name=name, value=_xml(value))
    if call.outcome != "passed":
        kind = "failure" if call.outcome == "failed" else "error"
        reason = _xml(call.reason or "no reason was given")
        SubElement(case, kind, type=call.outcome, message=reason).text = f"{reason}\nrecord: {_xml(call.folder or '-')}"
    return case


def _facts(call: CallSummary) -> Iterator[tuple[str, str]]:
    yield from (("stack", call.stack), ("line", call.line), ("seed", str(call.seed)))
    yield "record_sha256", call.record_sha256
    yield from ((gate, call.gates[gate]) for gate in GATES)
    if call.voice_to_voice_ms:
        yield "voice_to_voice_p95_ms", f"{call.voice_to_voice_ms.p95}"


def _xml(text: str) -> str:
    return _NO_XML.sub(lambda found: repr(found[0])[1:-1], text)
