import Chips
import Grants
import MemoryGrants
import PostgreSQL
import Registry
import Storage
import TestBench
import Testing

@testable import HubStorage

@Suite(.needsPostgreSQL, .takesTurns) struct `Grants in PostgreSQL and in memory` {
    private static let batch = BatchName("opening")
    private static let chains = (1...3).map { ChainName(bits: UInt128($0)) }

    /// Events that stations and hub would make, and those that only forged journals have.
    /// What a tag's chip is, its life says: an intent that counts moves it, and so does leaving the chip.
    private static func write(_ event: HubGrantEvent, _ rows: StationRows) throws {
        if case .replaced(let id) = event, let row = try rows.row(id), var tag = row.tag, !row.isBegun {
            tag.life.leaveChip()
            return try HubTagTables(rows).put(tag)
        }
        guard case .entry(.writeIntended(let id, on: let chip?), of: _) = event, var tag = try rows.row(id)?.tag else {
            return
        }
        (tag.life.uid, tag.life.state) = (chip, .unfinished)
        try HubTagTables(rows).put(tag)
    }

    @Test(arguments: 0..<3) func `are the same after the same history`(run: Int) async throws {
        var random = SeededRandom()
        let place = try await HubPlace()
        let hub = try await place.registry(now: Bench.clock())
        let author = Author(station: "office", actor: "ada")
        try await hub.record(.storesImported([try Samples.store("cupertino")], file: "stores.csv"), by: author)
        let names = (1...12).map { "t-\($0)" }
        try await hub.record(.batchCreated(try Samples.batch("opening", names)), by: author)
        let batch: BatchName = try name("opening")
        let fresh: [TagID] = try (0..<4_000).map { try name("f-\($0)") }
        var (era, drawn) = (try await hub.hubStanding().era, 0)
        var memory = MemoryGrantTables(
            era: era, tags: try names.map { GrantedTag(try name($0), batch: batch) }, fresh: fresh)
        let session = PostgresSession(place.address)
        var history = GrantHistory(batch: batch, chains: Self.chains, strangers: [try name("u-1"), try name("u-2")])
        for step in 0..<150 {
            let event = history.event(after: memory, &era, &random)
            let comment: Comment = "\(random), run \(run), step \(step): \(event)"
            let expected = try memory.handle(event)
            let before = drawn
            let found = try session.transaction(
                settle: { _ in .undone },
                { transaction in
                    drawn = before
                    let rows = StationRows(
                        transaction.connection, HubWork(after: 0, of: place.chain, isShared: true),
                        draw: {
                            drawn += 1
                            return fresh[drawn - 1]
                        })
                    var tables = HubGrantTables(rows)
                    let actions = try tables.handle(event)
                    if actions.isEmpty { try Self.write(event, rows) }
                    try rows.flush()
                    return actions
                })
            try #require(found == expected, comment)
            history.note(found)
            let rows = try session.read { transaction in
                try GrantPicture(
                    HubGrantTables(
                        StationRows(transaction.connection, HubWork(after: 0, of: place.chain, isShared: false))),
                    memory.tags.map(\.id), Self.chains)
            }
            let picture = try GrantPicture(memory, memory.tags.map(\.id), Self.chains)
            try #require(rows.hub == picture.hub && rows.chains == picture.chains, comment)
            try #require(rows.grants == picture.grants, comment)
            for (tag, known) in zip(rows.tags, picture.tags) { try #require(tag == known, comment) }
            let free = try session.transaction(
                settle: { _ in .undone },
                { transaction in
                    try HubGrantTables(
                        StationRows(transaction.connection, HubWork(after: 0, of: place.chain, isShared: true))
                    ).freeTags(of: batch, in: memory.hub(), count: 99)
                })
            try #require(free == memory.freeTags(of: batch, in: memory.hub(), count: 99), comment)
        }
    }
}

/// All that tables say of grants.
private struct GrantPicture: Equatable {
    let hub: HubStanding
    let chains: [ChainStanding?]
    let grants: [GrantStanding?]
    let tags: [GrantedTag?]

    init(_ tables: some GrantTables, _ ids: [TagID], _ names: [ChainName]) throws {
        hub = try tables.hub()
        chains = try names.map { try tables.chain($0) }
        grants = try names.flatMap { chain in try (1...GrantHistory.requests).map { try tables.grant($0, of: chain) } }
        tags = try ids.map { try tables.tag($0) }
    }
}

/// What comes to a hub, at random.
private struct GrantHistory {
    static let requests = 6

    let batch: BatchName
    let chains: [ChainName]
    /// Tags that the hub does not know.
    let strangers: [TagID]
    private var given: [Grant] = []

    init(batch: BatchName, chains: [ChainName], strangers: [TagID]) {
        self.batch = batch
        self.chains = chains
        self.strangers = strangers
    }

    mutating func note(_ actions: [HubGrantAction]) {
        for case .give(let grant, isNew: true) in actions { given.append(grant) }
    }

    /// The chip that a tag is put on: "t-3" and "f-3" have one each.
    private static func chip(of tag: TagID) -> ChipUID? {
        let number = Int(tag.text.dropFirst(2)) ?? 0
        return ChipUID([tag.text.utf8.first ?? 0, 0, UInt8(number >> 8), UInt8(number & 255)])
    }

    /// A chip is asked for whose tag is known, written to as its loan says and otherwise, and given back; in a quarter of the
    /// steps.
    private func loan(
        of chain: ChainName, _ request: Int, after tables: MemoryGrantTables, _ era: Era, _ known: Grant?,
        _ random: inout SeededRandom
    ) -> HubGrantEvent? {
        let chips = tables.tags.compactMap(\.chip)
        guard Int.random(in: 0..<4, using: &random) == 0, let chip = chips.randomElement(using: &random) else {
            return nil
        }
        guard let known, let tag = known.tags.first, let lent = known.loan?.chip else {
            return .asked(GrantRequest(chain: chain, number: request, era: era, chip: chip))
        }
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return .entry(.taken(known), of: chain)
        case 1: return .entry(.writeIntended(tag, on: lent), of: chain)
        // Of a tag that has left its chip since, that would be a write to another tag's chip: lives of tags refuse it, and only
        // grants are here.
        case 2 where tables.tag(tag)?.chip == lent: return .entry(.writeIntended(tag, on: chip), of: chain)
        case 3: return .entry(Bool.random(using: &random) ? .freed(tag) : .moved(tag), of: chain)
        case 4: return .entry(.returned(request: known.request, [tag]), of: chain)
        default: return .asked(GrantRequest(chain: chain, number: request, era: era, chip: chip))
        }
    }

    mutating func event(after tables: MemoryGrantTables, _ era: inout Era, _ random: inout SeededRandom)
        -> HubGrantEvent
    {
        let chain = chains.randomElement(using: &random) ?? chains[0]
        let request = Int.random(in: 1...Self.requests, using: &random)
        let known = given.filter { $0.chain == chain }.randomElement(using: &random)
        let some = tables.tags.map(\.id).shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random))
        if let loan = loan(of: chain, request, after: tables, era, known, &random) { return loan }
        switch Int.random(in: 0..<24, using: &random) {
        case 0..<2: return .enrolled(chain)
        case 2..<7:
            return .asked(
                GrantRequest(
                    chain: chain, number: request, era: era, batch: batch, count: Int.random(in: 1...4, using: &random))
            )
        case 7..<10: return known.map { .entry(.taken($0), of: chain) } ?? .enrolled(chain)
        case 10:
            return .entry(
                .taken(
                    Grant(
                        chain: chain, request: request, era: era, batch: batch,
                        tags: Array(some) + strangers.shuffled(using: &random).prefix(1))), of: chain)
        case 11: return .entry(.declined(request: request), of: chain)
        case 12..<14:
            return .entry(.returned(request: known?.request ?? request, known?.tags.suffix(1) ?? []), of: chain)
        case 14: return .entry(.closed(request: known?.request ?? request), of: chain)
        case 15..<18: return .entry(.eraAdopted(era), of: chain)
        case 18..<20:
            let id = known?.tags.first ?? some[0]
            let isOfBatch = tables.tag(id).map { $0.batch != nil && $0.state != .retired } ?? false
            return .entry(.writeIntended(id, on: isOfBatch ? Self.chip(of: id) : nil), of: chain)
        case 20:
            return .entry(
                .asked(GrantRequest(chain: chain, number: request, era: era, batch: batch, count: 1)), of: chain)
        case 21 where Bool.random(using: &random): return .replaced(known?.tags.first ?? some[0])
        case 21: return .entry(Bool.random(using: &random) ? .moved(some[0]) : .putUp(some[0]), of: chain)
        case 22:
            guard Int.random(in: 0..<4, using: &random) == 0 else { return .renewal }
            return Bool.random(using: &random) ? .lost(chain) : .left(chain)
        default:
            era = Era(bits: UInt128(random.next()))
            return .forgot(into: era, enrolled: [chain])
        }
    }
}
