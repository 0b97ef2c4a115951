"""``--otel``: calls as OpenTelemetry spans, exported after each call; the only use of the OpenTelemetry SDK."""

import contextlib
import logging
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

import voicebench
from voicebench.cli.screen import complain
from voicebench.errors import ConfigError, MissingExtraError
from voicebench.report.rows import CallSummary
from voicebench.report.spans import Span, call_spans
from voicebench.run.plan import CallPlan
from voicebench.run.stored import read_events
from voicebench.run.suite import Progress
from voicebench.run.watch import Moment

__all__ = ["OtelTo", "otel_spans", "spans_to"]

OtelTo = Literal["otlp", "console"]
_INSTALL = 'pip install "voicebench-sim[otel]"'


@contextlib.contextmanager
def otel_spans(inner: Progress, to: OtelTo | None) -> Iterator[Progress]:
    """Lend a ``Progress`` that exports each call beside what another one does.

    Args:
        inner: The other one.
        to: ``otlp`` goes where the standard ``OTEL_EXPORTER_OTLP_*`` variables say, ``console`` to stderr; None exports
            nothing.

    Raises:
        MissingExtraError: The packages are not installed.
    """
    if to is None:
        yield inner
        return
    noting = _Noting(_exporter(to))
    logging.getLogger("opentelemetry").setLevel(logging.CRITICAL)  # it tells of each attempt; we tell of what is lost
    try:
        with spans_to(inner, noting) as observed:
            yield observed
    finally:
        if noting.lost:
            what = f"{noting.lost} spans could not be exported"
            complain(f"--otel {to}: {what}; is a collector where OTEL_EXPORTER_OTLP_ENDPOINT says?")


class _Noting:
    """An exporter that counts what another one could not export."""

    def __init__(self, exporter: Any):
        self._exporter = exporter
        self.lost = 0

    def export(self, spans: Any) -> Any:
        """Export spans."""
        result = self._exporter.export(spans)
        self.lost += 0 if result.name == "SUCCESS" else len(spans)
        return result

    def shutdown(self) -> None:
        """Let go of what it holds."""
        self._exporter.shutdown()

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        """Export what is still held back."""
        return bool(self._exporter.force_flush(timeout_millis))


def _exporter(to: OtelTo) -> Any:
    try:
        if to == "console":
            sys = import_module("sys")
            return import_module("opentelemetry.sdk.trace.export").ConsoleSpanExporter(out=sys.stderr)
        return import_module("opentelemetry.exporter.otlp.proto.http.trace_exporter").OTLPSpanExporter()
    except ImportError:
        raise MissingExtraError(f"--otel {to}: OpenTelemetry", _INSTALL) from None
    except ValueError as error:
        raise ConfigError(f"--otel {to}: {error}; see the OTEL_EXPORTER_OTLP_ variables") from None


@contextlib.contextmanager
def spans_to(inner: Progress, exporter: Any) -> Iterator[Progress]:
    """Lend a ``Progress`` that hands spans to an exporter of the SDK.

    Args:
        inner: Is told the same.
        exporter: An OpenTelemetry ``SpanExporter``.
    """
    sdk, export = import_module("opentelemetry.sdk.trace"), import_module("opentelemetry.sdk.trace.export")
    resource = import_module("opentelemetry.sdk.resources").Resource.create(
        {"service.name": "voicebench", "service.version": voicebench.__version__}
    )
    provider = sdk.TracerProvider(resource=resource, shutdown_on_exit=False)
    provider.add_span_processor(export.BatchSpanProcessor(exporter))
    try:
        yield _Spans(inner, provider.get_tracer("voicebench", voicebench.__version__))
    finally:
        provider.shutdown()


class _Spans:
    """Turns each finished call into spans: observed from outside, so that looking on changes nothing."""

    def __init__(self, inner: Progress, tracer: Any):
        self._inner = inner
        self._tracer = tracer
        self._began_ns: dict[str, int] = {}

    def started(self, plan: CallPlan) -> None:
        """A call begins: now, by the machine's own clock, whatever clock the call is on."""
        self._began_ns[plan.name] = time.time_ns()
        self._inner.started(plan)

    def moved(self, plan: CallPlan, moment: Moment) -> None:
        """A call goes on."""
        self._inner.moved(plan, moment)

    def finished(self, plan: CallPlan, call: CallSummary) -> None:
        """A call is graded and kept."""
        if call.folder:
            provider = "voicebench" if plan.stack.llm.engine == "reference" else "openai"
            root = call_spans(read_events(Path(call.folder)), call, provider, plan.stack.llm.model)
            self._export(root, self._began_ns.pop(plan.name), None)
        self._inner.finished(plan, call)

    def _export(self, span: Span, began_ns: int, parent: Any) -> None:
        trace = import_module("opentelemetry.trace")
        kind = trace.SpanKind.CLIENT if span.is_client else trace.SpanKind.INTERNAL
        made = self._tracer.start_span(
            span.name,
            context=None if parent is None else trace.set_span_in_context(parent),
            kind=kind,
            attributes=dict(span.attributes),
            start_time=began_ns + span.start_ns,
        )
        if span.error:
            made.set_attribute("error.type", span.error[:100])
            made.set_status(trace.Status(trace.StatusCode.ERROR, span.error))
        for child in span.children:
            self._export(child, began_ns, made)
        made.end(end_time=began_ns + span.end_ns)
