import API
import ArgumentParsing
import Cryptography
import Registry
import UnixSystem

enum JournalCommands {
    private static let expected = Option.optional(
        "expect", JournalPoint.conversion,
        help: "an entry's number and digest, kept elsewhere since an earlier check: it must still be there")
    private static let against = Option.optional(
        "against", .file, help: "the same in a file, as backup leaves it beside a copy: COPY.newest")
    private static let from = Option.defaulting(
        to: 1, "from", .integer(in: 1...Int.max), valueName: "N", help: "the first entry's number")
    private static let last = Option.defaulting(
        to: 20, "last", .integer(in: 1...1_000), valueName: "N", help: "how many entries at most, the newest ones")
    private static let tag = Option.optional(
        "tag", .identifier("TAG") as Conversion<TagID>, help: "entries that name this tag, or a sheet with its label")
    private static let kind = Option.optional(
        "kind", .choice(of: JournalEvent.Kind.self), valueName: "KIND", help: "entries of this kind: write-confirmed")
    private static let actor = Option.optional(
        "by", .text, valueName: "ACTOR", help: "entries of this person or program, as the list names them")
    private static let since = Option.optional("since", .moment, help: "entries from this moment on")
    private static let until = Option.optional("until", .moment, help: "entries before this moment")

    static let group = Command(
        group: "journal", abstract: "The station's memory: what was done to which tag, when and by whom.",
        subcommands: [
            Command(
                "list", abstract: "Lists the newest entries, those of a tag, a kind, a person or a time.",
                examples: [
                    Example("See what happened last", "waymark journal list --last 5"),
                    Example("See what was done to a tag", "waymark journal list --tag n-cu-01"),
                    Example(
                        "See which chips were refused on a day",
                        "waymark journal list --kind chip-refused --since 2026-11-20 --until 2026-11-21"),
                ], parameters: [last, tag, kind, actor, since, until],
                furtherExitStatuses: [.daemonUnreachable, .noPermission], run: list),
            Command(
                "verify", abstract: "Checks the journal's chain, and what the registry holds against it.",
                discussion: """
                    Each entry holds the SHA-256 of the one before it. Nothing follows the newest entry: keep the number \
                    and digest that are printed somewhere else, and give them to the next check with --expect. Then a \
                    change of that entry, or a journal cut short and continued, is found, too. Tokens, sessions, readers and what became of \
                    each tag (chip, content, protection, labels) are compared with what the journal says; stores, experiences, \
                    deployments, batches and the plans of tags are compared with the digests that entries have of them. \
                    Rows that are older than the digests are listed as not proven.
                    """,
                examples: [
                    Example("Check the chain", "waymark journal verify"),
                    Example(
                        "Check it against what an earlier check printed",
                        "waymark journal verify --expect "
                            + "812:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"),
                ],
                parameters: [expected, against], furtherExitStatuses: [.findings, .daemonUnreachable, .noPermission],
                run: verify),
            Command(
                "export", abstract: "Prints entries as JSON Lines, the oldest first, each with its digest.",
                examples: [Example("Keep the journal elsewhere", "waymark journal export --from 1")],
                parameters: [from], furtherExitStatuses: [.daemonUnreachable, .noPermission], run: export),
        ])

    private static func list(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let client = Daemon.client(values)
        let filter = JournalFilter(
            kind: values[kind], tag: values[tag], actor: values[actor], since: values[since], until: values[until],
            newestFirst: true)
        let lines = Array(try await client.journal(filter, limit: values[last]).entries.reversed())
        if values.wantsJSON {
            Terminal.result(try JSONText.document(JournalPage(lines)))
            return .done
        }
        var table = Table(["entry", "time", "by", "what", "particulars"])
        for entry in lines.map(\.entry) {
            table.append([
                String(entry.sequence), entry.time.iso8601, entry.author.actor, entry.kind, entry.payload,
            ])
        }
        Terminal.result(table.text)
        return .done
    }

    private static func export(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let client = Daemon.client(values)
        var next = Int64(values[from])
        while true {
            let entries = try await client.journal(from: next, limit: 1_000).entries
            guard let newest = entries.last else { return .done }
            for line in entries { Terminal.result(try JSONText.line(ExportedEntry(line))) }
            guard StandardOutput.isOpen else { return .done }
            next = newest.entry.sequence + 1
        }
    }

    private static func verify(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let client = Daemon.client(values)
        let check = try await client.checkJournal()
        let newest = check.brokenAt == nil ? try await point(check.entries, client) : nil
        var missed: JournalPoint?
        let kept = try values[against].map(KeptPoint.read)
        for expected in [values[expected], kept].compactMap(\.self)
        where try await point(expected.sequence, client) != expected { missed = expected }
        let deviations = check.deviations ?? []
        let isWhole = check.brokenAt == nil && missed == nil && deviations.isEmpty
        if values.wantsJSON {
            Terminal.result(
                try JSONText.document(
                    JournalVerdict(
                        entries: check.entries, brokenAt: check.brokenAt, newest: newest?.description,
                        missed: missed?.description, deviations: deviations, unproven: check.unproven ?? [])))
            return isWhole ? .done : .findings
        }
        if let broken = check.brokenAt {
            Terminal.result(
                """
                the chain breaks at entry \(broken): that entry or the one before it was changed or removed
                  next: compare with the last good backup (waymark backup), and find out who could write the registry
                """)
        }
        if let missed {
            Terminal.result(
                """
                entry \(missed.sequence) is not what it was: its digest is no longer \(missed.digest)
                  next: compare with the last good backup (waymark backup), and find out who could write the registry
                """)
        }
        for deviation in deviations { Terminal.result("\(deviation.subject): \(deviation.why)") }
        if !deviations.isEmpty {
            Terminal.result(
                """
                the journal does not account for this: the registry was changed beside the daemon
                  next: find out who could write the registry's file, and restore the last good backup (waymarkd restore)
                """)
        }
        for rows in check.unproven ?? [] { Terminal.note(rows.sentence) }
        if isWhole { Terminal.result("\(count(Int(check.entries), "entry")), chain intact") }
        if let newest { Terminal.result("newest: \(newest)") }
        return isWhole ? .done : .findings
    }

    static func point(_ sequence: Int64, _ client: WaymarkClient) async throws -> JournalPoint? {
        guard sequence > 0, let entry = try await client.journal(from: sequence, limit: 1).entries.first?.entry,
            entry.sequence == sequence
        else { return nil }
        return JournalPoint(sequence: sequence, digest: try SHA256.hexadecimal(of: entry.canonicalBytes))
    }
}

extension JournalPoint {
    fileprivate static let conversion = Conversion<JournalPoint>(
        valueName: "N:DIGEST", expecting: "an entry's number, a colon and its SHA-256 in hexadecimal"
    ) { JournalPoint($0) }
}

extension UnprovenDocuments {
    fileprivate var sentence: String {
        let since = since.map { ", since entry \($0) they are" } ?? ""
        return "not proven: \(documents) (\(count(Int(rows), "row")), older than the journal's digests\(since))"
    }
}

private struct ExportedEntry: Encodable {
    let line: JournalLine
    let digest: String

    init(_ line: JournalLine) throws {
        self.line = line
        digest = try SHA256.hexadecimal(of: line.entry.canonicalBytes)
    }

    private enum CodingKeys: String, CodingKey {
        case digest
    }

    func encode(to encoder: any Encoder) throws {
        try line.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(digest, forKey: .digest)
    }
}

private struct JournalVerdict: Encodable {
    let schema = 1
    let entries: Int64
    /// The first entry that does not fit.
    let brokenAt: Int64?
    /// The newest entry, `N:DIGEST`.
    let newest: String?
    /// What was expected and is not there.
    let missed: String?
    /// Rows that the journal does not account for.
    let deviations: [JournalDeviation]
    /// Rows that are older than the journal's digests of them.
    let unproven: [UnprovenDocuments]
}
