import Faults
import Glibc
import TestBench
import Testing
import UnixSystem

struct `Unix sockets` {
    let folder: TemporaryFolder
    var path: String { folder["s"] }
    init() throws { folder = try TemporaryFolder() }

    @Test func `both ends learn who is at the other end`() throws {
        let listener = try UnixListener.listen(at: path)
        let client = try UnixConnection.connect(to: path)
        let server = try accept(listener)
        let peers = [client.peer, server.peer]
        for peer in peers {
            #expect(peer.processIdentifier == getpid())
            #expect(peer.user == getuid())
            #expect(peer.group == getgid())
            #expect(peer.belongs(to: getgid()))
        }
    }

    @Test func `a large write arrives whole while the other side reads slowly`() async throws {
        let sent = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let listener = try UnixListener.listen(at: path)
        let path = path
        let writer = Task {
            let client = try UnixConnection.connect(to: path)
            try client.write(sent)
        }
        let server = try accept(listener)
        let received = try server.readAll(sent.count)
        try await writer.value
        #expect(received == sent)
        let end = try server.read(upTo: 1)
        #expect(end == [])
    }

    @Test func `writing to a closed socket is an error and not a signal`() throws {
        let listener = try UnixListener.listen(at: path)
        let client = try UnixConnection.connect(to: path)
        do {
            let server = try listener.accept()
            let there = server != nil
            #expect(there)
        }
        let error = #expect(throws: SystemError.self) { try client.write([1]) }
        #expect(error?.code == .closed)
    }

    @Test func `a stream that ends early is told from one that is silent`() throws {
        let listener = try UnixListener.listen(at: path)
        let client = try UnixConnection.connect(to: path)
        let server = try accept(listener)
        let silent = #expect(throws: SystemError.self) { try server.readAll(2, until: .now) }
        #expect(silent?.code == .timedOut)
        try client.write([1])
        client.shut()
        let ended = #expect(throws: SystemError.self) { try server.readAll(2) }
        #expect(ended?.code == .closed)
        #expect(ended?.reason == "the other side closed it after 1 of 2 bytes")
    }

    @Test func `a socket that was taken over outlives the listener, and who connects then waits for the next`() throws {
        let manager = try UnixListener.listen(at: path)
        do {
            let service = try UnixListener.takeOver(try manager.descriptor.duplicate())
            #expect(service.path == path)
            let client = try UnixConnection.connect(to: path)
            let accepted = try service.accept() != nil
            #expect(accepted)
            service.shut()
            let error = #expect(throws: SystemError.self) { _ = try service.accept() == nil }
            #expect(error?.code == .invalid)
            withExtendedLifetime(client.peer) {}
        }
        let late = try UnixConnection.connect(to: path)
        let next = try manager.accept(until: .now + .seconds(30)) != nil
        #expect(next)
        withExtendedLifetime(late.peer) {}
    }

    @Test func `only a listening stream socket with a path is taken over`() throws {
        let listener = try UnixListener.listen(at: path)
        let client = try UnixConnection.connect(to: path)
        let pipe = try FileDescriptor.pipe()
        let strangers = [
            try client.descriptor.duplicate().release(), try pipe.output.duplicate().release(),
            socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0), socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0),
        ]
        for stranger in strangers {
            let error = #expect(throws: SystemError.self) {
                _ = try UnixListener.takeOver(FileDescriptor(owning: stranger)).path
            }
            #expect(error?.code == .invalid)
        }
        withExtendedLifetime(listener.path) {}
    }

    @Test func `shutting a listener ends accept, whether it waits already or not`() async throws {
        let listener = SharedListener(try UnixListener.listen(at: path))
        let waiting = Task.detached {
            let error = #expect(throws: SystemError.self) { _ = try listener.socket.accept() == nil }
            return error?.code
        }
        listener.socket.shut()
        #expect(await waiting.value == .invalid)
        let again = #expect(throws: SystemError.self) { _ = try listener.socket.accept() == nil }
        #expect(again?.code == .invalid)
    }

    @Test func `accept comes back without a connection at its deadline`() throws {
        let listener = try UnixListener.listen(at: path)
        let nobody = try listener.accept(until: .now) == nil
        #expect(nobody)
    }

    @Test(arguments: [0o600, 0o660, 0o666] as [UInt32])
    func `the file has the asked for mode whatever the umask`(mode: UInt32) throws {
        let listener = try UnixListener.listen(at: path, mode: mode)
        #expect(folder.mode("s") == Int(mode))
        _ = listener.path
    }

    @Test func `the file goes away with its listener`() throws {
        do {
            let listener = try UnixListener.listen(at: path)
            #expect(folder.entries == ["s"])
            _ = listener.path
        }
        #expect(folder.entries == [])
    }

    @Test func `a socket file that nobody listens at is replaced`() throws {
        let left = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let bound = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(left, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        close(left)
        try #require(bound == 0)
        #expect(folder.entries == ["s"])
        let refused = #expect(throws: SystemError.self) { _ = try UnixConnection.connect(to: path) }
        #expect(refused?.code == .refused)
        #expect(refused?.reason == "nothing listens at \(path)")
        let listener = try UnixListener.listen(at: path)
        let client = try UnixConnection.connect(to: listener.path)
        #expect(client.peer.user == getuid())
    }

    @Test func `a socket that somebody listens at is left alone`() throws {
        let first = try UnixListener.listen(at: path)
        let error = #expect(throws: SystemError.self) { _ = try UnixListener.listen(at: path) }
        #expect(error?.code == .inUse)
        #expect(error?.reason == "another program listens there")
        let client = try UnixConnection.connect(to: first.path)
        #expect(client.peer.user == getuid())
    }

    @Test func `a file that is no socket is left alone`() throws {
        try File.writeAtomically([1], to: path)
        let error = #expect(throws: SystemError.self) { _ = try UnixListener.listen(at: path) }
        #expect(error?.code == .inUse)
        #expect(try File.read(path, limit: 1) == [1])
    }

    @Test func `a path has at most 107 bytes`() throws {
        let room = 107 - folder.path.utf8.count - 1
        let longest = folder[String(repeating: "x", count: room)]
        do {
            let listener = try UnixListener.listen(at: longest)
            #expect(listener.path.utf8.count == 107)
        }
        let error = #expect(throws: SystemError.self) { _ = try UnixListener.listen(at: longest + "x") }
        #expect(error?.code == .tooLarge)
        #expect(error?.reason == "it has 108 bytes, a socket path has 1 to 107 and no NUL")
    }

    @Test func `connecting where there is nothing says so in three parts`() {
        let error = #expect(throws: SystemError.self) { _ = try UnixConnection.connect(to: path) }
        #expect(error?.code == .notFound)
        #expect(error?.message == "cannot connect to \(path)")
        #expect(error?.reason == "no socket at \(path)")
        #expect(error?.next == "start the program that listens there")
    }

    @Test(.enabled(if: getuid() != 0, "the superuser is never refused"))
    func `connecting without permission says so`() throws {
        let listener = try UnixListener.listen(at: path, mode: 0)
        let error = #expect(throws: SystemError.self) { _ = try UnixConnection.connect(to: listener.path) }
        #expect(error?.code == .notPermitted)
    }

    /// The next connection. (`#require` takes no values that cannot be copied.)
    private func accept(_ listener: borrowing UnixListener) throws -> UnixConnection {
        guard let connection = try listener.accept() else { throw Nobody() }
        return connection
    }

    private struct Nobody: Error {}
}

/// A listener that two tasks hold.
private final class SharedListener: Sendable {
    let socket: UnixListener
    init(_ socket: consuming UnixListener) { self.socket = socket }
}
