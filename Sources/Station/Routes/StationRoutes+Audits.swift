internal import API
internal import HTTPServer
internal import Registry

extension StationRoutes {
    func addAudits(to router: inout HTTPRouter) {
        let station = station
        router.on(
            .post, "/v1/audits", bodyLimit: Self.fileLimit,
            handler: answering { request in
                let wanted = try Wire.read(AuditRequest.self, from: request)
                return try Wire.respond(try await station.audit(wanted, by: author(of: request)))
            })
        router.on(
            .get, "/v1/journal",
            handler: answering { request in
                let from = try Wire.number("from", of: request, in: 1...Int.max, or: 1)
                let limit = try Wire.number("limit", of: request, in: 1...1_000, or: 100)
                let entries = try await station.storage.journal(from: Int64(from), limit: limit)
                return try Wire.respond(JournalPage(entries))
            })
    }
}
