import NFCTags
import ReaderEmulator
import ReaderSupervision
import TestBench
import Testing
import UnixSystem

/// A supervisor whose workers speak to emulated readers through pcscd, its driver and libusb as they are installed.
struct PCSCBench {
    let bench: ReaderBench
    let testbed: USBTestbed
    let daemon: PrivatePCSCDaemon

    static var canRun: Bool { PrivatePCSCDaemon.canRun && USBBench.canRun }

    static let requirement: Comment =
        "needs umockdev, and pcscd in a namespace: \(PrivatePCSCDaemon.obstacle ?? "which is there")"

    static func run(
        delay: RestartDelay = RestartDelay(first: .milliseconds(10), longest: .milliseconds(100)),
        _ body: (PCSCBench) async throws -> Void
    ) async throws {
        let testbed = try USBTestbed()
        let folder = try TemporaryFolder()
        let daemon = try await PrivatePCSCDaemon(
            testbed: testbed.environment, listing: [USBReaderModel.acr1552u.identifiers])
        let settings = testbed.environment.merging(daemon.environment) { $1 }
        let script = try await ReaderBench.wrapped(
            in: folder, settings.map { "export \($0.key)=\($0.value)" }.joined(separator: "\n"))
        try await ReaderBench.run(delay: delay, program: script, leaving: daemon.kill) { bench in
            let pcsc = PCSCBench(bench: bench, testbed: testbed, daemon: daemon)
            defer { pcsc.expectOneDialect() }
            try await body(pcsc)
        }
    }

    /// Whatever happened, no reader was sent a command that its family does not know.
    private func expectOneDialect() {
        for case let reader as EmulatedUSBReader in bench.keptReaders {
            #expect(reader.refusedCommands == [], "\(reader.model) does not know this command")
        }
    }

    /// A reader in a port of the testbed, with a tag on it.
    func reader(_ model: USBReaderModel, port: String = "1-1.3") throws -> EmulatedUSBReader {
        let reader = try EmulatedUSBReader(model, on: testbed, port: port)
        reader.antenna.insert(Type2Tag(.ntag213, uid: Type2Tag.uid(numbered: 1)))
        bench.keep(reader)
        return reader
    }

    /// A reader that a worker has opened, and the link to it.
    func openedReader(
        _ model: USBReaderModel, port: String = "1-1.3", name: String = "bench", driver: String = "pcsc"
    ) async throws -> (reader: EmulatedUSBReader, link: ReaderLink) {
        let reader = try reader(model, port: port)
        #expect(bench.supervisor.add(name: name, connection: "\(driver):\(port)"))
        try await bench.untilReady(name)
        return (reader, try #require(bench.supervisor.link(to: name)))
    }
}

extension ReaderLink {
    /// Selects until pcscd has noticed that the tag has come.
    func selectWhenSeen() async throws -> SelectedTag {
        while true {
            if let tag = try await select() { return tag }
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}
