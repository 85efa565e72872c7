# Short names for what is done every day. `make test` is what CI runs.

.PHONY: help tables pictures build beside fuzz-taste benchmarks test lint demo hub-demo bench bench-shapes bench-api proof-api proof-grants proof-storage proof-hub proof-fail-over bench-hub bench-daemon proof power-cuts attack sheets fuzz fuzz-short deb try-package clean

# CI needs no debugger: a test names its place without them, and test modules compile in less time.
# Always the same within one checkout: other flags compile everything anew.
debug := swift build $(if $(CI),-debug-info-format none)

help:
	@echo 'make build   builds the programs into .build/debug'
	@echo 'make test    installs what is needed, checks the format, builds and runs every test'
	@echo 'make beside  builds what the tests leave out, fuzzers and benchmarks: before a commit that changes what they call'
	@echo 'make lint    checks the format only'
	@echo 'make demo    writes tags without hardware: daemon, worker and emulated reader'
	@echo 'make hub-demo  shares a batch between two stations and a hub without hardware, and cuts the network meanwhile'
	@echo 'make bench   measures label sheets, audits and the writing of tags, beside what else a user would pick (slow)'
	@echo 'make bench-daemon  measures the daemon with a million tags: start, processor and memory at rest; and its audit of a million sightings; its import of a batch of 1500000 tags beside other changes; and audits of its whole history'
	@echo 'make bench-hub  measures a hub: evidence kept, audits from PostgreSQL, journalled events beside pgbench, 10000 stations at rest, and the adoption of a million tags'
	@echo 'make bench-shapes  measures the whole audit on files of other shapes: column orders, quotes, line ends, URLs, gzip: a quarter of an hour'
	@echo 'make bench-api  asks the API a thousand times a second while eight readers write (release build)'
	@echo 'make proof-api  lets schemathesis look for contradictions for a quarter of an hour'
	@echo 'make proof-grants  explores every order of grants, restorations and losses at several stations: half an hour'
	@echo 'make proof-storage  compares random histories on every kind of storage, and cuts the connection to PostgreSQL at every message: a quarter of an hour'
	@echo 'make proof-hub  writes 10000 tags at twelve stations of one hub while networks, daemons and chips fail: some half an hour'
	@echo 'make proof-fail-over  kills, promotes and puts back the servers of a hub 1000 times: an hour and a half'
	@echo 'make proof   tears tags at every exchange, also over pcscd, and writes 10000 with faults: some hours'
	@echo 'make attack  attacks a station as a worker, an account, a client and a file would, and searches for what was forgotten: half an hour'
	@echo 'make power-cuts  kills the daemon at 1000 random moments under load: half an hour'
	@echo 'make tables  makes the tables of the tests again with LibreOffice, and opens ours with it'
	@echo 'make pictures  takes pictures of every page of the console, and makes those of docs/console.md again'
	@echo 'make sheets  decodes 1000 labels of every stock with two decoders: a quarter of an hour'
	@echo 'make fuzz    fuzzes every parser for an hour each; make fuzz-short for half a minute each'
	@echo 'make deb     builds the Debian packages, a station and a hub, into .build/deb and lets lintian look at them'
	@echo 'make try-package  installs the package in a fresh Debian tree and uses it there (root)'
	@echo 'make clean   removes what was built'

build:
	$(debug)

beside: fuzz-taste benchmarks

# Each fuzzer for a moment, not optimized: mostly the time to build them. Always the same way: what is new is looked for by `make fuzz`.
fuzz-taste:
	Scripts/packages install build
	FUZZ_SEED=1 FUZZ_BUILD=debug Scripts/fuzz 2

# Built, so that they keep up with what they measure; run by `make bench` alone. Beside the rest, so that a module is compiled
# once for both packages.
benchmarks:
	Scripts/packages install build
	Scripts/packages install run
	Scripts/packages install bench
	$(debug) --package-path Benchmarks --scratch-path .build
	WAYMARK_BENCHMARKS=1 $(debug) --product hub-benchmark
	WAYMARK_BENCHMARKS=1 $(debug) --product adopted-registry

# A warning of the compiler is an error: see treatAllWarnings in Package.swift.
test:
	Scripts/packages install build
	Scripts/packages install run
	Scripts/packages install test
	Scripts/python-peers
	$(MAKE) lint
	$(debug) --build-tests
	Scripts/test

lint:
	swift format lint --strict --recursive --parallel Sources Tests Package.swift

demo:
	Scripts/packages install build
	Scripts/packages install run
	$(debug)
	Scripts/demo

hub-demo:
	Scripts/packages install build
	Scripts/packages install test
	$(debug)
	Scripts/hub-demo

# Each part prints its figures with the peers' of the same run. A target that is missed is told and ends nothing.
bench:
	Scripts/packages install build
	Scripts/packages install run
	Scripts/packages install bench
	Scripts/python-peers
	swift build -c release --package-path Benchmarks
	-$$(Scripts/benchmark-peers) Benchmarks/LabelsBenchmark/compare.py Benchmarks/.build/release/labels-benchmark
	Benchmarks/bench
	swift build --product waymark-reader
	Benchmarks/.build/release/writing-benchmark .build/debug/waymark-reader .venv/bin/python \
		Benchmarks/WritingBenchmark/nfcpy_write.py

# As the package has it: a debug build would say nothing, and the toolchain's shared libraries are not on a station.
bench-daemon:
	Scripts/packages install build
	Scripts/packages install bench
	swift build -c release --static-swift-stdlib -Xlinker -z -Xlinker now --product waymarkd
	swift build -c release --static-swift-stdlib -Xlinker -z -Xlinker now --product waymark
	python3 Benchmarks/daemon.py .build/release/waymarkd .build/release/waymark .build/bench-daemon
	python3 Benchmarks/daemon_audit.py .build/bench-daemon 1000000 3 .build/release/waymarkd=.build/release/waymark
	python3 Benchmarks/daemon_import.py .build/release/waymarkd .build/release/waymark .build/bench-import
	python3 Benchmarks/daemon_history.py .build/release/waymarkd .build/release/waymark .build/bench-history

bench-hub:
	Scripts/packages install build
	Scripts/packages install test
	Benchmarks/hub

bench-shapes:
	Scripts/packages install build
	Scripts/packages install bench
	Benchmarks/shapes

bench-api:
	Scripts/packages install build
	Benchmarks/api

proof-api:
	Scripts/python-peers
	swift build --build-tests
	WAYMARK_API_PROOF=long swift test --skip-build --filter '^EndToEndTests\.Schemathesis'

# Millions of states of the rules for grants: see Tests/Domain/GrantsTests.
proof-grants:
	swift build --build-tests
	WAYMARK_PROOF=long swift test --skip-build --no-parallel --filter '^GrantsTests\.'

# What an ACR1252U and a uTrust 3700 F, which know no Type 5 tags, go through as well.
CARD_WRITING = '^ProvisioningTests\..*(A batch that is written|A batch with rules|A chip that is exchanged)'

# Random histories on every kind of storage, and the connection to PostgreSQL cut at every message of every kind of event:
# see Tests/Station/StorageTests. Prints how much was asked and cut. A quarter of an hour.
proof-storage:
	Scripts/packages install test
	swift build --build-tests
	WAYMARK_PROOF=long swift test --skip-build --filter '^StorageTests\..*(same random history|connection is cut|audit of what is new)'

# Twelve stations with emulated readers share 10000 tags under two daemons of a hub, while networks are cut, daemons are
# killed and one exchange in a hundred goes wrong: see Tests/Programs/EndToEndTests/Hub/Soak. Prints what has happened.
proof-hub:
	Scripts/packages install test
	swift build --build-tests
	WAYMARK_PROOF=long swift test --skip-build --filter '^EndToEndTests\..*(Stations that share batches|A station of a hub and one)'

# Two daemons of a hub and three stations, whose database servers are killed, promoted and put back: see
# Tests/Station/StorageTests/Hub/FailOver. Prints what has happened.
proof-fail-over:
	Scripts/packages install test
	swift build --build-tests
	WAYMARK_PROOF=long swift test --skip-build --filter '^StorageTests\..*servers fail at random'

# Tags torn away at every exchange of every write and every protection; a batch of 10000 tags with one exchange in a
# hundred going wrong, on readers in memory and with eight real workers; tags torn away over pcscd, and 1000 written by
# smart-card readers and others while pcscd is killed; chips and their copies on two readers; 2000
# experiences brought to a strict App Store Connect that fails in one request of twenty. Prints how much was tried.
proof:
	swift build --build-tests
	WAYMARK_PROOF=long swift test --skip-build --filter '^(NFCTags|Provisioning)Tests\.'
	WAYMARK_FLOOR=10000 swift test --skip-build --filter '^EndToEndTests\..*Eight workers'
	WAYMARK_PROOF=long swift test --skip-build --filter '^ReaderTests\..*PC-SC'
	WAYMARK_LINK=acr1552u swift test --skip-build --no-parallel --filter '^ProvisioningTests\.'
	WAYMARK_LINK=acr1252u swift test --skip-build --no-parallel --filter $(CARD_WRITING)
	WAYMARK_LINK=utrust3700f swift test --skip-build --no-parallel --filter $(CARD_WRITING)
	WAYMARK_MIXED_FLOOR=1000 swift test --skip-build --filter '^EndToEndTests\..*Readers of both kinds'
	WAYMARK_APPSTORE_EXPERIENCES=2000 swift test --skip-build --filter '^AppStoreClientTests\..*exactly what is planned'
	WAYMARK_CLONES=100 swift test --skip-build --filter '^EndToEndTests\..*A chip and its copy'
	$(MAKE) power-cuts

# Hostile workers, accounts, clients and clones; what was forgotten, searched for in every file; then five minutes for each
# parser of what comes from outside. `make test` has short forms of all but the last.
attack:
	swift build --build-tests
	WAYMARK_CLONES=100 swift test --skip-build --filter '^EndToEndTests\..*(Workers that the daemon did not start|A worker that was taken over|The worker of a serial reader|The program of the console.s sheets|An account that wants root.s rights|A chip and its copy|What was forgotten|CrowdTests|RoleTests|TokenTests|OriginTests|HTTPProblemTests)'
	swift test --skip-build --filter '^(HTTPTests|ReaderTests)\.'
	swift test --skip-build --filter '^StorageTests\..*[Dd]amage'
	Scripts/fuzz 300 http-requests worker-protocol sightings whole-audit plan-file url-templates backup-files

# The daemon killed at 1000 random moments under load; a test takes twelve. Half an hour.
power-cuts:
	swift build --build-tests
	WAYMARK_POWER_CUTS=1000 swift test --skip-build --filter '^EndToEndTests\..*A station whose power goes'

# Pictures of every page of the console in .build/pictures, to be looked at, and those of docs/console.md made again.
pictures:
	Scripts/packages install test
	swift build
	Scripts/console-pictures .build/pictures
	Scripts/console-pictures --docs

sheets:
	WAYMARK_LABELS_PER_STOCK=1000 swift test --filter EveryStockTests

tables:
	Scripts/packages install tables
	Scripts/table-fixtures
	swift test --filter '^SpreadsheetsTests\.WorkbookWitnessTests'

fuzz-short:
	Scripts/fuzz 30

fuzz:
	Scripts/fuzz 3600

# Without clean debhelper remembers that it has built before, and takes the old programs.
deb:
	Scripts/packages install build
	Scripts/packages install run
	Scripts/packages install deb
	fakeroot debian/rules clean
	fakeroot debian/rules binary
	lintian --fail-on error,warning .build/deb/*.deb

try-package: deb
	Scripts/try-package .build/deb/waymark_*.deb

clean:
	swift package clean
