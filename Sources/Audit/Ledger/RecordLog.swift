/// Records in the order of their arrival, in blocks so that growing copies nothing, folded when they have doubled.
struct RecordLog<Record: LogRecord>: Sendable {
    /// How many records make a block.
    private static var blockSize: Int { 128 }
    /// Below this many records nothing is folded.
    private static var leastFold: Int { 1_024 }

    private(set) var count = 0
    /// Full blocks, and the one that is being filled.
    private var full: [[Record]] = []
    private var open: [Record] = []
    private var foldAt = RecordLog.leastFold

    /// Whether so much has come since the last folding that the next is worth its time.
    ///
    /// Up to 8 records for each entry are not worth it: they would all be kept.
    func wantsFold(entries: Int) -> Bool { count >= max(foldAt, 8 * entries) }

    mutating func append(_ record: Record) {
        if open.count == Self.blockSize {
            full.append(open)
            open = []
        }
        if open.isEmpty { open.reserveCapacity(Self.blockSize) }
        open.append(record)
        count += 1
    }

    /// All records by entry: those of entry `e` are at `starts[e]..<starts[e + 1]`, folded.
    func folded(entries: Int) -> (records: [Record], starts: [Int]) {
        var places = Array(repeating: 0, count: entries + 1)
        eachRecord { places[$0.entry] += 1 }
        var sum = 0
        for entry in places.indices {
            let size = places[entry]
            places[entry] = sum
            sum += size
        }
        guard let first = full.first?.first ?? open.first else { return ([], places) }
        var sorted = Array(repeating: first, count: count)
        eachRecord { record in
            sorted[places[record.entry]] = record
            places[record.entry] += 1
        }
        // Now each place is where the next entry's records begin.
        var starts = Array(repeating: 0, count: entries + 1)
        var kept: [Record] = []
        kept.reserveCapacity(count)
        var group: [Record] = []
        var start = 0
        for entry in 0..<entries {
            group.removeAll(keepingCapacity: true)
            group.append(contentsOf: sorted[start..<places[entry]])
            start = places[entry]
            if group.count > 1 { Record.fold(&group) }
            kept.append(contentsOf: group)
            starts[entry + 1] = kept.count
        }
        return (kept, starts)
    }

    /// Keeps what folding leaves. `noteTime` is told every record's entry and time before.
    mutating func fold(entries: Int, _ noteTime: (Int, UInt32) -> Void) {
        eachRecord { noteTime($0.entry, $0.time) }
        let kept = folded(entries: entries).records
        full = []
        open = []
        count = 0
        for record in kept { append(record) }
        foldAt = max(2 * count, Self.leastFold)
    }

    /// Calls `body` with every record's entry and time.
    func eachTime(_ body: (Int, UInt32) -> Void) {
        eachRecord { body($0.entry, $0.time) }
    }

    private func eachRecord(_ body: (Record) -> Void) {
        for block in full { for record in block { body(record) } }
        for record in open { body(record) }
    }
}
