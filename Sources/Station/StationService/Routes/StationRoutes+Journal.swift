internal import API
internal import HTTPMessages
internal import HTTPServer
internal import OpenAPI
internal import Registry

extension StationRoutes {
    private enum Order: String, CaseIterable {
        case oldest
        case newest
    }

    private static let from = RequestParameter<Int?>.optionalNumber(
        "from", "the first sequence number, when oldest first")
    private static let kind = RequestParameter<JournalEvent.Kind?>.choice("kind", "entries of this kind")
    private static let tag = RequestParameter<TagID?>.name(
        "tag", "entries that name this tag, or a sheet with its label")
    private static let actor = RequestParameter<String?>.text("actor", atMost: 200, "entries of this person or program")
    private static let since = RequestParameter<Timestamp?>.time("since", "entries from this moment on")
    private static let until = RequestParameter<Timestamp?>.time("until", "entries before this moment")
    private static let order = RequestParameter<Order?>.choice("order", "which come first (default: oldest)")

    var journal: [Endpoint] {
        [
            .get(
                "/v1/journal", for: .read, Endpoint.Title("Journal", "Lists the journal's entries"),
                reading: Paging.parameters + [
                    Self.from, Self.text, Self.kind, Self.tag, Self.actor, Self.since, Self.until, Self.order,
                ], problems: Paging.problems
            ) { [station] call in
                let filter = JournalFilter(
                    from: call[Self.from].map(Int64.init), kind: call[Self.kind], tag: call[Self.tag],
                    actor: call[Self.actor], text: call[Self.text], since: call[Self.since],
                    until: call[Self.until], newestFirst: call[Self.order] == .newest)
                let (entries, next) = try await Paging.page(call, { (entry: JournalEntry) in "\(entry.sequence)" }) {
                    try await station.queries.journal(filter, $0)
                }
                return JournalPage(entries, next: next)
            },
            .get(
                "/v1/journal/check", for: .read,
                Endpoint.Title("Journal", "Walks the journal's chain, and compares the registry with it"),
                run: { [station] _ in try await station.history.proveTables() }),
            .content(
                "/v1/backup", for: .administer, Endpoint.Title("Station", "Gives the registry as it is now"),
                answer: APIOperation.Answer(
                    200, "An SQLite file.",
                    APIOperation.Content(
                        "application/vnd.sqlite3", .other(["contentMediaType": "application/vnd.sqlite3"])),
                    headers: [
                        BackupHeader.length: "The file's length in bytes: one that ends earlier is not whole.",
                        BackupHeader.digest:
                            "SHA-256 of the file, in hexadecimal. Pages, references and journal of this file are in order.",
                    ]),
                problems: [.station(.fileUnreadable)]
            ) { [station] call in
                let backup = try await station.backUp(for: station.lease(of: call))
                return HTTPResponse(
                    headers: [
                        "Content-Type": "application/vnd.sqlite3", BackupHeader.length: String(backup.length),
                        BackupHeader.digest: backup.digest,
                    ], body: .file(length: backup.length, backup.pieces))
            },
        ]
    }
}
