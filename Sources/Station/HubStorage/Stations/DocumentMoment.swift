internal import Grants
internal import PostgreSQL
internal import Registry

/// The moment of a look at documents, in the order in which the database keeps changes.
///
/// Each row has the number of the transaction that wrote it, so that no daemon, of whichever version, has to note a
/// change, and none can forget to. Numbers are drawn at the beginning, and transactions end in another order: ``ended``
/// is the first that may not have ended yet.
/// See: PostgreSQL documentation, "System Columns", "Transaction ID and Snapshot Information Functions"
struct DocumentMoment {
    private let run: String
    private let era: Era
    private let ended: Int64
    /// The first transaction that the look cannot see.
    private let next: Int64

    /// The connection has to see one moment in all its statements.
    init(_ connection: PostgresConnection) throws {
        guard let row = try connection.rows(Self.look).first else {
            throw RegistryError.unreadable("the hub's row", "nothing")
        }
        var columns = Columns(row)
        run = try columns.text().split(separator: " ").joined(separator: "-")
        guard let era = try columns.optionalEra() else { throw RegistryError.unreadable("the hub's era", "nothing") }
        self.era = era
        let (oldest, next, changed) = (try columns.integer(), try columns.integer(), try columns.integer())
        self.next = next
        // A transaction that left nothing may have its number drawn again behind a crash. The newest one that changed
        // documents is on the disk.
        ended = min(oldest, next - ((next - changed) & Self.allBits) + 1)
    }

    private static let look = """
        SELECT \(ServerRun.present), hub.era, pg_snapshot_xmin(pg_current_snapshot())::text::bigint,
            pg_snapshot_xmax(pg_current_snapshot())::text::bigint, document_mark.xmin::text::bigint
        FROM hub CROSS JOIN document_mark
        """

    /// A row has the last 32 bits of the number.
    private static let allBits: Int64 = 0xFFFF_FFFF

    /// Where a station continues; a database that was set back has forgotten what a mark of another run or era counts.
    func mark(after text: String?) -> DocumentMark {
        guard let known = text.flatMap({ DocumentMark($0) }), known.run == run, known.era == era, known.isWithin(next)
        else { return DocumentMark(run: run, era: era, until: ended) }
        return known.continued(until: ended)
    }

    /// SQL: whether a table's row was written since a transaction. ``range(since:)`` is bound from this place on.
    static func isNew(_ table: String, from place: Int) -> String {
        "((\(table).xmin::text::bigint - $\(place)) & \(allBits)) < $\(place + 1)"
    }

    func range(since: Int64) -> [PostgresValue] { [.integer(since), .integer(next - since)] }
}
