# Everything runs from here; nothing has to be set up first.  docs/developing.md says how it works.

# Any Python 3 will do to start with: tools/bootstrap.py finds or fetches the one the site needs.
BOOT ?= $(shell for p in python3 python python3.13; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 8))' 2>/dev/null && { echo "$$p"; break; }; done)
PY := .venv/bin/python
# Same input, same bytes: the pages carry the date of the last commit, not of the build.
export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || echo 1795219200)

.PHONY: help serve html epub publish dist check test test-all lint bench strength selfplay problems lab lock clean set-up set-up-dev
.DEFAULT_GOAL := help

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

serve: html  ## set up, build the site, serve it and say where
	@$(PY) tools/serve.py build/html

html: set-up  ## build the site into build/html
	@$(PY) tools/build.py html

epub: set-up  ## make an EPUB of the same pages, in build/epub
	@$(PY) tools/build.py epub

publish: set-up  ## the current pages and every published edition, checked, in build/site
	@PIQUET_COPIES=1 $(MAKE) --no-print-directory html
	@$(PY) tools/edition.py assemble

dist: set-up-dev  ## both packages, checked, in build/dist
	@$(PY) tools/dist.py $(TAG)

check: set-up-dev  ## the quick loop: format, lint, types, words, and the tests that data can break
	@$(PY) tools/check.py

test: set-up-dev  ## lint, then the tests: engine, site, browser, inside Pyodide
	@# A part for each core, each told whole when it ends.
	@$(MAKE) --no-print-directory --keep-going --jobs=$(CORES) \
		$(and $(filter output-sync,$(.FEATURES)),--output-sync=target) $(PARTS)

test-all: bootstrap-python  ## the same with every case of everything, before a release
	@$(BOOT) tools/programs.py --install biber java nginx apache2 firefox WebKitWebDriver xvfb-run
	@$(MAKE) --no-print-directory test SOME=

SOME := -m "not thorough"
CORES ?= $(shell $(BOOT) -c 'import os; print(os.cpu_count())')
# A make that a test runs is its own.
TEST = echo "--- $@" && MAKEFLAGS= $(PY) -m pytest --durations=10 $(SOME)

# What `make test` is made of. The site is built first; beside it runs what needs no page.
PARTS := html lint test-engine chromium test-browser epub-after-html test-site test-all-else
.PHONY: $(PARTS)

# So many processes, each of which takes the next file of tests when it is done with one.
SPREAD = --dist loadfile --no-loadscope-reorder --numprocesses

test-engine: set-up-dev
	@$(TEST) tests/engine

# After the site: two builds at once would wait for each other, each with a core of its own.
epub-after-html: html
	@$(PY) tools/build.py epub

test-site: epub-after-html
	@$(TEST) tests/site

# The last of all, when the browser's tests are nearly done: one process would leave a core idle.
test-all-else: epub-after-html chromium
	@CHROMIUM=$$($(PY) tools/browser.py) && export CHROMIUM && \
		$(TEST) $(SPREAD) $(CORES) tests/test_*.py

# One process more than there are cores, since a browser waits for a quarter of its time. The longest files come first.
test-browser: html chromium
	@CHROMIUM=$$($(PY) tools/browser.py) && export CHROMIUM && \
		$(TEST) --reruns 1 --only-rerun "Target crashed" \
			$(SPREAD) $$(($(CORES) + 1)) $$(ls -S tests/browser/test_*.py)

chromium: set-up-dev
	@$(PY) tools/browser.py --install

lint: set-up-dev  ## format, ruff, mypy strict, tsc over the hand-written JavaScript, stylelint, and the prose linter
	@$(PY) -m ruff format --check --quiet . || { \
		echo "piquet: format failed: run $(PY) -m ruff format ." >&2; exit 1; }
	@$(PY) -m ruff check .
	@$(PY) -m mypy
	@node_modules/.bin/tsc --project tools/tsconfig.json
	@node_modules/.bin/stylelint '**/*.css'
	@$(PY) tools/prose.py

bench: set-up-dev html  ## deals per second beside OpenSpiel's skat, click to live engine, bytes of an idle page, Lighthouse
	@chromium="$$($(PY) tools/browser.py --install)" && CHROMIUM="$$chromium" $(PY) tests/bench/run.py

strength: set-up-dev  ## let the engine's players meet, on all cores, and write down how strong each is
	@$(PY) tools/strength.py
	@$(PY) tools/costly_decisions.py
	@$(PY) tools/calling.py

selfplay: set-up-dev  ## let the strongest player meet itself, and set its deals beside Cavendish's
	@$(PY) tools/selfplay.py

problems: set-up-dev  ## find the problems again, with open and with closed hands, in some twenty minutes
	@$(PY) tools/problems.py
	@nice -n 5 $(PY) tools/closed_problems.py
	@nice -n 5 $(PY) tools/sinking_problems.py

lab: set-up-dev  ## play the experiments on rules again, on all cores, and keep what they found
	@$(PY) tools/laboratory.py
	@$(PY) tools/laboratory.py --player adapted
	@$(PY) tools/laboratory.py --player adapted --against thumb
	@$(PY) tools/laboratory.py --exploiter
	@$(PY) tools/maxims.py

lock: bootstrap-python  ## resolve the pinned tools afresh
	@$(BOOT) tools/bootstrap.py lock

clean:  ## remove everything that was made
	rm -rf build .venv node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

set-up: bootstrap-python
	@$(BOOT) tools/bootstrap.py site

set-up-dev: bootstrap-python
	@$(BOOT) tools/bootstrap.py dev

.PHONY: bootstrap-python
bootstrap-python:
	@test -n "$(BOOT)" || { echo "piquet: no Python 3.8 or later on PATH: install python3" >&2; exit 1; }
