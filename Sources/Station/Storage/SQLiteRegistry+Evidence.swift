internal import Chips
package import Faults
internal import Geodesy
package import Registry

/// Rows of evidence, on their way in and out.
extension SQLiteRegistry: RegistryHistory {
    package func beginImport(_ kind: EvidenceKind, file: String) throws -> Int64 {
        try translatingErrors {
            try database.transaction {
                try database.run(
                    "INSERT INTO imports (kind, file, open) VALUES (?, ?, 1)", [.text(kind.rawValue), .text(file)])
                return try database.integer("SELECT max(number) FROM imports") ?? 0
            }
        }
    }

    package func keep(
        _ sightings: [KeptSighting], import number: Int64, from phone: PhoneStanding?
    ) async throws -> Int {
        try await keep(try await OrderedRows<SightingEvidence>(of: sightings), import: number, from: phone)
    }

    package func keep(_ confirmations: [KeptConfirmation], import number: Int64) async throws -> Int {
        try await keep(try await OrderedRows<ConfirmationEvidence>(of: confirmations), import: number)
    }

    /// Rows piece by piece, those that were not known put where they wait to be folded; returns how many these are.
    private func keep<Row>(
        _ rows: OrderedRows<Row>, import number: Int64, from phone: PhoneStanding? = nil
    ) async throws -> Int {
        if rows.all.count <= Self.fewRows { return try await insert(rows, import: number, from: phone) }
        // One file's after another's: they change the same pages, which are written once for each of them.
        if isTakingFile { await withCheckedContinuation { waitingFiles.append($0) } }
        isTakingFile = true
        defer { if waitingFiles.isEmpty { isTakingFile = false } else { waitingFiles.removeFirst().resume() } }
        return try await insert(rows, import: number, from: phone)
    }

    private func insert<Row>(
        _ rows: OrderedRows<Row>, import number: Int64, from phone: PhoneStanding?
    ) async throws -> Int {
        var learned = try await learn(rows)
        var all: Int64 = 0
        // A row refers to what this very transaction knows is there.
        try await inPieces(rows.all.count, checkingReferences: false) { range in
            try phone?.check(among: tables.tokens())
            learned.renew(sweeps: sweeps)
            let new = try insert(rows.all[range], import: number, &learned)
            try database.run(
                "UPDATE imports SET kept = kept + ? WHERE number = ? AND open = 1", [.integer(new), .integer(number)])
            guard database.changes == 1 else { throw RegistryError.importNotOpen(number) }
            all += new
        }
        // So many at most: they are folded in memory.
        if try translatingErrors({ try ArrivalTable(database).count }) >= ArrivalWindow.limit {
            try await foldArrivals()
        }
        return Int(all)
    }

    /// Some rows, within a transaction; returns how many were not known.
    private func insert<Row>(
        _ entries: ArraySlice<OrderedRows<Row>.Entry>, import number: Int64, _ learned: inout LearnedNumbers
    ) throws -> Int64 {
        let numbers = try EvidenceNumbers(database)
        var arrived = ArrivedRows(database, besides: try FoldingPass(database))
        let insertion = try database.prepared(Row.insertion)
        var new: Int64 = 0
        for entry in entries {
            let key = EvidenceKey(
                digest: entry.digest, content: try learned.content(entry.content, in: numbers),
                device: try entry.device.map { try learned.device($0, in: numbers) })
            try insertion.bind(.integer(entry.row.time), at: 1)
            try insertion.bind(.integer(key.digest), at: 2)
            try insertion.bind(.integer(key.content), at: 3)
            try insertion.bind(.optional(key.device), at: 4)
            try entry.row.bind(to: insertion, from: 5)
            try insertion.bind(.integer(number), at: 5 + Row.columns)
            try insertion.runBound()
            guard database.changes > 0 else { continue }
            new += 1
            try entry.row.arrive(at: &arrived, key)
        }
        try arrived.write()
        return new
    }

    /// So few rows are kept beside a file of many, and their names are looked up by the transaction that takes them.
    private static let fewRows = 1_000

    /// Looks many rows' contents and devices up before, in the order of their tables: each by itself would read, or change,
    /// a page of its own.
    private func learn<Row>(_ rows: OrderedRows<Row>) async throws -> LearnedNumbers {
        var learned = LearnedNumbers(of: rows, sweeps: sweeps)
        if rows.all.count <= Self.fewRows { return learned }
        try await inPieces(rows.contents.count) { range in
            let numbers = try EvidenceNumbers(database)
            learned.renew(sweeps: sweeps)
            for place in range { _ = try learned.content(place, in: numbers) }
        }
        try await inPieces(rows.devices.count) { range in
            let numbers = try EvidenceNumbers(database)
            learned.renew(sweeps: sweeps)
            for place in range { _ = try learned.device(place, in: numbers) }
        }
        return learned
    }

    package func openImports() throws -> [EvidenceImport] {
        try translatingErrors {
            try database.rows("SELECT number, kind, file, kept FROM imports WHERE open = 1 ORDER BY number") { row in
                let rows = Int(row.integer("kept"))
                return EvidenceImport(
                    number: row.integer("number"), kind: try Self.name(row.text("kind")), file: row.text("file"),
                    digest: nil, rows: rows, new: rows, badRows: 0, isComplete: false)
            }
        }
    }

    package func sightings(
        since: Int64, afterImport: Int64, _ receive: @Sendable ([KeptSighting]) -> Void
    ) throws -> Int {
        try hand(
            over: EvidencePages.sightings(database, since: since, afterImport: afterImport), receive, Self.sighting)
    }

    package func confirmations(_ receive: @Sendable ([KeptConfirmation]) -> Void) throws {
        _ = try hand(over: EvidencePages.confirmations(database), receive, Self.confirmation)
    }

    static func sighting(_ row: borrowing ResultRow) throws -> KeptSighting {
        KeptSighting(
            time: row.integer("time"), url: row.text("url"), uid: ChipUID(row.text("uid")),
            place: try Coordinate(
                latitude: row.optionalReal("latitude") ?? 0, longitude: row.optionalReal("longitude") ?? 0),
            sigma: row.optionalReal("sigma") ?? 0,
            device: row.optionalText("pseudonym").map(DevicePseudonym.init(hexadecimal:)))
    }

    static func confirmation(_ row: borrowing ResultRow) -> KeptConfirmation {
        KeptConfirmation(
            time: row.integer("time"), url: row.text("url"), outcome: row.text("outcome"),
            device: row.optionalText("pseudonym").map(DevicePseudonym.init(hexadecimal:)))
    }

    /// Hands over the rows of a table; returns how many there were.
    private func hand<Row>(
        over pages: EvidencePages, _ receive: ([Row]) -> Void, _ read: (borrowing ResultRow) throws -> Row
    ) throws -> Int {
        try translatingErrors {
            var (pages, count) = (pages, 0)
            while let rows = try pages.next(50_000, read) {
                receive(rows)
                count += rows.count
            }
            return count
        }
    }
}

extension RegistryError {
    /// Rows, or an end, for an import that takes neither.
    package static func importNotOpen(_ number: Int64) -> RegistryError {
        RegistryError(
            .contradiction, "import \(number) takes nothing more", why: "it has ended, or was never begun",
            next: "begin another import; rows that are known are not kept twice")
    }
}
