internal import CSV

extension SightingParser {
    func takeFast(
        _ bytes: RawSpan, from start: Int, to end: Int, _ columns: FastColumns,
        into rows: inout [SightingRow]
    ) -> Int {
        // All that is read below without a check rests on this: from every position before `end` on comes a line feed, and 32
        // bytes behind it.
        precondition(
            start >= 0 && (end == 0 || end > 0 && end &+ 32 <= bytes.byteCount && bytes.isLineFeed(end - 1)),
            "a chunk without its end")
        var start = start
        var previous = PreviousURL()
        var isUsual = true
        while isUsual {
            rows.append(addingCapacity: 256) { (rows: inout OutputSpan<SightingRow>) in
                while !rows.isFull {
                    guard start < end, let row = unsafe fastRow(bytes, at: start, columns, after: &previous) else {
                        isUsual = false
                        return
                    }
                    let sigma = row.accuracy * (row.isGPSD ? gpsd : phone)
                    rows.append(
                        SightingRow(hash: row.hash, chip: row.chip, url: row.url, visit: row.visit(sigma: sigma)))
                    start = row.position &+ 1
                }
            }
        }
        return start
    }

    private static var rowLimit: Int { Limits().field }

    /// Unsafe: a line feed comes at `start` or behind, and 32 more bytes after that.
    @unsafe @inline(__always)
    private func fastRow(
        _ bytes: RawSpan, at start: Int, _ columns: FastColumns, after previous: inout PreviousURL
    ) -> FastSighting? {
        var row = unsafe FastSighting(start)
        var index = 0
        // Most files begin like this. Where it is known what comes next there is nothing to choose.
        if columns.inOrder >= 6 {
            let isUsual =
                unsafe row.time(bytes, times, latest: latest) && row.comma(bytes)
                && row.url(bytes, secrets, after: &previous) && row.comma(bytes) && row.uid(bytes) && row.comma(bytes)
                && row.latitude(bytes) && row.comma(bytes) && row.longitude(bytes) && row.comma(bytes)
                && row.accuracy(bytes)
            guard isUsual else { return nil }
            index = 6
        }
        if columns.inOrder >= 8 {
            let isUsual =
                unsafe row.comma(bytes) && row.source(bytes) && row.comma(bytes) && row.device(bytes, secrets)
            guard isUsual else { return nil }
            index = 8
        }
        if index < columns.columns.count {
            guard let whole = unsafe take(columns, from: index, of: bytes, begun: row, after: &previous) else {
                return nil
            }
            row = whole
        }
        // The slow path reports a row that is too long.
        return unsafe bytes.byte(row.position) == 0x0A && row.position &- start <= Self.rowLimit ? row : nil
    }

    /// Reads the columns from one on, in whatever order they are. Unsafe as the row is.
    @unsafe @inline(never)
    private func take(
        _ columns: FastColumns, from first: Int, of bytes: RawSpan, begun: FastSighting,
        after previous: inout PreviousURL
    ) -> FastSighting? {
        var row = begun
        for index in first..<columns.columns.count {
            let isUsual =
                unsafe (index == 0 || row.comma(bytes))
                && take(Int(columns.columns[index]), of: bytes, into: &row, after: &previous)
            guard isUsual else { return nil }
        }
        return row
    }

    @unsafe
    private func take(
        _ column: Int, of bytes: RawSpan, into row: inout FastSighting, after previous: inout PreviousURL
    ) -> Bool {
        switch column {
        case Column.time: unsafe row.time(bytes, times, latest: latest)
        case Column.url: unsafe row.url(bytes, secrets, after: &previous)
        case Column.uid: unsafe row.uid(bytes)
        case Column.latitude: unsafe row.latitude(bytes)
        case Column.longitude: unsafe row.longitude(bytes)
        case Column.accuracy: unsafe row.accuracy(bytes)
        case Column.source: unsafe row.source(bytes)
        case Column.device: unsafe row.device(bytes, secrets)
        // Another confidence than usual is read the slow way.
        case Column.confidence: unsafe row.isEmpty(bytes)
        default: unsafe row.anything(bytes)
        }
    }
}

extension RawSpan {
    fileprivate func isLineFeed(_ position: Int) -> Bool {
        unsafe unsafeLoad(fromByteOffset: position, as: UInt8.self) == 0x0A
    }
}
