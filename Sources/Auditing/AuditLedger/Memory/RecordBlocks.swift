internal import CProcessor
internal import Registry

/// Records in the order of their arrival, in blocks so that growing copies nothing.
///
/// Sendable although it holds pointers: it cannot be copied, and its blocks are of nothing else (`Arena` hands each out
/// once), so that who has it is alone with them. A ledger keeps each behind its shard's lock.
@safe struct RecordBlocks<Record: PackedRecord>: ~Copyable, @unchecked Sendable {
    /// How many records make a block.
    private static var blockSize: Int { Arena.blockSize / MemoryLayout<Record>.stride }

    private(set) var count = 0
    private let arena: Arena
    /// All but the last are full.
    private var blocks: [UnsafeMutablePointer<Record>] = unsafe []
    /// Where the next record goes, in the last block.
    private var next: UnsafeMutablePointer<Record>?
    /// How many more fit there.
    private var room = 0

    init(_ arena: Arena) {
        self.arena = arena
    }

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
        let block = unsafe arena.block().bindMemory(to: Record.self, capacity: Self.blockSize)
        unsafe blocks.append(block)
        unsafe next = block
        room = Self.blockSize
    }

    mutating func removeAll() {
        for index in unsafe blocks.indices { unsafe arena.takeBack(UnsafeMutableRawPointer(blocks[index])) }
        unsafe blocks.removeAll(keepingCapacity: true)
        unsafe next = nil
        (count, room) = (0, 0)
    }

    /// All records by entry: those of entry `e` are at `starts[e]..<starts[e + 1]`, in the order of their arrival.
    func grouped(entries: Int) -> (records: [Record], starts: [Int]) {
        // `places[entry + 1]`: an entry's number of records, then where its first goes, at last where the next entry
        // begins.
        var starts = [Int](repeating: 0, count: entries + 1)
        guard let any = unsafe blocks.first?.pointee else { return ([], starts) }
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
        var records = [Record](repeating: any, count: count)
        var sorted = records.mutableSpan
        eachBlock { block in
            for index in block.indices {
                let record = block[index]
                let place = places[record.entry + 1]
                places[record.entry + 1] = place + 1
                sorted[place] = record
            }
        }
        return (records, starts)
    }

    private func eachBlock(_ body: (Span<Record>) -> Void) {
        for index in unsafe blocks.indices {
            let isLast = unsafe index == blocks.count - 1
            body(unsafe Span(_unsafeStart: blocks[index], count: Self.blockSize - (isLast ? room : 0)))
        }
    }
}
