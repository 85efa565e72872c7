import AppClips
import Chips
import Foundation
import Geodesy
import Registry
import Storage

/// Ten batches, of which six were written chip by chip and checked, each tag with two entries; one label in a hundred was given up; sightings
/// of a tenth as many contents; what audits have found.
struct LongHistory {
    let tags: Int
    let sightings: Int

    private static let batches = 10
    private static let stores = 500
    private let author = Author(station: "berlin", actor: "alice (uid 1000)")

    private struct Unprepared: Error {}

    func make(_ path: String) async throws {
        let registry = try SQLiteRegistry(path: path)
        let stores = try (0..<Self.stores).map { number in
            Store(
                id: try required(StoreID("s\(number)")), name: "Store \(number)",
                region: try Region(centre: place(number), radius: 150))
        }
        try await registry.record(.storesImported(stores, file: "stores.csv"), by: author)
        for batch in 0..<Self.batches { try await make(batch, in: registry) }
        try await see(registry)
        try await judge(registry)
        try await registry.checkpoint()
    }

    private func make(_ number: Int, in registry: SQLiteRegistry) async throws {
        let batch = try required(BatchName("b\(number)"))
        let size = tags / Self.batches
        let rows = try (0..<size).map { place in
            let tag = number * size + place
            return Registry.Tag(
                id: try required(TagID("t\(tag)")), batch: batch, store: try required(StoreID("s\(tag % Self.stores)")),
                placement: "table \(tag % 40)", medium: .nfc, url: url(tag))
        }
        try await registry.record(
            .batchCreated(Batch(name: batch, template: "https://chain.example/store/{store}{?tag}", tags: rows)),
            by: author)
        guard number < Self.batches * 6 / 10 else { return }
        let reader = try required(ReaderName("bench 1"))
        for (place, tag) in rows.enumerated() {
            let chip = number * size + place
            let write = TagWrite(
                tag: tag.id, batch: batch, uid: try uid(chip), product: "NTAG213", url: tag.url, reader: reader)
            try await registry.record(.writeIntended(write), by: author)
            try await registry.record(.writeConfirmed(write), by: author)
            guard place % 100 == 0 else { continue }
            try await registry.record(
                .tagReplaced(TagRelease(tag: tag.id, uid: write.uid, reason: "the label is torn")), by: author)
        }
    }

    private func see(_ registry: SQLiteRegistry) async throws {
        let contents = max(1, sightings / 10)
        let number = try await registry.beginImport(.sightings, file: "walk.csv")
        var new = 0
        for start in stride(from: 0, to: sightings, by: 50_000) {
            let rows = try (start..<min(start + 50_000, sightings)).map { row in
                let tag = row % contents
                return KeptSighting(
                    time: 1_795_000_000 + Int64(row), url: url(tag), uid: row % 2 == 0 ? try uid(tag) : nil,
                    place: try place(tag % Self.stores), sigma: 4 + Double(row % 30),
                    device: DevicePseudonym(Array(repeating: UInt8(row % 250), count: 32)))
            }
            new += try await registry.keep(rows, import: number)
        }
        try await registry.record(
            .evidenceImported(
                EvidenceImport(
                    number: number, kind: .sightings, file: "walk.csv", digest: nil, rows: sightings, new: new,
                    badRows: 0, isComplete: true)), by: author)
    }

    private func judge(_ registry: SQLiteRegistry) async throws {
        let contents = max(1, sightings / 10)
        let verdicts = (0..<contents).map { tag in
            TagVerdict(
                url: url(tag), uid: nil, label: "t\(tag)", store: StoreID("s\(tag % Self.stores)"), verdict: "inside",
                probability: 0.97, distance: 12.5, foundStore: nil, lastSeen: 1_796_000_000)
        }
        let findings = (0..<2_000).map { number in
            FoundFinding(
                identity: "misplaced \(number)", code: "misplaced", severity: "critical",
                stores: [StoreID("s\(number % Self.stores)")].compactMap(\.self), tags: ["t\(number)"], batches: ["b0"],
                message: "t\(number) is elsewhere", next: "Bring it back.", evidence: 0)
        }
        try await registry.record(
            .audited(
                AuditRecord(batch: nil, sightings: sightings, badRows: 0, findings: ["misplaced": findings.count]),
                run: AuditRun(verdicts: verdicts, findings: findings)), by: author)
    }

    private func url(_ tag: Int) -> String { "https://chain.example/store/s\(tag % Self.stores)?tag=t\(tag)" }

    private func uid(_ chip: Int) throws -> ChipUID {
        try required(
            ChipUID([
                0x04, 0xA1, 0xB2, UInt8(chip >> 24 & 255), UInt8(chip >> 16 & 255), UInt8(chip >> 8 & 255),
                UInt8(chip & 255),
            ]))
    }

    private func place(_ store: Int) throws -> Coordinate {
        try Coordinate(latitude: -40 + Double(store % 80), longitude: -170 + 10 * Double(store / 80))
    }

    private func required<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw Unprepared() }
        return value
    }
}
