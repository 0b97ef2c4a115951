import csv
import io
from collections.abc import Callable
from xml.etree import ElementTree as ET

from voicebench.report.files import calls_csv, junit_xml
from voicebench.report.kept import KeptRun
from voicebench.report.rows import CallSummary

Calls = Callable[..., list[CallSummary]]
ODD = 'llm: <b>"429"</b> & \x1b[31m\ud800\x00, "so"\nwhat é'


def test_a_suite_a_pack_and_a_case_a_call(calls: Calls) -> None:
    some = [*calls("a/1", "pf", reason=ODD), *calls("b/2", "eu", reason="late", wall_s=None)]
    root = ET.fromstring(junit_xml("runs/x", [KeptRun("runs/x", some)]).encode())  # noqa: S314 - we wrote it
    assert root.attrib == {"name": "runs/x", "tests": "4", "failures": "1", "errors": "2", "time": "24.680"}
    a, b = root.findall("testsuite")
    assert (a.get("name"), a.get("tests"), a.get("failures"), a.get("errors")) == ("a", "2", "1", "0")
    assert [case.get("name") for case in a.findall("testcase")] == ["1#0", "1#1"]
    passed, failed = a.findall("testcase")
    assert [child.tag for child in passed] == ["properties"]
    failure = failed.find("failure")
    assert failure is not None
    assert (
        failure.text
        == 'llm: <b>"429"</b> & \\x1b[31m\\ud800\\x00, "so"\nwhat é\nrecord: runs/x/calls/customer_support/R-H4/0'
    )
    assert [case[1].tag for case in b.findall("testcase")] == ["error", "error"]
    assert [case[1].get("type") for case in b.findall("testcase")] == ["errored", "unscored"]


def test_the_runs_of_a_grid_have_suites_of_their_own(calls: Calls) -> None:
    runs = [KeptRun("x/local", calls("a/1", "pf")), KeptRun("x/mine", calls("a/1", "pp"))]
    root = ET.fromstring(junit_xml("x", runs).encode())  # noqa: S314 - we wrote it
    assert [suite.get("name") for suite in root] == ["local/a", "mine/a"]
    assert (root.get("tests"), root.get("failures")) == ("4", "1")


def test_a_row_a_call(calls: Calls) -> None:
    some = [*calls("a/1", "p", wer=None, voice_to_voice_ms=None), *calls("a/2", "e", reason=ODD, fault="provider")]
    first, second = csv.DictReader(io.StringIO(calls_csv(some), newline=""))
    assert (first["task"], first["outcome"], first["wer"], first["voice_to_voice_p50_ms"]) == ("a/1", "passed", "", "")
    assert (first["database"], first["ttft_p50_ms"], first["reason"]) == ("passed", "354.2", "")
    assert (second["reason"], second["fault"], second["voice_to_voice_p95_ms"]) == (ODD, "provider", "1820.6")
    assert None not in second


def test_no_calls_are_still_a_file() -> None:
    assert ET.fromstring(junit_xml("x", [KeptRun("x", [])])).get("tests") == "0"  # noqa: S314 - we wrote it
    assert calls_csv([]).startswith("task,trial,seed,")
