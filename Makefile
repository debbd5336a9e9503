# Everything runs on the Node of node_modules (pinned in package.json), so the machine's own need only be able to run npm.
BIN := node_modules/.bin
export PATH := $(CURDIR)/$(BIN):$(PATH)
# Node keeps what it compiles: processes start in half of the time, and tests start hundreds.
export NODE_COMPILE_CACHE := $(CURDIR)/node_modules/.cache/compile
TAG ?= 0.2.0
IMAGE ?= cluster-inspector:$(TAG)
FUZZ_CASES ?= 100000

.PHONY: help run serve test lint check console-test forge-test e2e conformance faults oracle oracle-smoke bench bench-smoke record-kubeconfigs verify generate titles format audit sbom image chart chart-test clean

help: ## Show these targets
	@grep -hE '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

node_modules/.installed: package.json package-lock.json .npmrc
	npm ci
	@touch $@

server/console/built/index.html: node_modules/.installed $(shell find server -name '*.ts*' -not -name '*.test.ts' -not -path '*/demo/*') server/console/page/index.html $(wildcard server/console/page/*.css)
	node server/console/build/main.ts

run: server/console/built/index.html ## Serve the embedded demo cluster on 127.0.0.1:8080 (PORT, METRICS_PORT)
	@printf 'The demo cluster. Try:\n  curl %s/api/pods\n  curl "%s/api/deployments?namespace=shop"\n  %s in a browser\n' $(foreach _,1 2 3,http://localhost:$${PORT:-8080})
	@node server/main.ts serve --demo --check-responses --metrics-port $${METRICS_PORT:-9090}

serve: server/console/built/index.html ## Serve the cluster of the current kubeconfig
	@printf 'The cluster of your kubeconfig. Try:\n  curl %s/api/pods\n  %s in a browser\n' $(foreach _,1 2,http://localhost:$${PORT:-8080})
	@node server/main.ts serve --metrics-port $${METRICS_PORT:-9090}

test: server/console/built/index.html ## Unit, API, conformance and core fault suites on the demo cluster: no Docker, no network
	c8 node .ci/test.mjs

lint: node_modules/.installed ## Format, lint with types, tsc, dead code, words, titles, chart
	oxfmt --check
	oxlint --type-aware --deny-warnings
	tsc -p .
	tsc -p e2e/client
	tsc -p server/console/page
	tsc -p e2e/console
	knip
	node .ci/words.mjs
	node .ci/titles.mjs
	node .ci/internals.mjs
	@if command -v helm >/dev/null; then helm lint --strict chart --quiet; else echo 'helm not found: chart not linted'; fi

check: lint ## The same, the unit tests, and the documents
	mocha

console-test: server/console/built/index.html ## The console in Chromium on the demo cluster (CHROMIUM)
	mocha --no-config --require server/testing/exit-guard.ts --timeout 60000 'e2e/console/*.test.ts'

forge-test: node_modules/.installed ## The repository host against a Gitea or Forgejo (FORGE_URL, FORGE_TOKEN, FORGE_USER, FORGE_PASSWORD)
	@test -n "$$FORGE_URL" || { echo 'set FORGE_URL, FORGE_TOKEN, FORGE_USER and FORGE_PASSWORD'; exit 1; }
	mocha --no-config --require server/testing/exit-guard.ts --timeout 120000 e2e/repohost/gitea.test.ts e2e/repohost-app/gitea.test.ts

e2e: node_modules/.installed ## The API and conformance suites and more on a kind cluster (E2E_KUBECONFIG, KIND_NODE_IMAGE)
	node e2e/cluster/main.ts

faults: node_modules/.installed ## The long fault suites: fuzzed requests and a lying API server (FUZZ_CASES, FUZZ_SEED), slow and hasty callers, a long audit trail
	FUZZ_CASES=$(FUZZ_CASES) mocha --config .mocharc.faults.json

oracle: node_modules/.installed ## Answers held against the cluster under churn and faults (ORACLE_ON, ORACLE_MINUTES, ORACLE_SEED)
	node e2e/oracle/main.ts

oracle-smoke: node_modules/.installed ## The same on the demo cluster, in less than two minutes
	ORACLE_ON=demo ORACLE_MINUTES=$${ORACLE_MINUTES:-0.75} node e2e/oracle/main.ts

bench: server/console/built/index.html ## Ratios to the limits of the machine and to a naive twin, on kind and the demo cluster; needs wrk
	node e2e/bench/main.ts

bench-smoke: node_modules/.installed ## The same in short on the demo cluster: fails below half a target
	node e2e/bench/main.ts --smoke

chart-test: node_modules/.installed ## Lint and test the chart; helm is needed
	helm lint --strict chart --quiet
	HELM_REQUIRED=1 mocha --no-config --timeout 20000 'chart/**/*.test.ts'

record-kubeconfigs: node_modules/.installed ## Record what kubectl (in PATH) does with the kubeconfigs of e2e/kubeconfig
	node e2e/kubeconfig/record.ts

verify: node_modules/.installed ## Regenerate everything generated, fail on a difference; count the files one list passes
	node chart/generate.ts --check
	node e2e/verify/client.ts --check
	node e2e/verify/main.ts

generate: node_modules/.installed ## Regenerate the chart's rights, the manifests, the README's tables and the client of the API
	node chart/generate.ts
	node e2e/verify/client.ts

titles: node_modules/.installed ## List the titles of all tests, sorted
	node .ci/titles.mjs --list

format: node_modules/.installed ## Format the sources
	oxfmt

audit: ## Fail where what runs in the image has a known hole of consequence
	node .ci/audit.mjs

sbom: ## Write dist/sbom.cdx.json (CycloneDX): what runs in the image, from the lock
	@mkdir -p dist
	npm sbom --sbom-format=cyclonedx --sbom-type=application --omit=dev --package-lock-only > dist/sbom.cdx.json

image: ## Build the image (TAG, IMAGE)
	docker build -f server/Dockerfile --build-arg REVISION=$$(git rev-parse HEAD) -t $(IMAGE) .

chart: ## Package the chart into dist/
	helm package chart --destination dist

clean: ## Remove what was built
	rm -rf dist coverage
