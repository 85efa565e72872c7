import Foundation
import Testing

@testable import ReaderEmulator

@Suite(
    .enabled(
        if: OutsideProgram.mayTest(with: OutsideProgram(named: "nfc-list")), "libnfc-bin is not installed"))
struct `libnfc's own programs` {
    let reader: EmulatedReader

    init() throws {
        reader = try EmulatedReader()
        reader.antenna.insert(Type2Tag(.ntag213, uid: serial))
    }

    func run(_ name: String, _ arguments: [String] = [], input: String = "") async throws -> String {
        try await OutsideProgram.libnfc(name, arguments, opening: reader, input: input)
    }

    @Test func `find a tag and complain about nothing`() async throws {
        let output = try await run("nfc-list")
        #expect(output.hasSuffix(OutsideProgram.oneTagFound))
    }

    @Test func `find no tag on an empty antenna`() async throws {
        reader.antenna.remove()
        let output = try await run("nfc-list")
        #expect(output.hasSuffix("nfc-list uses libnfc 1.8.0\nNFC device: user defined device opened\n"))
    }

    @Test func `read a whole tag and write its data pages`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).mfd")
        defer { try? FileManager.default.removeItem(at: file) }
        let read = try await run("nfc-mfultralight", ["r", file.path])
        #expect(read.contains("NTAG Type: NTAG213 (144 user bytes)"))
        #expect(read.contains("Done, 45 of 45 pages read (0 pages failed)."))
        var image = try Data(contentsOf: file)
        var expected = Type2Tag(.ntag213, uid: serial).memory
        expected[0x2B] = [0, 0, 0, 0]
        #expect(Array(image) == expected.bytes)

        let message = hex("01 03 A0 0C 34 03 0B D1 01 07 55 04 61 2E 65 78 2F 31 FE")
        image.replaceSubrange(16..<16 + message.count, with: message)
        try image.write(to: file)
        // No to capability container, static locks, dynamic locks and serial number.
        let written = try await run("nfc-mfultralight", ["w", file.path], input: "n\nn\nn\nn\n")
        #expect(written.contains("Done, 40 of 45 pages written (5 pages skipped, 0 pages failed)."))
        #expect(reader.antenna.tag?.memory[4...8].prefix(message.count).elementsEqual(message) == true)
    }

    @Test func `lose a tag that is torn away after its version and four reads`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).mfd")
        defer { try? FileManager.default.removeItem(at: file) }
        reader.antenna.tear(after: 5)
        let output = try await run("nfc-mfultralight", ["r", file.path])
        #expect(output.contains("Done, 16 of 45 pages read (29 pages failed)."))
        #expect(!reader.antenna.isTagInField)
    }
}
