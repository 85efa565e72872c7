internal import HTTPMessages
internal import HTTPServer
internal import Registry

/// Answers requests to endpoints: who may ask, what they ask for, under which conditions.
struct EndpointService: Sendable {
    /// What an endpoint edits, and the endpoint that shows it.
    private typealias Edited = (thing: EditedThing, shown: Endpoint)

    let station: Station
    let web: WebRules

    /// Puts the endpoints into a router.
    func route(_ endpoints: [Endpoint]) -> HTTPRouter {
        let byPath = Dictionary(endpoints.filter { $0.method == .get }.map { ($0.path, $0) }) { first, _ in first }
        var router = HTTPRouter()
        for endpoint in endpoints {
            let edited = endpoint.edits.map { thing -> Edited in
                guard let shown = byPath[thing.path] else {
                    preconditionFailure("nothing is at \(thing.path) to be edited")
                }
                return (thing, shown)
            }
            router.on(
                endpoint.method, endpoint.path, body: endpoint.body,
                admission: { request throws(Problem) in try admit(request, to: endpoint) },
                handler: { request in
                    let request = web.asSent(request)
                    var response = try await answer(request, from: endpoint, editing: edited)
                    if !endpoint.setsWalkCookie, let cookie = station.access.walkCookie(for: request) {
                        response.headers.add("Set-Cookie", cookie)
                    }
                    return response
                })
        }
        return router
    }

    // MARK: Before the body

    private func admit(_ request: HTTPRequest, to endpoint: Endpoint) throws(Problem) -> (any Sendable)? {
        try web.check(request)
        let request = web.asSent(request)
        let caller = station.access.caller(of: request, on: SessionPage(ofPath: endpoint.path))
        if let role = endpoint.role { try check(caller, for: role, request) }
        try checkType(of: request, endpoint)
        try refuseEarly(request, of: caller, at: endpoint)
        return caller
    }

    /// Refuses those who wait for that. For the others, the connection would break while they send a long body: they
    /// are answered behind it. One that is longer than the endpoint ever takes is refused by the server.
    private func refuseEarly(_ request: HTTPRequest, of caller: Caller?, at endpoint: Endpoint) throws(Problem) {
        guard let refuse = endpoint.refuseEarly, request.awaitsContinue,
            request.announcedLength ?? 0 <= endpoint.body.limit
        else { return }
        do throws(StationError) {
            try refuse(request, caller)
        } catch {
            station.metrics.note(error.problem)
            throw error.problem
        }
    }

    private func check(_ caller: Caller?, for role: Role, _ request: HTTPRequest) throws(Problem) {
        guard let caller else { throw Problem.unauthorized("it does not say who asks") }
        if case .session = caller.way, !request.method.isSafe, !WebRules.isFromOwnPage(request) {
            throw WebRules.foreignPage("")
        }
        guard let own = caller.role, own.includes(role) else {
            throw Problem(
                status: 403, title: "the request is refused",
                detail: "it takes the role \(role.rawValue); \(caller.actor) has "
                    + (caller.role.map { "the role \($0.rawValue)" } ?? "none"),
                code: "forbidden",
                next: "ask an administrator of the station for the role; see: man waymarkd, access")
        }
    }

    private func checkType(of request: HTTPRequest, _ endpoint: Endpoint) throws(Problem) {
        guard !endpoint.bodyTypes.isEmpty else { return }
        // A request without a body has nothing that a type could describe: its JSON is `{}`.
        if endpoint.bodyTypes.contains("application/json"), !request.announcesBody { return }
        let type = (request.headers["Content-Type"] ?? "").prefix { $0 != ";" && $0 != " " }.lowercased()
        guard !endpoint.bodyTypes.contains(type) else { return }
        throw Problem(
            status: 415, title: "the request's body is refused",
            detail: type.isEmpty ? "it has no Content-Type" : "it is \(type.prefix(80))",
            code: "unsupported-media-type", next: "send \(endpoint.bodyTypes[0]), and say so in Content-Type")
    }

    // MARK: The whole request

    /// Turns an error of any module into the problem that it is for a client.
    private func answer(
        _ request: HTTPRequest, from endpoint: Endpoint, editing edited: Edited?
    ) async throws -> HTTPResponse {
        do {
            let call = try OperationCall(
                request, by: request.caller as? Caller, station: station.name, reading: endpoint.parameters)
            switch endpoint.effect {
            case .look: return try Conditions.answer(request, try await carryOut(call, of: endpoint))
            case .stream, .session: return try await carryOut(call, of: endpoint)
            case .change, .secretChange:
                let lost: String? = if case .secretChange(let next) = endpoint.effect { next } else { nil }
                let repetition = Repetition(storage: station.storage, keys: station.requestKeys, now: station.now)
                return try await repetition.answer(call, lost: lost, isPersonal: endpoint.isPersonal) { call in
                    guard let edited else {
                        try await Conditions.check(call.request, against: nil)
                        return try await carryOut(call, of: endpoint)
                    }
                    return try await edit(call, of: endpoint, edited)
                }
            }
        } catch {
            if let error = error as? RegistryError { station.conditions.note(error) }
            guard let problem = StationError(error)?.problem else { throw error }
            station.metrics.note(problem)
            throw problem
        }
    }

    /// One edit of a thing at a time: no other edit comes between the check of its entity tag and the change. For those of
    /// other daemons, what the change rests on is read before the document that is checked, and compared by the storage.
    private func edit(_ call: OperationCall, of endpoint: Endpoint, _ edited: Edited) async throws -> HTTPResponse {
        let (thing, shown) = edited
        let place = call.request.path.prefix(thing.path.split(separator: "/").count).joined(separator: "/")
        return try await station.edits.alone(at: place) {
            try await Redeciding.untilRecorded {
                let call = try await seeing(thing, call)
                try await Conditions.check(call.request, against: { try await shown.run(call) })
                return try await carryOut(call, of: endpoint)
            }
        }
    }

    /// The same call, with what is there of what it edits, where its author has seen that.
    private func seeing(_ thing: EditedThing, _ call: OperationCall) async throws -> OperationCall {
        guard Conditions.restOnSeen(call.request) else { return call }
        return OperationCall(call, having: try await station.basis(of: thing, in: call))
    }

    /// Runs the endpoint's function. A build for debugging ends when it throws a problem that is not listed.
    private func carryOut(_ call: OperationCall, of endpoint: Endpoint) async throws -> HTTPResponse {
        do {
            return try await endpoint.run(endpoint.role == nil ? call : leased(call))
        } catch {
            let name = "\(endpoint.method.rawValue) \(endpoint.path)"
            assert(endpoint.lists(error), "\(name) does not list what it is answered with: \(error)")
            throw error
        }
    }

    /// The same call, of a caller who is still let in: its body may have been long on its way, or it has waited for its
    /// turn. Where a body comes in pieces, that is asked with each.
    private func leased(_ call: OperationCall) throws -> OperationCall {
        guard let lease = station.lease(of: call) else { return call }
        try lease.check()
        return call.pieces.map { OperationCall(call, reading: LeasedPieces(pieces: $0, lease: lease)) } ?? call
    }
}
