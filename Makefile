# make            release binaries in build/bin
# make demo       builds, and runs the main job on the documents in Examples
# make git-demo   a git merge that text cannot do, through sz-merge
# make model-demo what changed between two exports of an app, by its Core Data model
# make sync-demo  an app that works offline: a server, three devices, a conflict
# make scale-demo a gigabyte through GNU parallel and Apache Spark
# make test       all tests
# make install    PREFIX=/usr/local DESTDIR=; what has been built already is installed as it is, so that root needs no Swift
PREFIX ?= /usr/local
SWIFT ?= swift
# Fully static: such a tool starts in half a millisecond. A tool that calls a C library links that dynamically; it has a
# build folder of its own, so that neither kind is built anew after the other.
STATIC_TOOLS = sz-diff sz-patch sz-merge sz-jsondate
DYNAMIC_TOOLS = sz-htmlenc
TOOLS = $(STATIC_TOOLS) $(DYNAMIC_TOOLS)
# A program that the tools start, and nobody else: it reads Core Data models for those that are linked without libxml2.
HELPER = coredata-model
BIN = build/bin
LIBEXEC = build/libexec/sz
UNAME := $(shell uname -s)
ifeq ($(UNAME),Linux)
STATIC = -Xswiftc -static-executable
STATIC_RUNTIME = --static-swift-stdlib --scratch-path .build/dynamic
endif

BINDIR = $(DESTDIR)$(PREFIX)/bin
LIBEXECDIR = $(DESTDIR)$(PREFIX)/libexec/sz
MANDIR = $(DESTDIR)$(PREFIX)/share/man
SCHEMADIR = $(DESTDIR)$(PREFIX)/share/sz
BUILT = $(wildcard $(TOOLS:%=$(BIN)/%))
HAS_SWIFT := $(shell command -v $(SWIFT) 2>/dev/null)

.PHONY: all release demo model-demo sync-demo git-demo git-merges test lint rooms format install uninstall hunt sanitize fuzz mutate scale-demo benchmark clean requirements \
  requirements-libxml2 $(TOOLS) $(HELPER)

all: release
release: $(TOOLS) $(HELPER)

$(STATIC_TOOLS): requirements
	$(SWIFT) build --configuration release --product $@ $(STATIC)
	@mkdir -p $(BIN)
	@cp "$$($(SWIFT) build --configuration release --show-bin-path)/$@" $(BIN)/$@
	@strip $(BIN)/$@

$(DYNAMIC_TOOLS): requirements-libxml2
	$(SWIFT) build --configuration release --product $@ $(STATIC_RUNTIME)
	@mkdir -p $(BIN)
	@cp "$$($(SWIFT) build --configuration release $(STATIC_RUNTIME) --show-bin-path)/$@" $(BIN)/$@
	@strip $(BIN)/$@

$(HELPER): requirements-libxml2
	$(SWIFT) build --configuration release --product $@ $(STATIC_RUNTIME)
	@mkdir -p $(LIBEXEC)
	@cp "$$($(SWIFT) build --configuration release $(STATIC_RUNTIME) --show-bin-path)/$@" $(LIBEXEC)/$@
	@strip $(LIBEXEC)/$@

requirements:
	@Scripts/requirements

requirements-libxml2:
	@Scripts/requirements libxml2

demo: release
	@Scripts/demo

# What changed between two exports of an app, by its Core Data model.
model-demo: sz-diff coredata-model
	@Examples/model/demo $(BIN)

# An app that works offline: a server, three devices, pushes, a conflict, a deletion in two steps.
sync-demo: sz-diff sz-patch sz-merge
	@Examples/sync/demo $(BIN)

# A git merge that text cannot do, with and without sz-merge as the merge driver.
git-demo: sz-merge
	@Scripts/git-demo $(BIN)/sz-merge

test: requirements-libxml2
	@Scripts/suites
	$(SWIFT) test --parallel

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests
	Scripts/checks

# The picture of the rooms in CONTRIBUTING.md.
rooms:
	Scripts/rooms --write

format:
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests

# Under sudo there is often no Swift: what has been built is installed then.
ifneq ($(and $(if $(HAS_SWIFT),,none),$(BUILT)),)
install: ; $(INSTALL)
else
install: release ; $(INSTALL)
endif
define INSTALL
	@[ -n "$(HAS_SWIFT)" ] || echo "no $(SWIFT) here; installing what has been built:$(BUILT:$(BIN)/%= %)"
	install -d "$(BINDIR)"
	for tool in $(if $(HAS_SWIFT),$(TOOLS),$(BUILT:$(BIN)/%=%)); do \
	  install -m 755 $(BIN)/$$tool "$(BINDIR)/$$tool" || exit 1; \
	done
	if [ -f $(LIBEXEC)/$(HELPER) ]; then \
	  install -d "$(LIBEXECDIR)" && install -m 755 $(LIBEXEC)/$(HELPER) "$(LIBEXECDIR)/$(HELPER)"; \
	fi
	for page in man/*.[0-9]; do \
	  install -d "$(MANDIR)/man$${page##*.}" && \
	  install -m 644 $$page "$(MANDIR)/man$${page##*.}" || exit 1; \
	done
	install -d "$(SCHEMADIR)"
	install -m 644 Schemas/*.schema.json "$(SCHEMADIR)"
endef

uninstall:
	for tool in $(TOOLS); do rm -f "$(BINDIR)/$$tool"; done
	rm -f "$(LIBEXECDIR)/$(HELPER)"; rmdir "$(LIBEXECDIR)" 2>/dev/null || true
	for page in man/*.[0-9]; do rm -f "$(MANDIR)/man$${page##*.}/$${page##*/}"; done
	for schema in Schemas/*.schema.json; do rm -f "$(SCHEMADIR)/$${schema##*/}"; done
	[ ! -d "$(SCHEMADIR)" ] || rmdir "$(SCHEMADIR)" 2>/dev/null || true

# One job by one process, by GNU parallel and by Apache Spark: a gigabyte, or SZ_SCALE_MB.
scale-demo: sz-jsondate sz-htmlenc
	@Examples/scale/demo $(BIN)

# The slow hunt: the laws on many more random documents, optimized. SZ_ROUNDS and SZ_SEED can be set.
HUNT = $(SWIFT) test --configuration release -Xswiftc -enable-testing --scratch-path .build/hunt --parallel
hunt: requirements-libxml2
	export SZ_SEED=$${SZ_SEED:-$$(date +%s)}; echo "SZ_SEED=$$SZ_SEED"; \
	SZ_ROUNDS=$${SZ_ROUNDS:-400000} $(HUNT) --filter Law && \
	SZ_ROUNDS=$${SZ_ROUNDS:-100000} $(HUNT) --filter SyncSimulation

# Merges out of public histories, made once more by git with sz-merge as its driver: SZ_MERGES of each class, drawn by SZ_SEED, or
# all.
git-merges: sz-diff sz-patch sz-merge
	Scripts/git-merges

# All tests under the address sanitizer, then what runs on several threads under the thread sanitizer.
sanitize: requirements-libxml2
	ASAN_OPTIONS=detect_leaks=0 $(SWIFT) test --parallel --sanitize address --scratch-path .build/address
	$(SWIFT) test --sanitize thread --scratch-path .build/thread --filter IncrementalReadingLaw/large

# Readers, engines, command lines and converters against laws and oracles, by libFuzzer under the address sanitizer:
# SZ_FUZZ_SECONDS for each target.
fuzz: requirements
	Scripts/fuzz

# Mistakes made on purpose, one by one, which a test must notice: SZ_MUTATIONS of them, drawn by SZ_SEED, or all.
mutate: requirements-libxml2
	Scripts/mutate

benchmark: release
	Benchmarks/documents
	Benchmarks/merge
	Benchmarks/linear
	Benchmarks/streams
	Benchmarks/stream-memory

clean:
	rm -rf .build build
