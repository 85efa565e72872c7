internal import Registry

/// A row of evidence, packed, with the number of its content.
struct ArrivedRow<Row: Sendable>: Sendable {
    let content: Int64
    let row: Row
}

/// What the registry knows a row of evidence by.
struct EvidenceKey {
    /// With the time, the row's key.
    let digest: Int64
    /// The numbers of what it is of and by.
    let content: Int64
    let device: Int64?
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

    mutating func add(_ sighting: PackedVisit, at time: Int64, _ key: EvidenceKey) throws {
        if try isAwaited(time, key, .sightings) { return }
        sightings.append(ArrivedRow(content: key.content, row: sighting))
    }

    mutating func add(_ confirmation: PackedOutcome?, at time: Int64, _ key: EvidenceKey) throws {
        if try isAwaited(time, key, .confirmations) { return }
        if let confirmation { confirmations.append(ArrivedRow(content: key.content, row: confirmation)) }
    }

    private mutating func isAwaited(_ time: Int64, _ key: EvidenceKey, _ table: FoldingPass.Table) throws -> Bool {
        guard let pass, try pass.isStillToRead(time, key.digest, in: table, of: key.content) else { return false }
        awaited.insert(key.content)
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
