# Needs Swift 6.1 or later; installs whatever else is missing (apt or brew) and says what.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

# The one command that shows what the project does; needs no server.
DEMO := .build/release/ElectricRide check --fixtures fixtures/electric-ride
# A command that carries Swift's libraries starts and runs faster; macOS has them itself.
RELEASE := swift build -c release $(if $(filter Linux,$(shell uname -s)),--static-swift-stdlib)
BENCH := Benchmarks/.build/release
BENCH_OPTIONS ?=
SOURCES := Sources Tests policies $(wildcard Benchmarks/Sources)

.PHONY: help demo test tokens differential migrations mutants sanitize compare scoreboard replay projects fuzz lint format bench benchpolicies benchsql clean

help: ## list the targets
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

demo: ## check the Electric Ride plan on its fixtures, on the simulator
	@Scripts/install libpq pg_query
	$(RELEASE) --product rowkeep
	$(RELEASE) --product ElectricRide
	$(DEMO)

test: ## run every test, on each version of PostgreSQL that can be had
	@Scripts/install libpq pg_query postgresql pgbouncer openssl postgresql-versions pgtap
	ROWKEEP_REQUIRE_SERVER=1 swift test

# In a folder of its own, for a trait changes how every module is built.
tokens: ## run the tests of tokens with what verifies their signatures
	@Scripts/install libpq pg_query
	swift test --traits JWTVerification --scratch-path .build-jwt \
	  --filter '^(AccessTokensTests|RowkeepCommandsTests[.]TokenCommandTests)'

# For so many seconds on each version, or on that of ROWKEEP_PG_BIN alone.
# Seeds are random, and printed; CORPUS=Tests/DifferentialTests/Corpus keeps what is found.
differential: ## hold the simulator against each PostgreSQL on generated scripts
	@Scripts/install libpq pg_query postgresql postgresql-versions
	swift build -c release --product DifferentialRunner
	.build/release/DifferentialRunner $${ROWKEEP_DIFFERENTIAL_SECONDS:-60} \
	  $${ROWKEEP_DIFFERENTIAL_SEED:-random} 5 $(CORPUS)

# Each pair of stages, and so many generated pairs, on each version: there, back, every state between.
migrations: ## plan and undo migrations between plans on each PostgreSQL
	@Scripts/install libpq pg_query postgresql postgresql-versions
	swift build --product MigrationRunner
	swift build --product ElectricRide
	.build/debug/ElectricRide compile --format json --all-variants --output .build/stages.json
	.build/debug/MigrationRunner .build/stages.json
	.build/debug/MigrationRunner $(or $(PAIRS),200)

# In a folder of its own, WORK; FAULTS=1-20,33 tries those alone.
mutants: ## plant faults in a copy of the sources, and see that tests catch each
	@Scripts/install libpq pg_query postgresql
	swift run MutationCheck $(or $(WORK),$${TMPDIR:-/tmp}/rowkeep-mutants) $(FAULTS)

# SANITIZER=thread looks for races instead; leaks are not looked for. Optimized, for without that it
# takes hours.
sanitize: ## run the tests under the address sanitizer
	@Scripts/install libpq pg_query postgresql pgbouncer openssl postgresql-versions pgtap
	ROWKEEP_REQUIRE_SERVER=1 ASAN_OPTIONS=detect_leaks=0 swift test \
	  -c release --sanitize=$(or $(SANITIZER),address) -Xswiftc -enable-testing -Xswiftc -DSANITIZED \
	  --scratch-path .build-$(or $(SANITIZER),address)

lint: ## check the layout of the sources
	swift format lint --strict --recursive $(SOURCES)

format: ## lay the sources out anew
	swift format format --in-place --recursive $(SOURCES)

bench: ## measure decisions per second beside PostgreSQL
	@Scripts/install libpq pg_query postgresql
	swift build -c release --package-path Benchmarks --product ElectricRide
	swift build -c release --package-path Benchmarks --product DecisionBenchmark
	$(BENCH)/ElectricRide compile --format json --output $(BENCH)/plan.json
	$(BENCH)/DecisionBenchmark --plan $(BENCH)/plan.json $(BENCH_OPTIONS)
	$(BENCH)/DecisionBenchmark visible
	$(BENCH)/DecisionBenchmark points
	$(BENCH)/DecisionBenchmark matrix --plan $(BENCH)/plan.json
	$(BENCH)/DecisionBenchmark growth

benchpolicies: ## time compiled policies on PostgreSQL beside rules written by hand
	@Scripts/install libpq pg_query postgresql
	swift build -c release --package-path Benchmarks --product VeloReady
	swift build -c release --package-path Benchmarks --product PolicyBenchmark
	$(BENCH)/VeloReady compile --format json --output $(BENCH)/veloready.json
	$(BENCH)/PolicyBenchmark --plan $(BENCH)/veloready.json $(BENCH_OPTIONS)

# OLD=… is an older build of rowkeep, VERSIONS="15 18" are what both are asked about.
compare: ## show which statements of the tests' scripts this build answers otherwise than OLD
	@Scripts/install libpq pg_query
	$(RELEASE) --product rowkeep
	Scripts/compare-builds $(OLD) .build/release/rowkeep $(VERSIONS)

scoreboard: ## count PostgreSQL's own regression SCRIPTS of a source tree at POSTGRES that run alike
	swift run RegressionScoreboard $(POSTGRES) $(SCRIPTS) $(if $(VERSION),--postgres $(VERSION))

replay: ## the same, and after each statement what every role sees of every relation
	swift run RegressionScoreboard $(POSTGRES) $(SCRIPTS) $(if $(VERSION),--postgres $(VERSION)) --replay

projects: ## read migrations in FOLDERS="…" and compare who reaches what with PostgreSQL
	@Scripts/install libpq pg_query postgresql
	swift build --product ProjectScoreboard
	.build/debug/ProjectScoreboard $(FOLDERS)

fuzz: ## feed mutated scripts, cases and plans to what reads them
	@Scripts/install libpq pg_query
	swift build -c release --product SQLFuzzing
	.build/release/SQLFuzzing --inputs $${ROWKEEP_FUZZ_INPUTS:-200000} \
	  --keep Tests/SQLFuzzing/Corpus --scripts Tests/SQLSessionTests/Scripts

benchsql: ## time the matrix of 500 tables, and the reading of 25 and 50 MB
	@Scripts/install libpq pg_query
	$(RELEASE) --product rowkeep
	swift build -c release --package-path Benchmarks --product SQLBenchmark
	$(BENCH)/SQLBenchmark .build/release/rowkeep

clean: ## remove what was built
	rm -rf .build Benchmarks/.build
