import Chips
import Grants
import MemoryGrants
import Registry

/// All that there is: stations with their chains, the hub, what is in the network, and a backup.
struct World {
    struct Backup: Hashable {
        let hub: MemoryGrantTables
        let applied: [Int]
    }

    let scope: Scope
    var stations: [StationGrants]
    /// What each station has journalled about grants.
    var chains: [[GrantEntry]]
    /// How many entries of each chain the hub has applied.
    var applied: [Int]
    var hub: MemoryGrantTables
    var backup: Backup?
    var restores = 0
    /// Answers that were ever sent: each may arrive at any time, again, or never. So may requests, which are those that
    /// the chains name.
    var answers: Set<Grant> = []
    var fault: String?
    /// Chips that were given up, by the tags that they had.
    var givenUp: [TagID: Set<ChipUID>] = [:]

    static let batch = BatchName("b") ?? { preconditionFailure("a batch has this name") }()

    static func era(_ number: Int) -> Era { Era(bits: UInt128(number)) }
    static func chain(_ station: Int) -> ChainName { ChainName(bits: UInt128(station)) }
    /// The chip that a station puts planned tags on; another one where a tag has left so many chips.
    static func chip(_ station: Int, after replacements: Int = 0) -> ChipUID {
        ChipUID([4, 0, UInt8(replacements), UInt8(station)]) ?? { preconditionFailure("four bytes are a UID") }()
    }

    func chip(_ station: Int, for tag: TagID) -> ChipUID { Self.chip(station, after: givenUp[tag]?.count ?? 0) }

    var canReplace: Bool { givenUp.values.reduce(0) { $0 + $1.count } < scope.replacements }

    init(_ scope: Scope) throws {
        self.scope = scope
        let chains = (0..<2).map(Self.chain)
        stations = chains.map { StationGrants(chain: $0, era: Self.era(0)) }
        self.chains = [[], []]
        applied = [0, 0]
        hub = MemoryGrantTables(
            era: Self.era(0),
            tags: (0..<scope.tags).compactMap { TagID("t\($0)") }.map { GrantedTag($0, batch: Self.batch) },
            fresh: (0..<scope.renewals).compactMap { TagID("f\($0)") })
        for chain in chains { _ = try hub.handle(.enrolled(chain)) }
    }

    /// What makes two states one. Where stations follow their rules their chains say the rest.
    private var parts: some Hashable {
        Parts(
            chains: chains, applied: applied, hub: hub, backup: backup, restores: restores, answers: answers,
            givenUp: givenUp, stations: scope.mistake == nil ? [] : stations)
    }

    private struct Parts: Hashable {
        let chains: [[GrantEntry]]
        let applied: [Int]
        let hub: MemoryGrantTables
        let backup: Backup?
        let restores: Int
        let answers: Set<Grant>
        let givenUp: [TagID: Set<ChipUID>]
        let stations: [StationGrants]
    }

    /// 64 bits for a state: among three million states, two that differ have the same in one of four million runs.
    var fingerprint: Int { parts.hashValue }

    /// Requests that are or were in the network.
    var requests: [GrantRequest] {
        chains.joined().compactMap { if case .asked(let request) = $0 { request } else { nil } }
    }

    /// The chains that may still journal an intent for a tag, and those that would take an answer with it; but those that
    /// borrow it, which put it on no chip that does not have it.
    func mayWrite(_ tag: TagID) -> Set<ChainName> {
        let holders = stations.filter { $0.grant(of: tag) != nil && $0.chip(lentFor: tag) == nil }.map(\.chain)
        let receivers = answers.filter { $0.loan == nil && $0.tags.contains(tag) && receives($0) }.map(\.chain)
        return Set(holders + receivers)
    }

    /// The chips that a tag is lent for, or would be by an answer that is taken.
    func lentChips(_ tag: TagID) -> Set<ChipUID> {
        let held = stations.compactMap { $0.chip(lentFor: tag) }
        return Set(held + answers.filter { $0.tags.contains(tag) && receives($0) }.compactMap(\.loan?.chip))
    }

    /// The chips that have a tag, or may have it; but those that were given up.
    func carriers(_ tag: TagID) -> Set<ChipUID> {
        let chips = chains.joined().compactMap { if case .writeIntended(tag, on: let chip) = $0 { chip } else { nil } }
        return Set(chips).subtracting(givenUp[tag] ?? [])
    }

    /// Whether a station would take this answer now.
    func receives(_ answer: Grant) -> Bool {
        stations.contains { station in
            station.chain == answer.chain && (try? station.actions(for: .answered(answer)))?.isEmpty == false
        }
    }
}
