internal import API
internal import HTTPServer
internal import Registry

extension StationRoutes {
    func addJournal(to router: inout HTTPRouter) {
        let station = station
        router.on(
            .get, "/v1/journal",
            handler: answering { request in
                let from = try Wire.number("from", of: request, in: 1...Int.max, or: 1)
                let limit = try Wire.number("limit", of: request, in: 1...1_000, or: 100)
                let entries = try await station.storage.journal(from: Int64(from), limit: limit)
                return try Wire.respond(JournalPage(entries))
            })
        router.on(
            .get, "/v1/journal/check",
            handler: answering { _ in try Wire.respond(try await station.storage.verifyJournal()) })
        router.on(
            .get, "/v1/backup",
            handler: answering { _ in
                let backup = try await station.backUp()
                return HTTPResponse(
                    headers: [
                        "Content-Type": "application/vnd.sqlite3", "Cache-Control": "no-store",
                        BackupHeader.length: String(backup.length),
                    ], body: .stream(backup.pieces))
            })
    }
}
