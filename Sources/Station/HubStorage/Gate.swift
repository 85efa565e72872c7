internal import PostgreSQL
internal import Registry

/// Rows that are locked before anything else of a transaction that changes the registry.
///
/// Events that move single tags take one of them, so that chains do not wait for one another; the tags themselves are
/// locked as they are read. Every other event reads more than it can lock row by row (whether a name is free, whether a tag
/// is for a store, the digest of all stores) and takes all of them: then nothing else changes meanwhile.
///
/// Pieces of evidence take one of further rows, and wait for no event. What has to know that no piece is half kept takes
/// all of these, too: the beginning of an audit of everything, and erasing. So does what moves stores: contents are settled
/// under such a gate, as being at a store, and are there before or find it moved.
enum Gate {
    /// For events.
    static let count = 16
    /// For pieces of evidence, behind those.
    private static let ofEvidence = Int64(count)..<32
    static let last = ofEvidence.upperBound - 1

    static func lock(for event: JournalEvent, _ chain: ChainName, _ connection: PostgresConnection) throws {
        if case .evidenceForgotten = event { return try lockAll(connection) }
        try lock(event.isAboutTagsAlone ? chain : nil, connection)
    }

    /// The gate of a chain, or, for nil, all of those for events.
    static func lock(_ chain: ChainName?, _ connection: PostgresConnection) throws {
        if let chain {
            let own = Int64(chain.bytes[0]) % Int64(count)
            try lock(own...own, connection)
        } else {
            try lock(0...Int64(count) - 1, connection)
        }
    }

    /// One that is free, so that pieces do not wait for one another; `place`, drawn by each daemon, is looked at first, and
    /// waited for where all are taken. What takes all of them waits for at most one piece at each.
    static func lock(forEvidenceAt place: Int64, _ connection: PostgresConnection) throws {
        let free = try connection.rows(
            """
            SELECT gate FROM gates WHERE gate BETWEEN $1 AND $2 ORDER BY gate = $3 DESC, gate
            LIMIT 1 FOR UPDATE SKIP LOCKED
            """, [.integer(ofEvidence.lowerBound), .integer(last), .integer(place)])
        if free.isEmpty { try lock(place...place, connection) }
    }

    static func lockAll(_ connection: PostgresConnection) throws { try lock(0...last, connection) }

    /// All of those for pieces of evidence, behind those for events that this transaction has.
    static func lockEvidence(_ connection: PostgresConnection) throws {
        try lock(ofEvidence.lowerBound...last, connection)
    }

    static func drawnPlace() -> Int64 { Int64.random(in: ofEvidence) }

    /// In one order for every transaction, before the head of a chain.
    private static func lock(_ gates: ClosedRange<Int64>, _ connection: PostgresConnection) throws {
        let locked = try connection.rows(
            "SELECT gate FROM gates WHERE gate BETWEEN $1 AND $2 ORDER BY gate FOR UPDATE",
            [.integer(gates.lowerBound), .integer(gates.upperBound)]
        ).count
        guard locked == gates.count else { throw HubSchema.refusal("rows of the table gates are missing") }
    }
}

extension JournalEvent {
    /// Whether it reads and moves the tags that it names, their chips and the journal, and nothing else; it may read the
    /// head of a batch.
    var isAboutTagsAlone: Bool {
        switch self {
        case .writeIntended, .writeConfirmed, .writeInterrupted, .protectionIntended, .tagReplaced, .tagRetired,
            .sheetMade, .sheetPrinted, .chipRefused, .clockSet:
            true
        default: false
        }
    }
}
