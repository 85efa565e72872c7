/// Rows that were read and are not yet in the ledger; their URLs are in a buffer that is passed along.
struct RowBatch<Row: BatchRow>: Sendable {
    var rows: [Row] = []
    private var order: [Int32] = []
    private var places: [Int32] = []
    private var busy: [Int] = []

    /// Puts all rows into the ledger, shard by shard, so that each lock is taken once.
    mutating func flush(into ledger: Ledger<Row.Record>, bytes: Span<UInt8>) {
        if rows.isEmpty { return }
        let count = Ledger<Row.Record>.shardCount
        places.removeAll(keepingCapacity: true)
        places.append(contentsOf: repeatElement(0, count: count + 1))
        order.removeAll(keepingCapacity: true)
        order.append(contentsOf: repeatElement(0, count: rows.count))
        Self.sort(rows, into: &order, &places)
        let first = Ledger<Row.Record>.shard(of: rows[0].key)
        for step in 0..<count {
            let shard = (first + step) & (count - 1)
            let range = range(of: shard)
            if range.isEmpty { continue }
            // Two threads at the same shard would go on together from there, and wait for each other at each.
            let isDone: Void? = ledger.withShardIfFree(shard) { add(range, to: &$0, bytes) }
            if isDone == nil { busy.append(shard) }
        }
        for shard in busy { ledger.withShard(shard) { add(range(of: shard), to: &$0, bytes) } }
        busy.removeAll(keepingCapacity: true)
        rows.removeAll(keepingCapacity: true)
    }

    /// Puts the rows' numbers in the order of their shards. `places[shard]` is then the end of that shard's rows.
    private static func sort(_ rows: [Row], into order: inout [Int32], _ places: inout [Int32]) {
        let rows = rows.span
        var places = places.mutableSpan
        for index in rows.indices { places[Ledger<Row.Record>.shard(of: rows[index].key) + 1] += 1 }
        for shard in 1..<places.count { places[shard] += places[shard - 1] }
        var order = order.mutableSpan
        for index in rows.indices {
            let shard = Ledger<Row.Record>.shard(of: rows[index].key)
            order[Int(places[shard])] = Int32(truncatingIfNeeded: index)
            places[shard] += 1
        }
    }

    /// The places of a shard's rows in their order.
    private func range(of shard: Int) -> Range<Int> {
        (shard == 0 ? 0 : Int(places[shard - 1]))..<Int(places[shard])
    }

    private func add(_ range: Range<Int>, to shard: inout Ledger<Row.Record>.Shard, _ bytes: Span<UInt8>) {
        let (rows, order) = (rows.span, order.span)
        for index in range {
            let row = rows[Int(order[index])]
            shard.contents.prefetchSlot(row.key)
            // A URL that is new is read again, most of them to where they are unlike the others.
            bytes.prefetch(row.url.lowerBound + row.url.count / 2)
        }
        for index in range { shard.contents.prefetchBytes(rows[Int(order[index])].key) }
        shard.contents.prefetchEnds()
        shard.log.prefetch(range.count)
        for index in range {
            let row = rows[Int(order[index])]
            let entry = shard.contents.entry(row.key, chip: row.chip, bytes: bytes, url: row.url)
            shard.append(row.record(entry: entry))
        }
    }
}
