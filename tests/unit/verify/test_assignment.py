from itertools import permutations

import pytest

from voicebench.verify.assignment import cheapest


@pytest.mark.parametrize(
    "costs",
    [
        [[3]],
        [[1, 1], [1, 1]],
        [[1, 2], [1, 9]],
        [[4, 1, 3], [2, 0, 5], [3, 2, 2]],
        [[-50, 2, 7, 7], [-50, -50, 7, 7]],
        [[5, 9, 1, 0], [10, 3, 2, 0], [8, 7, 4, 0]],
    ],
)
def test_no_assignment_is_cheaper(costs: list[list[int]]) -> None:
    columns = cheapest(costs)
    assert len(set(columns)) == len(costs)
    every = permutations(range(len(costs[0])), len(costs))
    best = min(sum(row[column] for row, column in zip(costs, choice, strict=True)) for choice in every)
    assert sum(row[column] for row, column in zip(costs, columns, strict=True)) == best


def test_nothing_to_assign() -> None:
    assert cheapest([]) == []
