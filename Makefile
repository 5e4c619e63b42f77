# make            release binaries in build/bin
# make demo       builds, and runs the main job on the documents in Examples
# make git-demo   a git merge that text cannot do, through sz-merge
# make model-demo what changed between two exports of an app, by its Core Data model
# make sync-demo  an app that works offline: a server, three devices, a conflict
# make scale-demo a gigabyte through GNU parallel and Apache Spark
# make test       all tests
# make install    PREFIX=/usr/local DESTDIR=; what has been built already is installed as it is, so that root needs no Swift
# make uninstall  the same PREFIX and DESTDIR; leaves no empty folder
# make lint       the formatter, and the checks that must never break
# make benchmark  the figures of Benchmarks/README.md
# make hunt, sanitize, fuzz, mutate, git-merges
#                 slow searches for mistakes; what each does stands in this file
# make clean      removes what was built
PREFIX ?= /usr/local
SWIFT ?= swift
# Two programs with all modules in them, which are compiled once. One is fully static, so that it starts in half a millisecond, the
# other calls libxml2; each has the names of several tools.
STATIC_TOOLS = sz-diff sz-patch sz-merge sz-jsondate
DYNAMIC_TOOLS = sz-htmlenc
TOOLS = $(STATIC_TOOLS) $(DYNAMIC_TOOLS)
# A name that the tools call, and nobody else: it reads Core Data models for those that are linked without libxml2.
HELPER = coredata-model
BIN = build/bin
LIBEXEC = build/libexec/sz

BUILT = $(wildcard $(TOOLS:%=$(BIN)/%))
HAS_SWIFT := $(shell command -v $(SWIFT) 2>/dev/null)

.PHONY: all help release demo model-demo sync-demo git-demo git-merges test lint rooms format install uninstall hunt sanitize fuzz \
  mutate scale-demo benchmark clean requirements requirements-libxml2 static dynamic $(TOOLS) $(HELPER)

all: release
release: static dynamic

help:
	@sed -n 's/^# //p; /^PREFIX/q' Makefile

$(STATIC_TOOLS): static
$(DYNAMIC_TOOLS) $(HELPER): dynamic

static: requirements
	@Scripts/programs sz $(addprefix $(BIN)/,$(STATIC_TOOLS))

dynamic: requirements-libxml2
	@Scripts/programs sz-libxml2 $(addprefix $(BIN)/,$(DYNAMIC_TOOLS)) $(LIBEXEC)/$(HELPER)

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

# The picture of the rooms in Sources/SZShared/README.md.
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
	@Scripts/install "$(DESTDIR)$(PREFIX)" $(if $(HAS_SWIFT),$(TOOLS),$(BUILT:$(BIN)/%=%))
endef

uninstall:
	@Scripts/uninstall "$(DESTDIR)$(PREFIX)" $(TOOLS)

# A conversion and a comparison by one process, by GNU parallel and by Apache Spark: a gigabyte each, or SZ_SCALE_MB.
scale-demo: sz-jsondate sz-htmlenc sz-diff sz-patch
	@Examples/scale/demo $(BIN)
	@Examples/scale/lines-demo $(BIN)

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
	$(SWIFT) test --sanitize thread --scratch-path .build/thread --filter 'IncrementalReadingLawTests/large|AtomicFileTests/manyAtOnce'

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
	Benchmarks/lines

clean:
	rm -rf .build build
