# The project's tasks. Each target sets up what it needs in the project's own virtual environment, .venv.

PYTHON ?= python3
# What the package depends on; CI also takes the oldest that it allows.
NUMPY ?= numpy>=1.23
RICH ?= rich>=13
VENV := .venv
BIN := $(VENV)/bin
STAMPS := .stamps
# A money position with published rollouts (bgonline.org, post 160613).
POSITION ?= ---BBBBBA----B--a-a-Bbcce-:0:0:1:00:0:0:3:0:10

# How long `make fuzz` feeds each reader.
SECONDS ?= 60

RUST := $(shell find rust -name '*.rs' -o -name '*.gnn' -o -name Cargo.toml) Cargo.toml Cargo.lock
# A machine may set flags for building numerical libraries that this project does not need.
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: help quick build rollout test test-long fuzz signature stubs docs lint format bench bench-instructions peers clean wheel

help: ## List the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 20

$(STAMPS)/venv: pyproject.toml
	@mkdir -p $(STAMPS)
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --upgrade 'pip>=25.1'
	$(PIP) install --group dev '$(NUMPY)' '$(RICH)'
	@touch $@

$(STAMPS)/build: $(STAMPS)/venv $(RUST)
	$(BIN)/maturin develop --release --quiet
	@touch $@

quick: $(STAMPS)/venv ## Build quickly to try out an edit: same results, slower engine, much shorter compile time
	$(BIN)/maturin develop --profile quick --quiet
	@rm -f $(STAMPS)/build

build: $(STAMPS)/build ## Build the engine and install the package into .venv

rollout: build ## Roll out an example position (POSITION=... for another)
	$(BIN)/gammon rollout $(POSITION)

test: build ## Every test that CI runs
	cargo test --workspace --quiet
	$(BIN)/pytest -m "not long and not alone" --numprocesses auto
	$(BIN)/pytest tests/border -m "alone and not long"

test-long: build ## The slow tests as well: a million positions against the reference
	$(BIN)/pytest -m long --timeout 7200 -s

fuzz: build ## Feed each reader changed inputs for a minute (SECONDS=... for longer), different ones each time
	GAMMON_FUZZ_SECONDS=$(SECONDS) GAMMON_FUZZ_SEED=$$(date +%s) cargo test --quiet --test fuzz -- --nocapture --test-threads 1
	$(BIN)/python -m tests.border.fuzz --seconds $(SECONDS)

signature: build ## Update the signature (golden answers) after an intended change of play
	$(BIN)/python -m tests.unit.signature > $(STAMPS)/network.toml
	mv $(STAMPS)/network.toml tests/golden/network.toml

stubs: $(STAMPS)/venv ## Copy the docstrings of the built module into its stub
	$(BIN)/python -m tests.docs.stub
	$(BIN)/ruff format --quiet python/gammon/_engine.pyi

$(STAMPS)/docs-tools: $(STAMPS)/venv
	$(PIP) install --group docs
	@touch $@

docs: $(STAMPS)/docs-tools ## Build the documentation site into site/, with warnings as errors
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

lint: build ## Check formatting, lints, types, and the stub against the built module
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --release --quiet -- --deny warnings
	RUSTDOCFLAGS="--deny warnings" cargo doc --workspace --no-deps --quiet
	$(BIN)/ruff format --check python tests benches strength examples
	$(BIN)/ruff check python tests benches strength examples
	$(BIN)/mypy
	$(BIN)/stubtest gammon --allowlist tests/stubtest-allowlist.txt

format: $(STAMPS)/venv ## Format the code and apply automatic fixes
	cargo fmt --all
	$(BIN)/ruff format python tests benches strength examples
	$(BIN)/ruff check --fix python tests benches strength examples

bench: build ## Run the benchmarks, in Rust and through Python
	cargo bench --bench engine
	$(BIN)/pytest benches --benchmark-only -o python_files='bench_*.py' -o testpaths=benches

bench-instructions: ## Count instructions and compare them with those that are committed (needs valgrind)
	benches/instructions.sh

peers: build ## Compare the speed with other engines, as far as they can be installed
	-$(PIP) install --group peers
	$(BIN)/python -m benches.peers

wheel: $(STAMPS)/venv ## Build a wheel into dist/
	$(BIN)/maturin build --release --out dist

clean: ## Remove everything that was built
	cargo clean
	rm -rf $(VENV) $(STAMPS) dist site
