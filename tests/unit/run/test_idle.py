from pathlib import Path

import pytest

from voicebench.run.idle import busy


@pytest.mark.skipif(not Path("/proc/stat").exists(), reason="tells by Linux's /proc")
def test_a_machine_at_work_is_busy() -> None:
    def work(seconds: float) -> None:
        assert seconds > 0
        sum(number * number for number in range(4_000_000))

    assert "cores are at work" in str(busy(work))
