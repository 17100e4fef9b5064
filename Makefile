# The front door. Each target is one or two commands; what they do stands in the scripts and POMs they call.
#   ARCH=amd64|arm64   what "native" builds for; this machine's architecture if not given

HOST := $(if $(filter aarch64,$(shell uname -m)),arm64,amd64)
ARCH ?= $(HOST)
MVN := scripts/mvn
BENCH := scripts/java -cp 'bench/target/classes:bench/target/lib/*'
FUZZ = scripts/java -Dharmony.repository=. \
	-cp agent/target/test-classes:agent/target/classes:$$(cat agent/target/test-classpath) io.harmonyagent.agent.it.fuzz

.DEFAULT_GOAL := help
# Prerequisites are steps in their order, and each uses all cores by itself.
.NOTPARALLEL:
.PHONY: help demo test unit it native native-check native-arm64 native-arm64-if-possible jars test-classes
.PHONY: deb deb-check repo image image-test simulate chaos converge-fuzz update-fuzz format clean
.PHONY: bench bench-footprint bench-files bench-converge bench-crowd bench-failover bench-ctl

help: ## shows this list
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | sort | expand -t 18

demo: native ## builds the binary, boots two Pis and shows them converge and repair
	$(BENCH) io.harmonyagent.bench.demo.Demo

test: unit native native-check native-arm64-if-possible it ## everything: unit tests, both native builds, integration tests

unit: ## unit tests, formatting, null checks and architecture rules, on the JVM
	$(MVN) verify -DskipITs

it: ## integration tests of the native binaries, on the testbed
	$(MVN) verify -DskipUnit

native: jars ## the native binary for ARCH, in target/native/ARCH
	native-config/install-deps.sh $(ARCH)
	native-config/build-agent.sh $(ARCH)

native-check: ## tries the native toolchain for ARCH on a tiny program, and says what is missing
	native-config/install-deps.sh $(ARCH)
	native-config/self-check.sh $(ARCH)

native-arm64:
	$(MAKE) native ARCH=arm64

# Without root and without a cross compiler everything else is tested all the same; in CI it must be there.
native-arm64-if-possible:
	@if native-config/install-deps.sh arm64; then $(MAKE) native-arm64; \
	elif [ "$$CI" = true ]; then exit 1; \
	else echo "arm64 is left out: its cross compiler cannot be installed here"; fi

deb: native ## the Debian package for ARCH, in target/deb
	packaging/deb/build.sh $(ARCH)

deb-check: ## lintian over what is in target/deb, at error and warning level
	packaging/deb/check.sh

repo: ## an apt repository of what is in target/deb, in target/repo; SIGN_WITH=KEY signs it
	SIGN_WITH=$(SIGN_WITH) packaging/repo/build.sh

image: deb ## a device image for ARCH, in target/image; PI=yes for a Raspberry Pi, POSTGRES=yes with PostgreSQL
	PI=$(PI) POSTGRES=$(POSTGRES) packaging/image/build.sh $(ARCH)

image-test: image ## boots that image in qemu: joins a mesh, converges, survives a power cut (minutes)
	$(MVN) verify -DskipUnit --projects agent --also-make -Dit.test=ImageIT -Dfailsafe.failIfNoSpecifiedTests=false \
		-Dharmony.image.arch=$(ARCH)

test-classes:
	$(MVN) --quiet test-compile dependency:build-classpath --projects agent --also-make -Dmdep.outputFile=target/test-classpath

jars:
	$(MVN) --quiet package -DskipUnit -DskipITs

bench: bench-footprint bench-files bench-converge bench-crowd bench-failover bench-ctl ## all benchmarks

bench-footprint: native native-arm64 jars ## size, start, memory, disk and CPU of the idle binary
	$(BENCH) io.harmonyagent.bench.Footprint

bench-files: native jars ## how fast files follow the manifest
	$(BENCH) io.harmonyagent.bench.Files

bench-converge: native jars ## how fast units and containers follow the manifest, and drift is repaired
	$(BENCH) io.harmonyagent.bench.Converge

bench-crowd: native jars ## what 500 resources cost while nothing happens
	$(BENCH) io.harmonyagent.bench.Crowd

bench-failover: native jars ## how long a database is away when a site, its network or its guard fails
	$(BENCH) io.harmonyagent.bench.chaos.FailoverBench $(foreach option,RUNS ONLY,$(if $($(option)),$(option)=$($(option))))

chaos: native jars ## breaks a database's two sites while clients write: RUNS=n from FROM=n on, or SEED=n to see one again
	$(BENCH) io.harmonyagent.bench.chaos.Chaos $(foreach option,RUNS SEED FROM HEARTBEAT,$(if $($(option)),$(option)=$($(option))))

bench-ctl: native jars ## how long harmonyctl takes for its help, and for a fleet of a thousand
	$(BENCH) io.harmonyagent.bench.Ctl

converge-fuzz: native test-classes ## random days of a device on the testbed: SEEDS=n from FROM=n on, or SEED=n to see one again
	$(FUZZ).ConvergeFuzz $(foreach option,SEEDS SEED FROM,$(if $($(option)),$(option)=$($(option))))

update-fuzz: native test-classes ## updates with a power cut at a random moment of each, on the testbed: CUTS=n, or SEED=n to see them again
	$(FUZZ).UpdateFuzz $(foreach option,CUTS SEED,$(if $($(option)),$(option)=$($(option))))

simulate: ## tries to break the failover core: SEEDS=n, SECONDS=n, HOURS=n, or SEED=n to see one run again
	$(MVN) --quiet --projects failover --also-make test-compile
	scripts/java -XX:+UseSerialGC -cp failover/target/classes:failover/target/test-classes \
		io.harmonyagent.failover.simulation.Simulator \
		$(foreach option,SEEDS SEED SECONDS HOURS FROM THREADS MUTANT_SEEDS MUTANT LINES,$(if $($(option)),"$(option)=$($(option))"))

format: ## formats all Java
	$(MVN) --quiet spotless:apply

clean: ## removes what was built here; caches stay in ~/.cache/harmony-agent
	rm -rf target */target
