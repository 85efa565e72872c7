internal import API
internal import HTTPServer
internal import Registry

extension StationRoutes {
    func addHistory(to router: inout HTTPRouter) {
        let station = station
        for kind in EvidenceKind.allCases {
            router.on(
                .post, "/v1/\(kind.rawValue)", bodyLimit: Self.fileLimit,
                handler: answering { request in
                    let id = try request.queryValue("import").map { text in
                        guard let id = Int(text) else { throw Wire.badName(text) }
                        return id
                    }
                    let progress = try await station.evidence.take(
                        kind, file: request.queryValue("file") ?? kind.rawValue, import: id,
                        more: request.queryValue("more") == "true", request.body, by: author(of: request))
                    return try Wire.respond(progress)
                })
        }
        router.on(
            .post, "/v1/sightings/forget",
            handler: answering { request in
                let wanted = try Wire.read(ForgetRequest.self, from: request)
                return try Wire.respond(try await station.forget(wanted, by: author(of: request)))
            })
        router.on(
            .get, "/v1/findings",
            handler: answering { request in
                let states = try Self.states(request.queryValue("state"))
                return try Wire.respond(FindingList(try await station.storage.findings(in: states)))
            })
        router.on(
            .get, "/v1/findings/{number}",
            handler: answering { request in
                try Wire.respond(FindingDetail(try await station.finding(try Self.number("number", of: request))))
            })
        router.on(
            .post, "/v1/findings/{number}/accept",
            handler: answering { request in
                let wanted = try Wire.read(AcceptRequest.self, from: request)
                let number = try Self.number("number", of: request)
                return try Wire.respond(
                    FindingDetail(try await station.accept(number, wanted, by: author(of: request))))
            })
    }

    func addWalks(to router: inout HTTPRouter) {
        let station = station
        router.on(
            .post, "/v1/walks",
            handler: answering { _ in
                try Wire.respond(await station.walks.begin(try await station.scope(of: nil)), status: 201)
            })
        router.on(
            .post, "/v1/walks/{id}/sightings",
            handler: answering { request in
                let seen = try Wire.read(WalkSighting.self, from: request)
                let id = try Self.number("id", of: request)
                return try Wire.respond(try await station.walks.see(seen, onWalk: id))
            })
        router.on(
            .post, "/v1/walks/{id}/end",
            handler: answering { request in
                let end = try Wire.read(WalkEnd.self, from: request)
                let id = try Self.number("id", of: request)
                return try Wire.respond(try await station.endWalk(id, end, by: author(of: request)))
            })
    }

    private static func states(_ list: String?) throws -> Set<KeptFinding.State> {
        guard let list else { return [.new, .stillThere, .accepted] }
        return Set(
            try list.split(separator: ",").map { word in
                guard let state = KeptFinding.State(rawValue: String(word)) else { throw Wire.badName(String(word)) }
                return state
            })
    }

    private static func number(_ variable: String, of request: HTTPRequest) throws -> Int {
        let text = request.parameter(variable)
        guard let number = Int(text) else { throw Wire.badName(text) }
        return number
    }
}
