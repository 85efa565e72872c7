internal import Cryptography
internal import FoundationEssentials
internal import PostgreSQL
internal import Registry
internal import Storage

/// Findings.
extension HubTables {
    static let findingColumns = """
        number, identity, state, code, severity, stores, tags, batches, message, next, words, since, last_found, \
        resolved, evidence, accepted_reason, accepted_by, accepted_at, accepted_tags, repair
        """

    static let selectFinding = "SELECT \(findingColumns) FROM findings"

    static func finding(_ columns: inout Columns) throws -> FindingLife {
        let (number, identity) = (try columns.integer(), try columns.text())
        let state: KeptFinding.State = try columns.name()
        let (code, severity) = (try columns.text(), try columns.text())
        let stores = try columns.list().map { key in
            guard let id = StoreID(key: key) else { throw RegistryError.unreadable("the key of a store", key) }
            return id
        }
        let (tags, batches) = (try columns.list(), try columns.list())
        let (message, next) = (try columns.text(), try columns.text())
        let words: FindingWords? = try columns.decoded("a finding's words")
        let (since, lastFound, resolved) = (try columns.time(), try columns.time(), try columns.optionalTime())
        let evidence = try columns.integer()
        let (reason, person) = (try columns.optionalText(), try columns.optionalText())
        let accepted = try columns.optionalTime()
        let acceptedTags: [String]? = try columns.decoded("a finding's list")
        let repair: FindingRepair? = try columns.decoded("a finding's repair")
        var acceptance: KeptFinding.Acceptance?
        if let reason, let person, let accepted {
            acceptance = KeptFinding.Acceptance(reason: reason, person: person, time: accepted)
        }
        let found = FoundFinding(
            identity: identity, code: code, severity: severity, stores: stores, tags: tags, batches: batches,
            message: message, next: next, words: words, evidence: evidence)
        return FindingLife(
            number: number, found: found, state: state, since: since, lastFound: lastFound, resolved: resolved,
            acceptance: acceptance, acceptedTags: acceptedTags ?? [], repair: repair)
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
        try connection.put(Self.findingColumns, into: "findings", Self.values(of: finding))
    }

    static func values(of finding: FindingLife) throws -> [PostgresValue] {
        let acceptance = finding.acceptance
        return [

            .integer(finding.number), .kept(finding.identity), .kept(finding.state.rawValue), .kept(finding.code),
            .kept(finding.severity), .kept(try finding.stores.map(\.key).json), .kept(try finding.tags.json),
            .kept(try finding.batches.json), .kept(finding.message), .kept(finding.next),
            .optional(try finding.words?.json), .time(finding.since), .time(finding.lastFound),
            .optional(finding.resolved), .integer(finding.evidence), .optional(acceptance?.reason),
            .optional(acceptance?.person), .optional(acceptance?.time),
            acceptance == nil ? .null : .kept(try finding.acceptedTags.json), .optional(try finding.repair?.json),
        ]
    }

    func keep(_ pictures: RepairPictures, of finding: Int64) throws {
        try connection.change("DELETE FROM repair_pictures WHERE finding = $1", [.integer(finding)])
        guard !pictures.isEmpty else { return }
        try connection.put(
            "finding, before, after", into: "repair_pictures",
            [.integer(finding)] + [pictures.before, pictures.after].map { $0.map { .bytes($0.bytes) } ?? .null })
    }

    /// Pictures of repairs that are not those whose digests their findings have, as the journal has.
    func wrongPictures() throws -> [JournalDeviation] {
        let pictured = try connection.all(
            """
            SELECT \(Self.findingColumns), before, after FROM findings LEFT JOIN repair_pictures ON finding = number
            WHERE repair IS NOT NULL OR finding IS NOT NULL ORDER BY number
            """
        ) { columns in
            let finding = try Self.finding(&columns)
            let digests = try [columns.optionalBytes(), columns.optionalBytes()].map { picture in
                try picture.map { try SHA256.hexadecimal(of: $0) }
            }
            let work = finding.repair?.work
            return (number: finding.number, isRight: digests == [work?.before, work?.after])
        }
        let lone = try connection.all(
            "SELECT finding FROM repair_pictures WHERE finding NOT IN (SELECT number FROM findings) ORDER BY finding"
        ) { try $0.integer() }
        return (pictured.filter { !$0.isRight }.map(\.number) + lone).map { number in
            JournalDeviation(
                subject: "finding \(number)", why: "the pictures of its repair are not those of the journal")
        }
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
