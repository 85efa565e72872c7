internal import Checkpoints
internal import PostgreSQL
internal import Registry

/// The rows of one era's log.
struct LogRows: LogNodes {
    let connection: PostgresConnection
    let era: Era

    var origin: String { Checkpoint.origin(of: era) }
    private var name: PostgresValue { .bytes(era.bytes) }

    /// Until the transaction ends nothing else extends the log.
    func lock() throws {
        try connection.change("INSERT INTO logs (era) VALUES ($1) ON CONFLICT DO NOTHING", [name])
        _ = try connection.rows("SELECT era FROM logs WHERE era = $1 FOR UPDATE", [name])
    }

    struct Note {
        let size: UInt64
        let text: String
    }

    struct Leaf {
        let number: UInt64
        let entry: HeadEntry
    }

    /// The newest checkpoint; nil before the first.
    func newest() throws -> Note? { try notes("ORDER BY size DESC LIMIT 1").first }

    /// Those of sizes in a range.
    func notes(of sizes: ClosedRange<UInt64>) throws -> [Note] {
        try notes(
            "AND size BETWEEN $2 AND $3 ORDER BY size",
            [.integer(Int64(clamping: sizes.lowerBound)), .integer(Int64(clamping: sizes.upperBound))])
    }

    private func notes(_ condition: String, _ values: [PostgresValue] = []) throws -> [Note] {
        try connection.all("SELECT size, note FROM checkpoints WHERE era = $1 \(condition)", [name] + values) {
            Note(size: try $0.count(), text: try $0.text())
        }
    }

    func hashes(at places: [LogPlace]) throws -> [LogPlace: LogHash] {
        guard !places.isEmpty else { return [:] }
        let look = Self.look(at: places, in: era)
        return try Self.hashes(in: try connection.rows(look.text, look.values))
    }

    static func look(at places: [LogPlace], in era: Era) -> PostgresStatement {
        PostgresStatement(
            """
            SELECT level, number, hash FROM log_nodes
            JOIN unnest($2, $3) AS wanted(wanted_level, wanted_number) ON level = wanted_level AND number = wanted_number
            WHERE era = $1
            """,
            [
                .bytes(era.bytes), .integers(places.map { Int64($0.level) }),
                .integers(places.map { Int64(clamping: $0.index) }),
            ])
    }

    static func hashes(in rows: [PostgresRow]) throws -> [LogPlace: LogHash] {
        let found = try rows.map { row -> (LogPlace, LogHash?) in
            var columns = Columns(row)
            return (
                LogPlace(level: Int(try columns.integer()), index: try columns.count()), LogHash(try columns.bytes())
            )
        }
        return Dictionary(found.compactMap { place, hash in hash.map { (place, $0) } }) { first, _ in first }
    }

    /// The right edge of the log as it was at a size.
    func frontier(at size: UInt64) throws -> LogFrontier {
        var (places, start) = ([LogPlace](), UInt64(0))
        for level in (0..<64).reversed() where size >> UInt64(level) & 1 == 1 {
            places.append(LogPlace(level: level, index: start >> UInt64(level)))
            start += 1 << UInt64(level)
        }
        let known = try hashes(at: places)
        let peaks = try places.map { place in
            guard let peak = known[place] else {
                throw CheckpointError.logDamaged("node \(place.index) of level \(place.level) is missing")
            }
            return peak
        }
        guard let frontier = LogFrontier(size: size, peaks: peaks) else {
            throw CheckpointError.logDamaged("it has no edge at size \(size)")
        }
        return frontier
    }

    func leaves(_ numbers: Range<UInt64>) throws -> [Leaf] {
        try connection.all(
            """
            SELECT number, chain, sequence, digest FROM log_leaves WHERE era = $1 AND number >= $2 AND number < $3
            ORDER BY number
            """, [name, .integer(Int64(clamping: numbers.lowerBound)), .integer(Int64(clamping: numbers.upperBound))]
        ) { try $0.readLeaf() }
    }

    /// The newest one of a chain.
    func newestLeaf(of chain: ChainName) throws -> Leaf? {
        try connection.all(
            """
            SELECT number, chain, sequence, digest FROM log_leaves WHERE era = $1 AND chain = $2
            ORDER BY sequence DESC LIMIT 1
            """, [name, .bytes(chain.bytes)]
        ) { try $0.readLeaf() }.first
    }

    /// Heads of chains that the log does not have, also of one that has lost all entries that were signed. `chains`: those that
    /// are looked at; nil for all.
    func missing(of chains: [ChainName]? = nil) throws -> [HeadEntry] {
        try connection.all(
            """
            SELECT chain, sequence, digest FROM chains WHERE ($2::bytea[] IS NULL OR chain = ANY($2))
                AND (sequence > 0 OR EXISTS (
                    SELECT FROM log_leaves AS leaf WHERE leaf.era = $1 AND leaf.chain = chains.chain))
                AND NOT EXISTS (
                    SELECT FROM log_leaves AS leaf WHERE leaf.era = $1 AND leaf.chain = chains.chain
                        AND leaf.sequence = chains.sequence AND leaf.digest = chains.digest)
            ORDER BY chain LIMIT 10000
            """, [name, chains.map { .byteStrings($0.map(\.bytes)) } ?? .null]
        ) { try $0.head() }
    }

    /// Takes chains whose heads have moved, but for those that are about to move in this moment.
    func takeMoved() throws -> [ChainName] {
        try connection.all(
            """
            DELETE FROM moved_heads WHERE chain IN (
                SELECT chain FROM moved_heads ORDER BY chain LIMIT 10000 FOR UPDATE SKIP LOCKED)
            RETURNING chain
            """
        ) { try $0.chain() }
    }

    /// The newest checkpoint, where no head has moved since and the log ends with it.
    func newestUnmoved() throws -> Note? {
        try connection.all(
            """
            SELECT size, note FROM (SELECT size, note FROM checkpoints WHERE era = $1 ORDER BY size DESC LIMIT 1) AS newest
            WHERE NOT EXISTS (SELECT FROM moved_heads)
                AND NOT EXISTS (SELECT FROM log_leaves AS leaf WHERE leaf.era = $1 AND leaf.number >= newest.size)
            """, [name]
        ) { Note(size: try $0.count(), text: try $0.text()) }.first
    }

    func write(_ leaves: [HeadEntry], at first: UInt64, _ nodes: [LogFrontier.Node], under note: Note) throws {
        let numbers = leaves.indices.map { Int64(clamping: first) + Int64($0) }
        try connection.change(
            """
            INSERT INTO log_leaves (era, number, chain, sequence, digest)
            SELECT $1, number, chain, sequence, digest FROM unnest($2, $3, $4, $5) AS leaf(number, chain, sequence, digest)
            """,
            [
                name, .integers(numbers), .byteStrings(leaves.map(\.chain.bytes)), .integers(leaves.map(\.sequence)),
                .texts(leaves.map(\.digest.text)),
            ])
        try connection.change(
            """
            INSERT INTO log_nodes (era, level, number, hash)
            SELECT $1, level, number, hash FROM unnest($2, $3, $4) AS node(level, number, hash)
            """,
            [
                name, .integers(nodes.map { Int64($0.level) }), .integers(nodes.map { Int64(clamping: $0.index) }),
                .byteStrings(nodes.map(\.hash.bytes)),
            ])
        try connection.change(
            "INSERT INTO checkpoints (era, size, note) VALUES ($1, $2, $3)",
            [name, .integer(Int64(clamping: note.size)), .kept(note.text)])
    }

    /// Nodes with these places, as many as there are.
    func nodes(_ wanted: [LogFrontier.Node]) throws -> Int {
        Int(
            try connection.number(
                """
                SELECT count(*) FROM log_nodes JOIN unnest($2, $3, $4) AS wanted(level, number, hash)
                    ON log_nodes.level = wanted.level AND log_nodes.number = wanted.number AND log_nodes.hash = wanted.hash
                WHERE era = $1
                """,
                [
                    name, .integers(wanted.map { Int64($0.level) }),
                    .integers(wanted.map { Int64(clamping: $0.index) }), .byteStrings(wanted.map(\.hash.bytes)),
                ]) ?? 0)
    }

    /// How many rows the log has of each kind.
    func counts() throws -> (leaves: UInt64, nodes: UInt64) {
        func count(_ table: String) throws -> UInt64 {
            UInt64(clamping: try connection.number("SELECT count(*) FROM \(table) WHERE era = $1", [name]) ?? 0)
        }
        return (try count("log_leaves"), try count("log_nodes"))
    }
}

extension Columns {
    mutating func readLeaf() throws -> LogRows.Leaf { LogRows.Leaf(number: try count(), entry: try head()) }

    mutating func count() throws -> UInt64 {
        let number = try integer()
        guard let count = UInt64(exactly: number) else {
            throw CheckpointError.logDamaged("a row of it has the number \(number)")
        }
        return count
    }

    fileprivate mutating func head() throws -> HeadEntry {
        let (chain, sequence, digest) = (try chain(), try integer(), try text())
        guard let hash = LogHash(digest) else {
            throw CheckpointError.logDamaged("the digest of chain \(chain) at \(sequence) is \"\(digest)\"")
        }
        return HeadEntry(chain: chain, sequence: sequence, digest: hash)
    }
}
