"""The cheapest way to give each row of a table a column of its own."""

from collections.abc import Sequence

__all__ = ["cheapest"]


def cheapest(costs: Sequence[Sequence[int]]) -> list[int]:
    """Assign a column to each row at the lowest total cost (the Hungarian method, O(rows^2 * columns)).

    Args:
        costs: Rows of one length each; at least as many columns as rows. Integers, so that the result is exact.

    Returns:
        The column of each row.
    """
    width = len(costs[0]) if costs else 0
    row_price, column_price = [0] * len(costs), [0] * (width + 1)
    holder: list[int | None] = [None] * (width + 1)
    for row in range(len(costs)):
        _seat(row, costs, row_price, column_price, holder)
    columns = {held: column for column, held in enumerate(holder[:width]) if held is not None}
    return [columns[row] for row in range(len(costs))]


def _seat(
    newcomer: int,
    costs: Sequence[Sequence[int]],
    row_price: list[int],
    column_price: list[int],
    holder: list[int | None],
) -> None:
    """Seat one more row along the cheapest chain of moves; the last column is where it waits until then."""
    width = len(column_price) - 1
    slack: list[int | None] = [None] * width
    came_from, visited = [width] * width, [False] * width
    column, seen = width, [width]
    holder[width] = newcomer
    while (row := holder[column]) is not None:
        for other in range(width):
            reduced = costs[row][other] - row_price[row] - column_price[other]
            known = slack[other]
            if not visited[other] and (known is None or reduced < known):
                slack[other], came_from[other] = reduced, column
        step, column = min((known, at) for at, known in enumerate(slack) if known is not None and not visited[at])
        _reprice(step, seen, row_price, column_price, holder)
        slack = [None if known is None else known - step for known in slack]
        visited[column] = True
        seen.append(column)
    while column != width:
        holder[column] = holder[came_from[column]]
        column = came_from[column]
    holder[width] = None


def _reprice(
    step: int, seen: Sequence[int], row_price: list[int], column_price: list[int], holder: Sequence[int | None]
) -> None:
    for column in seen:
        row = holder[column]
        if row is not None:
            row_price[row] += step
        column_price[column] -= step
