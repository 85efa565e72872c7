import CMicroHTTPD
internal import HTTPMessages
import UnixSystem

extension HTTPExchange {
    /// The headers are there: finds the route and decides whether the body is wanted. False cuts the connection.
    func admit(_ connection: HTTPConnection, method: HTTPMethod) -> Bool {
        let headers = connection.headers
        let admission = admission(connection, method, headers: headers)
        self.admission = admission
        // Where its body ends is not clear, or does not matter any more.
        if case .refuse(let problem) = admission, problem.headers["Connection"] == "close" {
            service.lingering.expect(connection.socket)
            return send(problem.response, on: connection)
        }
        let length = headers["Content-Length"].flatMap { Int($0) } ?? 0
        switch admission {
        case .run(let route, let request):
            guard length <= route.body.limit else {
                return refuse(.tooLarge(limit: route.body.limit), length: length, headers, on: connection)
            }
            guard route.body.isStreamed else { return true }
            return startStreaming(route, request, on: connection) || send(Problem.stopping.response, on: connection)
        case .refuse(let problem): return refuse(problem, length: length, headers, on: connection)
        }
    }

    /// Answers before the body when the client waits for that, or when the body is too long to be dropped;
    /// libmicrohttpd then closes the connection. Else the answer comes after the body.
    private func refuse(
        _ problem: Problem, length: Int, _ headers: HTTPHeaders, on connection: HTTPConnection
    ) -> Bool {
        admission = .refuse(problem)
        guard length > Self.discardLimit || HTTPConnection.awaitsContinue(headers) else { return true }
        service.lingering.expect(connection.socket)
        return send(problem.response, on: connection)
    }

    private func admission(
        _ connection: HTTPConnection, _ method: HTTPMethod, headers: HTTPHeaders
    ) -> Admission {
        if let problem = RequestFraming.problem(headers) { return .refuse(problem) }
        if service.connections.isSurplus(connection.socket) { return .refuse(.tooManyConnections) }
        guard let target = RequestTarget(target) else {
            return .refuse(.badRequest("the request's address cannot be read"))
        }
        switch service.router.route(method, target.path) {
        case .failure(let problem): return .refuse(problem)
        case .success((let route, let parameters)):
            var request = HTTPRequest(
                method: method, path: target.path, query: target.query, headers: headers, parameters: parameters)
            switch origin {
            case .unixSocket: request.peer = try? PeerCredentials(ofSocket: connection.socket)
            case .tcp(let port, let isEncrypted, let isOnLoopback):
                (request.port, request.isEncrypted, request.isOnLoopback) = (port, isEncrypted, isOnLoopback)
            }
            do throws(Problem) {
                request.caller = try route.admission(request)
                return .run(route, request)
            } catch {
                return .refuse(error)
            }
        }
    }

    /// Takes a part of the body. False cuts the connection.
    func receive(_ part: UnsafeRawBufferPointer, on connection: HTTPConnection) -> Bool {
        received += part.count
        guard !pace.isTooSlow(received) else { return false }
        guard case .run(let route, _) = admission else { return received <= Self.discardLimit }
        guard received <= route.body.limit else { return giveUp(.tooLarge(limit: route.body.limit)) }
        if let stream {
            unsafe stream.add(part) {
                pace.pause()
                return unsafe SuspendedConnection(connection.pointer)
            }
            return true
        }
        return unsafe keep(part)
    }

    private func keep(_ part: UnsafeRawBufferPointer) -> Bool {
        let body = self.body ?? ReceivedBody(spool: service.spool)
        self.body = body
        do {
            unsafe try body.append(part)
            return true
        } catch let problem as Problem {
            return giveUp(problem)
        } catch {
            if case .run(_, let request) = admission { service.onFailure(request, error) }
            return giveUp(.cannotKeep)
        }
    }

    /// Drops the rest of the body, up to a limit, and then answers with the problem. A stream's handler has begun: it
    /// sees that the body was cut.
    private func giveUp(_ problem: Problem) -> Bool {
        guard stream == nil else { return false }
        body = nil
        admission = .refuse(problem)
        return received <= Self.discardLimit
    }
}
