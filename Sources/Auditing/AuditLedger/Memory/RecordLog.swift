internal import Registry

/// Records of a shard's entries: those that came last as they are, the others folded and put away in few bytes. They are
/// folded before the former take more memory than is worth the time.
struct RecordLog<Record: CompactRecord>: ~Copyable, Sendable {
    /// Below this many records nothing is folded.
    private static var leastFold: Int { 256 }
    /// How many bytes all records of an entry take at most, those that wait and those that are kept, on average...
    private static var bytes: Int { 108 }
    /// ...unless these are so many that hardly any could wait.
    private static var leastWaiting: Int { 32 }

    /// How many records folding has taken away.
    private(set) var dropped = 0
    private let arena: Arena
    private let numbers: SharedNumbers
    private var latest: RecordBlocks<Record>
    private var kept: CompactGroups<Record>
    /// In sixteenths of the usual room: shards that get the same would else all be at their largest at one time.
    private var phase: Int

    /// `shard`: its number.
    init(_ arena: Arena, _ numbers: SharedNumbers, shard: Int) {
        self.arena = arena
        self.numbers = numbers
        latest = RecordBlocks(arena)
        kept = CompactGroups(arena)
        phase = shard & 15 + 1
    }

    /// Whether so much has come since the last folding that the next is worth its time.
    @inline(__always)
    func wantsFold(entries: Int) -> Bool {
        if latest.count < Self.leastFold { return false }
        let room = max(Self.leastWaiting * entries, Self.bytes * entries - kept.byteCount)
        return latest.count * MemoryLayout<Record>.stride * 16 >= room * phase
    }

    @inline(__always)
    mutating func append(_ record: Record) { latest.append(record) }

    /// Asks for the memory of so many coming records before it is needed.
    @inline(__always)
    func prefetch(_ count: Int) { latest.prefetch(count) }

    /// Puts away what has come. `noteTime` gets every new record's entry and time before.
    mutating func fold(entries: Int, _ noteTime: (Int, UInt32) -> Void) {
        let (records, starts) = latest.grouped(entries: entries)
        let common = numbers.all(with: records.span)
        var more = CompactGroups<Record>(arena)
        var place = CompactGroups<Record>.Place()
        var bits = BitWriter()
        var group: [Record] = []
        group.reserveCapacity(Record.limit + 1)
        for entry in 0..<entries {
            var before = place
            var isChanged = entry >= kept.count
            let new = starts[entry]..<starts[entry + 1]
            if new.isEmpty, !isChanged {
                more.append(from: kept, at: &place)
                continue
            }
            group.removeAll(keepingCapacity: true)
            kept.read(&place, into: &group, common)
            for index in new {
                noteTime(entry, records[index].time)
                if Record.keep(records[index], in: &group) { isChanged = true }
            }
            if isChanged {
                more.append(group.span, &bits, common)
            } else {
                more.append(from: kept, at: &before)
            }
        }
        dropped += kept.recordCount + records.count - more.recordCount
        kept.removeAll()
        kept = more
        latest.removeAll()
        phase = 16
    }

    /// All records by entry: those of entry `e` are at `starts[e]..<starts[e + 1]`, what was folded first. What the arrays
    /// held is gone.
    func group(entries: Int, into records: inout [Record], _ starts: inout [Int]) {
        records.removeAll(keepingCapacity: true)
        records.reserveCapacity(kept.recordCount + latest.count)
        starts.removeAll(keepingCapacity: true)
        starts.append(0)
        let (new, places) = latest.grouped(entries: entries)
        let common = numbers.all
        var place = CompactGroups<Record>.Place()
        for entry in 0..<entries {
            kept.read(&place, into: &records, common)
            records.append(contentsOf: new[places[entry]..<places[entry + 1]])
            starts.append(records.count)
        }
    }

    /// The same, each entry's records folded.
    func folded(entries: Int) -> (records: [Record], starts: [Int]) {
        var (records, starts): ([Record], [Int]) = ([], [])
        group(entries: entries, into: &records, &starts)
        var (kept, ends): ([Record], [Int]) = ([], [0])
        kept.reserveCapacity(records.count)
        var group: [Record] = []
        for entry in 0..<entries {
            group.removeAll(keepingCapacity: true)
            for index in starts[entry]..<starts[entry + 1] { Record.keep(records[index], in: &group) }
            kept.append(contentsOf: group)
            ends.append(kept.count)
        }
        return (kept, ends)
    }
}
