import Chips
import Geodesy
import Registry
import TestBench
import Testing

/// A registry whose plan and evidence change at random, with all that may go wrong with tags.
struct RandomHistory {
    let registry: any RegistryStorage & RegistryHistory
    var random: SeededRandom
    private let author = Author(station: "bench-1", actor: "alice")
    private var sightings: [KeptSighting] = []
    private var confirmations: [KeptConfirmation] = []
    private var radius = 60.0
    private var batches = 0
    private(set) var clock: Int64 = 1_795_000_000

    private static let stores = 6

    init(_ registry: any RegistryStorage & RegistryHistory, seed: UInt64) async throws {
        self.registry = registry
        random = SeededRandom(seed: seed)
        try await record([
            .storesImported((0..<Self.stores).map { try store($0) }, file: "stores.csv"),
            .experiencesImported([try Samples.experience("https://example.com/store")], file: "e.csv"),
        ])
        for _ in 0..<2 { try await addBatch() }
    }

    // MARK: What may happen

    mutating func step() async throws {
        switch pick(20) {
        case 0..<9: try await see()
        case 9..<12: try await answer()
        case 12: try await addBatch()
        case 13..<15: try await write()
        case 15: try await retire()
        case 16: try await revise()
        case 17:
            radius = [60, 80, 400][pick(3)]
            try await record([.storesImported([try store(pick(Self.stores))], file: "stores.csv")])
        case 18: try await forget()
        default: if pick(2) == 0 { try await changeURLs() }
        }
    }

    private mutating func pick(_ limit: Int) -> Int { Int(random.next(below: UInt64(limit))) }

    private func record(_ events: [JournalEvent]) async throws {
        for event in events { try await registry.record(event, by: author) }
    }

    /// In a row, two of them in one mall.
    private func place(_ store: Int, east metres: Double = 0) throws -> Coordinate {
        try Coordinate(latitude: 52.5, longitude: 13 + Double(store == 1 ? 0 : store) * 0.02 + metres / 67_800)
    }

    private func store(_ number: Int) throws -> Store {
        let region = number == 5 ? nil : try Region(centre: place(number), radius: number == 1 ? 90 : radius)
        return Store(id: try name("s\(number)"), name: "Store \(number)", region: region)
    }

    private mutating func addBatch() async throws {
        batches += 1
        let medium: Medium = batches % 2 == 0 ? .qr : .nfc
        let batch: BatchName = try name("b\(batches)")
        let tags = try (0..<8).map { number in
            let store = number % Self.stores
            return Registry.Tag(
                id: try name("b\(batches)-\(number)"), batch: batch, store: try name("s\(store)"),
                placement: "table \(number)", medium: medium,
                url: "https://example.com/store/s\(store)?tag=b\(batches)-\(number)")
        }
        let template = "https://example.com/store/{store}{?tag}"
        try await record([.batchCreated(Batch(name: batch, template: template, tags: tags))])
        if medium == .qr {
            try await record([
                .sheetMade(
                    SheetRecord(
                        batch: batch, stock: "22805", digest: "00\(batches)",
                        cells: tags.enumerated().map { .init(tag: $1.id, page: 1, position: $0 + 1) }))
            ])
        }
    }

    private mutating func write() async throws {
        for tag in try await registry.tags() where tag.medium == .nfc && tag.state != .retired && pick(3) == 0 {
            guard let uid = tag.uid ?? chip(tag) else { continue }
            let write = TagWrite(
                tag: tag.id, batch: tag.batch, uid: uid, product: "NTAG213", url: tag.url,
                reader: try name("bench 1"))
            // Some are refused, as on a bench: the chip is another tag's.
            do { try await record([.writeIntended(write), .writeConfirmed(write)]) } catch is RegistryError {}
        }
    }

    private func chip(_ tag: Registry.Tag) -> ChipUID? {
        let number = tag.id.text.utf8.reduce(UInt64(7)) { $0 &* 31 &+ UInt64($1) }
        return ChipUID([4] + (0..<6).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) })
    }

    private mutating func retire() async throws {
        let tags = try await registry.tags().filter { $0.state != .retired }
        guard let tag = tags.randomElement(using: &random) else { return }
        let release = TagRelease(tag: tag.id, uid: tag.uid, reason: "it was lost")
        let event: JournalEvent = tag.uid != nil && pick(2) == 0 ? .tagReplaced(release) : .tagRetired(release)
        do { try await record([event]) } catch is RegistryError {}
    }

    /// Some tags of a batch are for another store.
    private mutating func revise() async throws {
        guard let batch = try await registry.batch(name("b\(1 + pick(batches))")) else { return }
        let tags = try batch.tags.prefix(3).map { tag -> Registry.Tag in
            let store = pick(Self.stores)
            return Registry.Tag(
                id: tag.id, batch: tag.batch, store: try name("s\(store)"), placement: tag.placement,
                medium: tag.medium, url: "https://example.com/store/s\(store)?tag=\(tag.id)")
        }
        do { try await record([.batchRevised(batch.with(tags))]) } catch is RegistryError {}
    }

    /// How every URL is read.
    private mutating func changeURLs() async throws {
        switch pick(3) {
        case 0:
            let store = Store(id: try name("x\(batches)"), name: "X", region: nil)
            try await record([.storesImported([store], file: "x.csv")])
        case 1:
            let url = "https://example.com/store/s\(pick(Self.stores))"
            try await record([.experiencesImported([try Samples.experience(url)], file: "e.csv")])
        default:
            let all = try await registry.stores().filter { $0.id.text.hasPrefix("x") }
            for store in all { try await record([.storeDeleted(StoreDeletion(store.id))]) }
        }
    }

    private mutating func forget() async throws {
        let forgotten: JournalEvent =
            pick(2) == 0
            ? .evidenceForgotten(Forgetting(cause: .asked, before: nil), device: DevicePseudonym([UInt8(pick(9))]))
            : .evidenceForgotten(
                Forgetting(
                    cause: .expired, before: Timestamp(milliseconds: (clock - Int64(300_000 + pick(600_000))) * 1_000)),
                device: nil)
        try await record([forgotten])
        if pick(2) == 0 { _ = try await registry.scrub() }
    }

    // MARK: What is seen

    private mutating func device() -> DevicePseudonym? {
        let number = pick(10)
        return number == 0 ? nil : DevicePseudonym([UInt8(number)])
    }

    private mutating func see() async throws {
        clock += Int64(pick(90_000))
        let tags = try await registry.tags()
        var rows: [KeptSighting] = []
        for _ in 0..<(1 + pick(40)) {
            guard let tag = tags.randomElement(using: &random) else { return }
            let home = Int(tag.store.text.dropFirst()) ?? 0
            // Most where they belong, whole batches elsewhere; some of the others near an edge, or far away.
            let isTroubled = (Int(tag.id.text.suffix(1)) ?? 0) % 3 == 2
            let at =
                tag.batch.text.hasSuffix("3")
                ? (home + 1) % Self.stores : isTroubled && pick(4) == 0 ? pick(Self.stores) : home
            let metres = isTroubled ? [0.0, 40, 70, 110, 600][pick(5)] : Double(pick(10))
            let url =
                switch pick(30) {
                case 0: "https://example.com/store/s\(pick(Self.stores))?tag=\(tag.id)"
                case 1: "https://evil.example/\(pick(3))"
                case 2: "https://example.com/other/\(pick(3))"
                case 3: tag.url + "&utm=1"
                default: tag.url
                }
            let own = tag.medium == .nfc && pick(4) > 0 ? tag.uid ?? chip(tag) : nil
            let uid = own.flatMap { pick(40) == 0 ? chip(tags[pick(tags.count)]) : $0 }
            rows.append(
                KeptSighting(
                    time: clock - Int64(pick(40_000)), url: url, uid: uid, place: try place(at, east: metres),
                    sigma: [2, 5, 12, isTroubled ? 60 : 8][pick(4)] + Double(pick(1_000)) / 1_000, device: device()))
        }
        sightings += rows
        rows += sightings.shuffled(using: &random).prefix(5)
        rows.shuffle(using: &random)
        try await inPieces(rows, .sightings) { [registry] in try await registry.keep($0, import: $1) }
    }

    private mutating func answer() async throws {
        clock += Int64(pick(20_000))
        let tags = try await registry.tags()
        var rows: [KeptConfirmation] = []
        for _ in 0..<(1 + pick(60)) {
            guard let tag = tags.randomElement(using: &random) else { return }
            let isRefused = tag.id.text.hasSuffix("2") ? pick(6) > 0 : pick(30) == 0
            let outcome: Registry.Confirmation.Outcome =
                pick(60) == 0 ? .doesNotMatch : pick(9) == 0 ? .disallowed : isRefused ? .notInRegion : .inRegion
            rows.append(
                KeptConfirmation(
                    time: clock - Int64(pick(40_000)), url: tag.url, outcome: outcome.rawValue, device: device()))
        }
        confirmations += rows
        rows += confirmations.suffix(3)
        try await inPieces(rows, .confirmations) { [registry] in try await registry.keep($0, import: $1) }
    }

    private mutating func inPieces<Row>(
        _ rows: [Row], _ kind: EvidenceKind, _ keep: ([Row], Int64) async throws -> Int
    ) async throws {
        let number = try await registry.beginImport(kind, file: "a.csv")
        var rest = rows[...]
        while !rest.isEmpty {
            let count = 1 + pick(rest.count)
            _ = try await keep(Array(rest.prefix(count)), number)
            rest = rest.dropFirst(count)
        }
    }
}
