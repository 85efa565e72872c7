import Synchronization
import UnixSystem

/// Between clients and a PostgreSQL server, both on Unix sockets: it reads the messages of both sides, and cuts a connection
/// instead of handing on the one that it was set to. The server and the client each see the other gone.
package final class CuttingProxy: Sendable {
    package enum Side: String, Hashable, Sendable, CaseIterable { case client, server }

    private let folder: TemporaryFolder
    private let traffic: Traffic

    /// A host to libpq.
    package var host: String { folder.path }
    /// How often it has cut.
    package var cuts: Int { traffic.state.withLock { $0.cuts } }
    /// The letters of the messages that were lost.
    package var lost: String { traffic.state.withLock { $0.lost } }

    /// `server`: the folder of the server's socket. `seen`: called with each message of a client, and its letter first.
    package init(before server: String, seen: (@Sendable ([UInt8]) -> Void)? = nil) throws {
        folder = try TemporaryFolder()
        let name = ".s.PGSQL.5432"
        traffic = Traffic(try UnixListener.listen(at: folder[name]), server: "\(server)/\(name)", seen: seen)
        let traffic = traffic
        try DedicatedThread.start("cutting proxy") {
            while let client = try? traffic.listener.accept() { traffic.carry(client) }
        }
    }

    deinit { traffic.listener.shut() }

    /// Cuts instead of handing on the `number`th message (from 1) that this side sends from now on, on any connection.
    package func cut(at number: Int, of side: Side) {
        traffic.state.withLock { $0.cut = (side, number) }
    }

    /// Cuts instead of handing on the server's answer that a statement was done, such as `COMMIT`; then at the `then`th
    /// message that the server sends after that, or, where `forEver` is set, at every one.
    package func cut(atAnswer tag: String, then: Int?, forEver: Bool = false) {
        traffic.state.withLock { $0.answer = (Array("\(tag)\0".utf8), then, forEver) }
    }

    /// Cuts instead of handing on a statement that a client sends, such as `COMMIT`; then nothing of the server passes.
    package func cut(atStatement text: String) {
        traffic.state.withLock { $0.statement = Array("\0\(text)\0".utf8) }
    }

    /// Cuts no more.
    package func heal() {
        traffic.state.withLock { ($0.cut, $0.answer, $0.statement, $0.isClosed) = (nil, nil, nil, false) }
    }
}

/// What the proxy's threads share with it.
private final class Traffic: Sendable {
    struct State {
        /// So many messages of a side until the cut.
        var cut: (side: CuttingProxy.Side, messages: Int)?
        /// What the server's answer says at which to cut, and what after that.
        var answer: (tag: [UInt8], then: Int?, forEver: Bool)?
        /// The statement of a client at which to cut, as its message has it: behind an empty name.
        var statement: [UInt8]?
        /// Whether nothing of the server passes any more.
        var isClosed = false
        var cuts = 0
        /// The letters of what was not handed on; a space for the message that opens a connection, which has none.
        var lost = ""
    }

    let state = Mutex(State())
    let listener: UnixListener
    private let server: String
    private let seen: (@Sendable ([UInt8]) -> Void)?

    init(_ listener: consuming UnixListener, server: String, seen: (@Sendable ([UInt8]) -> Void)?) {
        self.seen = seen
        self.listener = listener
        self.server = server
    }

    func carry(_ client: consuming UnixConnection) {
        guard let server = try? UnixConnection.connect(to: server) else { return client.shut() }
        let link = Link(client: client, server: server)
        for side in CuttingProxy.Side.allCases {
            try? DedicatedThread.start("proxy \(side)") { self.carry(link, from: side) }
        }
    }

    /// A client's connection and the one to the server that stands for it.
    private final class Link: Sendable {
        let client: UnixConnection
        let server: UnixConnection

        init(client: consuming UnixConnection, server: consuming UnixConnection) {
            self.client = client
            self.server = server
        }
    }

    private func carry(_ link: Link, from side: CuttingProxy.Side) {
        // The message that opens a connection has no letter.
        var isFirst = side == .client
        while let message = try? Self.message(from: link, side, hasLetter: !isFirst) {
            guard mayPass(message, of: side, isFirst: isFirst) else { break }
            if side == .client, !isFirst { seen?(message) }
            isFirst = false
            let isSent: Void? =
                switch side {
                case .client: try? link.server.write(message)
                case .server: try? link.client.write(message)
                }
            guard isSent != nil else { break }
        }
        link.client.shut()
        link.server.shut()
    }

    /// A letter, four bytes of length that count themselves, and the rest (PostgreSQL's manual, message formats).
    private static func message(from link: Link, _ side: CuttingProxy.Side, hasLetter: Bool) throws -> [UInt8] {
        func read(_ count: Int) throws -> [UInt8] {
            switch side {
            case .client: try link.client.readAll(count)
            case .server: try link.server.readAll(count)
            }
        }
        let head = try read(hasLetter ? 5 : 4)
        let length = head.suffix(4).reduce(0) { $0 << 8 | Int($1) }
        return head + (try read(max(0, length - 4)))
    }

    private func mayPass(_ message: [UInt8], of side: CuttingProxy.Side, isFirst: Bool) -> Bool {
        state.withLock { state in
            if side == .server, state.isClosed { return false }
            if side == .server, let answer = state.answer, message == Self.done(answer.tag) {
                (state.answer, state.isClosed) = (nil, answer.forEver)
                state.cut = answer.then.map { (.server, $0) }
                state.cuts += 1
                return false
            }
            if side == .client, !isFirst, let statement = state.statement, Self.isParse(message, of: statement) {
                (state.statement, state.isClosed) = (nil, true)
                state.cuts += 1
                return false
            }
            guard let cut = state.cut, cut.side == side else { return true }
            guard cut.messages <= 1 else {
                state.cut = (side, cut.messages - 1)
                return true
            }
            state.cut = nil
            state.cuts += 1
            state.lost.unicodeScalars.append(isFirst ? " " : Unicode.Scalar(message[0]))
            return false
        }
    }

    private static func isParse(_ message: [UInt8], of statement: [UInt8]) -> Bool {
        message.first == UInt8(ascii: "P") && message.dropFirst(5).starts(with: statement)
    }

    /// CommandComplete with this tag.
    private static func done(_ tag: [UInt8]) -> [UInt8] { [0x43, 0, 0, 0, UInt8(4 + tag.count)] + tag }
}
