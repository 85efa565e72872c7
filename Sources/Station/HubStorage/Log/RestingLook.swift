internal import Checkpoints
internal import Grants
internal import PostgreSQL
internal import Registry

/// All that a contact needs where the log is at rest, asked in one journey. What is looked up beside the look itself is a
/// guess: it is used where the look says so, and is looked up again where it says something else.
struct RestingLook {
    private let question: LogQuestion
    private let daemon: ChainName
    private let era: Era
    private let places: [LogPlace]

    /// `leaf`: which one of the log was the chain's newest when it was proven last, and `size` how many there were.
    init(_ question: LogQuestion, by daemon: ChainName, in era: Era, guessing leaf: UInt64?, of size: UInt64) {
        self.question = question
        self.daemon = daemon
        self.era = era
        places = leaf.map { LogProofs<LogRows>.places(ofInclusionOf: $0, in: size) } ?? []
    }

    var statements: [PostgresStatement] {
        let look = LogAtRest.look(at: question.chain, by: daemon)
        return [look] + (page.map { [$0] } ?? []) + (places.isEmpty ? [] : [LogRows.look(at: places, in: era)])
    }

    /// The entries that are to be compared, where the question is one that can be answered.
    private var page: PostgresStatement? {
        guard let compared = question.compared else { return nil }
        let (first, last) = (compared.after?.sequence ?? 0, compared.upTo.sequence)
        guard 0 <= first, first < last, last - first <= LogQuestion.window else { return nil }
        return ChainWalk.page(of: question.chain, after: first, size: last - first)
    }

    /// What has come of it.
    struct Answer {
        let rest: LogAtRest
        /// Nil where it was not looked up.
        let page: [PostgresRow]?
        let nodes: FetchedNodes
    }

    /// Nil where the log is not at rest. `rows`: those of each of the statements.
    func answer(_ rows: ArraySlice<[PostgresRow]>, _ connection: PostgresConnection) throws -> Answer? {
        var rows = rows
        guard let look = rows.popFirst()?.first else { return nil }
        var columns = Columns(look)
        let rest = try columns.readLogAtRest(of: question.chain)
        let page = page == nil ? nil : rows.popFirst()
        let fetched = try rows.popFirst().map(LogRows.hashes) ?? [:]
        return Answer(
            rest: rest, page: page,
            nodes: FetchedNodes(
                rows: LogRows(connection: connection, era: rest.era), places: rest.era == era ? places : [],
                hashes: fetched))
    }
}

/// Nodes of a log, of which some were looked up beforehand.
struct FetchedNodes: LogNodes {
    let rows: LogRows
    let places: [LogPlace]
    let hashes: [LogPlace: LogHash]

    func hashes(at wanted: [LogPlace]) throws -> [LogPlace: LogHash] {
        wanted == places ? hashes : try rows.hashes(at: wanted)
    }
}
