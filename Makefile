# Two commands for a new user: `make demo` and `make test`. `make help` lists the rest.
# The system's interpreter, where it will do: it is built with profiles, and services run with it.
SYSTEM := $(shell /usr/bin/python3 -c 'import sys, ensurepip; print(sys.executable * (sys.version_info >= (3, 11)))' 2>/dev/null)
PYTHON ?= $(or $(SYSTEM),python3)
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
WORDS  := $(VENV)/.words
# What catalogues, names and the lines of forms are compiled from.
SAID   := $(shell find adjudicator packages tests/packages -name '*.po' -o -name '*.yaml' -o -name '*.py')
# What is installed beside the program: optional packages of the service, for everybody; games of the tests.
OPTIONAL := $(patsubst %/pyproject.toml,./%,$(wildcard packages/*/pyproject.toml))
PACKED := $(patsubst %/pyproject.toml,./%,$(wildcard tests/packages/*/pyproject.toml))
CODE   := adjudicator cli packages demo worker deploy tests benchmarks docs/gallery docs/architecture docs/site
TESTERS ?= 4
GAME   ?= imperial-struggle
GAMES  ?= 1000
TRIES  ?= 550
RICH   ?= 3000
COUNT  ?= 30
SEED   ?= 1
JOBS   ?= $(shell nproc)
ALONE  := $(BIN)/python -m pytest --doctest-modules --doctest-glob=README.md
PYTEST := $(ALONE) -n $(TESTERS) --dist worksteal
TESTED := README.md adjudicator cli packages demo worker tests
# The migration environment runs inside Alembic only.
SPARED := --ignore=adjudicator/store/migrations --ignore=tests/packages
# Every process would compile every module anew, and there are thousands of processes.
unexport PYTHONDONTWRITEBYTECODE
# While Python's packages are installed, Debian's can be; while the tests run, the code is checked.
MAKEFLAGS += --jobs=2

.DEFAULT_GOAL := help
.PHONY: help install service demo gallery rooms docs test tested linted compiled inventory long check bench mutants stewards order-reading simulate faults fuzz clean lock sbom audit format lint servers

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 22

install: $(WORDS) ## the virtual environment from the lock file

$(STAMP): requirements.lock pyproject.toml $(wildcard packages/*/pyproject.toml tests/packages/*/pyproject.toml)
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "installing into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation \
		-e . $(addprefix -e ,$(OPTIONAL) $(PACKED))
	@touch $@

$(WORDS): $(SAID) $(STAMP)
	@$(BIN)/python -m adjudicator.locale.update --compile
	@touch $@

# What runs a service, and nothing else: no tools of developers, no games of the tests. Where uv is, it is faster.
SERVICE  ?= $(HOME)/.local/share/adjudicator
PROGRAMS ?= $(HOME)/.local/bin
UV       := $(or $(wildcard $(BIN)/uv),$(shell command -v uv 2>/dev/null))
SERVED   := "$(SERVICE)/bin/python"
service: ## the program for your own group, a third of `make install`: ~/.local/bin/adjudicator (SERVICE=, PROGRAMS=FOLDER)
	@$(PYTHON) -m venv $(if $(UV),--without-pip) "$(SERVICE)"
	@echo "installing into $(SERVICE) ..."
ifneq ($(UV),)
	@"$(UV)" pip sync --quiet --require-hashes --python $(SERVED) deploy/requirements.lock
	@"$(UV)" pip install --quiet --no-deps --no-build-isolation --reinstall --python $(SERVED) . $(OPTIONAL)
else
	@$(SERVED) -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes -r deploy/requirements.lock
	@$(SERVED) -m pip install --quiet --disable-pip-version-check --no-compile --no-deps --no-build-isolation --force-reinstall . $(OPTIONAL)
endif
	@mkdir -p "$(PROGRAMS)" && ln -sf "$$(cd "$(SERVICE)" && pwd)/bin/adjudicator" "$(PROGRAMS)/adjudicator"

demo: $(WORDS) ## the first turns of a game by real mails on this machine (GAME=NAME, TURNS=N or all, PACK=FILE, PLAYERS=N, STEWARDS=N, MATCHES=N, SCRIPT=yes); look at var/demo/index.html
	@$(BIN)/adjudicator demo --game $(GAME) $(if $(TURNS),--turns $(TURNS)) $(if $(PACK),--pack $(PACK)) $(if $(PLAYERS),--players $(PLAYERS)) $(if $(STEWARDS),--stewards $(STEWARDS)) $(if $(MATCHES),--matches $(MATCHES)) $(if $(SCRIPT),--script)

test: linted inventory tested ## everything: format, lint, types, architecture, inventory, all tests but the long ones (installs what they need)

tested: $(WORDS) servers compiled
	$(PYTEST) $(SPARED) -m "not long" $(TESTED)

# Beside the tests, which leave a processor idle when they wait: what it finds is shown at once and in one piece.
linted: $(WORDS)
	@$(MAKE) --no-print-directory lint > $(VENV)/lint.txt 2>&1 || { printf '\n== make lint\n'; cat $(VENV)/lint.txt; exit 1; }

long: $(WORDS) servers ## the tests that take minutes each; a short one like each of them is in `make test`
	$(PYTEST) $(SPARED) -m long --timeout 3600 tests

# Else every tester compiles every module and every test anew.
compiled: $(WORDS)
	@$(ALONE) --collect-only -q $(SPARED) -m "not long" $(TESTED) > $(VENV)/tests.txt || { tail -50 $(VENV)/tests.txt; exit 1; }

# Behind the developers' environment, whose uv it uses; an operator, who has none, makes it without.
inventory: $(WORDS) compiled ## what a service is made of, and how many tests each game has and what they took last
	@$(MAKE) --no-print-directory sbom
	@$(BIN)/python -m tests.costs $(VENV)/tests.txt

check: $(WORDS) lint ## the fast part for daily work
	$(PYTEST) $(SPARED) -m "not slow and not long" -q $(filter-out tests,$(TESTED)) \
		tests/kernel tests/orders tests/reports tests/pictures tests/games

lint: $(WORDS)
	$(BIN)/ruff format --check --quiet $(CODE)
	$(BIN)/ruff check --quiet $(CODE)
	$(BIN)/mypy
	$(BIN)/mypy --explicit-package-bases tests/faults docs/gallery
	$(BIN)/lint-imports > $(VENV)/architecture.txt || { cat $(VENV)/architecture.txt; exit 1; }

servers:
	@sh tests/servers.sh

gallery: $(WORDS) ## draw docs/gallery anew from a campaign played at random
	@$(BIN)/python docs/gallery/make.py

rooms: $(WORDS) ## draw the rooms of the program in docs/explanation/architecture.md anew from their imports
	@$(BIN)/python docs/architecture/make.py

docs: $(WORDS) ## the documentation as a site: var/site/index.html, with pages made from the code
	@$(BIN)/python docs/site/make.py
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

bench: $(WORDS) ## what things cost, and against what
	@for each in $(filter-out benchmarks/mutants.py benchmarks/stewards.py,$(shell grep -l __main__ benchmarks/*.py)); do echo "== $$each"; $(BIN)/python $$each || exit 1; done

mutants: $(WORDS) ## which changes of a game's rules no test of it finds (GAME=NAME, COUNT=N drawn, SEED=N)
	@$(BIN)/python -m benchmarks.mutants $(GAME) --count $(COUNT) --seed $(SEED)

stewards: $(WORDS) ## how many matches stewards win against players who draw, and greedy ones (GAME=NAME, MATCHES=N, TRIES=N)
	@$(BIN)/python -m benchmarks.stewards $(SIMULATED) --matches $(or $(MATCHES),20) --tries $(TRIES)

order-reading: $(WORDS) ## how well the orders in hundreds of written mails are read, in shares
	$(BIN)/python -m benchmarks.order_reading --all

# GAME has a value for `make demo`: it counts here if somebody gave it.
SIMULATED = $(if $(filter file,$(origin GAME)),`$(BIN)/python -c "import adjudicator; print(*adjudicator.games())"`,$(GAME))
simulate: $(WORDS) ## a thousand random games of each game, checked; some of them by mail (GAME=NAME, GAMES=N, RICH=N from crowded positions)
	@for game in $(SIMULATED); do \
		echo "== $$game"; \
		$(BIN)/adjudicator simulate $$game --games $(GAMES) --jobs $(JOBS) --invariants --replay || exit 1; \
		$(BIN)/adjudicator simulate $$game --games $(RICH) --jobs $(JOBS) --dense --invariants --replay --coverage || exit 1; \
		$(BIN)/adjudicator simulate $$game --games 20 --round-trip || exit 1; \
		$(BIN)/adjudicator simulate $$game --games 2 --by-mail || exit 1; \
	done

faults: $(WORDS) servers ## campaigns whose processes are killed 2000 times: nothing may be lost or done twice
	$(BIN)/python -m tests.faults --kills 2000

fuzz: $(WORDS) ## ten minutes of mutated mails, from bytes to actions, and as long for time and work that grow faster than size
	$(BIN)/python -m tests.fuzz --seconds 600
	$(BIN)/python -m tests.fuzz --time --seconds 9
	$(BIN)/python -m tests.fuzz --lines --seconds 300

format: $(STAMP) ## rewrite the code in the one style
	$(BIN)/ruff format $(CODE)
	$(BIN)/ruff check --fix $(CODE)

COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate
lock: $(STAMP) ## write both lists of packages anew from pyproject.toml: for developers, and for a service
	$(COMPILE) --all-extras --group dev pyproject.toml -o requirements.lock
	$(COMPILE) --constraint requirements.lock --extra postgresql --group build pyproject.toml -o deploy/requirements.lock
	$(COMPILE) --group pyproject.toml:audit -o deploy/audit.lock

# Tools of their own: neither a service nor a developer needs their packages. Where a developer's uv is, it is faster.
AUDIT := $(VENV)/audit
$(AUDIT)/.installed: deploy/audit.lock
	@test -x $(AUDIT)/bin/python || $(PYTHON) -m venv $(AUDIT)
	@$(BIN)/uv pip sync --quiet --require-hashes --python $(AUDIT)/bin/python deploy/audit.lock 2>/dev/null || \
		$(AUDIT)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r deploy/audit.lock
	@touch $@

sbom: $(AUDIT)/.installed ## what a service is made of, for inventories: dist/sbom.cdx.json (CycloneDX)
	@mkdir -p dist
	@$(AUDIT)/bin/python -W ignore::UserWarning -m cyclonedx_py requirements deploy/requirements.lock \
		--pyproject pyproject.toml --output-reproducible --validate -o dist/sbom.cdx.json
	@$(PYTHON) deploy/complete.py deploy/requirements.lock dist/sbom.cdx.json

audit: $(AUDIT)/.installed ## whether anything that a service is made of has a known weakness (asks pypi.org)
	@$(AUDIT)/bin/pip-audit --requirement deploy/requirements.lock --require-hashes --disable-pip --strict

clean: ## remove what can be made again; the virtual environment and databases stay
	rm -rf .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis dist var/demo
	find $(CODE) -name __pycache__ -type d -prune -exec rm -rf {} +
