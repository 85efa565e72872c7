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

    /// All records by entry: those of entry `e` are at `starts[e]..<starts[e + 1]`, in the order of their arrival.
    func grouped(entries: Int) -> (records: [Record], starts: [Int]) {
        var places = Array(repeating: 0, count: entries + 1)
        eachBlock { block in
            for index in 0..<block.count { places[block[index].entry] += 1 }
        }
        var sum = 0
        for entry in places.indices {
            let size = places[entry]
            places[entry] = sum
            sum += size
        }
        let records = unsafe [Record](unsafeUninitializedCapacity: count) { buffer, filled in
            eachBlock { block in
                for index in 0..<block.count {
                    let record = block[index]
                    let place = places[record.entry]
                    places[record.entry] = place + 1
                    unsafe buffer.initializeElement(at: place, to: record)
                }
            }
            filled = count
        }
        // Now each place is where the next entry's records begin.
        places.insert(0, at: 0)
        places.removeLast()
        return (records, places)
    }

    /// The same, each entry's records folded.
    func folded(entries: Int) -> (records: [Record], starts: [Int]) {
        let (records, starts) = grouped(entries: entries)
        var kept: [Record] = []
        kept.reserveCapacity(count)
        var ends = [0]
        var group: [Record] = []
        for entry in 0..<entries {
            group.removeAll(keepingCapacity: true)
            group.append(contentsOf: records[starts[entry]..<starts[entry + 1]])
            if group.count > 1 { Record.fold(&group) }
            kept.append(contentsOf: group)
            ends.append(kept.count)
        }
        return (kept, ends)
    }

    /// Keeps what folding leaves. `noteTime` is told every record's entry and time before.
    mutating func fold(entries: Int, _ noteTime: (Int, UInt32) -> Void) {
        eachBlock { block in
            for index in 0..<block.count { noteTime(block[index].entry, block[index].time) }
        }
        let kept = folded(entries: entries).records
        full = []
        open = []
        count = 0
        for record in kept { append(record) }
        foldAt = max(2 * count, Self.leastFold)
    }

    private func eachBlock(_ body: (Span<Record>) -> Void) {
        for block in full { body(block.span) }
        body(open.span)
    }
}
