internal import PostgreSQL
internal import Registry

/// Rows that are locked before anything else of a transaction that changes the registry.
///
/// Events that move single tags take one of them, so that chains do not wait for one another; the tags themselves are
/// locked as they are read. Every other event reads more than it can lock row by row (whether a name is free, whether a tag
/// is for a store, the digest of all stores) and takes all of them: then nothing else changes meanwhile.
enum Gate {
    static let count = 16

    static func lock(for event: JournalEvent, _ chain: ChainName, _ connection: PostgresConnection) throws {
        try lock(event.isAboutTagsAlone ? chain : nil, connection)
    }

    /// The gate of a chain, or, for nil, all of them.
    static func lock(_ chain: ChainName?, _ connection: PostgresConnection) throws {
        let condition = chain.map { "WHERE gate = \(Int64($0.bytes[0]) % Int64(count))" } ?? ""
        // In one order for every transaction, before the head of a chain.
        let locked = try connection.rows("SELECT gate FROM gates \(condition) ORDER BY gate FOR UPDATE").count
        guard locked == (chain == nil ? count : 1) else {
            throw HubSchema.refusal("rows of the table gates are missing")
        }
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
