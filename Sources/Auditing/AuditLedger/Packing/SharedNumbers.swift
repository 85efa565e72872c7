internal import Synchronization

/// The common numbers of a ledger, for all its shards. A number never changes its place: what was written
/// by an older copy is read by a newer one.
final class SharedNumbers: Sendable {
    private let common = Mutex(CommonNumbers())

    var all: CommonNumbers { common.withLock { $0 } }

    /// The same, with as many of these as there is room for.
    func all<Record: CompactRecord>(with records: Span<Record>) -> CommonNumbers {
        var known = all
        var isNew = false
        for index in records.indices {
            if let number = records[index].repeated, known.place(of: number) == nil {
                isNew = true
                break
            }
        }
        if !isNew { return known }
        return common.withLock { common in
            for index in records.indices {
                if let number = records[index].repeated { _ = common.add(number) }
            }
            known = common
            return known
        }
    }
}
