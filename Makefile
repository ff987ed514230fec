# Everything builds without a C compiler.
export CGO_ENABLED = 0

VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo devel)
GOBUILD  = go build -trimpath -ldflags '-s -w -X main.version=$(VERSION)'
TARGETS  = linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64

FUZZTIME     ?= 30s
EVAL_REPO    ?= .
EVAL_QUERIES ?= docs/queries.jsonl

# Of mutants: whose code, how many, which, and the share in percent that must be killed.
PKG   ?= ./...
COUNT ?= 40
SEED  ?= 1
FLOOR ?= 0

.PHONY: build test lint fuzz mutate bench eval dist clean $(TARGETS:%=dist/%)

build:
	$(GOBUILD) -o bin/kb ./cmd/kb

test:
	go test -timeout 20m ./... ./.ci/mutate

lint:
	@unformatted=$$(gofmt -l .); if [ -n "$$unformatted" ]; then echo "gofmt -w these files:"; echo "$$unformatted"; exit 1; fi
	go vet ./... ./.ci/mutate
	go tool -modfile=.ci/tools/go.mod staticcheck ./... ./.ci/mutate
	go tool -modfile=.ci/tools/go.mod staticcheck -tags mcpfixture ./cmd/kb/internal/mcp ./cmd/kb/internal/mcpconform/testdata/fixture

# Each fuzz target in turn, FUZZTIME long.
fuzz:
	@set -e; for package in $$(go list ./...); do \
	  for target in $$(go test -list '^Fuzz' $$package | grep '^Fuzz' || true); do \
	    echo "$$package $$target"; \
	    go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) $$package; \
	  done; \
	done

# Changes one operator at a time and asks whether its own package's tests notice: make mutate PKG=./rank SEED=7
mutate:
	go run ./.ci/mutate -pkg '$(PKG)' -count $(COUNT) -seed $(SEED) -floor $(FLOOR)

# KB_BENCH_REPO=path measures a clone of that repository, KB_BENCH_NOTES=n the size of the generated one.
bench:
	go test -run '^$$' -bench . -benchtime 1x -timeout 60m ./cmd/kb/internal/e2e

eval: build
	kb=$$PWD/bin/kb queries=$$(realpath $(EVAL_QUERIES)) && cd $(EVAL_REPO) && $$kb eval --compare $$queries

dist: $(TARGETS:%=dist/%)

$(TARGETS:%=dist/%): dist/%:
	GOOS=$(*D) GOARCH=$(*F) $(GOBUILD) -o dist/kb-$(*D)-$(*F)$(if $(filter windows,$(*D)),.exe) ./cmd/kb

clean:
	rm -rf bin dist
