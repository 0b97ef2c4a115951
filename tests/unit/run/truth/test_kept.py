from pathlib import Path

from voicebench.run.truth.kept import keep, last_kept


def test_the_error_of_the_harness_is_kept_for_later_runs(tmp_path: Path) -> None:
    assert last_kept(tmp_path / "none") is None
    keep({"date": "2026-08-01", "real": {"bias_ms": 0.1}}, tmp_path / "cache")
    assert last_kept(tmp_path / "cache") == {"date": "2026-08-01", "real": {"bias_ms": 0.1}}
    (tmp_path / "cache" / "harness_error.json").write_text("[1")
    assert last_kept(tmp_path / "cache") is None
