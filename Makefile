# `make` builds the edition that ships with zhushu, `make test` runs the tests. Each installs what it needs into .venv.

VENV := .venv
PIP := $(VENV)/bin/python -m pip --disable-pip-version-check --quiet
PYTHON ?= python3
TESTS ?= tests

.PHONY: build test lint schema lock clean

build: $(VENV)/installed
	$(VENV)/bin/zhushu build seeds -o output

test: $(VENV)/installed-dev
	$(VENV)/bin/python -m pytest $(TESTS)

lint: $(VENV)/installed-dev
	$(VENV)/bin/ruff check
	$(VENV)/bin/mypy

# The RELAX NG, XSD and Schematron of schema/, derived again from zhushu.odd. Needs Java.
schema: $(VENV)/installed-dev
	$(VENV)/bin/python -m zhushu.validate.derive

$(VENV)/installed: requirements.lock pyproject.toml | $(VENV)/bin/pip
	$(PIP) install --require-hashes --requirement requirements.lock
	$(PIP) install --no-deps --no-build-isolation --editable .
	touch $@

$(VENV)/installed-dev: requirements-dev.lock $(VENV)/installed
	$(PIP) install --require-hashes --requirement requirements-dev.lock
	touch $@

$(VENV)/bin/pip:
	@python=; for candidate in $(PYTHON) python3.13 python3.12 python3.11; do \
	  if $$candidate -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then python=$$candidate; break; fi; \
	done; \
	if [ -z "$$python" ]; then \
	  echo 'zhushu needs Python 3.11 or newer. On Debian 12 or Ubuntu 24.04: sudo apt install python3 python3-venv;' >&2; \
	  echo 'elsewhere install it and say where it is: make PYTHON=/path/to/python3' >&2; exit 1; \
	fi; \
	if ! $$python -c 'import ensurepip, venv' 2>/dev/null; then \
	  echo "$$python cannot make a virtual environment. On Debian and Ubuntu: sudo apt install python3-venv" >&2; exit 1; \
	fi; \
	$$python -m venv $(VENV)

# The pinned sets, good for every platform and every Python that zhushu supports. Needs uv.
LOCK = uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate --no-emit-index-url \
  --custom-compile-command 'make lock' pyproject.toml requirements.in

lock:
	$(LOCK) --output-file requirements.lock
	$(LOCK) --extra dev --constraint requirements.lock --output-file requirements-dev.lock

clean:
	rm -rf $(VENV) output/*/ dist build
