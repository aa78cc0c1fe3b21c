# One target per verb; `make help` lists them. Every target first brings .venv in line with the locks.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:

PYTHON ?= $(shell for p in python3.11 python3 python; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$p" && break; done)
BIN := .venv/bin
PY := $(BIN)/python
INSTALLED := .venv/.installed
READY := .venv/.ready
TOOLS := .venv/tools
CODE = $(wildcard adjudicator services replays tools tests benchmarks clients/python)
GENERATED = find proto/gen adjudicator -type f \( -path 'proto/gen/*.py*' -o -name messages.py \) -not -name '*.pyc'
COMPILE = $(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--custom-compile-command 'make lock' $(if $(UPGRADE),--upgrade)
ARGS ?=
DIST ?=
LEFT_OUT ?=
# Tests wait for services, stores and browsers a good part of their time: three of them keep two cores busy.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print(-(-3 * (os.cpu_count() or 1) // 2))')
# Each file goes to one worker, which keeps what its tests share; they begin with those that tests/tools/dear_files.py names.
SPREAD := --dist loadfile --no-loadscope-reorder
# Hundreds of processes are started by tests: what they import is compiled once, whatever is usual on this machine.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup run demo bench test test-fast test-long test-full collected faults torture abuse abuse-in-turns soak test-clients verifier test-archive odds archive-setup archive-study study-keep study-page test-page page page-fresh node check ci lint format types imports proto \
	proto-lint proto-breaking proto-keep fresh map lock docs dist dist-twice release test-packages new-ruleset clean corpus

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(READY) ## .venv with the locked packages and the program adjudicator in it

run: $(READY) ## the service; ARGS are its options
	@$(BIN)/adjudicator serve $(ARGS)

demo: $(READY) ## a game played and audited before your eyes
	@$(BIN)/adjudicator demo $(ARGS)

bench: $(READY) ## the figures of this machine
	@$(BIN)/adjudicator bench $(ARGS)

test: $(READY) ## all tests, on all cores; ARGS go to pytest, which then takes one; WORKERS, LEFT_OUT are paths not run
	@$(PY) -m pytest $(or $(ARGS),-n $(WORKERS) $(SPREAD) $(addprefix --ignore ,$(LEFT_OUT)))

test-fast: $(READY) ## all tests but the slow ones, on all cores
	@$(PY) -m pytest -m 'not slow' -n auto $(SPREAD) $(ARGS)

test-long: $(READY) ## mutated logs, odds against play, random games under any options; sizes by ONE_IN, ODDS_STATES, ODDS_PLAYS, GAMES, PAIRS, LUCK_GAMES, EVERY_ACT
	@$(PY) -m pytest --long -m long $(or $(ARGS),-n auto --dist worksteal)

test-full: $(READY) ## the same in full: every case of every matrix, more games, and odds as make odds has them
	@ONE_IN=1 EVERY_ACT=1 LUCK_GAMES=16 GAMES=$${GAMES:-12} PAIRS=$${PAIRS:-60} \
		ODDS_STATES=$${ODDS_STATES:-8} ODDS_PLAYS=$${ODDS_PLAYS:-600} \
		$(PY) -m pytest --long -m long $(or $(ARGS),-n auto --dist worksteal)

odds: $(READY) ## odds of every estimate against play, in more states than make test-long has; sizes by ODDS_STATES, ODDS_PLAYS
	@ODDS_STATES=$${ODDS_STATES:-8} ODDS_PLAYS=$${ODDS_PLAYS:-600} $(PY) -m pytest --long -m long tests/odds_by_play $(or $(ARGS),-n auto)

faults: $(READY) ## clients while service, store and network fail, some minutes; sizes by TORTURE_SECONDS, TORTURE_GAMES
	@$(PY) -m pytest --faults -m faults -s tests/torture $(ARGS)

torture: $(READY) ## the same for longer: a minute for each fault, sixteen games at once
	@TORTURE_SECONDS=$${TORTURE_SECONDS:-60} TORTURE_GAMES=$${TORTURE_GAMES:-16} \
		$(PY) -m pytest --faults -m faults -s tests/torture $(ARGS)

abuse: $(READY) ## honest callers while others attack, with their times; ABUSE_SECONDS for each
	@$(PY) -m pytest --abuse -m abuse -s tests/abuse $(ARGS)

abuse-in-turns: $(READY) ## the same in a minute: each attack until it is turned away
	@$(PY) -m pytest --abuse -m abuse -s tests/abuse/test_in_turns.py $(ARGS)

soak: $(READY) ## what the service holds after an hour of use; SOAK_MINUTES, SOAK_OUT names a file for samples
	@$(PY) -m pytest --soak -m soak -s tests/soak $(ARGS)

test-clients: $(READY) ## the clients under clients/ are built and play against a service; DIST names what make dist has built
	@DIST=$(DIST) $(PY) -m pytest --clients -m clients -rs tests/clients $(or $(ARGS),-n auto $(SPREAD))

verifier: $(READY) ## verifiers that know nothing of our code, given every file that the audit's tests audit; needs Go, after make node
	@$(PY) -m pytest --verifier -rs tests/verifier tests/replays/audit tests/replays/test_history.py $(or $(ARGS),-n auto $(SPREAD))

test-page: $(READY) ## pages in a headless Chromium: replays drawn, stepped and tampered with, games played by two browsers; after make node
	@$(PY) -m pytest --page -m page -rs tests/page $(or $(ARGS),-n auto $(SPREAD))

page: ## the replay page and the live pages, built anew; after make node
	cd clients/typescript && npx tsc -p page && npx tsc -p live && node page/build.mjs && PATH="$(CURDIR)/$(BIN):$$PATH" node live/build.mjs

page-fresh: ## what is built of the pages is what clients/typescript/page and live say; after make node
	@cd clients/typescript && npx tsc -p page && npx tsc -p live && node page/build.mjs --check && PATH="$(CURDIR)/$(BIN):$$PATH" node live/build.mjs --check

node: $(READY) ## the TypeScript client and its tests, built
	cd clients/typescript && npm ci --no-audit --no-fund --ignore-scripts && PATH="$(CURDIR)/$(BIN):$$PATH" npm run build && npx tsc -p test

check: lint types imports proto-lint proto-breaking fresh test ## the one gate: everything below, and the tests

ci: ## what the build machine runs
	@bash .ci/run

lint: $(READY) ## ruff, and no host names in the locks
	@$(BIN)/ruff check $(CODE)
	@$(BIN)/ruff format --check --quiet $(CODE) || { \
		echo 'layout differs: run make format' >&2; $(BIN)/ruff format --diff --quiet $(CODE) | grep '^+++' >&2; exit 1; }
	@! grep -nE '://|--(extra-)?index-url|"resolved"' requirements/*.lock $(wildcard clients/*/package-lock.json) | \
		grep -v '"url":' || { echo 'a lock names a host: run make lock' >&2; exit 1; }

format: $(READY) ## lay the code out
	@$(BIN)/ruff format --quiet $(CODE)
	@$(BIN)/ruff check --fix --quiet $(CODE)

collected: $(READY) ## every test is found; what finds them is compiled and kept, before many workers do the same at once
	@found="$$($(PY) -m pytest --collect-only -qq 2>&1)" || { echo "$$found" >&2; exit 1; }

types: $(READY) ## mypy --strict
	@$(BIN)/mypy $(CODE)

imports: $(READY) ## the dependency rule
	@$(BIN)/lint-imports --no-cache --no-logo

proto: $(READY) ## generate what follows from proto/
	@$(PY) tools/protogen.py

proto-lint: $(READY) ## buf lint
	@$(BIN)/buf lint

proto-breaking: $(READY) ## nothing in proto/ has changed that a client or a log relies on
	@test -f proto/lock.binpb || { \
		echo 'proto/lock.binpb is missing, with which the contract is compared: restore it, or make proto-keep' >&2; exit 1; }
	@$(BIN)/buf breaking --against proto/lock.binpb
	@$(PY) tools/appended.py --root .

proto-keep: $(READY) ## keep the contract as it is now in proto/lock.binpb, for proto-breaking
	@$(BIN)/buf build --exclude-source-info -o proto/lock.binpb

fresh: $(READY) ## generated files are what proto/ and the code say
	@$(PY) tools/reference.py --check
	@$(PY) tools/ruleset_map.py --check
	@$(PY) tools/ruling_map.py --check
	@$(PY) tools/format_tables.py --check
	@$(PY) tools/format_vectors.py --check
	@before="$$($(GENERATED) | LC_ALL=C sort | xargs cksum)"; \
	$(PY) tools/protogen.py; \
	after="$$($(GENERATED) | LC_ALL=C sort | xargs cksum)"; \
	test "$$before" = "$$after" || { \
		echo 'generated files were stale and are renewed; keep them with the change to proto/:' >&2; \
		diff <(echo "$$before") <(echo "$$after") | awk '/^[<>]/ { print "  " $$4 }' | sort -u >&2; exit 1; }

map: $(READY) ## what docs/rulesets and docs/reference say of the code, tables and vectors of the file format
	@$(PY) tools/format_tables.py
	@$(PY) tools/format_vectors.py
	@$(PY) tools/reference.py
	@$(PY) tools/ruleset_map.py
	@$(PY) tools/ruling_map.py

corpus: $(READY) ## the conformance corpus, from what the clause tests play: some minutes; ARGS=--check changes nothing
	@rm -rf build/corpus
	@$(PY) -m pytest -q -p tests.replays.corpus.recorder --corpus-to build/corpus tests/rulesets \
		$(foreach name,bots/* test_playouts.py test_golden.py test_offers.py test_every_leaf.py,--ignore-glob '*/$(name)') -n $(WORKERS) $(SPREAD)
	@$(PY) -m tools.corpus.make build/corpus $(ARGS)

lock: $(READY) ## resolve the locks anew; UPGRADE=1 takes newer versions
	@$(COMPILE) pyproject.toml -o requirements/runtime.lock
	@$(COMPILE) pyproject.toml --extra dev -c requirements/runtime.lock -o requirements/dev.lock
	@$(COMPILE) pyproject.toml --extra archive -c requirements/dev.lock -o requirements/archive.lock
	@$(COMPILE) requirements/dist.in -o requirements/dist.lock
	@$(COMPILE) requirements/docs.in -o requirements/docs.lock
	@grep '^uv==' requirements/dev.lock | sed 's/ .*//' | $(COMPILE) - -o requirements/bootstrap.lock

dist: $(READY) $(TOOLS)/dist/.ready ## what is released, from the last commit, into dist/: packages, their parts (SBOM), sums
	@$(PY) tools/packages/build.py --out dist

dist-twice: dist ## the same a second time, Java too: it must be the same bytes
	@$(PY) tools/packages/build.py --out build/dist-twice >/dev/null
	@diff dist/SHA256SUMS build/dist-twice/SHA256SUMS

docs: $(READY) $(TOOLS)/docs/.ready ## the site, into build/site; a broken link is an error
	@NO_MKDOCS_2_WARNING=1 $(TOOLS)/docs/bin/mkdocs build --strict --site-dir build/site

release: $(READY) $(TOOLS)/dist/.ready ## prepare a release: make release VERSION=0.2.0; commits, builds dist/, does not tag
	@test -n "$(VERSION)" || { echo 'say which: make release VERSION=0.2.0' >&2; exit 2; }
	@$(PY) tools/release.py "$(VERSION)"

test-packages: dist ## what make dist builds, installed in clean environments and a bare root, and used
	@DIST=dist $(PY) -m pytest --packages -m packages tests/packages $(or $(ARGS),-n auto $(SPREAD))

archive-setup: .venv/.archive ## what `adjudicator archive` needs beside the rest, into .venv

test-archive: .venv/.archive ## many replays audited, tabled, searched and judged again
	@$(PY) -m pytest --archive -m archive -rs tests/replays/archive $(or $(ARGS),-n auto $(SPREAD))

archive-study: .venv/.archive ## the plans of docs/studies in full, after the games that are kept, resumable: make archive-study OUT=folder ARGS='--jobs 2'
	@test -n "$(OUT)" || { echo 'say where the games are kept: make archive-study OUT=folder' >&2; exit 2; }
	@$(PY) -m tools.studies.page --resume "$(OUT)"
	@left=0; for plan in docs/studies/*.toml; do \
		$(BIN)/adjudicator archive play $$plan --out "$(OUT)/$$(basename $$plan .toml)" $(ARGS) || { \
			status=$$?; test $$status = 3 || exit $$status; left=3; }; done; exit $$left

study-keep: .venv/.archive ## games of runs under way, kept in docs/studies for the next run and not looked at: make study-keep OUT=folder
	@test -n "$(OUT)" || { echo 'say where they are played: make study-keep OUT=folder' >&2; exit 2; }
	@$(PY) -m tools.studies.page --keep "$(OUT)"

study-page: .venv/.archive ## the tables of docs/explanation/first-player.md; OUT=folder of make archive-study brings its games first
	@$(PY) -m tools.studies.page $(if $(OUT),--games "$(OUT)") $(ARGS)

new-ruleset: $(READY) ## the toy ruleset under a new name: make new-ruleset name=skirmish
	@test -n "$(name)" || { echo 'say which: make new-ruleset name=skirmish' >&2; exit 2; }
	@$(PY) tools/new_ruleset.py "$(name)"

clean: ## remove .venv, caches and what builds leave behind
	rm -rf .venv build dist ./*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis clients/typescript/{node_modules,dist,build,src/gen}
	find adjudicator services replays proto tools tests benchmarks -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

# uv is quick; where it finds no index (it does not read pip's settings) pip does the same from the same hashes.
# $(call install,PYTHON,LOCK): what the lock names and nothing else is checked by hash.
install = UV_HTTP_RETRIES=1 $(BIN)/uv pip install -q --python $(1) --require-hashes -r $(2) || { echo 'uv finds no index, pip takes over ...'; \
	$(PY) -m pip --python $(1) install -q --disable-pip-version-check --require-hashes --no-deps -r $(2); }

$(READY): $(INSTALLED) clients/python/generate.py $(shell find proto clients/python/protos -name '*.proto')
	@$(PY) clients/python/generate.py
	@touch $@

$(INSTALLED): pyproject.toml requirements/bootstrap.lock requirements/dev.lock
	@test -n "$(PYTHON)" || { echo 'no Python 3.11 on the path: install it, or say make PYTHON=/path/to/python' >&2; exit 1; }
	@$(PY) -m pip --version >/dev/null 2>&1 || { echo 'setup 1 of 4: an environment in .venv'; $(PYTHON) -m venv --clear .venv; }
	@echo 'setup 2 of 4: uv, which installs the rest'
	@$(PY) -m pip install -q --disable-pip-version-check --require-hashes --no-deps -r requirements/bootstrap.lock
	@echo "setup 3 of 4: $$(grep -c '^[a-z].*==' requirements/dev.lock) packages, checked by their hashes"
	@$(call install,$(PY),requirements/dev.lock)
	@echo 'setup 4 of 4: the program adjudicator'
	@$(PY) -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@
	@echo 'ready: make run, make demo, make test; make help lists the rest'

.venv/.archive: requirements/archive.lock $(READY)
	@echo 'packages of the extra archive: Dask, PyArrow, DuckDB'
	@$(call install,$(PY),requirements/archive.lock)
	@touch $@

# Tools of one target each, apart from what the service is made of.
$(TOOLS)/%/.ready: requirements/%.lock $(INSTALLED)
	@echo 'tools of make $*: $(TOOLS)/$*'
	@$(PYTHON) -m venv --clear $(TOOLS)/$*
	@$(call install,$(TOOLS)/$*/bin/python,requirements/$*.lock)
	@touch $@
