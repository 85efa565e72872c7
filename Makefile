# Short names for what is done every day. `make test` is what CI runs.

.PHONY: help build test lint demo bench sheets fuzz fuzz-short deb try-package clean

help:
	@echo 'make build   builds the programs into .build/debug'
	@echo 'make test    installs what is needed, checks the format, builds and runs every test'
	@echo 'make lint    checks the format only'
	@echo 'make demo    writes tags without hardware: daemon, worker and emulated reader'
	@echo 'make bench   measures label sheets, audits and the writing of tags, beside what else a user would pick (slow)'
	@echo 'make sheets  decodes 1000 labels of every stock with two decoders: a quarter of an hour'
	@echo 'make fuzz    fuzzes every parser for an hour each; make fuzz-short for half a minute each'
	@echo 'make deb     builds the Debian package into .build/deb and lets lintian look at it'
	@echo 'make try-package  installs the package in a fresh Debian tree and uses it there (root)'
	@echo 'make clean   removes what was built'

build:
	swift build

# Rooms whose tests wait for other processes and threads. They run by themselves, after the tests that only compute, so
# that nobody waits for a core.
waiting = ^(EndToEnd|HTTP|Reader|ReaderEmulator|ServiceLifecycle|UnixSystem)Tests\.
houses = ^EndToEndTests\.

# A warning of the compiler is an error: see treatAllWarnings in Package.swift.
test:
	Scripts/packages install build
	Scripts/packages install run
	Scripts/packages install test
	Scripts/python-peers
	$(MAKE) lint
	swift build --build-tests
	swift test --skip-build --skip '$(waiting)'
	swift test --skip-build --filter '$(waiting)' --skip '$(houses)'
	swift test --skip-build --filter '$(houses)'

lint:
	swift format lint --strict --recursive --parallel Sources Tests Package.swift

demo:
	Scripts/packages install build
	Scripts/packages install run
	swift build
	Scripts/demo

# Peers of the labels run with segno, reportlab, qrcode and pypng in .venv and the qrencode command.
bench:
	swift build -c release --package-path Benchmarks
	Benchmarks/.build/release/labels-benchmark 10000
	-.venv/bin/python Benchmarks/LabelsBenchmark/peers.py 10000
	Benchmarks/bench
	swift build --product waymark-reader
	Benchmarks/.build/release/writing-benchmark .build/debug/waymark-reader .venv/bin/python \
		Benchmarks/WritingBenchmark/nfcpy_write.py

sheets:
	WAYMARK_LABELS_PER_STOCK=1000 swift test --filter EveryStockTests

fuzz-short:
	Scripts/fuzz 30

fuzz:
	Scripts/fuzz 3600

deb:
	Scripts/packages install build
	Scripts/packages install run
	Scripts/packages install deb
	fakeroot debian/rules binary
	lintian --fail-on error,warning .build/deb/*.deb

try-package: deb
	Scripts/try-package .build/deb/*.deb

clean:
	swift package clean
