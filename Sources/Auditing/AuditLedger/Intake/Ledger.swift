package import Registry
internal import Synchronization

/// What has been seen or confirmed, content by content, in shards with a lock each, so that threads seldom meet.
package final class Ledger<Record: CompactRecord>: Sendable {
    /// One part of all contents: the same URL is always in the same one, whatever the chip.
    package struct Shard: ~Copyable, Sendable {
        package internal(set) var contents: ContentTable
        var log: RecordLog<Record>
        /// Seconds since 1970 of each entry's last row, as far as rows were folded away.
        var lastTimes: [UInt32] = []

        /// How many records folding has taken away.
        package var dropped: Int { log.dropped }

        init(_ arena: Arena, _ numbers: SharedNumbers, number: Int) {
            contents = ContentTable(arena)
            log = RecordLog(arena, numbers, shard: number)
        }

        mutating func append(_ record: Record) {
            log.append(record)
            if log.wantsFold(entries: contents.count) { fold() }
        }

        /// Hears of a row that was folded away before it came here, in seconds since 1970.
        mutating func note(lastSeen time: UInt32, of entry: Int) {
            if lastTimes.count <= entry { lastTimes += Array(repeating: 0, count: entry + 1 - lastTimes.count) }
            lastTimes[entry] = max(lastTimes[entry], time)
        }

        private mutating func fold() {
            var times: [UInt32] = []
            swap(&times, &lastTimes)
            times.reserveCapacity(contents.count)
            times += Array(repeating: 0, count: contents.count - times.count)
            log.fold(entries: contents.count) { entry, time in times[entry] = max(times[entry], time) }
            lastTimes = times
        }
    }

    private final class Cell: Sendable {
        let shard: Mutex<Shard>

        init(_ arena: Arena, _ numbers: SharedNumbers, number: Int) {
            shard = Mutex(Shard(arena, numbers, number: number))
        }
    }

    /// A power of two.
    package static var shardCount: Int { 512 }

    private let cells: [Cell]

    init() {
        let (arena, numbers) = (Arena(), SharedNumbers())
        cells = (0..<Ledger.shardCount).map { Cell(arena, numbers, number: $0) }
    }

    /// By bits of the hash that a shard's table does not use.
    @inline(__always)
    static func shard(of key: ContentKey) -> Int { Int(truncatingIfNeeded: key.urlHash) & (shardCount - 1) }

    package func withShard<Result: Sendable>(_ number: Int, _ body: (inout sending Shard) -> sending Result) -> Result {
        cells[number].shard.withLock(body)
    }

    /// The same unless another thread has the shard; then nil.
    func withShardIfFree<Result: Sendable>(
        _ number: Int, _ body: (inout sending Shard) -> sending Result
    ) -> sending Result? {
        cells[number].shard.withLockIfAvailable(body)
    }
}

extension Ledger<PackedOutcome>.Shard {
    /// What each URL's witnesses said, in the order of time: those of entry `e` are at `starts[e]..<starts[e + 1]`.
    package func folded() -> (records: [PackedOutcome], starts: [Int]) { log.folded(entries: contents.count) }
}
