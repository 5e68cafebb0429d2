# `make help` lists the targets; each sets itself up first. docs/DEVELOPING.md explains them.
PYTHON ?= python3
BIN := .venv/bin
INSTALL := install --quiet --disable-pip-version-check --no-deps
PIP := $(BIN)/python -m pip $(INSTALL)
PYTEST := $(BIN)/python -m pytest --dist=loadfile --no-loadscope-reorder --numprocesses
WORKERS := $(shell $(PYTHON) -c 'import os; print(os.cpu_count() + 1)')  # some tests wait for programs

# Tests start faster where Python may keep what it has compiled.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help run test unit test-sandbox nightly check coverage bench storm format lock press gallery release clean

help:
	@echo "make run       start Konakis (without a token: with a chat page to try it on)"
	@echo "make unit      run the quick tests: no program, no chat page, no whole game (a minute and a half)"
	@echo "make test      run the tests that every change must pass, on all cores (7 to 11 minutes on two)"
	@echo "make test-sandbox  run the tests of the stand-in for Discord and of its page in a browser"
	@echo "make nightly   run the tests that take long; a release needs them too"
	@echo "make check     run the linters and the type checker"
	@echo "make coverage  run the quick tests of the rules, which must reach every branch"
	@echo "make bench     measure speed and memory, beside other programs"
	@echo "make storm     simulate a community while everything goes wrong: SEED=1 SEEDS=10 DAYS=1"
	@echo "make format    format the code"
	@echo "make lock      pin the newest allowed versions"
	@echo "make press     write an icon, a banner, texts and a web page for a public bot, into build/"
	@echo "make gallery   draw the main pages as a phone shows them, into build/gallery: LANGUAGES=en"
	@echo "make release   check, build and try a version, in dist/; publishes nothing"
	@echo "make clean     remove what the other targets made"

run: .venv/run.stamp
	@exec $(BIN)/python -m bot

unit: .venv/dev.stamp
	@$(PYTEST) auto --quiet -m "not slow and not nightly" --ignore=tests/bot/stories --ignore=tests/sandbox

test: coverage
	@$(PYTEST) $(WORKERS) -m "(slow or not games) and not nightly" --ignore=tests/sandbox

test-sandbox: .venv/dev.stamp
	@$(PYTEST) $(WORKERS) tests/sandbox

nightly: .venv/dev.stamp
	@$(PYTEST) $(WORKERS) -m "nightly or hypothesis" --hypothesis-profile=thorough

check: .venv/dev.stamp
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/pyright
	@$(BIN)/lint-imports
	@$(BIN)/zizmor --quiet --offline --no-progress --persona pedantic .github

coverage: .venv/dev.stamp
	@$(BIN)/coverage run --source=games -m pytest --numprocesses=auto --quiet -m "not slow and not nightly" tests/games
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report --skip-covered --fail-under=100

bench: .venv-bench/made.stamp
	@.venv-bench/bin/python -m tests.bench

storm: .venv/dev.stamp
	@$(BIN)/python -m tests.world.storm $(SEED:%=--seed %) $(SEEDS:%=--seeds %) $(DAYS:%=--days %)

format: .venv/dev.stamp
	@$(BIN)/ruff check --fix-only --quiet .
	@$(BIN)/ruff format .

.venv/made.stamp:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Konakis needs Python 3.11 or newer: make PYTHON=python3.11")'
	@$(PYTHON) -m venv --clear .venv || { echo "Python's venv module is missing; on Debian and Ubuntu: apt install python3-venv"; exit 1; }
	@touch $@

# Each stamp is as new as the lock it was installed from, so setting up again does nothing.
# An interrupted one starts over.
.venv/%.stamp: LOCK = requirements.lock
.venv/dev.stamp: LOCK = requirements-dev.lock
.venv/run.stamp: requirements.lock
.venv/dev.stamp: requirements-dev.lock
.venv/%.stamp: .venv/made.stamp pyproject.toml
	@echo "Setting up .venv from $(LOCK) (once)"
	@mv .venv/made.stamp .venv/half-made
	@$(PIP) --require-hashes -r $(LOCK)
	@$(PIP) --no-build-isolation --editable .
	@mv .venv/half-made .venv/made.stamp
	@touch $@

# What we are measured beside has an environment of its own: it may need older packages than the bot.
.venv-bench/made.stamp: requirements-bench.lock pyproject.toml
	@echo "Setting up .venv-bench from requirements-bench.lock (once)"
	@$(PYTHON) -m venv --clear .venv-bench
	@.venv-bench/bin/python -m pip $(INSTALL) --require-hashes -r requirements-bench.lock
	@.venv-bench/bin/python -m pip $(INSTALL) --no-build-isolation --editable .
	@touch $@

press: .venv/dev.stamp
	@$(BIN)/python -m tools.press $(PRESS)

gallery: .venv/dev.stamp
	@$(BIN)/python -m tests.bot.ui.gallery $(LANGUAGES)

release: .venv/dev.stamp
	@$(BIN)/python -m tools.release check
	@$(BIN)/python -m bot.ui.words
	@$(MAKE) nightly
	@rm -rf dist
	@SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(BIN)/uv build --quiet --python $(BIN)/python --no-build-isolation
	@$(BIN)/twine check --strict dist/*
	@$(BIN)/python -m tools.release try dist/*
	@echo "All is in dist/. Pushing the version's tag publishes it."

LOCKING = $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
	--no-header --no-annotate --no-emit-index-url pyproject.toml build.in
lock: .venv/dev.stamp
	$(LOCKING) --extra dev --output-file requirements-dev.lock
	$(LOCKING) --constraint requirements-dev.lock --output-file requirements.lock
	$(LOCKING) --extra dev --extra bench --output-file requirements-bench.lock

clean:
	rm -rf .venv .venv-bench .coverage htmlcov .pytest_cache .ruff_cache .import_linter_cache .hypothesis \
		build dist *.egg-info
