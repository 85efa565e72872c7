import Foundation
import NDEF
import ReaderEmulator
import Testing

/// libfreefare 0.4.0 knows Ultralight and Ultralight C. What it reads of those, page by page, is what we wrote.
@Suite(.serialized, .enabled(if: Libfreefare.mayTest, "libfreefare is not installed: Scripts/packages install test"))
struct `What libfreefare reads of a tag of ours` {
    /// `https://` is one byte of the record.
    @Test(arguments: [
        (ReaderEmulator.Type2Product.ultralight, "Mifare UltraLight", 15, TagBench.Protection.none),
        (.ultralight, "Mifare UltraLight", 15, .lockReadOnly),
        (.ultralightC, "Mifare UltraLightC", 39, .none), (.ultralightC, "Mifare UltraLightC", 39, .lockReadOnly),
    ])
    func `is every page of it`(
        product: ReaderEmulator.Type2Product, name: String, last: Int, protection: TagBench.Protection
    ) async throws {
        let text = "brighteggcafe.example/store/7"
        let bench = TagBench(product)
        try await bench.provision(NDEFMessage(uri: "https://" + text), protection)
        let tag = try #require(bench.antenna.take() as? ReaderEmulator.Type2Tag)
        let reader = try EmulatedReader()
        reader.antenna.insert(tag)
        let seen = try await Libfreefare.pages(on: try #require(reader.connectionString), upTo: last)
        #expect(seen.product == name)
        #expect(seen.pages == (0...last).map { Array(tag.memory[$0]) })
        let message =
            [0x03, UInt8(5 + text.utf8.count), 0xD1, 0x01, UInt8(1 + text.utf8.count), 0x55, 0x04]
            + Array(text.utf8) + [0xFE]
        #expect(seen.pages[4...].flatMap { $0 }.starts(with: message))
        #expect(seen.pages[3][3] == (protection == .none ? 0x00 : 0x0F))
    }
}

/// The library, driven by a script.
enum Libfreefare {
    private static let script = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Peers/freefare_read.py").path

    /// Whoever counts on it, as CI does, is not given a skipped test.
    static let mayTest = isInstalled || ProcessInfo.processInfo.environment["CI"] != nil

    private static let isInstalled: Bool = {
        let folders = [
            "/usr/lib", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib/arm-linux-gnueabihf",
        ]
        return folders.contains { FileManager.default.fileExists(atPath: "\($0)/libfreefare.so.0") }
    }()

    static func pages(on connection: String, upTo last: Int) async throws -> (product: String?, pages: [[UInt8]]) {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/timeout")
        // It waits for answers for ever.
        process.arguments = ["60", "python3", script, connection, String(last)]
        process.standardOutput = output
        process.standardError = output
        let status: Int32 = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        try #require(status == 0, "libfreefare ended with status \(status): \(text)")
        let lines = text.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 1).map(String.init) }
        let product = lines.first { $0[0] == "product" }?[1]
        return (product, lines.filter { Int($0[0]) != nil }.map { hex($0[1]) })
    }
}
