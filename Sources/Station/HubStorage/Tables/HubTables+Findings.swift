internal import FoundationEssentials
internal import PostgreSQL
internal import Registry
internal import Storage

/// Findings.
extension HubTables {
    static let findingColumns = """
        number, identity, state, code, severity, stores, tags, batches, message, next, words, since, last_found, \
        resolved, evidence, accepted_reason, accepted_by, accepted_at, accepted_tags
        """

    static let selectFinding = "SELECT \(findingColumns) FROM findings"

    static func finding(_ columns: inout Columns) throws -> FindingLife {
        let (number, identity) = (try columns.integer(), try columns.text())
        let state: KeptFinding.State = try columns.name()
        let found = FoundFinding(
            identity: identity, code: try columns.text(), severity: try columns.text(),
            stores: try columns.list().map { key in
                guard let id = StoreID(key: key) else { throw RegistryError.unreadable("the key of a store", key) }
                return id
            },
            tags: try columns.list(), batches: try columns.list(), message: try columns.text(),
            next: try columns.text(), words: try columns.decoded("a finding's words"))
        let (since, lastFound, resolved) = (try columns.time(), try columns.time(), try columns.optionalTime())
        let evidence = try columns.integer()
        let (reason, person) = (try columns.optionalText(), try columns.optionalText())
        let accepted = try columns.optionalTime()
        let tags: [String]? = try columns.decoded("a finding's list")
        var acceptance: KeptFinding.Acceptance?
        if let reason, let person, let accepted {
            acceptance = KeptFinding.Acceptance(reason: reason, person: person, time: accepted)
        }
        return FindingLife(
            number: number, found: found, state: state, since: since, lastFound: lastFound, resolved: resolved,
            evidence: evidence, acceptance: acceptance, acceptedTags: tags ?? [])
    }

    func findings() throws -> [FindingLife] {
        try connection.all(Self.selectFinding + " ORDER BY number", as: Self.finding)
    }

    func findings(openOrIdentifiedBy identities: Set<String>) throws -> [FindingLife] {
        try connection.all(
            Self.selectFinding + """
                 WHERE state <> 'resolved'
                    OR \(HubSchema.digest("identity")) IN (SELECT \(HubSchema.digest("wanted")) FROM unnest($1) AS wanted)
                ORDER BY number
                """,
            [.kept(Array(identities))], as: Self.finding)
    }

    func findingLife(_ number: Int64) throws -> FindingLife? {
        try connection.all(Self.selectFinding + " WHERE number = $1", [.integer(number)], as: Self.finding).first
    }

    func put(_ finding: FindingLife) throws {
        let acceptance = finding.acceptance
        try connection.put(
            Self.findingColumns, into: "findings",
            [
                .integer(finding.number), .kept(finding.identity), .kept(finding.state.rawValue), .kept(finding.code),
                .kept(finding.severity), .kept(try finding.stores.map(\.key).json), .kept(try finding.tags.json),
                .kept(try finding.batches.json), .kept(finding.message), .kept(finding.next),
                .optional(try finding.words?.json), .time(finding.since), .time(finding.lastFound),
                .optional(finding.resolved), .integer(finding.evidence), .optional(acceptance?.reason),
                .optional(acceptance?.person), .optional(acceptance?.time),
                acceptance == nil ? .null : .kept(try finding.acceptedTags.json),
            ])
    }

    func lastFinding() throws -> Int64 {
        try connection.number(
            """
            SELECT greatest((SELECT coalesce(max(number), 0) FROM findings),
                            (SELECT coalesce(max(last), 0) FROM spent_numbers WHERE name = 'findings'))
            """) ?? 0
    }
}

extension Columns {
    mutating func list() throws -> [String] { try decoded("a finding's list") ?? [] }

    /// Nil for null.
    mutating func decoded<Value: Decodable>(_ what: String) throws -> Value? {
        guard let text = try optionalText() else { return nil }
        guard let value = try? JSONDecoder().decode(Value.self, from: Data(text.utf8)) else {
            throw RegistryError.unreadable(what, text)
        }
        return value
    }
}
