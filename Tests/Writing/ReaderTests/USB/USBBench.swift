import Foundation
import NFCTags
import ReaderEmulator
import ReaderSupervision
import TestBench
import Testing
import UnixSystem

/// A supervisor whose workers live in a testbed with emulated USB readers.
struct USBBench {
    let bench: ReaderBench
    let testbed: USBTestbed

    static var canRun: Bool {
        USBTestbed.isLibraryInstalled || ProcessInfo.processInfo.environment["CI"] != nil
    }

    static let requirement: Comment = "the package umockdev is not installed"

    static func run(
        delay: RestartDelay = RestartDelay(first: .milliseconds(10), longest: .milliseconds(100)),
        _ body: (USBBench) async throws -> Void
    ) async throws {
        let testbed = try USBTestbed()
        let folder = try TemporaryFolder()
        // Only the workers live in the testbed: the preload library in this process would end it with a reader.
        let script = try await ReaderBench.wrapped(
            in: folder, testbed.environment.map { "export \($0.key)=\($0.value)" }.joined(separator: "\n"))
        try await ReaderBench.run(delay: delay, program: script) { bench in
            try await body(USBBench(bench: bench, testbed: testbed))
        }
    }

    /// A reader in a port of the testbed, with a tag on it.
    func reader(_ model: USBReaderModel, port: String = "1-1.3") throws -> EmulatedUSBReader {
        let reader = try EmulatedUSBReader(model, on: testbed, port: port)
        reader.antenna.insert(Type2Tag(.ntag213, uid: Type2Tag.uid(numbered: 1)))
        bench.keep(reader)
        return reader
    }

    /// A reader that a worker has opened by its port, and the link to it.
    func openedReader(
        _ model: USBReaderModel, port: String = "1-1.3", name: String = "bench"
    ) async throws -> (reader: EmulatedUSBReader, link: ReaderLink) {
        let reader = try reader(model, port: port)
        #expect(bench.supervisor.add(name: name, connection: "usb:\(port)"))
        try await bench.untilReady(name)
        return (reader, try #require(bench.supervisor.link(to: name)))
    }
}
