# `make play` and `make test` need Python 3.11 or newer and nothing else: whatever is missing they set up
# in .venv on the first run. A later run sets up again only when a lock file or pyproject.toml has changed.

PYTHON ?= python3
BATTLE ?= esa/lens-1648
RED ?= greedy
BLUE ?= human
# How many processes the tests use: a number, or auto for one a core.
# Two processes more than there are cores: two have the tests of the browser, and mostly wait for it.
JOBS ?= $(shell expr $$(nproc) + 2)

VENV := .venv
BIN := $(VENV)/bin
RUN_READY := $(VENV)/.run-ready
DEV_READY := $(VENV)/.dev-ready
SWIFT_READY := $(VENV)/.swift-ready
FAST := $(VENV)/fast
FAST_READY := $(VENV)/.fast-ready
FAST_GAMES := esa cappa
WEB_READY := $(VENV)/.web-ready
PAGES := src/alfiere/web/index.html
UV := uv==0.13.7

# Hashes are demanded for everything, and a package that comes as source is built with the pinned tools of
# build.lock instead of tools fetched on the way.
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check --no-input
PIP_LOCKED := $(PIP) install --require-hashes --no-build-isolation --use-pep517

# Node.js is the machine's own or, where that is missing, the one in .venv (tools/make-node).
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web --silent

# Without compiled files each of the many processes of the tests would compile everything anew.
unexport PYTHONDONTWRITEBYTECODE

CHECKED := $(wildcard src tests bench soak bench.py soak.py)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup play duel test lint lint-python lint-web test-web browser collected fast format bench soak golden pages pictures wheel lock clean

help: ## Say what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo "  make duel BATTLE=esa/lens-1648 RED=greedy BLUE=human    chooses the battle and who plays"

setup: $(DEV_READY) $(PAGES) ## Create .venv and the browser table, everything for play and development

play: $(RUN_READY) $(SWIFT_READY) $(PAGES) ## Open the lobby in the browser and play
	@$(BIN)/alfiere play

duel: $(RUN_READY) $(SWIFT_READY) ## Fight a battle in the terminal, against the computer
	@$(BIN)/alfiere duel $(BATTLE) --red $(RED) --blue $(BLUE)

# Beside each other, for fetching packages is waiting and mypy keeps one core busy for as long as the web tests do.
test: ## Lint, check the types and run all tests: what CI runs
	@$(MAKE) --no-print-directory --jobs=3 browser lint-python test-web collected pages
	$(BIN)/python -m pytest -n $(JOBS) --dist loadgroup

lint: $(DEV_READY) $(WEB_READY) ## Check style, formatting and types
	@$(MAKE) --no-print-directory --jobs=2 lint-python lint-web

lint-python: $(DEV_READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy $(CHECKED)

lint-web: $(WEB_READY)
	$(NPM) run lint

test-web: lint-web
	$(NPM) test

browser:
	@tools/make-browser

# Collected once, the tests are compiled for all the processes that will run them: in a new clone each would do it
# for itself. What cannot be collected is told by the run itself.
collected: $(DEV_READY)
	-@$(BIN)/python -m pytest --collect-only -q >/dev/null

format: $(DEV_READY) $(WEB_READY) ## Format the code and mend what the linters can mend
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(NPM) run format

fast: $(FAST_READY) ## Compile the rules of Esa and Cappa: .venv/bin/alfiere-fast plays them about twice as fast

bench: $(DEV_READY) $(FAST_READY) $(PAGES) browser ## Measure speed; writes docs/bench.md
	$(BIN)/python -m bench

soak: $(DEV_READY) ## Play very many random games; writes docs/soak.md
	ALFIERE_GAMES=tests/tiny/parade $(BIN)/python -m soak

golden: $(DEV_READY) ## Write the golden playthroughs anew; review their diff
	$(BIN)/python -m tests.golden

pages: $(PAGES) ## Build the browser table

pictures: $(DEV_READY) $(PAGES) ## Take the pictures of the docs anew, in a real browser
	@tools/make-browser
	$(BIN)/python tools/take_pictures.py

wheel: $(DEV_READY) $(PAGES) ## Build the source archive, and from it the wheel, into dist/
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
	compile --group node --output-file requirements/node.lock; \
	compile pyproject.toml --group dev --constraints requirements/run.lock \
		--constraints requirements/build.lock --output-file requirements/dev.lock
	rm -rf build

clean: ## Remove everything that can be made again, .venv too
	rm -rf $(VENV) build dist web/node_modules src/alfiere/web .pytest_cache .mypy_cache .ruff_cache .hypothesis
	rm -f src/alfiere/table/_swift.*.so
	find src tests $(wildcard bench soak) -name __pycache__ -type d -prune -exec rm -rf {} +

$(RUN_READY): requirements/build.lock requirements/run.lock pyproject.toml tools/make-venv
	@echo "Setting up $(VENV) (only the first time, and when the dependencies change) ..."
	@tools/make-venv "$(PYTHON)" $(VENV)
	@$(PIP_LOCKED) -r requirements/build.lock
	@$(PIP_LOCKED) -r requirements/run.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

# Only speed depends on it: without a compiler the same is done in Python.
$(SWIFT_READY): $(RUN_READY) $(wildcard src/alfiere/table/swift*.[ch]) tools/make-swift
	@tools/make-swift $(BIN)/python
	@touch $@

# A copy, so that nobody who changes a rule is answered by what was compiled before.
$(FAST_READY): $(DEV_READY) tools/make-fast tools/written_out.py tools/lazy_generators.py tools/alfiere-fast $(shell find src/alfiere -type f -not -path '*/web/*' -not -name '*.pyc')
	@$(BIN)/python tools/make-fast $(FAST) $(FAST_GAMES)
	@cp tools/alfiere-fast $(BIN)/alfiere-fast
	@touch $@

$(DEV_READY): $(RUN_READY) $(SWIFT_READY) requirements/dev.lock
	@echo "Installing the development tools ..."
	@$(PIP_LOCKED) -r requirements/dev.lock
	@touch $@

$(WEB_READY): $(RUN_READY) web/package-lock.json web/package.json tools/make-node requirements/node.lock
	@tools/make-node $(VENV)
	@echo "Installing what the browser table is built with ..."
	@$(NPM) install --no-save # not «ci»: the lock holds only the systems whose tools the registry had
	@touch $@

$(PAGES): $(WEB_READY) $(shell find web/src web/index.html web/vite.config.ts web/tsconfig.json -type f)
	@echo "Building the browser table ..."
	@$(NPM) run build -- --logLevel warn
	@touch $@
