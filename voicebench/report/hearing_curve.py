"""A sweep as a drawing: WER and entity accuracy over a setting of the line, as SVG, which every browser shows."""

from collections.abc import Callable, Iterator, Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from voicebench.report.hearing import BAD_BELOW, Condition, Sweep
from voicebench.report.statistics import Interval

__all__ = ["curve_svg"]

_WIDTH, _HEIGHT, _LEFT, _TOP, _RIGHT, _BOTTOM = 640, 400, 60, 40, 20, 50
_ACCURACY, _WER = "#1b6ca8", "#c0392b"
_Spot = tuple[float, float]
_Point = tuple[float, float | None, Interval | None]


def curve_svg(sweep: Sweep, title: str) -> str:
    """Return the drawing; shares above 1, which a WER may have, are drawn at the edge.

    Args:
        sweep: What to draw; its first value is on the left.
        title: What stands above.
    """
    size = {"width": f"{_WIDTH}", "height": f"{_HEIGHT}", "viewBox": f"0 0 {_WIDTH} {_HEIGHT}"}
    root = Element(
        "svg", {"xmlns": "http://www.w3.org/2000/svg", "font-family": "sans-serif", "font-size": "12", **size}
    )
    SubElement(root, "rect", width="100%", height="100%", fill="white")
    _text(root, (_LEFT, _TOP - 18), title, size="14")
    _axes(root, sweep)
    figures = [(at, one.figures.share, one.figures.interval) for at, one in _points(sweep)]
    errors = [(at, one.words.rate, one.words.interval) for at, one in _points(sweep)]
    x = _scale(sweep.at)
    for points, colour, name, row in ((figures, _ACCURACY, "figures heard right", 0), (errors, _WER, "WER", 1)):
        _series(root, points, x, colour)
        _text(root, (_WIDTH - _RIGHT, _TOP + 4 + 16 * row - 22), name, anchor="end", colour=colour)
    if sweep.bad_from is not None:
        _mark(root, x(sweep.bad_from), f"below {BAD_BELOW:.0%} from {sweep.setting}={sweep.bad_from:.1f}")
    indent(root)
    return tostring(root, encoding="unicode") + "\n"


def _points(sweep: Sweep) -> Iterator[tuple[float, Condition]]:
    yield from zip(sweep.at, sweep.conditions, strict=True)


def _scale(at: Sequence[float]) -> Callable[[float], float]:
    first, last = at[0], at[-1]
    return lambda value: _LEFT + (value - first) / (last - first) * (_WIDTH - _LEFT - _RIGHT)


def _y(share: float) -> float:
    return _TOP + (1 - min(max(share, 0.0), 1.0)) * (_HEIGHT - _TOP - _BOTTOM)


def _axes(root: Element, sweep: Sweep) -> None:
    x = _scale(sweep.at)
    for tenth in range(0, 11, 2):
        y = _y(tenth / 10)
        _line(root, (_LEFT, y), (_WIDTH - _RIGHT, y), "#dddddd")
        _text(root, (_LEFT - 8, y + 4), f"{10 * tenth} %", anchor="end")
    _line(root, (_LEFT, _y(BAD_BELOW)), (_WIDTH - _RIGHT, _y(BAD_BELOW)), _ACCURACY, dashed=True)
    for at in sweep.at:
        _text(root, (x(at), _HEIGHT - _BOTTOM + 18), f"{at:g}", anchor="middle")
    _text(root, ((_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 12), sweep.setting, anchor="middle")


def _series(root: Element, points: Sequence[_Point], x: Callable[[float], float], colour: str) -> None:
    """Draw a line, a dot at each point, and the interval of each."""
    known = [(x(at), _y(share), interval) for at, share, interval in points if share is not None]
    path = " ".join(f"{px:.1f},{py:.1f}" for px, py, _ in known)
    SubElement(root, "polyline", {"points": path, "fill": "none", "stroke": colour, "stroke-width": "2"})
    for px, py, interval in known:
        SubElement(root, "circle", cx=f"{px:.1f}", cy=f"{py:.1f}", r="3", fill=colour)
        if interval:
            _line(root, (px, _y(interval.low)), (px, _y(interval.high)), colour)


def _mark(root: Element, x: float, what: str) -> None:
    _line(root, (x, _TOP), (x, _HEIGHT - _BOTTOM), "#888888", dashed=True)
    _text(root, (x + 4 if x < _WIDTH / 2 else x - 4, _TOP + 30), what, anchor="start" if x < _WIDTH / 2 else "end")


def _line(root: Element, start: _Spot, end: _Spot, colour: str, *, dashed: bool = False) -> None:
    ends = {"x1": start[0], "y1": start[1], "x2": end[0], "y2": end[1]}
    look = {"stroke": colour, **({"stroke-dasharray": "4 4"} if dashed else {})}
    SubElement(root, "line", {**look, **{name: f"{value:.1f}" for name, value in ends.items()}})


def _text(
    root: Element, spot: _Spot, words: str, *, anchor: str = "start", colour: str = "black", size: str = "12"
) -> None:
    place = {"x": f"{spot[0]:.1f}", "y": f"{spot[1]:.1f}", "text-anchor": anchor, "fill": colour, "font-size": size}
    SubElement(root, "text", place).text = words
