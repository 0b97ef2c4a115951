# Two commands matter: `make demo` and `make test`. Each sets up a .venv of its own first.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
DEV_READY := $(VENV)/.dev-ready

.PHONY: demo test attack soak bench lint lock clean

demo: $(READY)
	$(BIN)/voicebench run || test $$? -eq 1

# A file stays with one worker, whose fixtures it shares. The slow folders come first by name: sorted by their number of
# tests, as is the default, a file of one long test would be begun last and leave the other worker idle.
test: $(DEV_READY) lint
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder -m "not soak"

# Tries to pass every task by anything but the right call; `make test` tries a sample.
attack: $(READY)
	for pack in customer_support healthcare legal; do $(BIN)/voicebench pack attack $$pack || exit 1; done

# Long counts, and a run that is killed thirty times; about twenty minutes.
soak: $(DEV_READY)
	$(BIN)/python -m pytest -m soak -s

# Figures of this machine; it should be idle. Each script has --json.
bench: $(READY)
	for name in line hearing text_channel throughput text_calls latency_error real_virtual side_by_side ceiling; do $(BIN)/python benchmarks/$$name.py || true; done

lint: $(DEV_READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy benchmarks

# The lock holds hashes and no addresses; voicebench itself is installed from this folder, without its dependencies.
$(READY): requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

$(DEV_READY): $(READY) requirements-dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	touch $@

# Needs pip-tools in the environment that $(PYTHON) names.
lock:
	$(PYTHON) -m piptools compile --quiet --generate-hashes --allow-unsafe --strip-extras --no-header --no-emit-index-url \
		--no-emit-find-links --no-emit-trusted-host --extra build --output-file requirements.lock pyproject.toml
	$(PYTHON) -m piptools compile --quiet --generate-hashes --allow-unsafe --strip-extras --no-header --no-emit-index-url \
		--no-emit-find-links --no-emit-trusted-host --extra dev --output-file requirements-dev.lock pyproject.toml

clean:
	rm -rf $(VENV)
