# Two commands do everything on a fresh machine that has Python: `make solve` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: solve check test all docs pictures links ray fuzz lint types seconds coverage bench landmarks golden release try-page clean

solve: $(VENV)/core
	$(BIN)/perfectplay solve connect_four width=5 height=4
	$(BIN)/perfectplay show connect_four width=5 height=4

# of each test as many cases as take a hundredth of a second, and at least one
check: lint types
	$(BIN)/pytest -n 2 --dist worksteal -m "not landmark" --budget 0.01 tests src

# of each test as many cases as take so many seconds; tests/seconds.txt has what each takes
test: lint types
	$(BIN)/pytest -n 2 --dist worksteal -m "not landmark" --budget 0.15

# every case: what continuous integration runs; with BUDGET=4, as many of each test as take 4 seconds
all: lint types
	$(BIN)/pytest -n 2 --dist worksteal -m "not landmark" $(if $(BUDGET),--budget $(BUDGET))

# the site in docs/_build/html: a warning, an example that fails or a broken link is an error
docs: $(VENV)/docs
	$(BIN)/python docs/build_site.py

# the picture of a play in docs/pictures, taken in Chromium
pictures: $(VENV)/docs
	$(BIN)/python docs/take_pictures.py

# the links to other hosts, which need a network
links: $(VENV)/docs
	$(BIN)/python -m sphinx -b linkcheck -q docs docs/_build/linkcheck

# measures what each test takes; on a machine that does nothing else
seconds: $(VENV)/installed
	$(BIN)/pytest -n 2 --dist worksteal -m "not landmark" --record-seconds

# lines of src/ that the tests run; in an environment of its own, since numba imports coverage
# wherever it is installed, which the tests of memory would notice
coverage:
	$(PYTHON) -m venv $(VENV)-coverage
	$(VENV)-coverage/bin/python -m pip install --quiet --disable-pip-version-check -e ".[dev]" pytest-cov
	$(VENV)-coverage/bin/pytest -n 2 --dist worksteal -m "not landmark" --budget 0.5 --cov=perfectplay

# random rules against a plain solver: two minutes of random ones, then the special cases
fuzz: $(VENV)/installed
	$(BIN)/python -m tests.fuzz --seed 8 --cases 240 --seconds 120

lint: $(VENV)/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: $(VENV)/installed
	$(BIN)/mypy

bench: $(VENV)/installed
	$(BIN)/python -m benchmarks

# workers of Ray; in an environment of its own, since Ray is larger than all the rest
ray:
	$(PYTHON) -m venv $(VENV)-ray
	$(VENV)-ray/bin/python -m pip install --quiet --disable-pip-version-check -e ".[dev,ray]"
	$(VENV)-ray/bin/pytest tests/cli/test_cluster_launchers.py

# a failure of the tests is one of the whole line
landmarks: SHELL := /bin/bash
landmarks: .SHELLFLAGS := -o pipefail -c
landmarks: $(VENV)/installed
	$(BIN)/pytest -m "landmark or hypothesis" --hypothesis-profile=landmarks \
		-vv --durations=0 tests | tee /dev/stderr \
		| grep -E "(hypothesis-seed|FAILED|ERROR|^[1-9][0-9.]*s call| passed| failed)" \
		> docs/landmarks.txt

golden: $(VENV)/installed
	$(BIN)/pytest tests/cli/test_transcripts.py --rewrite-golden

# archives for a release, checked; then a first game, solved by what a fresh environment installs
release: $(VENV)/installed
	rm -rf dist
	$(BIN)/python -m build --outdir dist
	$(BIN)/python -m twine check --strict dist/*
	$(BIN)/python -m tests.first_game dist

# the page on which rules are typed, with Python for browsers; make docs takes it into the site
try-page: $(VENV)/installed
	$(BIN)/python docs/try/build.py build/page/try

$(VENV)/installed: $(VENV)/core
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[dev]"
	touch $@

$(VENV)/docs: $(VENV)/installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[docs]"
	touch $@

$(VENV)/core: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(None if sys.version_info >= (3, 11) else "perfectplay needs Python 3.11 or newer; say PYTHON=... to make")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	touch $@

clean:
	rm -rf $(VENV)
