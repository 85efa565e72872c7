import Foundation
import Testing

@testable import ReaderEmulator

/// libnfc's own programs with libnfc's own USB drivers, which know of no emulator.
@Suite(
    .enabled(if: OutsideProgram.mayTest(with: OutsideProgram(named: "nfc-list")), "libnfc-bin is not installed"),
    .enabled(if: USBTestbed.isLibraryInstalled || OutsideProgram.isCountedOn, "umockdev is not installed"))
struct `libnfc's own programs on USB` {
    /// Runs a program with a reader to open, and a tag on it.
    private func run(
        _ name: String, _ arguments: [String] = [], on model: USBReaderModel,
        prepared: (EmulatedUSBReader) -> Void = { _ in }
    ) async throws -> String {
        let testbed = try USBTestbed()
        let reader = try EmulatedUSBReader(model, on: testbed, port: "1-1.3")
        defer { reader.stop() }
        reader.antenna.insert(Type2Tag(.ntag213, uid: serial))
        prepared(reader)
        return try await OutsideProgram.libnfc(name, arguments, opening: reader, environment: testbed.environment)
    }

    @Test(arguments: USBReaderModel.forLibnfc)
    func `find a tag and complain about nothing`(model: USBReaderModel) async throws {
        let output = try await run("nfc-list", on: model)
        #expect(output.contains(OutsideProgram.oneTagFound))
        #expect(!output.contains("error"))
    }

    @Test(arguments: USBReaderModel.forLibnfc)
    func `find no tag on an empty antenna`(model: USBReaderModel) async throws {
        let output = try await run("nfc-list", on: model) { $0.antenna.remove() }
        #expect(output.contains("nfc-list uses libnfc 1.8.0\nNFC device: user defined device opened\n"))
        #expect(!output.contains("target"))
    }

    @Test(arguments: USBReaderModel.forLibnfc)
    func `read a whole tag`(model: USBReaderModel) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).mfd")
        defer { try? FileManager.default.removeItem(at: file) }
        let output = try await run("nfc-mfultralight", ["r", file.path], on: model)
        #expect(output.contains("Done, 45 of 45 pages read (0 pages failed)."))
        var expected = Type2Tag(.ntag213, uid: serial).memory
        expected[0x2B] = [0, 0, 0, 0]
        #expect(Array(try Data(contentsOf: file)) == expected.bytes)
    }

    @Test(arguments: USBReaderModel.forLibnfc)
    func `lose a tag that is torn away after its version and four reads`(model: USBReaderModel) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).mfd")
        defer { try? FileManager.default.removeItem(at: file) }
        let output = try await run("nfc-mfultralight", ["r", file.path], on: model) { $0.antenna.tear(after: 5) }
        #expect(output.contains("Done, 16 of 45 pages read (29 pages failed)."))
    }

    @Test func `each find their own reader among eight`() async throws {
        let testbed = try USBTestbed()
        let models = (1...8).map { $0.isMultiple(of: 2) ? USBReaderModel.acr122u : .pn533 }
        let readers = try models.enumerated().map { index, model in
            let reader = try EmulatedUSBReader(model, on: testbed, port: "1-1.\(index + 1)")
            reader.antenna.insert(Type2Tag(.ntag213, uid: Type2Tag.uid(numbered: index)))
            return reader
        }
        defer { for reader in readers { reader.stop() } }
        let program = try #require(OutsideProgram(named: "nfc-list"))
        try await withThrowingTaskGroup { group in
            for (index, reader) in readers.enumerated() {
                let environment = [
                    "LIBNFC_DEVICE": try #require(reader.connectionString), "LIBNFC_AUTO_SCAN": "false",
                ].merging(testbed.environment) { $1 }
                group.addTask {
                    let output = try await program.run(environment: environment)
                    let last = Type2Tag.uid(numbered: index).map { hexadecimal([$0]).lowercased() }
                    #expect(output.contains("(NFCID1): \(last.joined(separator: "  "))"))
                }
            }
            try await group.waitForAll()
        }
    }
}
