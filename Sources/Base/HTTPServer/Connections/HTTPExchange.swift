import CMicroHTTPD
import Synchronization
import UnixSystem

/// One request and its response.
///
/// libmicrohttpd calls us for the headers, for each part of the body, and when the request is whole. Then the
/// connection is suspended while the handler runs in a task, and resumed with the response.
///
/// `@unchecked Sendable`: `admission`, `body`, `received`, `pace`, `stream`, `registration`, `isWatched` are written
/// only by the daemon's thread,
/// in the callbacks of this one connection, which come one after the other (MHD_stop_daemon makes the last of
/// them after it has joined that thread). Everything else is immutable or behind the mutex.
final class HTTPExchange: @unchecked Sendable {
    /// Bytes beyond the limit of a body are read and dropped up to this many, so that a client that sends first
    /// and reads later gets its 413. Then the connection is cut.
    static let discardLimit = 16 << 20

    let target: String
    let service: RequestService
    let origin: MicroHTTPDaemon.Origin

    var admission: Admission?
    /// The body of a route that takes it whole, once there is some.
    var body: ReceivedBody?
    var received = 0
    var pace = BodyPace()
    /// The body of a route that takes it piece by piece.
    var stream: RequestBody?
    private var registration: (number: UInt64, socket: Int32)?
    private var isWatched = false
    private let shared = Mutex(Shared())
    /// Had by who answers until the connection is resumed. The daemon's thread, which that wakes, needs only what is shared.
    private let answering = Mutex(())

    /// What the headers led to.
    enum Admission {
        case run(HTTPRouter.Route, HTTPRequest)
        case refuse(Problem)
    }

    private struct Shared {
        var phase = Phase.receiving
        var task: Task<Void, Never>?
        var stream: ResponseStream?
        /// How a stream that begins from now on ends at once.
        var endsStreams: ResponseStream.Ending?
        var isAbandoned = false
        /// What it is answered where it is abandoned.
        var abandonment = Problem.stopping
    }

    private enum Phase {
        case receiving
        case running(SuspendedConnection)
        case answered(HTTPResponse)
        case sent
    }

    init(target: String, service: RequestService, origin: MicroHTTPDaemon.Origin) {
        self.target = target
        self.service = service
        self.origin = origin
    }

    /// The request is whole, or its response has come. False cuts the connection.
    func proceed(_ connection: HTTPConnection) -> Bool {
        if let answer = takeAnswer() { return send(answer, on: connection) }
        switch admission {
        case .run(let route, let request):
            guard let stream else { return start(route, request, on: connection) }
            stream.finish()
            return waitForAnswer(on: connection)
        case .refuse(let problem): return send(problem.response, on: connection)
        case nil: return false
        }
    }

    private func takeAnswer() -> HTTPResponse? {
        shared.withLock { shared in
            guard case .answered(let response) = shared.phase else { return nil }
            shared.phase = .sent
            return response
        }
    }

    /// Runs the handler of a request that is whole.
    private func start(_ route: HTTPRouter.Route, _ request: HTTPRequest, on connection: HTTPConnection) -> Bool {
        defer { body = nil }
        guard run(route, request, on: connection) else { return send(Problem.stopping.response, on: connection) }
        return waitForAnswer(on: connection)
    }

    /// Runs the handler of a request whose body is still to come. False when no more are taken.
    func startStreaming(_ route: HTTPRouter.Route, _ request: HTTPRequest, on connection: HTTPConnection) -> Bool {
        let stream = RequestBody()
        self.stream = stream
        var request = request
        request.stream = stream
        return run(route, request, on: connection)
    }

    private func run(_ route: HTTPRouter.Route, _ request: HTTPRequest, on connection: HTTPConnection) -> Bool {
        guard let number = service.exchanges.add(self) else { return false }
        registration = (number, connection.socket)
        shared.withLock { shared in
            guard !shared.isAbandoned else { return }
            if !request.method.isSafe { shared.abandonment = .stoppingMeanwhile }
            shared.task = Task { [body] in
                let start = ContinuousClock.now
                let response = await response(of: route, to: request, with: body)
                service.onAnswer(
                    WebServer.Answer(
                        method: request.method, route: route.pattern.text, status: response.status,
                        duration: ContinuousClock.now - start))
                answer(response)
            }
        }
        // A suspended connection is not watched by libmicrohttpd.
        service.watcher.watch(connection.socket, as: number, halfClosed: !origin.isUnixSocket)
        isWatched = true
        return true
    }

    /// Suspends the connection until the handler has answered. False cuts it.
    private func waitForAnswer(on connection: HTTPConnection) -> Bool {
        let answer: HTTPResponse? = shared.withLock { shared in
            if case .answered(let response) = shared.phase {
                shared.phase = .sent
                return response
            }
            if shared.isAbandoned { return shared.abandonment.response }
            // Under the lock: an answer finds the connection suspended.
            shared.phase = .running(unsafe SuspendedConnection(connection.pointer))
            return nil
        }
        return answer.map { send($0, on: connection) } ?? true
    }

    private func response(
        of route: HTTPRouter.Route, to request: HTTPRequest, with body: ReceivedBody?
    ) async -> HTTPResponse {
        do {
            guard let body else { return try await route.handler(request) }
            return try await body.withBytes { bytes in
                var request = request
                request.body = bytes
                return try await route.handler(request)
            }
        } catch let problem as Problem {
            return problem.response
        } catch {
            // A handler that ends because of its cancellation has not failed.
            if !Task.isCancelled { service.onFailure(request, error) }
            return shared.withLock { $0.isAbandoned ? $0.abandonment : Problem.internalError }.response
        }
    }

    private func answer(_ response: HTTPResponse) {
        answering.withLock { _ in
            let suspended: SuspendedConnection? = shared.withLock { shared in
                switch shared.phase {
                case .running(let connection):
                    shared.phase = .answered(response)
                    return connection
                // The body is still on its way: the answer waits for its end.
                case .receiving: shared.phase = .answered(response)
                case .answered, .sent: break
                }
                return nil
            }
            suspended?.resume()
        }
        stream?.discardRest()
    }

    /// Hands the response to libmicrohttpd, on its thread.
    func send(_ response: HTTPResponse, on connection: HTTPConnection) -> Bool {
        var response = service.dressed(response)
        var stream: ResponseStream?
        let isHead = if case .run(_, let request) = admission { request.method == .head } else { false }
        switch (response.body, isHead) {
        case (.none, _), (.bytes, _): break
        case (.stream, true), (.file, true): response.body = .none
        case (.stream(let pieces), false): stream = ResponseStream(pieces, on: connection)
        case (.file(let length, let pieces), false):
            stream = ResponseStream(pieces, length: length, on: connection)
        }
        shared.withLock { shared in
            shared.phase = .sent
            shared.stream = stream
            if let ending = shared.endsStreams { stream?.end(ending) }
        }
        // A client that has its answer may close without waking a thread.
        if stream == nil { forgetSocket() }
        do {
            return try connection.queue(response, stream: stream)
        } catch {
            stream?.end(.aborted)
            if case .run(_, let request) = admission { service.onFailure(request, error) }
            return (try? connection.queue(Problem.internalError.response, stream: nil)) ?? false
        }
    }

    /// The client is gone: the handler is cancelled, a stream ends. A response that comes all the same is sent,
    /// because a client that only closed its sending side may still read.
    func hangUp() {
        shared.withLock { shared in
            shared.task?.cancel()
            shared.endsStreams = .aborted
            shared.stream?.end(.aborted)
        }
        stream?.cut()
    }

    /// Ends the stream, now or when there is one; the rest of the request continues.
    func endStream() {
        shared.withLock { shared in
            shared.endsStreams = shared.endsStreams ?? .complete
            shared.stream?.end(.complete)
        }
    }

    /// Answers without the handler, whatever it does. Afterwards the connection is not suspended, nor will be.
    func abandon() {
        let problem = shared.withLock { shared in
            shared.isAbandoned = true
            return shared.abandonment
        }
        hangUp()
        answer(problem.response)
    }

    /// libmicrohttpd is done with the request, for better or worse.
    func complete() {
        forgetSocket()
        if let number = registration?.number { service.exchanges.remove(number) }
        body = nil
        hangUp()
    }

    private func forgetSocket() {
        guard isWatched, let socket = registration?.socket else { return }
        service.watcher.forget(socket)
        isWatched = false
    }
}
