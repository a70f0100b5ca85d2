# Two commands for a new user: `make demo` and `make test`. `make help` lists the rest.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
GAMES  := tests/packages/sealed_bids tests/packages/crossroads

.DEFAULT_GOAL := help
.PHONY: help install demo test check bench fuzz clean lock format services

help: ## this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 18

install: $(STAMP) ## the virtual environment from requirements.lock

$(STAMP): requirements.lock pyproject.toml $(wildcard tests/packages/*/pyproject.toml)
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r deploy/uv.lock.txt
	@$(BIN)/uv pip sync --quiet --python $(BIN)/python --require-hashes requirements.lock deploy/uv.lock.txt
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation -e . $(addprefix -e ,$(GAMES))
	@touch $@
