internal import Chips
internal import PostgreSQL
internal import Registry

/// Contents of which rows were erased, or that were folded by an earlier rule, folded again from the rows that there are.
struct Refolding {
    private let connection: PostgresConnection
    private static let contentsAtOnce = 200
    /// Rows that are held at a time; what they fold to is small.
    private static let rowsAtOnce = 10_000

    init(_ connection: PostgresConnection) { self.connection = connection }

    /// So many further contents; returns how many rows they have, and nil when there were none.
    func advance() throws -> Int? {
        let names = try connection.all(
            "SELECT content FROM refolds ORDER BY content LIMIT \(Self.contentsAtOnce)"
        ) { ContentName(try $0.bytes()) }
        guard !names.isEmpty else { return nil }
        // Pieces that bring rows of them wait, or have ended: each row is either here or comes behind.
        let table = HubEvidenceTable(connection)
        try table.reserve(names)
        _ = try table.lock(names)
        var folded: [ContentName: FoldedEvidence] = [:]
        let rows = try foldSightings(of: names, &folded) + foldConfirmations(of: names, &folded)
        try table.replace(names.compactMap { name in folded[name].map { (name, $0) } })
        try table.remove(names.filter { folded[$0] == nil })
        // An audit may have ended without them, and all that it judged is settled.
        try HubJudgedTable(connection).note(names)
        try connection.change("DELETE FROM refolds WHERE content = ANY($1)", [.byteStrings(names.map(\.bytes))])
        return rows
    }

    private func foldSightings(of names: [ContentName], _ folded: inout [ContentName: FoldedEvidence]) throws -> Int {
        try fold(names, of: "sightings", "latitude, longitude, sigma", &folded) { columns, time, device, rows in
            rows.visits.append(
                PackedVisit(
                    entry: 0, time: time, device: device, latitude: try columns.double(),
                    longitude: try columns.double(),
                    sigma: Float(try columns.double())))
        }
    }

    private func foldConfirmations(
        of names: [ContentName], _ folded: inout [ContentName: FoldedEvidence]
    ) throws -> Int {
        try fold(names, of: "confirmations", "outcome", &folded) { columns, time, device, rows in
            // One that is not known was written from outside.
            guard let outcome = Confirmation.Outcome(rawValue: try columns.text()) else { return }
            rows.outcomes.append(PackedOutcome(entry: 0, time: time, device: device, outcome: outcome))
        }
    }

    private func fold(
        _ names: [ContentName], of table: String, _ columns: String, _ folded: inout [ContentName: FoldedEvidence],
        _ add: (inout Columns, UInt32, UInt32, inout HubFoldedRows) throws -> Void
    ) throws -> Int {
        var (known, rows, held) = (HubEvidenceNames(), [ContentName: HubFoldedRows](), 0)
        var count = 0
        func empty() {
            for (name, new) in rows { folded[name] = new.added(to: folded[name]) }
            (rows, held) = ([:], 0)
        }
        try connection.forEachRow(
            of: "SELECT content, time, device, \(columns) FROM \(table) WHERE content = ANY($1)",
            [.byteStrings(names.map(\.bytes))]
        ) { row in
            var columns = Columns(row)
            let (name, time) = (ContentName(try columns.bytes()), UInt32(clamping: try columns.integer()))
            let device = try known.device(try columns.optionalText().map(DevicePseudonym.init(hexadecimal:)))
            try add(&columns, time, UInt32(truncatingIfNeeded: device), &rows[name, default: HubFoldedRows()])
            count += 1
            held += 1
            if held == Self.rowsAtOnce { empty() }
        }
        empty()
        return count
    }
}
