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
    }
}
