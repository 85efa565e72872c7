internal import PostgreSQL
internal import Registry

/// The parts of an audit of everything, of which each daemon takes one after the other.
struct AuditParts {
    private let connection: PostgresConnection

    init(_ connection: PostgresConnection) { self.connection = connection }

    /// Seconds after which a daemon that has not said that it is at a part has lost it. Two that are at one come to the same.
    private static let patience = 60

    private static let isCurrent = "plan = (SELECT plan FROM judging)"

    /// Parts of this plan that an earlier audit left open stay: those that are judged need not be judged again. Where something
    /// is settled by the plan already, parts are for news, and none of them is judged.
    func open(_ count: Int, by mark: JudgingMark) throws {
        try connection.change("LOCK TABLE audit_parts IN SHARE ROW EXCLUSIVE MODE")
        try connection.change(
            "DELETE FROM audit_parts WHERE plan <> $1 OR $2", [.integer(mark.plan), .bool(mark.isCurrent)])
        try connection.change("UPDATE audit_parts SET news = $1 WHERE NOT done", [.integer(mark.news)])
        try connection.change(
            """
            INSERT INTO audit_parts (number, parts, plan, news) SELECT number, $1, $2, $3
            FROM generate_series(0, $1 - 1) AS number WHERE NOT EXISTS (SELECT 1 FROM audit_parts)
            """, [.integer(Int64(count)), .integer(mark.plan), .integer(mark.news)])
    }

    enum Look: Equatable {
        /// One can be taken.
        case free
        /// All that are not done are taken.
        case taken
        case none
    }

    private static let isOpen = "NOT done AND \(isCurrent)"
    private static let isFree = "\(isOpen) AND (daemon IS NULL OR taken < \(HubSchema.now) - \(patience))"

    /// In one statement.
    func look() throws -> Look {
        let rows = try connection.all(
            "SELECT EXISTS (SELECT 1 FROM audit_parts WHERE \(Self.isFree)), EXISTS (SELECT 1 FROM audit_parts WHERE \(Self.isOpen))"
        ) { columns in (isFree: try columns.bool(), isLeft: try columns.bool()) }
        guard let found = rows.first, found.isLeft else { return .none }
        return found.isFree ? .free : .taken
    }

    func take(by daemon: String) throws -> NextPart {
        let taken = try connection.all(
            """
            UPDATE audit_parts SET daemon = $1, taken = \(HubSchema.now) WHERE number = (
                SELECT number FROM audit_parts WHERE \(Self.isFree) ORDER BY number LIMIT 1 FOR UPDATE SKIP LOCKED)
            RETURNING number, parts, plan, news
            """, [.kept(daemon)]
        ) { columns in
            let part = EvidencePart(number: Int(try columns.integer()), count: Int(try columns.integer()))
            return (part, JudgingMark(plan: try columns.integer(), news: try columns.integer(), isCurrent: false))
        }
        if let (part, mark) = taken.first { return .taken(part, mark) }
        return try look() == .none ? .none : .othersWork
    }

    func hold(_ part: EvidencePart, by daemon: String) throws {
        try connection.change(
            "UPDATE audit_parts SET taken = \(HubSchema.now) WHERE number = $1 AND parts = $2 AND daemon = $3",
            [.integer(Int64(part.number)), .integer(Int64(part.count)), .kept(daemon)])
    }

    /// Done, by this daemon or by another that has it by now, or free for the next.
    func end(_ part: EvidencePart, by mark: JudgingMark, daemon: String, isJudged: Bool) throws {
        let number = PostgresValue.integer(Int64(part.number))
        let (count, plan) = (PostgresValue.integer(Int64(part.count)), PostgresValue.integer(mark.plan))
        if isJudged {
            try connection.change(
                "UPDATE audit_parts SET done = true WHERE number = $1 AND parts = $2 AND plan = $3",
                [number, count, plan])
        } else {
            try connection.change(
                "UPDATE audit_parts SET daemon = NULL WHERE number = $1 AND parts = $2 AND plan = $3 AND daemon = $4",
                [number, count, plan, .kept(daemon)])
        }
    }

    /// An audit has judged everything at once meanwhile.
    func drop(settledBy mark: JudgingMark) throws {
        try connection.change("DELETE FROM audit_parts WHERE plan = $1", [.integer(mark.plan)])
    }

    /// False while one of them is not done.
    func close() throws -> Bool {
        guard try look() == .none else { return false }
        try connection.change("DELETE FROM audit_parts")
        return true
    }
}
