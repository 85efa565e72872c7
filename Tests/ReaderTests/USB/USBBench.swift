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
        let script = folder["worker"]
        try await writeScript(
            script,
            testbed.environment.map { "export \($0.key)=\($0.value)\n" }.joined()
                + "exec \(ReaderBench.worker) \"$@\"\n")
        try await ReaderBench.run(delay: delay, program: script) { bench in
            try await body(USBBench(bench: bench, testbed: testbed))
        }
    }

    /// Only the workers live in the testbed: the preload library in this process would end it with a reader.
    ///
    /// Another program writes the script: were it open here for writing, a program that another test starts at that
    /// moment would hold it open too, and nobody could run it.
    private static func writeScript(_ path: String, _ lines: String) async throws {
        let writer = try ChildProcess(
            "/bin/sh",
            arguments: ["-c", "printf '%s' \"$1\" > \"$0\" && chmod 700 \"$0\"", path, "#!/bin/sh\n" + lines])
        #expect(await writer.wait() == .exited(0))
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
