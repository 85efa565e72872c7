internal import Chips
internal import Geodesy
internal import PostgreSQL
package import Registry
internal import Storage

/// Rows of evidence, on their way in and out.
extension HubRegistry {
    /// Numbers are given out by one row, which is locked until the import is there.
    package func beginImport(_ kind: EvidenceKind, file: String) throws -> Int64 {
        try change { connection in
            let number = try Self.nextNumber("imports", connection)
            try connection.change(
                "INSERT INTO imports (number, kind, file, open, kept, daemon) VALUES ($1, $2, $3, true, 0, $4)",
                [.integer(number), .kept(kind.rawValue), .kept(file), .kept(owner)])
            return number
        }
    }

    static func nextNumber(_ name: String, _ connection: PostgresConnection) throws -> Int64 {
        let number = try connection.number(
            """
            INSERT INTO spent_numbers (name, last) VALUES ($1, 1)
            ON CONFLICT (name) DO UPDATE SET last = spent_numbers.last + 1 RETURNING last
            """, [.kept(name)])
        guard let number else { throw RegistryError.unreadable("the last number of", name) }
        return number
    }

    package func keep(
        _ sightings: [KeptSighting], import number: Int64, from phone: PhoneStanding?
    ) async throws -> Int {
        try await keep(try await NamedRows.naming(sightings), import: number, from: phone)
    }

    package func keep(_ confirmations: [KeptConfirmation], import number: Int64) async throws -> Int {
        try await keep(try await NamedRows.naming(confirmations), import: number)
    }

    /// A piece at a time, with others in between; each is durable before the next.
    private func keep<Row>(
        _ named: NamedRows<Row>, import number: Int64, from phone: PhoneStanding? = nil
    ) async throws -> Int {
        var new = 0
        var rest = named.rows[...]
        while !rest.isEmpty {
            let piece = EvidencePiece(rest.prefix(Self.rowsAtOnce), import: number)
            rest = rest.dropFirst(Self.rowsAtOnce)
            new += try change { connection in
                try Gate.lock(forEvidenceAt: evidenceGate, connection)
                try check(phone, connection)
                let kept = try piece.keep(connection)
                let open = try connection.change(
                    "UPDATE imports SET kept = kept + $1 WHERE number = $2 AND open",
                    [.integer(Int64(kept)), .integer(number)])
                guard open == 1 else { throw RegistryError.importNotOpen(number) }
                return kept
            }
            await Task.yield()
        }
        return new
    }

    /// Behind a gate: what a phone has to forget is noted as it is erased, and erasing waits for every gate.
    func check(_ phone: PhoneStanding?, _ connection: PostgresConnection) throws {
        try phone?.check(among: HubTables(reading: connection, of: chain).tokens())
    }

    private static let rowsAtOnce = 8_192

    /// Other daemons go on with theirs.
    package func openImports() throws -> [EvidenceImport] { try openImports(where: "daemon = $1", .kept(owner)) }

    func openImports(where condition: String, _ value: PostgresValue) throws -> [EvidenceImport] {
        try read { connection in
            try connection.all(
                "SELECT number, kind, file, kept FROM imports WHERE open AND \(condition) ORDER BY number", [value]
            ) { columns in
                let (number, kind): (Int64, EvidenceKind) = (try columns.integer(), try columns.name())
                let (file, rows) = (try columns.text(), Int(try columns.integer()))
                return EvidenceImport(
                    number: number, kind: kind, file: file, digest: nil, rows: rows, new: rows, badRows: 0,
                    isComplete: false)
            }
        }
    }

    package func lastAuditedImport() throws -> Int64 {
        try read { try $0.number(HubTables.lastAuditedImport) ?? 0 }
    }

    package func endedImports() throws -> Int64 { try read { try $0.number(HubTables.endedImports) ?? 0 } }

    package func sightings(
        since: Int64, afterImport: Int64, _ receive: @Sendable ([KeptSighting]) -> Void
    ) async throws -> Int {
        try await pages(
            of: "sightings", "url, device, uid, latitude, longitude, sigma",
            where: "time >= \(since) AND import > \(afterImport)", receive
        ) { row, time in
            let (url, device, uid) = (try row.original(), try row.device(), try row.uid())
            let place = try Coordinate(latitude: row.double() ?? 0, longitude: row.double() ?? 0)
            return KeptSighting(
                time: time, url: url, uid: uid, place: place, sigma: try row.double() ?? 0, device: device)
        }
    }

    package func confirmations(_ receive: @Sendable ([KeptConfirmation]) -> Void) async throws {
        _ = try await pages(of: "confirmations", "url, device, outcome", where: "true", receive) { row, time in
            let (url, device) = (try row.original(), try row.device())
            return KeptConfirmation(time: time, url: url, outcome: try row.original(), device: device)
        }
    }

    /// Hands over the rows of a table in no order; returns how many there were.
    private func pages<Row>(
        of table: String, _ columns: String, where condition: String, _ receive: ([Row]) -> Void,
        _ read: (inout CopiedRow, Int64) throws -> Row
    ) async throws -> Int {
        try await readEvidenceOnce { connection in
            var count = 0
            var page: [Row] = []
            try connection.copyOut(
                """
                COPY (
                    SELECT time, \(columns) FROM \(table) JOIN contents ON contents.content = \(table).content
                    WHERE \(condition)
                ) TO STDOUT (FORMAT binary)
                """
            ) { row in
                let time = try row.integer() ?? 0
                page.append(try read(&row, time))
                count += 1
                guard page.count == Self.rowsHandedOver else { return }
                receive(page)
                page.removeAll(keepingCapacity: true)
            }
            if !page.isEmpty { receive(page) }
            return count
        }
    }

    private static let rowsHandedOver = 20_000
}
