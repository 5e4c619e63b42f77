# make            release binaries in build/bin
# make demo       builds, and runs the main job on the documents in Examples
# make git-demo   a git merge that text cannot do, through sz-merge
# make test       all tests
# make install    PREFIX=/usr/local DESTDIR=
PREFIX ?= /usr/local
SWIFT ?= swift
# Fully static: such a tool starts in half a millisecond. A tool that calls a C library links that dynamically; it has a
# build folder of its own, so that neither kind is built anew after the other.
STATIC_TOOLS = sz-diff sz-patch sz-merge sz-jsondate
DYNAMIC_TOOLS = sz-htmlenc
TOOLS = $(STATIC_TOOLS) $(DYNAMIC_TOOLS)
BIN = build/bin
UNAME := $(shell uname -s)
ifeq ($(UNAME),Linux)
STATIC = -Xswiftc -static-executable
STATIC_RUNTIME = --static-swift-stdlib --scratch-path .build/dynamic
endif

.PHONY: all release demo git-demo test lint format install uninstall hunt sanitize benchmark clean requirements $(TOOLS)

all: release
release: $(TOOLS)

$(STATIC_TOOLS): requirements
	$(SWIFT) build --configuration release --product $@ $(STATIC)
	@mkdir -p $(BIN)
	@cp "$$($(SWIFT) build --configuration release --show-bin-path)/$@" $(BIN)/$@
	@strip $(BIN)/$@

$(DYNAMIC_TOOLS): requirements
	$(SWIFT) build --configuration release --product $@ $(STATIC_RUNTIME)
	@mkdir -p $(BIN)
	@cp "$$($(SWIFT) build --configuration release $(STATIC_RUNTIME) --show-bin-path)/$@" $(BIN)/$@
	@strip $(BIN)/$@

requirements:
	@Scripts/requirements

demo: release
	@Scripts/demo

# A git merge that text cannot do, with and without sz-merge as the merge driver.
git-demo: sz-merge
	@Scripts/git-demo $(BIN)/sz-merge

test: requirements
	$(SWIFT) test --parallel

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests
	Scripts/checks

format:
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests

install: release
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1 $(DESTDIR)$(PREFIX)/share/man/man5
	for tool in $(TOOLS); do install -m 755 $(BIN)/$$tool $(DESTDIR)$(PREFIX)/bin/$$tool || exit 1; done
	install -m 644 man/*.1 $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 644 man/*.5 $(DESTDIR)$(PREFIX)/share/man/man5

uninstall:
	for tool in $(TOOLS); do rm -f $(DESTDIR)$(PREFIX)/bin/$$tool; done
	for page in man/*; do rm -f $(DESTDIR)$(PREFIX)/share/man/man$${page##*.}/$${page##*/}; done

# The slow hunt: the laws on many more random documents. SZ_ROUNDS and SZ_SEED can be set.
hunt: requirements
	export SZ_SEED=$${SZ_SEED:-$$(date +%s)}; echo "SZ_SEED=$$SZ_SEED"; \
	SZ_ROUNDS=$${SZ_ROUNDS:-400000} $(SWIFT) test --parallel --filter Law && \
	SZ_ROUNDS=$${SZ_ROUNDS:-10000} $(SWIFT) test --parallel --filter SyncSimulation

# All tests under the address sanitizer, then what runs on several threads under the thread sanitizer.
sanitize: requirements
	ASAN_OPTIONS=detect_leaks=0 $(SWIFT) test --parallel --sanitize address --scratch-path .build/address
	$(SWIFT) test --sanitize thread --scratch-path .build/thread --filter TwinReadingLaw/large

benchmark: release
	Benchmarks/documents
	Benchmarks/merge
	Benchmarks/streams
	Benchmarks/stream-memory

clean:
	rm -rf .build build
