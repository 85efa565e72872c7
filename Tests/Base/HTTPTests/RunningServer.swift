import Glibc
import HTTPClient
import HTTPServer
import Synchronization
import Testing
import UnixSystem

/// A server for one test, on a Unix socket in a folder of its own and on a loopback port.
struct RunningServer: Sendable {
    enum Way: CaseIterable, Sendable {
        case unixSocket
        case loopback
    }

    let path: String
    let port: UInt16
    let server: WebServer
    let failures: Failures

    /// What the server's handlers threw.
    final class Failures: Sendable {
        private let all = Mutex<[String]>([])
        var texts: [String] { all.withLock { $0 } }
        func add(_ error: any Error) { all.withLock { $0.append("\(error)") } }
    }

    static func run(
        connectionLimit: Int = 1_024, connectionsPerPeer: Int = 512, idleSeconds: Int = 60,
        bodies: WebServer.BodyLimits = WebServer.BodyLimits(), routes: (inout HTTPRouter) -> Void,
        _ body: (RunningServer) async throws -> Void
    ) async throws {
        var template = Array("/tmp/http-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { rmdir(folder) }
        var router = HTTPRouter()
        routes(&router)
        let failures = Failures()
        var configuration = WebServer.Configuration()
        configuration.connectionLimit = connectionLimit
        configuration.connectionsPerPeer = connectionsPerPeer
        configuration.idleSeconds = idleSeconds
        configuration.bodies = bodies
        configuration.onFailure = { _, error in failures.add(error) }
        let server = WebServer(router: router, configuration: configuration)
        let path = "\(folder)/s"
        let bound = try await server.start(at: [.unixSocket(path: path, mode: 0o600), .loopback(port: 0)])
        guard case .tcp(_, let port, _) = bound[1] else { return }
        let running = RunningServer(path: path, port: port, server: server, failures: failures)
        do {
            try await body(running)
        } catch {
            await server.stop(grace: .zero)
            throw error
        }
        await server.stop(grace: .seconds(5))
    }

    func client(_ way: Way = .unixSocket) -> WebClient {
        switch way {
        case .unixSocket: WebClient(.unixSocket(path))
        case .loopback: WebClient()
        }
    }

    func url(_ target: String) -> String { "http://127.0.0.1:\(port)\(target)" }

    func get(_ target: String, _ way: Way = .unixSocket) async throws -> WebResponse {
        try await client(way).send(WebRequest("GET", url(target)))
    }

    /// A socket to write to and read from without any client.
    func connect(_ way: Way) throws -> UnixConnection {
        guard way == .loopback else { return try UnixConnection.connect(to: path) }
        let socket = FileDescriptor(owning: socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafeBytes(of: &address) { bytes in
            Glibc.connect(
                socket.rawValue, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
        }
        try #require(result == 0)
        return try UnixConnection(owning: socket)
    }

    /// Sends bytes as they are and returns all that comes until the server closes.
    func exchange(_ bytes: String, isLast: Bool = true) async throws -> String {
        try await onThread { [path] in
            let connection = try UnixConnection.connect(to: path)
            try connection.write(bytes.utf8)
            if isLast { shutdown(connection.descriptor.rawValue, Int32(SHUT_WR)) }
            var answer: [UInt8] = []
            // A server that closes with bytes unread resets the connection: that too is the end.
            while let part = try? connection.read(upTo: 65_536), !part.isEmpty { answer += part }
            return String(decoding: answer, as: UTF8.self)
        }
    }
}

extension WebResponse {
    var text: String { String(decoding: body, as: UTF8.self) }
}

/// Runs what blocks outside the pool that the server's handlers need.
func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        do {
            try DedicatedThread.start("test") { continuation.resume(with: Result { try work() }) }
        } catch {
            continuation.resume(throwing: error)
        }
    }
}

/// Opened once, and then open for all who wait.
final class Gate: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func open() { continuation.finish() }

    /// Also returns when the waiting task is cancelled.
    func wait() async { for await _ in stream {} }
}
