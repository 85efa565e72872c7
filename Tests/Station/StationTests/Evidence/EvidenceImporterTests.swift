import API
import Audit
import Cryptography
import Foundation
import Geodesy
import MemoryStorage
import Registry
import Synchronization
import Testing

@testable import StationService

/// Files that come in pieces: the next piece is read while the rows of the one before are written.
@Suite struct `A file of evidence in pieces` {
    private let registry = MemoryRegistry(now: { StationBench.now }, recorded: { _, _ in })
    private let author = Author(station: "bench-1", actor: "admin")

    private func importer() throws -> EvidenceImporter {
        EvidenceImporter(
            storage: registry, key: try DeviceKey(Array(repeating: 7, count: DeviceKey.byteCount)),
            now: { StationBench.now })
    }

    private static let header = "time,url,outcome,device\n"

    private static func rows(_ numbers: Range<Int>) -> String {
        numbers.map { "2026-11-20T10:00:00Z,https://a.example/\($0),inRegion,phone-\($0)\n" }.joined()
    }

    private func pieces(_ text: String) -> ScriptedPieces { ScriptedPieces([Array(text.utf8)]) }

    private func kept() async -> Int {
        let count = Mutex(0)
        await registry.confirmations { rows in count.withLock { $0 += rows.count } }
        return count.withLock(\.self)
    }

    private func imports() async throws -> [EvidenceImport] {
        try await registry.journal(from: 1, limit: 100).filter { $0.kind == "confirmations-imported" }.map { entry in
            try JSONDecoder().decode(EvidenceImport.self, from: Data(entry.payload.utf8))
        }
    }

    @Test func `is kept as a whole when its last piece is answered, wherever it is cut`() async throws {
        let importer = try importer()
        let whole = Self.header + Self.rows(0..<30)
        let cut = whole.index(whole.startIndex, offsetBy: 777)
        let first = try await importer.take(
            .confirmations, file: "a.csv", import: nil, more: true, pieces(String(whole[..<cut])), by: author)
        let last = try await importer.take(
            .confirmations, file: "a.csv", import: first.import, more: false, pieces(String(whole[cut...])), by: author)
        #expect(first.import != nil && last.rows == 30 && last.new == 30)
        #expect(await kept() == 30)
        let journalled = try await imports()
        #expect(journalled.map(\.rows) == [30] && journalled[0].new == 30 && journalled[0].isComplete)
        #expect(journalled[0].digest == (try SHA256.hexadecimal(of: Array(whole.utf8))))
    }

    @Test func `that no further piece comes of is journalled with every row that came`() async throws {
        let importer = try importer()
        _ = try await importer.take(
            .confirmations, file: "left.csv", import: nil, more: true, pieces(Self.header + Self.rows(0..<20)),
            by: author)
        for number in 0..<16 {
            _ = try await importer.take(
                .confirmations, file: "\(number).csv", import: nil, more: true, pieces(Self.header), by: author)
        }
        let journalled = try await imports()
        #expect(journalled.map(\.file) == ["left.csv"])
        #expect(journalled.first?.rows == 20 && journalled.first?.new == 20 && journalled.first?.isComplete == false)
        #expect(await kept() == 20)
    }

    /// A person whose upload runs does not lose it to another client's, nor because it was begun first.
    @Test func `is ended for others when it is the same person's, and least recently used`() async throws {
        let importer = try importer()
        func begin(_ file: String, by actor: String) async throws -> Int {
            let begun = try await importer.take(
                .confirmations, file: file, import: nil, more: true, pieces(Self.header + Self.rows(0..<1)),
                by: Author(station: "bench-1", actor: actor))
            return try #require(begun.import)
        }
        _ = try await begin("oldest.csv", by: "bob")
        let used = try await begin("used.csv", by: "admin")
        _ = try await begin("left.csv", by: "admin")
        for number in 4...16 { _ = try await begin("\(number).csv", by: "client \(number)") }
        _ = try await importer.take(
            .confirmations, file: "used.csv", import: used, more: true, pieces(Self.rows(1..<2)), by: author)
        _ = try await begin("next.csv", by: "admin")
        #expect(try await imports().map(\.file) == ["left.csv"])
        // Nothing of this one's own is there: then the least recently used of all.
        _ = try await begin("last.csv", by: "carol")
        #expect(try await imports().map(\.file) == ["left.csv", "oldest.csv"])
    }

    @Test func `that a request still feeds when all are ended is journalled with what it brings`() async throws {
        let (importer, author) = (try importer(), author)
        let slow = ScriptedPieces([Array((Self.header + Self.rows(0..<5)).utf8)], waits: true)
        let feeding = Task {
            try await importer.take(.confirmations, file: "slow.csv", import: nil, more: true, slow, by: author)
        }
        await slow.isWaiting()
        let (waits, wait) = AsyncStream.makeStream(of: Void.self)
        let ending = Task {
            defer { wait.finish() }
            // Longer than a busy machine takes to bring the next piece.
            try await importer.endImports(
                all: true,
                patience: Patience(.seconds(600)) {
                    wait.yield()
                    try await Task.sleep(for: .milliseconds(1))
                })
        }
        for await _ in waits.prefix(1) {}
        slow.goOn(with: Array(Self.rows(5..<9).utf8))
        _ = try await feeding.value
        try await ending.value
        #expect(try await imports().map(\.new) == [9])
    }

    /// Its daemon was given up, and another has journalled it.
    @Test func `that something else has ended is done, and takes nothing more`() async throws {
        let importer = try importer()
        let begun = try await importer.take(
            .confirmations, file: "a.csv", import: nil, more: true, pieces(Self.header + Self.rows(0..<3)), by: author)
        // The rows are on their way when the piece is answered.
        while await kept() < 3 { try await Task.sleep(for: .milliseconds(5)) }
        let open = try #require(await registry.openImports().first)
        try await registry.end(open, by: author)
        try await registry.end(open, by: author)
        await #expect(throws: RegistryError.self) {
            try await importer.take(
                .confirmations, file: "a.csv", import: begun.import, more: false, pieces(Self.rows(3..<5)), by: author)
        }
        try await importer.endImports(all: true)
        #expect(try await imports().map(\.new) == [3])
        #expect(await kept() == 3)
    }

    @Test func `that no further piece comes of for long is journalled, by who began it, and takes nothing more`()
        async throws
    {
        let importer = try importer()
        let other = Author(station: "bench-1", actor: "other")
        let left = try await importer.take(
            .confirmations, file: "left.csv", import: nil, more: true, pieces(Self.header + Self.rows(0..<20)),
            by: author)
        try await importer.endImports()
        #expect(try await imports().isEmpty)
        try await importer.endImports(at: .now + .seconds(12 * 3_600))
        let journalled = try await imports()
        #expect(journalled.map(\.file) == ["left.csv"] && journalled[0].new == 20 && !journalled[0].isComplete)
        let entries = await registry.journal(from: 1, limit: 9)
        #expect(entries.last?.author == author)
        for sender in [author, other] {
            await #expect(throws: StationError.self) {
                _ = try await importer.take(
                    .confirmations, file: "left.csv", import: left.import, more: false, pieces(Self.rows(20..<21)),
                    by: sender)
            }
        }
        #expect(await kept() == 20)
        #expect(await registry.openImports().isEmpty)
    }

    /// A connection that ends within the body.
    private final class Cut: BodyPieces {
        struct Ended: Error {}

        private let pieces: ScriptedPieces

        init(after piece: [UInt8]) { pieces = ScriptedPieces([piece]) }

        func next() async throws -> [UInt8]? {
            guard let piece = await pieces.next() else { throw Ended() }
            return piece
        }
    }

    /// The same upload may be sent again under its key: only what was asked for counts as its change.
    @Test func `that breaks off is journalled, which does not count as a change by its request`() async throws {
        let (importer, change) = (try importer(), HeardChange())
        let cut = Cut(after: Array((Self.header + Self.rows(0..<20)).utf8))
        await #expect(throws: Cut.Ended.self) {
            try await change.mark.during {
                try await importer.take(
                    .confirmations, file: "cut.csv", import: nil, more: false, cut, by: author)
            }
        }
        let journalled = try await imports()
        #expect(journalled.map(\.new) == [20] && journalled.first?.isComplete == false)
        #expect(!change.isHeard)
        // One that comes to its end is.
        _ = try await change.mark.during {
            try await importer.take(
                .confirmations, file: "whole.csv", import: nil, more: false, pieces(Self.header), by: author)
        }
        #expect(change.isHeard)
    }

    @Test func `that is ended for another does not count as a change by the other's request`() async throws {
        let (importer, change) = (try importer(), HeardChange())
        _ = try await importer.take(
            .confirmations, file: "left.csv", import: nil, more: true, pieces(Self.header + Self.rows(0..<1)),
            by: author)
        for number in 0..<15 {
            _ = try await importer.take(
                .confirmations, file: "\(number).csv", import: nil, more: true, pieces(Self.header), by: author)
        }
        _ = try await change.mark.during {
            try await importer.take(
                .confirmations, file: "next.csv", import: nil, more: true, pieces(Self.header), by: author)
        }
        #expect(try await imports().map(\.file) == ["left.csv"])
        #expect(!change.isHeard)
    }

    @Test func `is continued by who began it, under a number of this run of the daemon`() async throws {
        let (former, importer) = (try importer(), try importer())
        func begin(_ importer: EvidenceImporter, _ author: Author) async throws -> Int? {
            let begun = try await importer.take(
                .confirmations, file: "a.csv", import: nil, more: true, pieces(Self.header), by: author)
            return begun.import
        }
        let stale = try await begin(former, author)
        let other = Author(station: "bench-1", actor: "other")
        let number = try await begin(importer, other)
        for wrong in [stale, number] {
            await #expect(throws: StationError.self) {
                try await importer.take(
                    .confirmations, file: "a.csv", import: wrong, more: false, pieces(Self.rows(0..<5)), by: author)
            }
        }
        #expect(await kept() == 0)
        let answer = try await importer.take(
            .confirmations, file: "a.csv", import: number, more: false, pieces(Self.rows(5..<9)), by: other)
        #expect(answer.rows == 4)
    }

    /// What a phone was told to forget while its rows were on their way does not come behind the erasure.
    @Test func `of a phone is not kept when the phone has to forget more by then`() async throws {
        let importer = try importer()
        let scope = try WalkScope([try #require(StoreID("a"))])
        let token = AccessToken(name: try name("anna"), role: .walk, expires: nil, scope: scope)
        try await registry.record(.tokenCreated(token, digest: "d"), by: author)
        let phone = PhoneStanding(try #require(await registry.tokens().first))
        let seen = Sighting(
            time: Timestamp(milliseconds: 1_795_000_000_000), url: "https://a.example/1",
            place: try Coordinate(latitude: 1, longitude: 2), error: try PositionError(accuracy: 5),
            device: "phone:anna")
        // The row is younger than the moment, so that only the phone's standing is in its way.
        let moment = Timestamp(milliseconds: 1_794_000_000_000)
        try await registry.record(
            .evidenceForgotten(
                Forgetting(cause: .asked, before: moment, phones: .one(token.name)), device: nil), by: author)
        await #expect(throws: RegistryError.self) {
            try await importer.keep([seen], [:], ofWalkBy: phone, by: author)
        }
        #expect(await registry.openImports().isEmpty)
        let now = PhoneStanding(try #require(await registry.tokens().first))
        #expect(try await importer.keep([seen], [:], ofWalkBy: now, by: author) == 1)
    }

    @Test func `of a phone that comes to nothing is given back to the phone's allowance`() async throws {
        let importer = try importer()
        let phone: TokenName = try name("anna")
        await #expect(throws: StationError.self) {
            while true { try await importer.allowUpload(of: phone) }
        }
        await importer.giveBackUpload(of: phone)
        try await importer.allowUpload(of: phone)
        await #expect(throws: StationError.self) { try await importer.allowUpload(of: phone) }
    }

    /// Two spellings of one name are equal to Swift's strings; a row's pseudonym must not depend on which came before.
    @Test func `has no row twice, in whatever order devices with two spellings come`() async throws {
        let importer = try importer()
        let spellings = ["Ger\u{E4}t 7", "Gera\u{308}t 7"].map {
            "2026-11-20T10:00:00Z,https://a.example/1,inRegion,\($0)\n"
        }
        for (order, new) in [(spellings, 2), (spellings.reversed(), 0), ([spellings[1]], 0)] {
            let answer = try await importer.take(
                .confirmations, file: "a.csv", import: nil, more: false, pieces(Self.header + order.joined()),
                by: author)
            #expect(answer.rows == order.count && answer.new == new)
        }
    }
}
