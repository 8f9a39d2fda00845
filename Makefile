# The commands set up what they need: Python 3.11+, make and a network are enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
TESTS := $(BIN)/python -m pytest -q -n 2 --dist worksteal

.PHONY: demo table test test-all quick quick-tests slow-tests check interop bench bench-vision bench-rules bench-strength train release site clean

demo: $(STAMP)
	$(BIN)/kiebitz demo
	@echo "Until Kiebitz is installed (README.md), type $(BIN)/kiebitz for kiebitz, in this folder."

# The table's screen; with LAN=--lan for the phones and tablets of the network as well.
LAN ?=
table: $(STAMP)
	$(BIN)/kiebitz table $(LAN)

# What fails beside other tests (status 1) is tried once more alone: a loaded machine tries patience, not code.
test: $(STAMP) check
	$(TESTS) --thin --cache-clear || \
		{ [ $$? -eq 1 ] && $(BIN)/python -m pytest -q --thin --last-failed --last-failed-no-failures none; }

# All cases of all tests, also those that take long and prove much the same.
test-all: $(STAMP) check
	$(TESTS)

# What you need while working, in about a minute: everything static beside the quick tests.
quick: $(STAMP)
	$(MAKE) --no-print-directory -j 2 check quick-tests

quick-tests: $(STAMP)
	$(TESTS) --thin -m "not slow"

# Measures all tests again, and lists those that `make quick` leaves out.
slow-tests: $(STAMP)
	$(TESTS) --junitxml build/tests.xml
	$(BIN)/python -m tests.slow build/tests.xml

check: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	touch $@

# A network from nothing, on a GPU where there is one; it learns while its pictures are drawn. cells, stones, faces and
# d4_pose read what lies on a board, outline and corners find it. `make train NETWORK=faces`.
NETWORK ?= cells
TEACHER_cells = cells
TEACHER_stones = cells
TEACHER_faces = dice
TEACHER_d4_pose = dice
TEACHER_outline = boards
TEACHER_corners = boards
train: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[train]'
	$(BIN)/python -m training.$(TEACHER_$(NETWORK)) $(NETWORK) build/training-$(NETWORK)
	$(if $(filter cells,$(TEACHER_$(NETWORK))),$(BIN)/python -m training.in_bytes $(NETWORK))

# What OpenSpiel and PettingZoo say of our games.
interop: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[interop]'
	$(BIN)/python -m pytest -q tests/interop

# Long measurements; benchmarks/README.md says what they gave. SHARED holds photographs and renders with their truth.
SHARED ?= ../shared
bench: $(STAMP) bench-rules bench-vision
	-$(BIN)/python -m benchmarks.refereeing.golden
	$(BIN)/python -m benchmarks.refereeing --games 10 --seed 201
	$(BIN)/python -m benchmarks.refereeing --pictures --games 6
	$(BIN)/python -m benchmarks.refereeing $(SHARED)/renders/sequences/*
	$(BIN)/python -m benchmarks.watch
	$(BIN)/python -m tests.screen.sweep build/sweep

# Boards found and read: one table by game and tier. Goes on where it was stopped; `make bench-vision PICTURES=10` takes a minute.
PICTURES ?= 200
bench-vision: $(STAMP)
	$(BIN)/python -m benchmarks.vision --shared $(SHARED) --pictures $(PICTURES)

# Every game's rules beside plain engines and python-chess, and the search beside OpenSpiel's, in turns.
bench-rules: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	$(BIN)/python -m benchmarks.rules
	$(BIN)/python -m benchmarks.playouts
	$(BIN)/python -m benchmarks.strength tink pursuit@0.1s tree@0.1s
	$(BIN)/python -m benchmarks.fuzz

# The adviser beside a textbook's search, and the levels: nobody has a clock, so several
# processes may play. Goes on where it was stopped. `make bench-strength PROCESSES=14`
PROCESSES ?= 1
KEEP := --processes $(PROCESSES) --keep build/strength/
bench-strength: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	mkdir -p build/strength
	for game in tink tabik ting tinker_tactics; do for times in 1000 4000; do \
		$(BIN)/python -m benchmarks.strength $$game full@1000 textbook@$$times $(KEEP)matches.jsonl || exit; done; done
	for game in tink ting tinker_tactics; do for seats in 3 4; do \
		$(BIN)/python -m benchmarks.strength $$game full@1000 textbook@1000 --options players=$$seats,ply_limit=200 \
		--pairs 30 $(KEEP)matches.jsonl || exit; done; done
	$(BIN)/python -m benchmarks.ladder tingle tink ting tinker_tactics tabik --span 3 --rounds 40 --seconds 1500 \
		$(KEEP)ladder.jsonl

# A release: version, changelog, wheel, the wheel tried in an empty environment, commit and tag. `make release VERSION=0.3.0`
release: $(STAMP)
	$(BIN)/python -m tests.release $(VERSION)

# The pages as a site in build/site, by Sphinx; links that lead nowhere end it.
site: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[docs]'
	$(BIN)/sphinx-build -W --keep-going -q -c docs . build/site
	@echo "The pages begin at build/site/docs/index.html."

clean:
	rm -rf $(VENV) build dist out *.egg-info
