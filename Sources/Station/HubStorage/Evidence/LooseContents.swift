internal import AppClips
internal import Chips
internal import PostgreSQL
internal import Registry

/// Contents that may have no row: those that had lost one when they were noted, until it is found that they have another. One
/// that the registry plans or wrote stays noted, because it may do so no longer when it is looked at next.
struct LooseContents {
    private let connection: PostgresConnection
    private static let contentsAtOnce = 2_000

    init(_ connection: PostgresConnection) { self.connection = connection }

    func note(_ names: [ContentName]) throws {
        guard !names.isEmpty else { return }
        try connection.change(
            "INSERT INTO loose_contents SELECT unnest($1) ON CONFLICT DO NOTHING", [.byteStrings(names.map(\.bytes))])
    }

    /// A look at all of them, in their order and part by part. What an erasure notes meanwhile may lie before the part that
    /// comes next, so it is looked at by another sweep.
    struct Sweep {
        /// How many erasures there had been when it began.
        fileprivate let erasures: Int64
        fileprivate var last: [UInt8] = []
    }

    /// Nil where all erasures were followed by one.
    private func begin() throws -> Sweep? {
        try connection.number("SELECT count FROM erasures WHERE swept < count").map { Sweep(erasures: $0) }
    }

    /// Looks at so many further ones, and removes those that no row has any more and that the registry neither plans nor
    /// wrote. `sweep`: nil for the first part. What remains to be done; nil when that is nothing.
    func proceed(_ sweep: Sweep?, _ tables: HubTables) throws -> Sweep? {
        guard var sweep = try sweep ?? begin() else { return nil }
        let looked = try connection.all(
            "SELECT content FROM loose_contents WHERE content > $1 ORDER BY content LIMIT \(Self.contentsAtOnce)",
            [.bytes(sweep.last)]
        ) { try $0.bytes() }
        guard let last = looked.last else {
            try connection.change("UPDATE erasures SET swept = greatest(swept, $1)", [.integer(sweep.erasures)])
            return try begin()
        }
        let orphans = try connection.all(Self.selectOrphans, [.byteStrings(looked)]) {
            (name: try $0.bytes(), content: SeenContent(url: try $0.text(), uid: try $0.optionalUID()))
        }
        for table in ["verdicts", "evidence", "changed", "judged", "refolds", "contents"] {
            try connection.change(
                "DELETE FROM \(table) WHERE content = ANY($1)", [.byteStrings(orphans.map(\.name))])
        }
        if !orphans.isEmpty { try removeFindings(about: orphans.map(\.content), tables) }
        try connection.change(
            """
            DELETE FROM loose_contents AS seen WHERE content = ANY($1)
                AND NOT (\(HubSchema.hasNoRow) AND EXISTS (SELECT 1 FROM contents WHERE content = seen.content))
            """, [.byteStrings(looked)])
        sweep.last = last
        return sweep
    }

    private static let selectOrphans = """
        SELECT content, url, uid FROM contents AS seen WHERE content = ANY($1)
            AND \(HubSchema.hasNoRow)
            AND NOT EXISTS (
                SELECT 1 FROM tags WHERE \(HubSchema.digest("tags.url")) = \(HubSchema.digest("seen.url"))
                    AND tags.url = seen.url)
            AND NOT EXISTS (
                SELECT 1 FROM tags WHERE written_url <> tags.url
                    AND \(HubSchema.digest("written_url")) = \(HubSchema.digest("seen.url")) AND written_url = seen.url)
            AND NOT EXISTS (SELECT 1 FROM former_carriers WHERE former_carriers.url = seen.url)
            AND NOT EXISTS (SELECT 1 FROM spent_tags WHERE written_url = seen.url)
            AND NOT EXISTS (
                SELECT 1 FROM experiences WHERE \(HubSchema.digest("experiences.url")) = \(HubSchema.digest("seen.url"))
                    AND experiences.url = seen.url)
        """

    /// As `SeenContent.origin(of:)` has it.
    private static let origin = "array_to_string((string_to_array(url, '/'))[1:3], '/')"

    /// Their numbers are not given out again.
    private func removeFindings(about orphans: [SeenContent], _ tables: HubTables) throws {
        let origins = Set(orphans.map(\.origin)).map(\.wrappedValue)
        let others = try connection.all(
            "SELECT DISTINCT \(Self.origin) FROM contents WHERE \(Self.origin) = ANY($1)", [.kept(origins)]
        ) { ByteCompared(try $0.text()) }
        let known = Set(others).union(
            try tables.experiences().map { SeenContent(url: $0.url.text, uid: nil).origin })
        let erased = try ErasedContents(orphans, besides: known) { uid in
            try connection.number("SELECT 1::bigint FROM contents WHERE uid = $1 LIMIT 1", [.kept(uid.hexadecimal)])
                != nil || tables.tag(onChip: uid) != nil || tables.formerCarrier(onChip: uid) != nil
        }
        try tables.spend("findings", try tables.lastFinding())
        for finding in try tables.findings() where erased.areNamed(by: finding) {
            try connection.change("DELETE FROM repair_pictures WHERE finding = $1", [.integer(finding.number)])
            try connection.change("DELETE FROM findings WHERE number = $1", [.integer(finding.number)])
        }
    }
}
