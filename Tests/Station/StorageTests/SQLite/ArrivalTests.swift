import Foundation
import Registry
import TestBench
import Testing

@testable import Storage

/// Rows of evidence that wait to be folded, and are removed piece by piece when they are.
@Suite struct `Evidence that waits to be folded` {
    private let folder: TemporaryFolder
    private let database: Database
    private let table: ArrivalTable

    init() throws {
        folder = try TemporaryFolder()
        try Data().write(to: URL(filePath: folder["r.sqlite"]))
        database = try Database(path: folder["r.sqlite"])
        for statement in RegistrySchema.arrivals { try database.run(statement) }
        table = ArrivalTable(database)
    }

    private func arrive(of content: Int64) throws {
        let visit = PackedVisit(entry: 0, time: 1, device: 2, latitude: 37, longitude: -122, sigma: 3)
        try table.add([ArrivedRow(content: content, row: visit)], [])
    }

    /// SQLite gives the numbers of removed rows out again: with such a number this one would go with the folded ones.
    @Test(arguments: [1, 8, 9, 20])
    func `is not removed with what was folded before it came`(folded: Int64) throws {
        for content in 1...folded { try arrive(of: content) }
        let last = try #require(try table.begin(rows: 1_000))
        try table.note(folded: folded)
        #expect(try table.removeFolded(upTo: last))
        try arrive(of: 99)
        while try table.removeFolded(upTo: last) {}
        var left: [Int64] = []
        _ = try table.forEach(after: .min, upTo: .max) { sightings, _ in left += sightings.map(\.content) }
        #expect(left == [99])
        #expect(try table.state == nil)
    }
}
