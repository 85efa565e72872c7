import Foundation
import Glibc
import TestBench
import Testing
import UnixSystem

@Suite(.timeLimit(.minutes(1))) struct `The process at the other end` {
    @Test func `runs until it has ended, though its connection may go on in another process`() async throws {
        let folder = try TemporaryFolder()
        let listener = try UnixListener.listen(at: folder["socket"])
        // It connects, ends when it hears a byte, and leaves the connection to a child that ends at the next.
        let script = """
            import os, socket, sys
            s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); s.set_inheritable(True)
            s.recv(1)
            if os.fork() == 0: s.recv(1)
            """
        let program = try ChildProcess("python3", arguments: ["-c", script, folder["socket"]])
        // Without a deadline there is always a connection.
        guard let connection = try listener.accept() else { throw CancellationError() }
        let peer = try PeerProcess(ofSocket: connection.descriptor.rawValue)
        var (number, isRunning) = (peer.processIdentifier, peer.isRunning)
        #expect(number == program.processIdentifier && isRunning)
        try connection.write([1])
        #expect(await program.wait() == .exited(0))
        isRunning = peer.isRunning
        #expect(!isRunning)
        // The connection is there still, and so is the number in its credentials.
        number = connection.peer.processIdentifier
        #expect(number == program.processIdentifier)
        try connection.write([1])
        let rest = try connection.read(upTo: 1)
        #expect(rest.isEmpty)
    }
}
