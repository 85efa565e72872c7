internal import Faults
package import HTTPMessages
package import UnixSystem

/// An HTTP/1.1 server on Unix sockets and TCP ports, over libmicrohttpd.
///
/// Handlers run as tasks and may take as long as they like; connections that wait cost no thread. A server that
/// was started runs until `stop`.
package actor WebServer {
    /// Where to listen.
    package enum Endpoint: Sendable, Equatable {
        /// A socket in the file system, with these permission bits.
        case unixSocket(path: String, mode: UInt32)
        /// A Unix socket that listens already, by its descriptor: systemd's. The server takes the descriptor over.
        case passedSocket(descriptor: Int32)
        /// A port of an address of this computer, in numbers; 0 means any. With a certificate: over TLS.
        case tcp(address: String, port: UInt16, tls: Certificate? = nil)

        /// A port of 127.0.0.1.
        package static func loopback(port: UInt16) -> Endpoint { .tcp(address: "127.0.0.1", port: port) }
    }

    /// What the server proves itself with: PEM texts.
    package struct Certificate: Sendable, Equatable, CustomStringConvertible {
        /// The server's certificate, and those up to one that clients know.
        package let chain: String
        let key: String

        package init(chain: String, key: String) {
            self.chain = chain
            self.key = key
        }

        /// Without the key.
        package var description: String { "a certificate" }
    }

    /// The server's limits, common headers and callbacks.
    package struct Configuration: Sendable {
        /// Connections at a time, per endpoint. More wait to be accepted.
        package var connectionLimit = 1_024
        /// Connections of one peer (a user on a Unix socket, an address on TCP) at a time, per endpoint. Beyond these the
        /// peer's oldest one that waits for a request is closed, or else the new one is answered with 503.
        package var connectionsPerPeer = 512
        /// Whole seconds without a byte, in either direction, after which a connection is closed. The time that a
        /// handler takes, and the silence of a stream, do not count. A request's line and header have to be there after
        /// this time, however they come.
        package var idleSeconds = 60
        package var bodies = BodyLimits()
        /// Header fields of every response that does not bring its own.
        package var commonHeaders = HTTPHeaders()
        /// Called with each error that a handler threw and that was answered with 500. The client learns nothing
        /// about it: this is the place to log it.
        package var onFailure: @Sendable (HTTPRequest, any Error) -> Void = { _, _ in }

        /// Called when the answer to a request has begun, for metrics.
        package var onAnswer: @Sendable (Answer) -> Void = { _ in }

        package init() {}
    }

    /// How much space bodies may take that handlers get whole, in bytes over all connections. Those of routes that take
    /// them piece by piece take none of it.
    package struct BodyLimits: Sendable {
        /// Where long bodies are kept until their handlers begin: files without a name, on the disk of this folder.
        package var folder = "/tmp"
        /// Of bodies in memory. A body of more than 4 MiB, or one beyond this limit, is kept on the disk.
        package var memory = 64 << 20
        /// Of bodies on the disk. Beyond it requests are answered with 503.
        package var disk = 1 << 30
        /// Of bodies from the disk that are with their handlers at a time. More of them wait; one always passes.
        package var handled = 128 << 20

        package init() {}
    }

    /// An answer that has begun.
    package struct Answer: Sendable {
        package let method: HTTPMethod
        /// The route's pattern: `/v1/batches/{name}`.
        package let route: String
        package let status: Int
        /// From the end of the request to the beginning of the answer.
        package let duration: Duration
    }

    private enum State {
        case new
        case running([MicroHTTPDaemon], RequestService)
        case stopping(Task<Void, Never>)
    }

    private let router: HTTPRouter
    private let configuration: Configuration
    private var state = State.new
    private var watchingHeads: Task<Void, Never>?

    package init(router: HTTPRouter, configuration: Configuration = Configuration()) {
        self.router = router
        self.configuration = configuration
    }

    /// Starts listening and returns the endpoints with the ports they really have. A server starts once.
    package func start(at endpoints: [Endpoint]) throws(SystemError) -> [Endpoint] {
        guard case .new = state else { preconditionFailure("a server starts once") }
        let exchanges = Exchanges()
        let heads = RequestHeadTimeout(limit: .seconds(configuration.idleSeconds))
        let connections = { [configuration] in
            ConnectionLimits(
                total: configuration.connectionLimit, perPeer: configuration.connectionsPerPeer, heads: heads)
        }
        var service = RequestService(
            router: router, exchanges: exchanges, watcher: try HangUpWatcher { exchanges[$0]?.hangUp() },
            spool: BodySpool(configuration.bodies), heads: heads, connections: connections(),
            commonHeaders: configuration.commonHeaders,
            onFailure: configuration.onFailure, onAnswer: configuration.onAnswer)
        let limits = MicroHTTPDaemon.Limits(
            // One more, so that an older one can give way to it.
            connections: configuration.connectionLimit + 1, idleSeconds: configuration.idleSeconds)
        var daemons: [MicroHTTPDaemon] = []
        var bound: [Endpoint] = []
        do throws(SystemError) {
            for endpoint in endpoints {
                service.connections = connections()
                let listener: MicroHTTPDaemon.Listener
                var certificate: Certificate?
                switch endpoint {
                case .unixSocket(let path, let mode):
                    listener = .unixSocket(try UnixListener.listen(at: path, mode: mode))
                    bound.append(endpoint)
                case .passedSocket(let descriptor):
                    listener = .unixSocket(try UnixListener.takeOver(FileDescriptor(owning: descriptor)))
                    bound.append(endpoint)
                case .tcp(let address, let port, let tls):
                    let tcp = try TCPListener.listen(address: address, port: port)
                    bound.append(.tcp(address: address, port: tcp.port, tls: tls))
                    listener = .tcp(tcp)
                    certificate = tls
                }
                daemons.append(
                    try MicroHTTPDaemon(listener, certificate: certificate, service: service, limits: limits))
            }
        } catch {
            state = .stopping(Self.stop(daemons, service, grace: .zero))
            throw error
        }
        watchingHeads = Task { [heads = service.heads] in await heads.run() }
        state = .running(daemons, service)
        return bound
    }

    /// Accepts nothing more, ends the streams, gives running requests `grace` to finish, then cancels them,
    /// answers them with 503, and closes every connection. Returns when all of that is done. The answer to a request of a
    /// method that changes something says that it is not known whether that was done.
    ///
    /// A second call waits for the first. A handler that ignores its cancellation is not waited for.
    package func stop(grace: Duration = .seconds(5)) async {
        switch state {
        case .new: state = .stopping(Task {})
        case .running(let daemons, let service):
            let work = Self.stop(daemons, service, grace: grace)
            state = .stopping(work)
            watchingHeads?.cancel()
            await work.value
        case .stopping(let work): await work.value
        }
    }

    private static func stop(_ daemons: [MicroHTTPDaemon], _ service: RequestService, grace: Duration) -> Task<
        Void, Never
    > {
        Task {
            for daemon in daemons { daemon.quiesce() }
            // From here on nothing is suspended any more that `current` does not hold.
            service.exchanges.close()
            for exchange in service.exchanges.current { exchange.endStream() }
            await withTaskGroup { group in
                group.addTask { for await _ in service.exchanges.emptied {} }
                group.addTask { try? await Task.sleep(for: grace) }
                await group.next()
                group.cancelAll()
            }
            // libmicrohttpd aborts the program when it is stopped with a suspended connection.
            for exchange in service.exchanges.current { exchange.abandon() }
            await withCheckedContinuation { continuation in
                let stop: @Sendable () -> Void = {
                    for daemon in daemons { daemon.stop() }
                    service.watcher.stop()
                    service.lingering.stop()
                    continuation.resume()
                }
                // It waits for the daemons' threads, which the cooperative pool must not.
                do { try DedicatedThread.start("http-stop", stop) } catch { stop() }
            }
        }
    }
}
