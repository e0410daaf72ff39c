# `make play` and `make test` need Python 3.11 or newer and nothing else: whatever is missing they set up
# in .venv on the first run. A later run sets up again only when a lock file or pyproject.toml has changed.

PYTHON ?= python3
BATTLE ?= esa/lens-1648
RED ?= greedy
BLUE ?= human
# How many processes the tests use: a number, or auto for one a core.
JOBS ?= auto

VENV := .venv
BIN := $(VENV)/bin
RUN_READY := $(VENV)/.run-ready
DEV_READY := $(VENV)/.dev-ready
UV := uv==0.13.7

# Hashes are demanded for everything, and a package that comes as source is built with the pinned tools of
# build.lock instead of tools fetched on the way.
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check --no-input
PIP_LOCKED := $(PIP) install --require-hashes --no-build-isolation --use-pep517

CHECKED := $(wildcard src tests bench soak bench.py soak.py)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup play test lint format bench soak golden wheel lock clean

help: ## Say what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo "  make play BATTLE=esa/lens-1648 RED=greedy BLUE=human    chooses the battle and who plays"

setup: $(DEV_READY) ## Create .venv with everything for play and development

play: $(RUN_READY) ## Fight a battle in the terminal, against the computer
	@$(BIN)/alfiere duel $(BATTLE) --red $(RED) --blue $(BLUE)

test: lint ## Lint, check the types and run all tests: what CI runs
	$(BIN)/python -m pytest -n $(JOBS) --dist loadgroup

lint: $(DEV_READY) ## Check style, formatting and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy $(CHECKED)

format: $(DEV_READY) ## Format the code and mend what ruff can mend
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(DEV_READY) ## Measure speed; writes docs/bench.md
	$(BIN)/python -m bench

soak: $(DEV_READY) ## Play very many random games; writes docs/soak.md
	$(BIN)/python -m soak

golden: $(DEV_READY) ## Write the golden playthroughs anew; review their diff
	$(BIN)/python -m tests.golden

wheel: $(DEV_READY) ## Build the source archive, and from it the wheel, into dist/
	rm -rf dist
	$(BIN)/python -m build --no-isolation --outdir dist

# The locks serve every system and every Python from 3.11 on. run.lock comes first and binds the others,
# so that what is tested is what is played. No index address is written: each machine uses its own.
lock: ## Pin the newest dependencies anew
	tools/make-venv "$(PYTHON)" build/lock-venv
	build/lock-venv/bin/python -m pip -qq --disable-pip-version-check install $(UV)
	@set -e; \
	compile() { \
		build/lock-venv/bin/uv --quiet --no-config pip compile --upgrade --generate-hashes --universal \
			--python-version 3.11 --no-emit-index-url --no-emit-find-links \
			--custom-compile-command "make lock" "$$@"; \
	}; \
	compile pyproject.toml --output-file requirements/run.lock; \
	compile --group build --output-file requirements/build.lock; \
	compile pyproject.toml --group dev --constraints requirements/run.lock \
		--constraints requirements/build.lock --output-file requirements/dev.lock
	rm -rf build

clean: ## Remove everything that can be made again, .venv too
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find src tests $(wildcard bench soak) -name __pycache__ -type d -prune -exec rm -rf {} +

$(RUN_READY): requirements/build.lock requirements/run.lock pyproject.toml tools/make-venv
	@echo "Setting up $(VENV) (only the first time, and when the dependencies change) ..."
	@tools/make-venv "$(PYTHON)" $(VENV)
	@$(PIP_LOCKED) -r requirements/build.lock
	@$(PIP_LOCKED) -r requirements/run.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(DEV_READY): $(RUN_READY) requirements/dev.lock
	@echo "Installing the development tools ..."
	@$(PIP_LOCKED) -r requirements/dev.lock
	@touch $@
