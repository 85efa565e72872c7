internal import Registry

/// A row of evidence, packed, with the number of its content.
struct ArrivedRow<Row: Sendable>: Sendable {
    let content: Int64
    let row: Row
}

/// Rows that one transaction brings. They are folded later, many at a time in the order of contents: each row by itself would
/// change a page of its own.
struct ArrivedRows {
    private let database: Database
    private let pass: FoldingPass?
    private(set) var sightings: [ArrivedRow<PackedVisit>] = []
    private(set) var confirmations: [ArrivedRow<PackedOutcome>] = []
    /// Contents with rows that a pass will come to.
    private var awaited: Set<Int64> = []

    /// `pass`: the one that is on its way meanwhile.
    init(_ database: Database, besides pass: FoldingPass?) {
        self.database = database
        self.pass = pass
    }

    /// `digest`: with the time, the row's key.
    mutating func add(_ sighting: KeptSighting, digest: Int64, to content: Int64, device: Int64) throws {
        if try isAwaited(sighting.time, digest, .sightings, content) { return }
        sightings.append(ArrivedRow(content: content, row: sighting.packed(device: device)))
    }

    mutating func add(_ confirmation: KeptConfirmation, digest: Int64, to content: Int64, device: Int64) throws {
        if try isAwaited(confirmation.time, digest, .confirmations, content) { return }
        guard let packed = confirmation.packed(device: device) else { return }
        confirmations.append(ArrivedRow(content: content, row: packed))
    }

    private mutating func isAwaited(
        _ time: Int64, _ digest: Int64, _ table: FoldingPass.Table, _ content: Int64
    ) throws -> Bool {
        guard let pass, try pass.isStillToRead(time, digest, in: table, of: content) else { return false }
        awaited.insert(content)
        return true
    }

    /// Writes them where they wait.
    func write() throws {
        if sightings.count + confirmations.count > 0 {
            try ArrivalTable(database).add(sightings, confirmations)
        }
        for content in awaited { try JudgedTable(database).note(content) }
    }
}
