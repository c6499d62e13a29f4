# make play   set up everything and play a block of Volcano Island
# make test   set up everything and run the tests          make test-all  the slow ones too
# make lint   style and types                              make checked   audits and sanitizers over every game
# make bench  signature and speed                          make bare      bare loops: the machine's limit
# make native a build for this processor only              make threaded  threads under the thread sanitizer
# make instructions  what playouts and searches cost, counted by valgrind, against the budget
# make clean  remove what was made here
.PHONY: play test test-all lint format checked threaded bench bare instructions native clean
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
BUILD_TOOLS := "scikit-build-core>=0.10" "pybind11>=2.13" "cython>=3.0" "cython-cmake>=0.2" "cmake>=3.25,<5" "ninja>=1.10"
NATIVE_SOURCES := $(shell find native -name '*.[ch]pp' -o -name '*.pyx')
PIP_INSTALL = install --quiet --no-build-isolation --disable-pip-version-check

play: $(VENV)/.installed
	$(BIN)/embertree match volcano_island --players 4 --player mcts:nodes=2000 --player expectimax:depth=2 \
	  --player greedy --player random --blocks 1 --seed 1

test: $(VENV)/.installed
	$(BIN)/pytest -m "not slow"

test-all: $(VENV)/.installed
	$(BIN)/pytest

lint: $(VENV)/.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $$(git ls-files 'native/*.?pp' 'bench/*.?pp')

format: $(VENV)/.installed
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $$(git ls-files 'native/*.?pp' 'bench/*.?pp')

bench: $(VENV)/.installed
	$(BIN)/embertree bench

instructions: $(VENV)/.installed
	$(BIN)/python bench/instructions.py --check

bare:
	mkdir -p build
	for loop in bench/bare_*.cpp; do \
	  name=$$(basename $$loop .cpp); \
	  $(CXX) -std=c++20 -O3 -march=native -pthread $$loop -o build/$$name && echo "$$name:" && build/$$name || exit 1; \
	done

# The whole of the rules under audits, asserts, and the address and undefined-behaviour sanitizers. Python itself is not
# instrumented, so the sanitizer's library is loaded first and its leak check, which would report Python, is off.
checked: .venv-checked/.installed
	LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libubsan.so)" ASAN_OPTIONS=detect_leaks=0 \
	  .venv-checked/bin/pytest tests/test_every_game.py -m "not slow" -p no:cacheprovider
	LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libubsan.so)" ASAN_OPTIONS=detect_leaks=0 \
	  .venv-checked/bin/embertree bench --check

# Searches with several threads under the thread sanitizer.
threaded: .venv-threaded/.installed
	LD_PRELOAD="$$($(CXX) -print-file-name=libtsan.so)" TSAN_OPTIONS="halt_on_error=1 ignore_noninstrumented_modules=1" \
	  .venv-threaded/bin/pytest tests/test_mcts.py tests/test_evaluator.py -k "thread" -p no:cacheprovider

$(VENV)/.tools:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --upgrade pip $(BUILD_TOOLS)
	touch $@

$(VENV)/.installed: $(VENV)/.tools pyproject.toml CMakeLists.txt $(NATIVE_SOURCES)
	$(BIN)/pip $(PIP_INSTALL) --editable '.[dev]' $(PIP_SETTINGS)
	$(BIN)/python -m compileall -q src/embertree  # the engine starts in half the time
	touch $@

.venv-checked/.installed: pyproject.toml CMakeLists.txt $(NATIVE_SOURCES)
	$(MAKE) .venv-checked/.tools VENV=.venv-checked
	.venv-checked/bin/pip $(PIP_INSTALL) --editable '.[dev]' -C build-dir=build/checked \
	  -C cmake.define.EMBERTREE_CHECKED=ON -C cmake.define.EMBERTREE_SANITIZE=address
	touch $@

.venv-threaded/.installed: pyproject.toml CMakeLists.txt $(NATIVE_SOURCES)
	$(MAKE) .venv-threaded/.tools VENV=.venv-threaded
	.venv-threaded/bin/pip $(PIP_INSTALL) --editable '.[dev]' -C build-dir=build/threaded \
	  -C cmake.define.EMBERTREE_SANITIZE=thread
	touch $@

# A build for this processor only, beside the portable one.
native: $(VENV)/.tools
	$(BIN)/pip $(PIP_INSTALL) --editable '.[dev]' -C build-dir=build/native -C cmake.define.EMBERTREE_NATIVE=ON
	touch $(VENV)/.installed

clean:
	rm -rf build $(VENV) .venv-checked .venv-threaded dist
