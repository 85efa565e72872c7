import CMicroHTTPD
import UnixSystem

extension Exchange {
    /// The headers are there: finds the route and decides whether the body is wanted. False cuts the connection.
    func admit(_ connection: Connection, method: HTTPMethod) -> Bool {
        let headers = connection.headers
        let admission = admission(connection, method, headers)
        self.admission = admission
        let length = headers["Content-Length"].flatMap { Int($0) } ?? 0
        switch admission {
        case .run(let route, _):
            guard length > route.bodyLimit else { return true }
            return refuse(.tooLarge(limit: route.bodyLimit), length, headers, on: connection)
        case .refuse(let problem): return refuse(problem, length, headers, on: connection)
        }
    }

    /// Answers before the body when the client waits for that, or when the body is too long to be dropped;
    /// libmicrohttpd then closes the connection. Else the answer comes after the body.
    private func refuse(
        _ problem: Problem, _ length: Int, _ headers: HTTPHeaders, on connection: Connection
    ) -> Bool {
        admission = .refuse(problem)
        guard length > Self.discardLimit || Connection.awaitsContinue(headers) else { return true }
        return send(problem.response, on: connection)
    }

    private func admission(
        _ connection: Connection, _ method: HTTPMethod, _ headers: HTTPHeaders
    ) -> Admission {
        guard let target = RequestTarget(target) else {
            return .refuse(.badRequest("the request's address cannot be read"))
        }
        switch service.router.route(method, target.path) {
        case .failure(let problem): return .refuse(problem)
        case .success((let route, let parameters)):
            let peer = isUnixSocket ? try? PeerCredentials(ofSocket: connection.socket) : nil
            let request = HTTPRequest(
                method: method, path: target.path, query: target.query, headers: headers,
                parameters: parameters,
                peer: peer)
            return .run(route, request)
        }
    }

    /// Takes a part of the body. False cuts the connection.
    func receive(_ part: UnsafeRawBufferPointer) -> Bool {
        received += part.count
        if case .run(let route, _) = admission {
            if received <= route.bodyLimit {
                unsafe body.append(contentsOf: part)
                return true
            }
            body = []
            admission = .refuse(.tooLarge(limit: route.bodyLimit))
        }
        return received <= Self.discardLimit
    }
}
