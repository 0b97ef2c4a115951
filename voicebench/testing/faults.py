"""Streams as they really come: each shape that servers are known to send, and what must come of it.

======================  ========  ===================================================================================
shape                   outcome   what the server does
======================  ========  ===================================================================================
role_first              answered  a chunk with the role alone comes first, twice
empty_first             answered  chunks with an empty delta and with empty content come first
no_choices_first        answered  a chunk with ``choices: []`` comes first, as some filters send it
no_choices_middle       answered  the same between two tokens
no_choices_last         answered  the same after the finish reason
null_content            answered  each delta that has no words says ``content: null``
words_and_calls         answered  words and the pieces of a tool call in one delta
two_calls               answered  two calls at once, their deltas interleaved; one request follows
five_calls              answered  five of them; one request follows
no_index                answered  two calls at once whose deltas have no index
index_0                 answered  two calls at once, each with index 0
no_arguments            answered  ``arguments: ""`` for a tool that takes none
bytewise                answered  every byte of the body comes alone
reasoning_content       answered  reasoning in ``reasoning_content`` before the answer; it is no TTFAT
reasoning               answered  reasoning in ``reasoning`` before the answer
no_usage                answered  no usage, which is then unknown
no_finish               answered  no finish reason
slow_first_byte         answered  the first byte takes a while, which is TTFT
usage_refused           retried   400 on ``stream_options``; asked again without it, at once
rate_limit              retried   429 with Retry-After
status_500              retried   500
status_502              retried   502, with a page in HTML
status_503              retried   503
early_reset             retried   the connection is reset before the first token
cut_arguments           agent     the arguments end too early; the desk refuses them as BAD_ARGUMENTS
endless                 agent     the answer never ends; it is cut off after ``answer_limit_chunks``
stall                   errored   nothing after the first token; the stack's ``stall_limit_s``
reset                   errored   the connection is reset after the first token; a client that was too slow to read
                                  it tries again, in vain
refused_key             errored   401
no_model                errored   404
not_json                errored   a chunk that is not JSON
overloaded              errored   503 to every attempt
======================  ========  ===================================================================================

*answered*: the agent does what the model meant. *retried*: likewise after asking again; the time until then is in no
TTFT, and is reported as ``retries``. *errored*: the call ends by the provider's fault, with the provider's words.
*agent*: the agent goes on with what came, and what comes of that is its own.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Literal

from voicebench.reference.reply import ToolCall
from voicebench.task import Json
from voicebench.testing.llm_steps import (
    Answer,
    Endless,
    Hang,
    Pause,
    Reset,
    Send,
    Status,
    Step,
    call_piece,
    chunk,
    content,
    finish,
    role,
    usage,
)

__all__ = ["EXTRA_TOOL", "SHAPES", "Meant", "Shape", "cut_arguments", "sound", "with_extras"]

EXTRA_TOOL = "look_out_of_the_window"
"""No desk has it: called beside the call that is meant, it changes nothing."""
_PIECE = 6
"""Characters to a delta, about a token."""


@dataclass(frozen=True)
class Meant:
    """What a model means to answer.

    Args:
        words: What to say.
        calls: Tools to call.
        name: Tells the ids of its calls from those of other answers.
    """

    words: str = ""
    calls: tuple[ToolCall, ...] = ()
    name: str = "call"


@dataclass(frozen=True)
class Shape:
    """One way in which streams come.

    Args:
        outcome: What must come of it.
        answers: The answers to the attempts at one request; the last stands for all further ones.
        calls: How many tool calls it has, extra ones included; None for those that are meant.
        fits: Whether it can be told from others by this answer.
    """

    outcome: Literal["answered", "retried", "errored", "agent"]
    answers: Callable[[Meant], Sequence[Answer]]
    calls: int | None = None
    fits: Callable[[Meant], bool] = lambda _: True


def with_extras(meant: Meant, calls: int) -> Meant:
    """Return an answer that calls so many tools at once."""
    extras = (ToolCall(EXTRA_TOOL, {"side": number}) for number in range(calls - len(meant.calls)))
    return replace(meant, calls=(*meant.calls, *extras))


def sound(meant: Meant) -> list[Json]:
    """Return an answer's chunks as the protocol has them."""
    return [role(), *_words(meant), *_interleaved(meant), _finish(meant), usage(9, 2)]


def cut_arguments(meant: Meant, at: int) -> Answer:
    """Return an answer that ends after so many characters of its first call's arguments."""
    whole = json.dumps(dict(meant.calls[0].arguments), ensure_ascii=False)
    head = call_piece(index=0, id=f"{meant.name}_0", name=meant.calls[0].name, arguments="")
    return _sent([*_words(meant), head, call_piece(index=0, arguments=whole[:at]), finish("length")])


def _sent(chunks: Sequence[Json]) -> list[Send]:
    return [Send(one) for one in chunks]


def _cut(text: str) -> list[str]:
    return [text[at : at + _PIECE] for at in range(0, len(text), _PIECE)]


def _words(meant: Meant) -> list[Json]:
    return [content(piece) for piece in _cut(meant.words)]


def _pieces(meant: Meant, number: int, **index: Json) -> list[Json]:
    call = meant.calls[number]
    head = call_piece(**index, id=f"{meant.name}_{number}", name=call.name, arguments="")
    return [head, *(call_piece(**index, arguments=piece) for piece in _cut(json.dumps(dict(call.arguments))))]


def _interleaved(meant: Meant) -> list[Json]:
    rounds = zip_longest(*(_pieces(meant, number, index=number) for number in range(len(meant.calls))))
    return [piece for one in rounds for piece in one if piece is not None]


def _in_turn(meant: Meant, **index: Json) -> list[Json]:
    return [piece for number in range(len(meant.calls)) for piece in _pieces(meant, number, **index)]


def _finish(meant: Meant) -> Json:
    return finish("tool_calls" if meant.calls else "stop")


def _tokens(meant: Meant) -> list[Json]:
    return [*_words(meant), *_interleaved(meant)]


def _once(make: Callable[[Meant], Sequence[Json]]) -> Callable[[Meant], Sequence[Answer]]:
    return lambda meant: [_sent(make(meant))]


def _no_choices() -> Json:
    return {**chunk({}), "choices": [], "prompt_filter_results": []}


def _null(one: Json) -> Json:
    delta = one["choices"][0]["delta"]
    return chunk({"content": None, **delta}, one["choices"][0]["finish_reason"])


def _together(meant: Meant) -> list[Json]:
    """Each delta brings words and a piece of the call, as long as there are some of both."""
    pairs = zip_longest(_words(meant), _interleaved(meant))
    deltas = ([one["choices"][0]["delta"] for one in pair if one is not None] for pair in pairs)
    return [role(), *(chunk({key: value for delta in pair for key, value in delta.items()}) for pair in deltas)]


def _thinking(field: str) -> Callable[[Meant], Sequence[Json]]:
    thoughts = [chunk({field: piece}) for piece in ("Let me ", "see.")]
    return lambda meant: [role(), *thoughts, *_tokens(meant), _finish(meant), usage(9, 2)]


def _refusal(code: int, words: str, **headers: str) -> Answer:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return [Status(code, json.dumps({"error": {"message": words}}), headers=named)]


def _after(first: Answer) -> Callable[[Meant], Sequence[Answer]]:
    return lambda meant: [first, _sent(sound(meant))]


def _always(answer: Answer) -> Callable[[Meant], Sequence[Answer]]:
    return lambda _: [answer]


def _begun(*then: Step) -> Callable[[Meant], Sequence[Answer]]:
    """A first token, and then that."""
    return lambda meant: [[Send(role()), Send(_tokens(meant)[0]), *then]]


def _has_call(meant: Meant) -> bool:
    return bool(meant.calls)


def _has_both(meant: Meant) -> bool:
    return bool(meant.words and meant.calls)


def _speaks(meant: Meant) -> bool:
    return bool(meant.words or meant.calls)


def _has_arguments(meant: Meant) -> bool:
    return _has_call(meant) and bool(meant.calls[0].arguments)


def _has_bare_call(meant: Meant) -> bool:
    return _has_call(meant) and not meant.calls[0].arguments


def _bare(meant: Meant) -> list[Json]:
    head = call_piece(index=0, id=f"{meant.name}_0", name=meant.calls[0].name, arguments="")
    return [role(), *_words(meant), head, _finish(meant)]


def _parallel(
    calls: int, pieces: Callable[[Meant], Sequence[Json]] = _interleaved
) -> Callable[[Meant], Sequence[Answer]]:
    def answers(meant: Meant) -> Sequence[Answer]:
        more = with_extras(meant, calls)
        return [_sent([role(), *_words(more), *pieces(more), _finish(more)])]

    return answers


SHAPES: Mapping[str, Shape] = {
    "role_first": Shape("answered", _once(lambda meant: [role(), *sound(meant)])),
    "empty_first": Shape("answered", _once(lambda meant: [chunk({}), content(""), *sound(meant)])),
    "no_choices_first": Shape("answered", _once(lambda meant: [_no_choices(), *sound(meant)])),
    "no_choices_middle": Shape(
        "answered", _once(lambda meant: [*sound(meant)[:2], _no_choices(), *sound(meant)[2:]]), fits=_speaks
    ),
    "no_choices_last": Shape("answered", _once(lambda meant: [*sound(meant), _no_choices()])),
    "null_content": Shape("answered", _once(lambda meant: [_null(one) for one in sound(meant)[:-1]])),
    "words_and_calls": Shape("answered", _once(lambda meant: [*_together(meant), _finish(meant)]), fits=_has_both),
    "two_calls": Shape("answered", _parallel(2), calls=2, fits=_has_call),
    "five_calls": Shape("answered", _parallel(5), calls=5, fits=_has_call),
    "no_index": Shape("answered", _parallel(2, _in_turn), calls=2, fits=_has_call),
    "index_0": Shape("answered", _parallel(2, lambda meant: _in_turn(meant, index=0)), calls=2, fits=_has_call),
    "no_arguments": Shape("answered", _once(_bare), fits=_has_bare_call),
    "bytewise": Shape("answered", lambda meant: [[Send(one, bytewise=True) for one in sound(meant)]]),
    "reasoning_content": Shape("answered", _once(_thinking("reasoning_content"))),
    "reasoning": Shape("answered", _once(_thinking("reasoning"))),
    "no_usage": Shape("answered", _once(lambda meant: sound(meant)[:-1])),
    "no_finish": Shape("answered", _once(lambda meant: [role(), *_tokens(meant)])),
    "slow_first_byte": Shape("answered", lambda meant: [[Pause(60), *_sent(sound(meant))]]),
    "usage_refused": Shape("retried", _after(_refusal(400, "Unrecognized request argument: stream_options"))),
    "rate_limit": Shape("retried", _after(_refusal(429, "Slow down.", retry_after="1", retry_after_ms="40"))),
    "status_500": Shape("retried", _after(_refusal(500, "It broke."))),
    "status_502": Shape("retried", _after([Status(502, "<html>Bad gateway</html>", "text/html")])),
    "status_503": Shape("retried", _after(_refusal(503, "Overloaded."))),
    "early_reset": Shape("retried", _after([Send(role()), Reset()])),
    "cut_arguments": Shape("agent", lambda meant: [cut_arguments(meant, 3)], fits=_has_arguments),
    "endless": Shape("agent", _always([Send(role()), Endless(content("and so on, "))])),
    "stall": Shape("errored", _begun(Hang()), fits=_speaks),
    "reset": Shape("errored", _begun(Pause(60), Reset()), fits=_speaks),
    "refused_key": Shape("errored", _always(_refusal(401, "That key is not known."))),
    "no_model": Shape("errored", _always(_refusal(404, "There is no such model."))),
    "not_json": Shape("errored", _begun(Send("{not JSON")), fits=_speaks),
    "overloaded": Shape("errored", _always(_refusal(503, "Overloaded.", retry_after_ms="10"))),
}
"""The shapes by name, in the order of the table."""
