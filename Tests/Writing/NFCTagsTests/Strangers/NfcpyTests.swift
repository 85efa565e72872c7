import Foundation
import NDEF
import NFCTags
import ReaderEmulator
import Testing

/// nfcpy reads what we write, and we read what nfcpy writes, on every product that it knows.
@Suite(.serialized, .enabled(if: Nfcpy.mayTest, "there is no .venv: run Scripts/python-peers"))
struct `What nfcpy makes of a tag of ours` {
    static let products: [ProofSubject.Product] = ProofSubject.Product.all.filter {
        // It takes the variants for nothing at all, or for their plain kin.
        !["ntag213f", "ntag213tt", "slix", "slix2"].contains($0.name)
    }

    static let names = [
        "ntag213": "NXP NTAG213", "ntag215": "NXP NTAG215", "ntag216": "NXP NTAG216", "ntag203": "NXP NTAG203",
        "ultralight": "Mifare Ultralight (MF01CU1)", "ulc": "Mifare Ultralight C (MF01CU2)",
        "ul11": "Mifare Ultralight EV1 (MF0UL11)",
        "ul21": "Mifare Ultralight EV1 (MF0UL21)", "ntag424": "Type4Tag", "type4": "Type4Tag",
    ]

    @Test(arguments: products)
    func `is its message, and what nfcpy writes is ours to read`(product: ProofSubject.Product) async throws {
        let ours = "https://brighteggcafe.example/1"
        let bench = TagBench(product.make())
        try await bench.provision(NDEFMessage(uri: ours))
        let reader = try EmulatedReader()
        reader.antenna.insert(try #require(bench.antenna.take()))
        let theirs = "https://brighteggcafe.example/22"
        let seen = try await Nfcpy.run(on: try #require(reader.path), writing: theirs)
        #expect(seen["uid"] == "04A1B2C3D4E580")
        #expect(seen["before"] == ours)
        #expect(seen["after"] == theirs)

        let back = TagBench(try #require(reader.antenna.take()))
        let session = try #require(try await TagSession.identify(over: back.link))
        #expect(try await session.readContent() == .url(theirs))
        try await back.provision(NDEFMessage(uri: ours), product.protections.contains(.lock) ? .lock : .none)
    }

    @Test(arguments: products.filter { $0.protections.contains(.lockReadOnly) || $0.name == "type4" })
    func `is read-only when its container says so`(product: ProofSubject.Product) async throws {
        let ours = "https://brighteggcafe.example/1"
        let bench = TagBench(product.make())
        try await bench.provision(NDEFMessage(uri: ours), product.name == "type4" ? .lock : .lockReadOnly)
        let reader = try EmulatedReader()
        reader.antenna.insert(try #require(bench.antenna.take()))
        let seen = try await Nfcpy.run(on: try #require(reader.path))
        #expect(seen["before"] == ours)
        #expect(seen["writeable"] == "False")
        #expect(seen["product"] == Self.names[product.name])
    }
}

/// Runs the script that the emulator's tests use as well.
enum Nfcpy {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let python = package.appending(path: ".venv/bin/python").path
    private static let script = package.appending(
        path: "Tests/Writing/ReaderEmulatorTests/Strangers/Peers/nfcpy_ndef.py"
    ).path

    /// Whoever counts on it, as CI does, is not given a skipped test.
    static let mayTest =
        FileManager.default.isExecutableFile(atPath: python) || ProcessInfo.processInfo.environment["CI"] != nil

    /// What the script prints: a name and a value a line. It waits 100 ms for a reader and no longer, so on a busy
    /// machine it may give up before it has begun; then it is started again.
    static func run(on terminal: String, writing url: String? = nil) async throws -> [String: String] {
        var (status, text) = try await start(on: terminal, writing: url)
        for _ in 0..<2 where status != 0 && !text.contains("product ") {
            (status, text) = try await start(on: terminal, writing: url)
        }
        try #require(status == 0, "nfcpy ended with status \(status): \(text)")
        let lines = text.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 1).map(String.init) }
        return Dictionary(lines.map { ($0[0], $0.count > 1 ? $0[1] : "") }) { $1 }
    }

    private static func start(on terminal: String, writing url: String?) async throws -> (Int32, String) {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/timeout")
        process.arguments = ["60", python, script, terminal] + (url.map { [$0] } ?? [])
        process.standardOutput = output
        process.standardError = output
        let status: Int32 = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        // A few lines fit a pipe, so nobody has to read while it runs.
        return (status, String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self))
    }
}
