internal import CSV

extension SightingParser {
    func takeQuickly(
        _ bytes: RawSpan, from start: Int, to end: Int, _ columns: QuickColumns,
        into batch: inout RowBatch<SightingRow>
    ) -> Int {
        var start = start
        var beginning = URLBeginning()
        var isUsual = true
        while isUsual {
            batch.append(atMost: 256) { rows in
                while !rows.isFull {
                    guard start < end, let row = quickRow(bytes, at: start, columns, &beginning) else {
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

    @inline(__always)
    private func quickRow(
        _ bytes: RawSpan, at start: Int, _ columns: QuickColumns, _ beginning: inout URLBeginning
    ) -> QuickSighting? {
        var row = QuickSighting(start, device: noDevice)
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
        // What is too long is told by the slow way.
        return bytes.byte(row.position) == 0x0A && row.position &- start <= Self.rowLimit ? row : nil
    }

    /// Reads the columns from one on, in whatever order they stand.
    @inline(never)
    private func take(
        _ columns: QuickColumns, from first: Int, _ bytes: RawSpan, _ begun: QuickSighting,
        _ beginning: inout URLBeginning
    ) -> QuickSighting? {
        var row = begun
        for index in first..<columns.columns.count {
            guard index == 0 || row.comma(bytes), take(Int(columns.columns[index]), bytes, &row, &beginning)
            else { return nil }
        }
        return row
    }

    private func take(
        _ column: Int, _ bytes: RawSpan, _ row: inout QuickSighting, _ beginning: inout URLBeginning
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
