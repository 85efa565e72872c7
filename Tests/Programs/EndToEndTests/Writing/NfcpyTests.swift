import Foundation
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// The Python with nfcpy that `Scripts/python-peers` makes.
private enum Peers {
    static let python = Repository.path(".venv/bin/python")
    /// In CI it must be there: a missing one is a failure, not a skip.
    static let areExpected =
        ProcessInfo.processInfo.environment["CI"] != nil || FileManager.default.isExecutableFile(atPath: python)
}

/// What was written through the house, read by nfcpy.
@Suite(.enabled(if: Peers.areExpected, "there is no .venv: run Scripts/python-peers"), .timeLimit(.minutes(10)))
struct `A stranger reads what was written` {
    @Test func `every product holds exactly one URI record with its tag's URL`() async throws {
        try await TestStation.run { station in
            let products: [ReaderEmulator.Type2Product] = [.ntag213, .ntag215, .ntag216]
            try await station.createBatch("a", tags: products.count)
            // One whose message needs a length of three bytes, which an NTAG213 cannot hold.
            try await station.createBatch(
                "long", tags: 1, template: "https://f.example/" + String(repeating: "x", count: 400) + "{?store,tag}")
            let reader = try await station.addReader("bench")
            var written: [ReaderEmulator.Type2Tag] = []
            for (batch, products) in [("a", products), ("long", [.ntag216])] {
                let bench = try PackingBench(station, reader, batch)
                for product in products {
                    let uid = ReaderEmulator.Type2Tag.uid(numbered: written.count + 1)
                    written.append(try await bench.write(ReaderEmulator.Type2Tag(product, uid: uid)))
                }
                #expect(try await bench.ending().status == .exited(0))
            }
            try await station.waymark("reader", "remove", "bench")

            let tags = try await station.api.tags(of: "a") + station.api.tags(of: "long")
            for chip in written {
                reader.antenna.insert(chip)
                let seen = try await Self.read(try #require(reader.path))
                let tag = try #require(tags.first { $0.uid == chip.uidText })
                #expect(seen.uid == chip.uidText)
                #expect(seen.product == "NXP \(chip.product.name.uppercased())")
                #expect(seen.records == [["urn:nfc:wkt:U", tag.url]])
                reader.antenna.remove()
            }
        }
    }

    private struct Seen: Decodable {
        let product: String
        let uid: String
        let records: [[String?]]
    }

    private static func read(_ terminal: String) async throws -> Seen {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Peers/read_tag.py").path
        let ending = try await RunningProgram(path: Peers.python, [script, terminal]).wait()
        try #require(ending.status == .exited(0), "\(ending)")
        return try JSONDecoder().decode(Seen.self, from: Data(ending.output.utf8))
    }
}
