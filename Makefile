# Runs cargo, lit and CMake. All targets use the release profile, so cargo builds
# the dependencies once.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

PDLL_LLVM ?= 22
LLVM_PREFIX ?= $(or $(MLIR_SYS_$(PDLL_LLVM)0_PREFIX),/usr/lib/llvm-$(PDLL_LLVM))
LIT ?= $(LLVM_PREFIX)/bin/lit
LIT_FLAGS ?= -sv
PREFIX ?= /usr/local
TARGET := $(shell realpath -m -- "$(or $(CARGO_TARGET_DIR),target)")

.DEFAULT_GOAL := build
.PHONY: all build static demo install dist python in-place wheel test test-programs lint bench clean help deps

all: build

build: deps ## Build pdll-opt and the plugin libpdll.so in target/release
	cargo build --release

static: deps ## Build pdll-opt-static, which needs no MLIR, in target/release
	cargo build --release -p pdll-static

demo: build ## Rewrite a small program in a stock mlir-opt
	@examples/demo.sh

# An existing build is installed without running cargo, which root may not have.
install: $(if $(shell test -e "$(TARGET)/release/libpdll.so" && echo built),,build) ## Install to PREFIX, by default /usr/local
	@cmake -S cmake -B "$(TARGET)/install" -DPDLL_TARGET_DIR="$(TARGET)" \
	  --install-prefix "$$(realpath -m -- "$(PREFIX)")" >/dev/null
	@cmake --install "$(TARGET)/install"

# Packs what is installed, with or without MLIR inside.
pack = cmake -S cmake -B "$(TARGET)/$(1)" -DPDLL_TARGET_DIR="$(TARGET)" -DPDLL_STATIC=$(2) \
	  --install-prefix /usr >/dev/null && cd "$(TARGET)/$(1)" && \
	  { cpack >log || { cat log >&2; exit 1; }; } && \
	  sed -n 's/^CPack: - [a-z ]*: \(.*\) generated\.$$/made \1/p' log

# DEBFULLNAME and DEBEMAIL, or git's user, become the maintainer of the package.
dist: build static ## Build archives, a Debian package and the extension for VS Code in target/dist
	@$(call pack,package,OFF)
	@$(call pack,package-static,ON)
	@if command -v npm >/dev/null; then \
	  editors/package.sh "$(TARGET)/dist/pdll-$$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1).vsix"; \
	else echo "no extension for Visual Studio Code was made: npm is missing"; fi
	@cd "$(TARGET)/dist" && find . -type f ! -name '*.sha256' ! -name SHA256SUMS -printf '%P\0' | \
	  sort -z | xargs -0 sha256sum >SHA256SUMS && echo "made $(TARGET)/dist/SHA256SUMS"

# Tests run with the Python that has Debian's pytest and mypy.
PYTHON ?= /usr/bin/python3
PACKAGE := $(TARGET)/python/mlir_pdll

# The MLIR of the Python packages, whose modules `mlir_pdll` rewrites in place.
ASSERTIONS := $(TARGET)/assertion-mlir
IN_PLACE := $(ASSERTIONS)/target/release/lib_in_place.so
# Whoever has fetched it gets that part in all forms of the package.
WITH_IN_PLACE := $(if $(wildcard $(ASSERTIONS)/packages.txt),in-place)

python: deps $(WITH_IN_PLACE) ## Build the Python package mlir_pdll in target/python
	cargo build --release --package pdll-python
	@mkdir -p "$(PACKAGE)"
	@cp src/python/mlir_pdll/* "$(PACKAGE)"
	@cp "$(TARGET)/release/lib_native.so" "$(PACKAGE)/_native.abi3.so"

in-place: deps ## Build the part of the Python package for MLIR's own Python bindings
	@environment=$$(tools/assertion-mlir.sh "$(ASSERTIONS)") && eval "$$environment" && \
	  cargo build --release --package pdll-python-in-place
	@mkdir -p "$(PACKAGE)"
	@cp "$(IN_PLACE)" "$(PACKAGE)/_in_place.abi3.so"

# A folder of its own for cargo would build everything once more. The other form of the
# module, without MLIR inside, is linked again in seconds.
wheel: deps $(WITH_IN_PLACE) ## Build a Python wheel with MLIR inside in target/dist
	cargo build --release --package pdll-python --features static
	@PYTHON="$(PYTHON)" tools/wheel.sh "$(TARGET)/release/lib_native.so" \
	  "$$("$(LLVM_PREFIX)/bin/llvm-config" --includedir)" "$(TARGET)/dist" $(\
	  )$(if $(WITH_IN_PLACE),"$(IN_PLACE)")

# With PDLL_TEST_EFFORT, these run once more, with gcc in the place of clang and the
# other way round.
CPP_TESTS := $(addprefix lit-tests/,Cpp Drr Natives PatternPlugins)
# These name their compilers themselves, and would do the same once more.
NAME_COMPILERS := header-of-gcc|library-of-gcc|code-cache|compilers-that-disagree
# These finish many plugins, for which a compiler does the same each time. Other tests of
# plugins show that each compiler does it.
MANY_PLUGINS := PatternPlugins/end-to-end|predicates-in-plugins|code-is-not-run
# These take longest, because they compile C++ often or grow for a while. They run with
# PDLL_TEST_EFFORT only.
SLOW := Bugs/more-patterns-than-fit Cpp/end-to-end Cpp/header-of-gcc \
  Cpp/interpreter-end-to-end Cpp/predicates Cpp/types-of-other-dialects \
  Drivers/dialects-loaded-late Drivers/growth-of-attributes-ends \
  Drivers/growth-of-results-ends Drr/code-needs-a-compiler Drr/property-needs-a-compiler \
  Natives/code-cache Natives/code-uses-an-old-header Natives/compilers-that-disagree \
  PatternPlugins/code-is-not-run PatternPlugins/end-to-end PatternPlugins/errors \
  PatternPlugins/predicates-in-plugins \
  Std/every-function-at-its-edges Types/many-branches
empty :=
QUICK_LIT = --filter-out='($(subst $(empty) $(empty),|,$(strip $(SLOW))))\.test'
SWAPPED_LIT = CXX=g++ PDLL_TEST_CXX=clang++-$(PDLL_LLVM) \
  $(LIT) $(LIT_FLAGS) --filter-out='[/ ]($(NAME_COMPILERS)|$(MANY_PLUGINS))\.test' $(CPP_TESTS)

# Whoever sets that share wants every kind of test.
FULL := $(PDLL_TEST_EFFORT)

# The first build keeps all cores busy. After it, compilers often wait for one file, so that
# fuzzing beside them takes little time.
test: build ## Run all tests
	@$(if $(FULL),tools/side-by-side.sh "make test-programs" tests/fuzz/run.sh,make test-programs)
	@tools/side-by-side.sh "cargo test --release" "$(LIT) $(LIT_FLAGS) $(\
	  )$(if $(FULL),lit-tests && $(SWAPPED_LIT),$(QUICK_LIT) lit-tests)"
	@PYTHONPATH="$(TARGET)/python" PYTHONDONTWRITEBYTECODE=1 \
	  "$(PYTHON)" -m pytest -q -p no:cacheprovider src/python/tests

test-programs: lint
	cargo test --release --no-run
	cargo build --release
	@$(MAKE) --no-print-directory python

lint: deps ## Check formatting, run clippy, and build the documentation
	cargo fmt --all --check
	cargo fmt --check --manifest-path tests/fuzz/Cargo.toml
	cargo run --release --quiet --bin pdll-opt -- fmt --check $$(find cmake examples src -name '*.pdll')
	cargo clippy --release --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --release --no-deps --quiet

bench: static wheel ## Run the benchmarks
	cargo bench --bench bench
	cargo test --release --lib matcher::growth -- --ignored --nocapture

clean: ## Remove all build outputs
	cargo clean

help: ## Show this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 16

deps:
	@tools/install-deps.sh
