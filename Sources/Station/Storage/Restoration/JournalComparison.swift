internal import Registry

/// The journal of a registry beside that of its backup: how far they are the same, and what only the one has.
struct JournalComparison {
    /// How many entries both have.
    private(set) var common: Int64 = 0
    private(set) var lost: LostEntries
    /// The newest of the registry's entries that could be read.
    private(set) var newest: JournalEntry?
    /// Whether every entry could be read and continues the chain of those before it.
    private(set) var isWhole = true
    /// As a station of which hub the registry was used last; nil for one that has worked by itself.
    private(set) var membership: HubMembership?
    /// Where a hub has adopted the registry.
    private(set) var handOver: RegistryHandOver?

    init(_ base: BackupFile.Opened, _ replaced: ReplacedRegistry) async throws {
        lost = LostEntries { base.lives[$0] }
        var isCommon = true
        var start: Int64 = 1
        // As many as can be compared at once; the rest is the registry's alone.
        while start <= base.entries, isCommon {
            let own = try await base.registry.journal(from: start, limit: 512)
            try replaced.entries(from: start, through: start + Int64(own.count) - 1) { page in
                for entry in page {
                    let index = Int(entry.sequence - start)
                    isCommon = isCommon && own.indices.contains(index) && own[index] == entry
                    try take(entry, isCommon: isCommon)
                }
            }
            start += Int64(own.count)
        }
        try replaced.entries(from: start, through: replaced.newest) { page in
            for entry in page { try take(entry, isCommon: false) }
        }
        if replaced.hasGaps { isWhole = false }
    }

    private mutating func take(_ entry: JournalEntry, isCommon: Bool) throws {
        if let newest, try entry.sequence == newest.sequence + 1 && entry.previous != newest.digest() {
            isWhole = false
        }
        newest = entry
        note(entry)
        guard !isCommon else {
            common = entry.sequence
            return
        }
        try lost.add(entry)
    }

    private mutating func note(_ entry: JournalEntry) {
        guard [.hubJoined, .registryHandedOver].contains(JournalEvent.Kind(rawValue: entry.kind)) else { return }
        switch entry.event {
        case .hubJoined(let membership): self.membership = membership
        case .registryHandedOver(let handOver): self.handOver = handOver
        default: break
        }
    }
}
