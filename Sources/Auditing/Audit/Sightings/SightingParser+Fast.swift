internal import CSV

extension SightingParser {
    func takeFast(
        _ bytes: RawSpan, from start: Int, to end: Int, _ columns: FastColumns,
        into batch: inout RowBatch<SightingRow>
    ) -> Int {
        // All that is read below without a check rests on this: from every position before `end` on comes a line feed, and 32
        // bytes behind it.
        precondition(
            start >= 0 && (end == 0 || end > 0 && end &+ 32 <= bytes.byteCount && bytes.isLineFeed(end - 1)),
            "a chunk without its end")
        var start = start
        var beginning = URLBeginning()
        var isUsual = true
        while isUsual {
            batch.append(atMost: 256) { rows in
                while !rows.isFull {
                    guard start < end, let row = unsafe fastRow(bytes, at: start, columns, &beginning) else {
                        isUsual = false
                        return
                    }
                    let sigma = row.accuracy * (row.isGPSD ? gpsd : phone)
                    rows.append(
                        SightingRow(digest: row.digest, chip: row.chip, url: row.url, visit: row.visit(sigma: sigma)))
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
        _ bytes: RawSpan, at start: Int, _ columns: FastColumns, _ beginning: inout URLBeginning
    ) -> FastSighting? {
        var row = unsafe FastSighting(start, device: noDevice)
        var index = 0
        // Most files begin like this. Where it is known what comes next there is nothing to choose.
        if columns.inOrder >= 6 {
            guard row.time(bytes, times, latest: latest), row.comma(bytes), row.url(bytes, secrets, &beginning),
                row.comma(bytes),
                row.uid(bytes), row.comma(bytes), row.latitude(bytes), row.comma(bytes), row.longitude(bytes),
                row.comma(bytes), row.accuracy(bytes)
            else { return nil }
            index = 6
        }
        if columns.inOrder >= 8 {
            guard row.comma(bytes), row.source(bytes), row.comma(bytes), row.device(bytes, secrets) else { return nil }
            index = 8
        }
        if index < columns.columns.count {
            guard let whole = take(columns, from: index, bytes, row, &beginning) else { return nil }
            row = whole
        }
        // The slow path reports a row that is too long.
        return unsafe bytes.byte(row.position) == 0x0A && row.position &- start <= Self.rowLimit ? row : nil
    }

    /// Reads the columns from one on, in whatever order they are.
    @inline(never)
    private func take(
        _ columns: FastColumns, from first: Int, _ bytes: RawSpan, _ begun: FastSighting,
        _ beginning: inout URLBeginning
    ) -> FastSighting? {
        var row = begun
        for index in first..<columns.columns.count {
            guard index == 0 || row.comma(bytes), take(Int(columns.columns[index]), bytes, &row, &beginning)
            else { return nil }
        }
        return row
    }

    private func take(
        _ column: Int, _ bytes: RawSpan, _ row: inout FastSighting, _ beginning: inout URLBeginning
    ) -> Bool {
        switch column {
        case Column.time: row.time(bytes, times, latest: latest)
        case Column.url: row.url(bytes, secrets, &beginning)
        case Column.uid: row.uid(bytes)
        case Column.latitude: row.latitude(bytes)
        case Column.longitude: row.longitude(bytes)
        case Column.accuracy: row.accuracy(bytes)
        case Column.source: row.source(bytes)
        case Column.device: row.device(bytes, secrets)
        case Column.confidence: row.nothing(bytes)
        default: row.anything(bytes)
        }
    }
}

extension RawSpan {
    fileprivate func isLineFeed(_ position: Int) -> Bool {
        unsafe unsafeLoad(fromByteOffset: position, as: UInt8.self) == 0x0A
    }
}
