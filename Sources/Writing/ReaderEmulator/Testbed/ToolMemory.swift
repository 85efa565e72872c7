import Glibc

/// The talk with umockdev's preload library in one open node of a tool: the tool's requests, and its memory while a
/// request is open. Every message is three machine words; memory follows as it is.
/// See: martinpitt/umockdev, src/libumockdev-preload.c, remote_emulate()
struct ToolMemory {
    let descriptor: Int32

    /// What the tool asks for.
    enum Request {
        /// An ioctl: its number and its argument.
        case control(UInt, UInt)
        /// A read from or write to the node's file, which is not for us.
        case transfer
    }

    /// What a request comes to.
    struct Outcome {
        var result: Int
        var error: Int32 = 0

        static let done = Outcome(result: 0)
        /// The real call is to be made, on the regular file in place of the node.
        static let notOurs = Outcome(result: -100)

        static func failed(_ error: Int32) -> Outcome { Outcome(result: -1, error: error) }
    }

    private enum Word {
        static let control: UInt = 1
        static let finish: UInt = 3
        static let readMemory: UInt = 5
        static let writeMemory: UInt = 6
        static let read: UInt = 7
        static let write: UInt = 8
    }

    /// The tool has closed the node, or was killed.
    struct Closed: Error {}

    func nextRequest() throws(Closed) -> Request {
        let words = try words(of: receive(24))
        switch words[0] {
        case Word.control: return .control(words[1], words[2])
        case Word.read, Word.write: return .transfer
        default: throw Closed()
        }
    }

    func read(_ count: Int, at address: UInt) throws(Closed) -> [UInt8] {
        guard count > 0 else { return [] }
        try send([Word.readMemory, address, UInt(count)])
        return try receive(count)
    }

    func write(_ bytes: [UInt8], at address: UInt) throws(Closed) {
        guard !bytes.isEmpty else { return }
        try send([Word.writeMemory, address, UInt(bytes.count)], bytes)
    }

    func finish(_ outcome: Outcome) throws(Closed) {
        try send([Word.finish, UInt(bitPattern: outcome.result), UInt(outcome.error)])
    }

    private func words(of bytes: [UInt8]) -> [UInt] {
        stride(from: 0, to: bytes.count, by: 8).map { LittleEndian.number(in: bytes, at: $0, count: 8) }
    }

    private func receive(_ count: Int) throws(Closed) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe recv(descriptor, buffer.baseAddress.map { unsafe $0 + filled }, count - filled, 0)
            }
            if got < 0 && errno == EINTR { continue }
            guard got > 0 else { throw Closed() }
            filled += got
        }
        return bytes
    }

    /// A tool that was killed in the middle must not end this program with SIGPIPE.
    private func send(_ words: [UInt], _ tail: [UInt8] = []) throws(Closed) {
        let bytes = words.flatMap { LittleEndian.bytes($0, count: 8) } + tail
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.send(
                    descriptor, buffer.baseAddress.map { unsafe $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw Closed() }
            sent += count
        }
    }
}
