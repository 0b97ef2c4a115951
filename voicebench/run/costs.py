"""What work costs in a run: what ``--costs`` names, with the stages of ``--cost`` in place of its own."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import ValidationError

from voicebench.errors import ConfigError, RecordError
from voicebench.stack import Stack
from voicebench.task import Json
from voicebench.vtime.answers import DrawnAnswers
from voicebench.vtime.costs import Costs, DrawnCosts, Measured, NoCosts
from voicebench.vtime.profile import Cost, Profile, Stage, load_profile, read_cost

__all__ = ["RunCosts", "run_costs"]


@dataclass(frozen=True)
class RunCosts:
    """The costs of a run on the virtual clock.

    Args:
        source: ``measured`` or ``profile:NAME``.
        stages: Costs that are drawn.
    """

    source: str
    stages: Mapping[str, Cost] = field(default_factory=dict)

    @property
    def are_measured(self) -> bool:
        """Whether stages that are not drawn cost what they take here; they cost nothing otherwise."""
        return self.source == "measured"

    def for_call(self, seed: int) -> Costs:
        """Return what charges the work of one call."""
        return DrawnCosts(self.stages, seed, Measured() if self.are_measured else NoCosts())

    def answers(self, seed: int) -> DrawnAnswers | None:
        """Return what says when the tokens of one call's answers come; None where they come as they do."""
        return DrawnAnswers(self.stages, seed) if any(stage.startswith("llm.") for stage in self.stages) else None

    def facts(self) -> dict[str, Json]:
        """Return the costs in full."""
        return {"source": self.source, "stages": {stage: cost.facts() for stage, cost in self.stages.items()}}

    @classmethod
    def from_facts(cls, facts: Mapping[str, Json]) -> "RunCosts":
        """Return the costs that ``facts`` wrote down.

        Raises:
            RecordError: These are none.
        """
        try:
            profile = {"format": "voicebench-profile/1", "name": facts["source"], "stages": facts["stages"]}
            return cls(facts["source"], dict(Profile.model_validate(profile).stages.items()))
        except (KeyError, ValidationError) as error:
            raise RecordError(f"costs: not readable: {' '.join(str(error).split())}") from error

    def __reduce__(self) -> tuple[Callable[[Mapping[str, Json]], "RunCosts"], tuple[Mapping[str, Json]]]:
        """Go to another process as facts, since functions cannot."""
        return RunCosts.from_facts, (self.facts(),)

    def in_brief(self) -> dict[str, Json]:
        """Return the costs in a few words."""
        return {"source": self.source, "stages": {stage: str(cost) for stage, cost in self.stages.items()}}

    def check(self, stack: Stack) -> None:
        """Raise unless each of the stack's stages has a cost.

        Raises:
            ConfigError: A profile leaves one out.
        """
        missing = [] if self.are_measured else sorted(_stages_of(stack) - set(self.stages))
        if missing:
            what = f"--costs {self.source} has no cost for {', '.join(missing)}, which the stack {stack.name} uses"
            raise ConfigError(f"{what}; add --cost {missing[0]}=250ms, for example")


def _stages_of(stack: Stack) -> set[Stage]:
    """The stages of a stack that cost something; the model has a time of its own without."""
    if not stack.has_sound:
        return set()
    return {"stt", "tts", "turn"} if stack.turn.engine == "smart" else {"stt", "tts"}


def run_costs(costs: str, overrides: Sequence[str], stack: Stack) -> RunCosts:
    """Return the costs of a run.

    Args:
        costs: ``measured`` or ``profile:NAME``.
        overrides: ``STAGE=COST`` each.
        stack: What is under test.

    Raises:
        ConfigError: There is no such profile or stage, or the words are no cost.
    """
    kind, _, name = costs.partition(":")
    if kind == "profile" and name:
        stages: dict[str, Cost] = dict(load_profile(name).stages.items())
    elif costs == "measured":
        stages = {}
    else:
        raise ConfigError(f"--costs {costs}: write measured, or profile:NAME")
    for override in overrides:
        stage, cost = _override(override, stack)
        stages[stage] = cost
    return RunCosts(costs, stages)


def _override(text: str, stack: Stack) -> tuple[Stage, Cost]:
    name, equals, words = text.partition("=")
    if not equals:
        raise ConfigError(f"--cost {text}: write STAGE=COST, for example stt=250ms")
    try:
        stage, cost = read_cost(name.strip(), words)
    except ValueError as error:
        raise ConfigError(f"--cost {text}: {error}") from None
    if not stage.startswith("llm.") and stage not in _stages_of(stack):
        raise ConfigError(f"--cost {text}: the stack {stack.name} has no such stage")
    return stage, cost
