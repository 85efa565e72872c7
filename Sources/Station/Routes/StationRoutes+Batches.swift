internal import API
internal import HTTPServer
internal import Registry

extension StationRoutes {
    func addBatches(to router: inout HTTPRouter) {
        let station = station
        router.on(
            .get, "/v1/batches",
            handler: answering { _ in try Wire.respond(BatchList(try await station.storage.batches())) })
        router.on(
            .post, "/v1/batches/{name}", bodyLimit: Self.fileLimit,
            handler: answering { request in
                let name: BatchName = try Wire.identifier("name", of: request)
                let rules = RulesRequest(
                    protection: try Wire.optionalChoice("protection", of: request),
                    mirror: try Wire.optionalChoice("mirror", of: request),
                    genuineness: try Wire.optionalChoice("genuineness", of: request))
                let created = try await station.createBatch(
                    name, template: request.queryValue("template"), rules: rules.applied(to: .usual), request.body,
                    file: request.queryValue("file") ?? name.text, by: author(of: request))
                return try Wire.respond(created, status: 201)
            })
        router.on(
            .get, "/v1/batches/{name}",
            handler: answering { request in
                let name: BatchName = try Wire.identifier("name", of: request)
                return try Wire.respond(try await station.detail(of: name))
            })
        router.on(
            .put, "/v1/batches/{name}", bodyLimit: Self.fileLimit,
            handler: answering { request in
                let name: BatchName = try Wire.identifier("name", of: request)
                return try Wire.respond(
                    try await station.reviseBatch(
                        name, template: request.queryValue("template"), request.body,
                        file: request.queryValue("file") ?? name.text, by: author(of: request)))
            })
        router.on(
            .get, "/v1/batches/{name}/check",
            handler: answering { request in
                let name: BatchName = try Wire.identifier("name", of: request)
                return try Wire.respond(try await station.check(name))
            })
        router.on(
            .post, "/v1/batches/{name}/rules",
            handler: answering { request in
                let name: BatchName = try Wire.identifier("name", of: request)
                let rules = try Wire.read(RulesRequest.self, from: request)
                return try Wire.respond(try await station.rule(name, rules, by: author(of: request)))
            })
        router.on(
            .post, "/v1/batches/{name}/rotate",
            handler: answering { request in
                let name: BatchName = try Wire.identifier("name", of: request)
                return try Wire.respond(try await station.rotateKey(of: name, by: author(of: request)))
            })
        for (action, pauses) in [("pause", true), ("resume", false)] {
            router.on(
                .post, "/v1/batches/{name}/\(action)",
                handler: answering { request in
                    let name: BatchName = try Wire.identifier("name", of: request)
                    let reason = try Wire.read(RestRequest.self, from: request).reason
                    return try Wire.respond(
                        try await station.rest(name, pause: pauses, reason: reason, by: author(of: request)))
                })
        }
        router.on(
            .get, "/v1/tags/{id}",
            handler: answering { request in
                let id: TagID = try Wire.identifier("id", of: request)
                return try Wire.respond(try await station.detail(of: id))
            })
        for (action, retires) in [("replace", false), ("retire", true)] {
            router.on(
                .post, "/v1/tags/{id}/\(action)",
                handler: answering { request in
                    let id: TagID = try Wire.identifier("id", of: request)
                    let reason = try Wire.reason(of: request)
                    return try Wire.respond(
                        try await station.release(id, retire: retires, reason: reason, by: author(of: request)))
                })
        }
        router.on(.post, "/v1/sheets", handler: recording(JournalEvent.sheetMade))
        router.on(.post, "/v1/prints", handler: recording(JournalEvent.sheetPrinted))
    }

    /// Takes what was done elsewhere into the journal, as it was sent.
    private func recording<Record: Decodable & Sendable>(
        _ event: @escaping @Sendable (Record) -> JournalEvent
    ) -> HTTPRouter.Handler {
        let station = station
        return answering { request in
            let record = try Wire.read(Record.self, from: request)
            let entry = try await station.storage.record(event(record), by: author(of: request))
            return try Wire.respond(entry, status: 201)
        }
    }
}
