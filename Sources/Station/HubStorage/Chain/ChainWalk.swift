internal import PostgreSQL
internal import Registry
internal import Storage

/// The entries of one chain, one after the other. Each is checked to be where it belongs and found by what it names, and the
/// last one to be the chain's head.
final class ChainWalk {
    let chain: ChainName
    /// The newest time of its entries so far: it does not go back where the clock did.
    private(set) var time: Timestamp?
    private(set) var count: Int64 = 0
    private(set) var place: ChainPlace
    private let head: ChainPlace
    private let connection: PostgresConnection
    private let pageSize: Int64
    private var entries: ArraySlice<(entry: JournalEntry, place: ChainPlace)> = []
    /// Rows that were looked up beforehand, until they are taken.
    private var firstPage: [PostgresRow]?

    /// `pageSize`: how many entries are read at once. `firstPage`: what ``page(of:after:size:)`` has brought already.
    init(
        _ chain: ChainName, from first: ChainPlace, to head: ChainPlace, _ connection: PostgresConnection,
        pageSize: Int64 = 500, firstPage: [PostgresRow]? = nil
    ) {
        self.firstPage = firstPage
        self.chain = chain
        self.head = head
        self.connection = connection
        self.pageSize = pageSize
        place = first
    }

    /// An entry that is missing, or not as its chain says.
    struct Broken: Error {
        let chain: ChainName
        let sequence: Int64
        let count: Int64
    }

    /// The next entry, which stays the next until it is taken; nil behind the last.
    func peek() throws -> JournalEntry? {
        if entries.isEmpty { try fill() }
        return entries.first?.entry
    }

    func take() throws -> JournalEntry? {
        guard let entry = try peek() else { return nil }
        place = entries.removeFirst().place
        time = max(time ?? entry.time, entry.time)
        count += 1
        return entry
    }

    /// Looks up the entries behind one.
    static func page(of chain: ChainName, after sequence: Int64, size: Int64) -> PostgresStatement {
        PostgresStatement(
            """
            SELECT \(HubRegistry.entryColumns), tag, batch FROM journal WHERE chain = $1 AND sequence > $2
            ORDER BY sequence LIMIT $3
            """, [.bytes(chain.bytes), .integer(sequence), .integer(size)])
    }

    private func fill() throws {
        var (last, read) = (place, [(entry: JournalEntry, place: ChainPlace)]())
        func take(_ row: PostgresRow) throws {
            let entry = try follower(of: last, Columns(row))
            last = ChainPlace(sequence: entry.sequence, digest: try entry.digest())
            read.append((entry, last))
        }
        if let firstPage {
            self.firstPage = nil
            for row in firstPage { try take(row) }
        } else {
            let page = Self.page(of: chain, after: place.sequence, size: pageSize)
            try connection.forEachRow(of: page.text, page.values, take)
        }
        entries = read[...]
        guard entries.isEmpty, head != place else { return }
        // Entries behind the last are missing, or the last is another one.
        throw broken(head.sequence > place.sequence ? place.sequence + 1 : place.sequence)
    }

    private func follower(of last: ChainPlace, _ columns: consuming Columns) throws -> JournalEntry {
        let entry = try columns.readEntry()
        let (tag, batch) = (try columns.optionalText(), try columns.optionalText())
        let subject = entry.subject
        guard entry.sequence == last.sequence + 1, entry.previous == last.digest, subject.tag == tag,
            subject.batch == batch
        else { throw broken(last.sequence + 1) }
        return entry
    }

    private func broken(_ sequence: Int64) -> Broken {
        Broken(chain: chain, sequence: sequence, count: count + sequence - place.sequence - 1)
    }
}
