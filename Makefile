# Go >= 1.26, Node >= 20.19 and make are all that is needed; the rest is fetched by the locked versions.
.DEFAULT_GOAL := help
.PHONY: help run dev test quick thorough bench build hosting site forks toolchain clean tools
# What comes before the forks works without them, also when a go.work from an earlier build leads nowhere.
MAKE_GO := GOWORK=off go run ./cmd/make

help: ## shows this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: build ## builds what changed and serves the page at http://localhost:3001
	@exec build/simten serve

dev: tools ## serves and builds again whenever a source changes
	@$(MAKE_GO) dev

test: tools ## runs the tests and ends with the counts
	@$(MAKE_GO) test

quick: tools ## checks what an edit touches, in a minute and a half at most; no browser
	@$(MAKE_GO) quick

thorough: tools ## runs the tests with all of their random cases, and some more; before a release
	@$(MAKE_GO) thorough

bench: forks ## measures the simulators side by side
	@go run ./bench

build: tools ## builds everything that is served, quickly
	@$(MAKE_GO) build

hosting: tools ## builds everything that is served, as small as it gets
	@$(MAKE_GO) hosting

site: tools ## builds and puts together what is hosted: make site APP=https://… SANDBOX=https://…
	@test -n "$(APP)" -a -n "$(SANDBOX)" || { echo "make: name the two origins: make site APP=https://simten.example SANDBOX=https://simten-sandbox.example" >&2; exit 2; }
	@VITE_SANDBOX_ORIGIN="$(SANDBOX)" $(MAKE_GO) hosting
	@rm -rf build/site
	@build/simten assemble --app-origin "$(APP)" --sandbox-origin "$(SANDBOX)" $(SITEFLAGS)

forks: tools ## makes the forks of dependencies that editors, go build and go test then use (forks/README.md)
	@$(MAKE_GO) forks

toolchain: forks ## builds the module with another Go and says what differs: make toolchain GO=go1.27.0
	@test -n "$(GO)" || { echo "make: name the version: make toolchain GO=go1.27.0" >&2; exit 2; }
	@go run ./wasm/build -try "$(GO)" -out build/toolchain

clean: tools ## removes what was built
	@$(MAKE_GO) clean

tools:
	@command -v go >/dev/null || { echo "make: go is missing; get Go 1.26 or newer at https://go.dev/dl" >&2; exit 1; }
	@command -v node >/dev/null || { echo "make: node is missing; install Node.js 20.19, 22.12 or newer from https://nodejs.org" >&2; exit 1; }
