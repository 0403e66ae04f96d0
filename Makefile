# Development commands. Each target builds the environment it needs; after that nothing uses the network.
# Environments come from plain venv + pip and hash-locked requirements. `make PYTHON=python3.12 test` picks another
# interpreter for a new environment, `make test TESTS=tests/unit ARGS=-x` narrows a run.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

ifndef PYTHON
PYTHON := $(shell for each in python3.11 python3 python3.12 python3.13 python3.14; do \
	if "$$each" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then echo "$$each"; break; fi; done)
endif
ifeq ($(strip $(PYTHON)),)
$(error wellhead needs Python 3.11 or newer on PATH, or PYTHON=/its/path)
endif

VENV ?= .venv
BARE := .venv-demo
TESTS ?= tests
ARGS ?=
DATA ?=
PIP_FLAGS := --quiet --disable-pip-version-check --no-input
RUN := $(VENV)/bin/python

.PHONY: help demo test check bench bench-speed bench-quality lock docs fuzz clean

help:
	@echo "make demo    the starter library in .demo/, from a bare install: receipt and a search"
	@echo "make test    every test            TESTS=tests/unit ARGS=-x"
	@echo "make check   format, lint, types, layers, generated pages, locks"
	@echo "make bench   measure               DATA=folder of evaluation data"
	@echo "make bench-speed   searching, with all lanes and without each   DATA=folder"
	@echo "make bench-quality  ranking beside bm25s and plain FTS5   DATA=folder ARGS='scifact cranfield' ARGS=--ablations"
	@echo "make fuzz    tests with a new seed SEED=1234 repeats one"
	@echo "make docs    write the generated pages"
	@echo "make lock    compile requirements/*.txt   ARGS=--upgrade for newer versions"
	@echo "make clean   remove environments and caches"

# What a person gets: the built wheel and the base lock, nothing of the development tools.
demo: $(BARE)/ready
	rm -rf .demo
	mkdir -p .demo/home
	WELLHEAD_HOME="$(CURDIR)/.demo/home" $(BARE)/bin/wellhead demo

test: $(VENV)/ready
	$(RUN) -m pytest $(TESTS) $(ARGS)

check: $(VENV)/ready
	$(RUN) -m ruff format --check .
	$(RUN) -m ruff check .
	$(RUN) -m mypy
	$(VENV)/bin/lint-imports --no-cache
	$(RUN) -m tools.docs --check
	$(RUN) -m tools.locks check
	$(RUN) -m pip check

bench: $(VENV)/ready
	$(RUN) -m benches $(if $(DATA),--data "$(DATA)") $(ARGS)

bench-speed: $(VENV)/ready
	$(RUN) -m benches search $(if $(DATA),--data "$(DATA)") $(ARGS)

bench-quality: $(VENV)/ready
	$(RUN) -m benches.quality $(if $(DATA),--data "$(DATA)") $(ARGS)

lock: $(VENV)/installed
	$(RUN) -m tools.locks write $(ARGS)

docs: $(VENV)/ready
	$(RUN) -m tools.docs

fuzz: $(VENV)/ready
	seed="$${SEED:-$$RANDOM$$RANDOM}"; echo "seed $$seed"; \
	$(RUN) -m pytest tests/unit tests/contract tests/faults --seed "$$seed" --hypothesis-seed "$$seed" --fuzz $(ARGS)

clean:
	rm -rf .venv .venv-demo .venv-newest .demo build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src tests tools benches -type d -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

# --- environments ---------------------------------------------------------------------------------------------------

$(VENV)/installed: requirements/dev.txt
	$(PYTHON) -m venv --clear $(VENV)
	$(RUN) -m pip install $(PIP_FLAGS) --require-hashes -r requirements/dev.txt
	touch $@

$(VENV)/ready: $(VENV)/installed pyproject.toml
	$(RUN) -m pip install $(PIP_FLAGS) --no-deps --no-build-isolation --editable .
	touch $@

$(BARE)/installed: requirements/base.txt
	$(PYTHON) -m venv --clear $(BARE)
	$(BARE)/bin/python -m pip install $(PIP_FLAGS) --require-hashes -r requirements/base.txt
	touch $@

# The build tools live beside the environment, not in it: what is missing from the base lock must be missed.
$(BARE)/builder: requirements/build.txt | $(BARE)/installed
	rm -rf $@
	$(BARE)/bin/python -m pip install $(PIP_FLAGS) --require-hashes --target $@ -r requirements/build.txt
	touch $@

# Always built anew: a file of the starter library has no rule that could say it changed.
.PHONY: $(BARE)/ready
$(BARE)/ready: $(BARE)/installed $(BARE)/builder
	rm -rf $(BARE)/wheel
	PYTHONPATH=$(BARE)/builder $(BARE)/bin/python -m pip wheel $(PIP_FLAGS) --no-deps --no-build-isolation --no-index \
		--wheel-dir $(BARE)/wheel .
	$(BARE)/bin/python -m pip install $(PIP_FLAGS) --no-deps --no-index --force-reinstall $(BARE)/wheel/*.whl
