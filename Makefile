# Everything builds without a C compiler.
export CGO_ENABLED = 0

# Without a tag the version begins with 0.0.0: packages of Debian must begin with a digit.
VERSION ?= $(shell git describe --tags --dirty 2>/dev/null || echo 0.0.0-g$$(git describe --always --dirty 2>/dev/null || echo none))
GOBUILD  = go build -trimpath -ldflags '-s -w -X github.com/9aea2451/kb/cmd/kb/internal/app.version=$(VERSION)'
TARGETS  = linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64

FUZZTIME     ?= 30s
EVAL_REPO    ?= .
EVAL_QUERIES ?= docs/queries.jsonl

# Of mutants: whose code, how many, which, and the share in percent that must be killed.
PKG   ?= ./...
COUNT ?= 40
SEED  ?= 1
FLOOR ?= 0

.PHONY: build test growth lint fuzz mutate race meetings panel editors anchors logs org bench eval eval-contradict dist packages grammars windows clean $(TARGETS:%=dist/%)

build:
	$(GOBUILD) -o bin/kb ./cmd/kb

# Without vet, which lint runs over all of it with every check. Some packages wait more than they
# work, so that one more than there are processors is tested at once.
BESIDE ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
test:
	go test -p $(BESIDE) -vet=off -timeout 20m ./... ./.ci/bench ./.ci/lab ./.ci/mutate ./.ci/release

# Twice the size takes about twice the processor time, whatever a note or a session is made of, at every door; a
# page's memory is bounded by its note. SIZE is that of the smaller one in bytes (32 KiB), ONLY a shape or shape/door:
# make growth SIZE=2097152 ONLY='links/page'
growth:
	KB_GROWTH_SIZE=$(SIZE) go test -tags growth -vet=off -count 1 -timeout 60m $(if $(ONLY),-v) -run 'TestGrowth$(if $(ONLY),$$/$(ONLY))' ./cmd/kb/internal/e2e

lint:
	@unformatted=$$(gofmt -l .); if [ -n "$$unformatted" ]; then echo "gofmt -w these files:"; echo "$$unformatted"; exit 1; fi
	go vet ./... ./.ci/bench ./.ci/lab ./.ci/mutate ./.ci/release
	go tool -modfile=.ci/tools/go.mod staticcheck ./... ./.ci/bench ./.ci/lab ./.ci/mutate ./.ci/release
	go vet -tags growth ./cmd/kb/internal/e2e
	go tool -modfile=.ci/tools/go.mod staticcheck -tags mcpfixture ./cmd/kb/internal/mcp ./cmd/kb/internal/mcpconform/testdata/fixture

# Each fuzz target, with the number of its executions. FUZZTIME is a time, or a number of executions such as 1000x.
fuzz:
	.ci/fuzz $(FUZZTIME)

# The race detector, which needs a C compiler, over the packages whose work runs side by side: those of these
# folders whose own code begins goroutines or guards what several share; make meetings does so for kb mcp.
SHARED = index cmd/kb/internal/mcp/wire cmd/kb/internal/desk cmd/kb/internal/panel cmd/kb/internal/lsp kb/usage kb/notes kb/snapshot kb/validate
RACE ?= $(shell grep -rlE --include='*.go' --exclude='*_test.go' 'go func|\.Go\b|sync\.|atomic\.' $(SHARED) | xargs -n1 dirname | sort -u | sed 's|^|./|')
# Of the tests of mcp, which take longest, those in which calls, edits, clients and ends meet.
MEETINGS = Late|Stall|Panic|Full|Moved|HTTP|Stdio|Close|Change|Memory|Released|Wait|Deleted|First|Follows|Several|Progress|Use
# Left out are long tests that do one thing after another, for which the detector is blind.
ALONE = Leaks|HostileTextEnds|HostileNotes|Killed|Damage|AtEquals|JudgingAgain|JudgingGoesOn|FindingsOfAChange|^TestCheck$$|UnionAnswers|WholeOrNot|Bounded|ReadmeDemonstration|AreCut|RecordsAreCompared|ManyBatches
race:
	CGO_ENABLED=1 go test -p $(BESIDE) -race -short -timeout 30m -skip '$(ALONE)' $(RACE)
meetings:
	CGO_ENABLED=1 go test -race -short -timeout 30m -run '$(MEETINGS)' ./cmd/kb/internal/mcp

# The pages of kb serve in chromium: AXE is the archive of axe-core, as npm pack leaves it. With REPO=path and
# SHOTS=folder those of that repository, with pictures: light and dark, wide and narrow.
AXE ?= $(HOME)/.cache/kb-test/axe-core-4.14.1.tgz
panel: build
	@folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && tar xzf '$(AXE)' -C "$$folder" package/axe.min.js && \
	  go -C .ci/panel build -o "$$folder/panel" . && "$$folder/panel" -kb bin/kb -axe "$$folder/package/axe.min.js" \
	    -hostile cmd/kb/internal/panel/testdata/hostile.txt $(if $(REPO),-repo '$(REPO)') $(if $(SHOTS),-shots '$(SHOTS)')

# kb lsp, driven by Neovim and by the protocol library of VS Code, which npm fetches once.
editors: build
	.ci/editors/run bin/kb

# The anchors of headings and broken links, beside those of sites and link checkers, which npm and pip fetch once.
anchors: build
	.ci/anchors/run bin/kb

# Decisions, specifications and tasks that kb wrote, as adr-tools, adr-log, log4brains, MADR, OpenSpec and Backlog.md
# read them, which npm fetches once.
logs: build
	.ci/logs/run bin/kb

# The index of an organisation on a real OpenSearch server, which is fetched once and started for it.
org:
	.ci/opensearch test

# Changes one operator at a time and asks whether its own package's tests notice: make mutate PKG=./rank SEED=7
mutate:
	go run ./.ci/mutate -pkg '$(PKG)' -count $(COUNT) -seed $(SEED) -floor $(FLOOR)

# KB_BENCH_REPO=path measures a clone of that repository, KB_BENCH_NOTES=n the size of the generated one.
# OLD=path of another kb: the two run the everyday commands in turn, and what counts is the ratio.
ifdef OLD
bench: build
	go run ./.ci/bench -old '$(OLD)' -new bin/kb -repo '$(or $(KB_BENCH_REPO),.)'
else
bench:
	go test -run '^$$' -bench . -benchtime 1x -timeout 60m ./cmd/kb/internal/e2e
endif

eval: build
	kb=$$PWD/bin/kb queries=$$(realpath $(EVAL_QUERIES)) && cd $(EVAL_REPO) && $$kb eval --compare $$queries

# How contradictions are told on every file of labelled pairs in the folder EVAL_PAIRS, and what leaving
# out each doubt and each signal does. EVAL_BASE is a repository to plant the pairs in, if any.
eval-contradict: build
	@for f in $(EVAL_PAIRS)/*.jsonl; do grep -qm1 '"a": *"' $$f || continue; \
		printf '\n== %s: ' $$(basename $$f .jsonl); bin/kb eval --pairs $$f --rows | grep -Ev ', (warn|reject) '; \
		test -z '$(EVAL_BASE)' || { printf '\nplanted: '; bin/kb eval --pairs $$f --base '$(EVAL_BASE)' | sed -n 3,5p; }; done

# The parsers of kb/code/grammar, built again from pinned sources: git status then tells whether they differ.
grammars:
	kb/code/grammar/build/build.sh

# Archives of all platforms with manual pages, completions and licences, their sums and a bill of materials (SBOM).
dist:
	go run ./.ci/release -version $(VERSION) -out dist -targets '$(TARGETS)'

# Packages for Debian, Red Hat and Alpine of what make dist has left in dist/bin and dist/share.
packages: dist
	gzip -9 -n -k -f dist/share/man/*.1
	epoch=$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct)}; for arch in amd64 arm64; do for kind in deb rpm apk; do \
	  VERSION=$(VERSION) ARCH=$$arch SOURCE_DATE_EPOCH=$$epoch go tool -modfile=.ci/nfpm/go.mod nfpm package -f .ci/nfpm/nfpm.yaml -p $$kind -t dist/ || exit 1; \
	done; done
	cd dist && sha256sum *.tar.gz *.zip *.json *.deb *.rpm *.apk > SHA256SUMS

# The program alone, for one platform.
$(TARGETS:%=dist/%): dist/%:
	GOOS=$(*D) GOARCH=$(*F) $(GOBUILD) -o dist/kb-$(*D)-$(*F)$(if $(filter windows,$(*D)),.exe) ./cmd/kb

# Whether it compiles and links there: without optimizing, which takes two thirds of the time.
windows:
	GOOS=windows GOARCH=amd64 go build -gcflags='all=-N -l' -o /dev/null ./cmd/kb

clean:
	rm -rf bin dist
