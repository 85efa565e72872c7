/// How far the journals reach that have moved the registry's tables: of a station its own, of a hub those of all its daemons
/// and stations.
public struct JournalPlace: Hashable, Sendable {
    /// The last entry of each chain; a registry with one chain has no name for it.
    public let sequences: [ChainName?: Int64]

    public init(_ sequences: [ChainName?: Int64]) {
        self.sequences = sequences
    }
}

/// A registry with one chain.
extension RegistryStorage {
    public func journalPlace() async throws -> JournalPlace {
        JournalPlace([nil: try await newestEntry()?.sequence ?? 0])
    }

    public func hasPlanChanged(since place: JournalPlace) async throws -> Bool {
        // So many are not looked at.
        let limit = 1_000
        let entries = try await journal(from: (place.sequences[nil] ?? 0) + 1, limit: limit)
        return entries.count == limit
            || !entries.allSatisfy { entry in
                JournalEvent.Kind(rawValue: entry.kind).map { !$0.changesPlan } ?? false
            }
    }
}
