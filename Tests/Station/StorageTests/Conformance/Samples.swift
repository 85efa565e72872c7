import AppClips
import Chips
import Geodesy
import Registry
import Testing

extension FoundFinding {
    /// The same, resting on something seen at a moment; `each`: of its tags, at moments of their own.
    func resting(on evidence: Int64, each moments: [String: Int64] = [:]) -> FoundFinding {
        FoundFinding(
            identity: identity, code: code, severity: severity, stores: stores, tags: tags, batches: batches,
            message: message, next: next, words: words, evidence: evidence, moments: moments)
    }
}

/// Things to keep. Tags are called `t-1`, `t-2` and so on; chips by a number.
enum Samples {
    /// Stores where something was seen at a moment.
    static func covered(_ stores: [String], at time: Int64) -> [StoreID: Int64] {
        Dictionary(stores.compactMap { StoreID($0) }.map { ($0, time) }) { first, _ in first }
    }

    static func store(_ id: String, radius: Double? = 100) throws -> Store {
        let region = try radius.map {
            try Region(centre: Coordinate(latitude: 37.3193, longitude: -122.0293), radius: $0)
        }
        return Store(id: try name(id), name: "Store \(id)", region: region)
    }

    static func experience(_ url: String, title: String = "Egg") throws -> Experience {
        try Experience(
            url: InvocationURL(url), card: Card(title: title, subtitle: "Breakfast", action: .open))
    }

    static func tag(
        _ id: String, batch: String = "opening", store: String = "cupertino", medium: Medium = .nfc
    ) throws -> Registry.Tag {
        Registry.Tag(
            id: try name(id), batch: try name(batch), store: try name(store), placement: "table \(id)",
            medium: medium, url: url(of: id))
    }

    /// A JPEG file of one scan that fills several pages of a database.
    static var picture: [UInt8] {
        let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8, 1, 0, 1, 0, 1, 1, 0x11, 0]
        let pixels = (0..<9_000).map { UInt8($0 % 251) }
        return [0xFF, 0xD8] + frame + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0] + pixels + [0xFF, 0xD9]
    }

    static func url(of id: String) -> String { "https://example.com/store/cupertino?tag=\(id)" }

    static func batch(_ batch: String, _ ids: [String], medium: Medium = .nfc) throws -> Batch {
        Batch(
            name: try name(batch), template: "https://example.com/store/{store}{?tag}",
            tags: try ids.map { try tag($0, batch: batch, medium: medium) })
    }

    static func chip(_ number: UInt8) throws -> ChipUID {
        try #require(ChipUID([0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, number]))
    }

    static func write(
        _ id: String, chip number: UInt8, batch: String = "opening", url: String? = nil
    ) throws -> TagWrite {
        TagWrite(
            tag: try name(id), batch: try name(batch), uid: try chip(number), product: "NTAG213",
            url: url ?? self.url(of: id), reader: try name("bench 1"))
    }

    static func problem(_ id: String?, chip number: UInt8) throws -> TagProblem {
        TagProblem(
            tag: try id.map { try name($0) }, batch: try name("opening"), uid: try chip(number),
            reader: try name("bench 1"), code: "locked", message: "page 06 is locked for ever")
    }

    static func release(_ id: String, chip number: UInt8? = nil) throws -> TagRelease {
        TagRelease(tag: try name(id), uid: try number.map(chip), reason: "it was lost")
    }

    static func sheet(_ ids: [String], batch: String = "signs") throws -> SheetRecord {
        SheetRecord(
            batch: try name(batch), stock: "22805", digest: "00ff",
            cells: try ids.enumerated().map { .init(tag: try name($1), page: 1, position: $0 + 1) })
    }

    /// A store, the batch `opening` with the NFC tags t-1 to t-3, and `signs` with the QR tags q-1 and q-2.
    static func opened() throws -> [JournalEvent] {
        [
            .storesImported([try store("cupertino")], file: "stores.csv"),
            .batchCreated(try batch("opening", ["t-1", "t-2", "t-3"])),
            .batchCreated(try batch("signs", ["q-1", "q-2"], medium: .qr)),
        ]
    }

    /// `t-1` on chip 1, with a read-back.
    static func written() throws -> [JournalEvent] {
        try opened() + [.writeIntended(write("t-1", chip: 1)), .writeConfirmed(write("t-1", chip: 1))]
    }
}
