internal import CProcessor
internal import Registry

/// Records in the order of their arrival, in blocks so that growing copies nothing, folded when they have doubled.
///
/// Sendable although it holds pointers: it cannot be copied, and its blocks are of no other log (`Arena` hands each out
/// once), so that who has the log is alone with them. A ledger keeps each log behind its shard's lock.
@safe struct RecordLog<Record: PackedRecord>: ~Copyable, @unchecked Sendable {
    /// How many records make a block.
    private static var blockSize: Int { 128 }
    /// Below this many records nothing is folded.
    private static var leastFold: Int { 1_024 }

    private(set) var count = 0
    /// How many records folding has taken away.
    private(set) var dropped = 0
    private let arena: Arena
    /// All but the last are full, or left over from before a folding.
    private var blocks: [UnsafeMutablePointer<Record>] = unsafe []
    /// Where the next record goes, in the current block.
    private var next: UnsafeMutablePointer<Record>?
    /// How many more fit there.
    private var room = 0
    private var foldAt = RecordLog.leastFold

    init(_ arena: Arena) {
        self.arena = arena
    }

    /// Whether so much has come since the last folding that the next is worth its time.
    ///
    /// Up to as many records for each entry as folding may keep are not worth it: most would be kept.
    @inline(__always)
    func wantsFold(entries: Int) -> Bool { count >= max(foldAt, Record.limit * entries) }

    @inline(__always)
    mutating func append(_ record: Record) {
        if room == 0 { openBlock() }
        guard let place = unsafe next else { return }
        unsafe place.initialize(to: record)
        unsafe next = place + 1
        room -= 1
        count += 1
    }

    /// Asks for the memory of so many coming records before it is needed.
    @inline(__always)
    func prefetch(_ count: Int) {
        guard let next = unsafe next else { return }
        // Four records take a line and a half.
        for index in stride(from: 0, to: min(count, room), by: 2) { unsafe waymark_prefetch(next + index) }
    }

    @inline(never)
    private mutating func openBlock() {
        let number = count / Self.blockSize
        if unsafe number == blocks.count {
            // A block's size is a multiple of 16 as 128 records are.
            let block = unsafe arena.block(Self.blockSize * MemoryLayout<Record>.stride)
            unsafe blocks.append(block.bindMemory(to: Record.self, capacity: Self.blockSize))
        }
        unsafe next = blocks[number]
        room = Self.blockSize
    }

    /// All records by entry: those of entry `e` are at `starts[e]..<starts[e + 1]`, in the order of their arrival. What
    /// the arrays held is gone; what follows the last entry's records is undefined.
    func group(entries: Int, into records: inout [Record], _ starts: inout [Int]) {
        starts.removeAll(keepingCapacity: true)
        starts.append(contentsOf: repeatElement(0, count: entries + 1))
        guard count > 0, let any = unsafe blocks.first?.pointee else { return }
        if records.count < count { records += repeatElement(any, count: count - records.count) }
        // `places[entry + 1]`: an entry's number of records, then where its first goes, at last where the next entry
        // begins.
        var places = starts.mutableSpan
        eachBlock { block in
            for index in block.indices { places[block[index].entry + 1] += 1 }
        }
        var sum = 0
        for entry in 0..<entries {
            let size = places[entry + 1]
            places[entry + 1] = sum
            sum += size
        }
        var sorted = records.mutableSpan
        eachBlock { block in
            for index in block.indices {
                let record = block[index]
                let place = places[record.entry + 1]
                places[record.entry + 1] = place + 1
                sorted[place] = record
            }
        }
    }

    /// The same, each entry's records folded.
    func folded(entries: Int) -> (records: [Record], starts: [Int]) {
        var (records, starts): ([Record], [Int]) = ([], [])
        group(entries: entries, into: &records, &starts)
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

    /// Keeps what folding leaves. `noteTime` gets every record's entry and time before.
    mutating func fold(entries: Int, _ noteTime: (Int, UInt32) -> Void) {
        eachBlock { block in
            for index in 0..<block.count { noteTime(block[index].entry, block[index].time) }
        }
        let kept = folded(entries: entries).records
        dropped += count - kept.count
        count = 0
        room = 0
        for record in kept { append(record) }
        foldAt = max(2 * count, Self.leastFold)
    }

    private func eachBlock(_ body: (Span<Record>) -> Void) {
        var left = count
        for index in unsafe blocks.indices where left > 0 {
            let size = min(left, Self.blockSize)
            body(unsafe Span(_unsafeStart: blocks[index], count: size))
            left -= size
        }
    }
}
