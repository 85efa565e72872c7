import Glibc
import Synchronization

/// Reads verbs from standard input and from a control socket, and answers each on the same way with one line.
public final class ConsoleServer: Sendable {
    private let console: EmulatorConsole
    private let socket: ListeningSocket?
    private let wakeUp: WakeUpCall
    private let isStopped = Mutex(false)

    /// Opens the control socket, if one is asked for. Only its owner may use it.
    public init(console: EmulatorConsole, controlSocket path: String?) throws(EmulatorError) {
        self.console = console
        if let path {
            socket = try ListeningSocket(path: path)
        } else {
            socket = nil
        }
        wakeUp = try WakeUpCall()
    }

    /// Serves until `quit`, `stop()`, or, without a control socket, the end of standard input.
    public func run() {
        var talks = [Talk(input: STDIN_FILENO, output: STDOUT_FILENO)]
        defer { for talk in talks where talk.input != STDIN_FILENO { close(talk.input) } }
        while !isStopped.withLock({ $0 }), socket != nil || !talks.isEmpty {
            let own = [wakeUp.readEnd] + (socket.map { [$0.descriptor] } ?? [])
            let ready = waitForInput(on: own + talks.map(\.input))
            if let socket, ready.contains(socket.descriptor), let connection = socket.accept() {
                talks.append(Talk(input: connection, output: connection))
            }
            for index in talks.indices.reversed() where ready.contains(talks[index].input) {
                switch talks[index].proceed(with: console) {
                case .goesOn: break
                case .ended:
                    let talk = talks.remove(at: index)
                    if talk.input != STDIN_FILENO { close(talk.input) }
                case .endsProgram: return
                }
            }
        }
    }

    /// Lets `run()` return; may be called from any thread.
    public func stop() {
        isStopped.withLock { $0 = true }
        wakeUp.signal()
    }

    /// Prints one line on standard output at once. Lines of different threads do not mix.
    public static func print(_ line: String) {
        EmulatorOutput.write("\(line)\n")
    }
}

/// One source of verbs and the lines of it that are not complete yet.
private struct Talk {
    enum State { case goesOn, ended, endsProgram }

    /// No verb is anywhere near this long.
    private static let longestLine = 8192
    let input: Int32
    let output: Int32
    private var buffer: [UInt8] = []

    init(input: Int32, output: Int32) {
        self.input = input
        self.output = output
    }

    mutating func proceed(with console: EmulatorConsole) -> State {
        guard let bytes = readAvailable(from: input), buffer.count < Self.longestLine else { return .ended }
        buffer += bytes
        while let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
            let line = String(decoding: buffer[..<end], as: UTF8.self)
            buffer.removeSubrange(...end)
            guard let reply = console.carryOut(line) else { continue }
            answer(reply.line)
            if reply.endsProgram { return .endsProgram }
        }
        return .goesOn
    }

    private func answer(_ line: String) {
        guard output != STDOUT_FILENO else { return ConsoleServer.print(line) }
        let bytes = Array("\(line)\n".utf8)
        // A client that has gone away without its answer must not end this program with SIGPIPE.
        let flags = Int32(MSG_NOSIGNAL)
        _ = unsafe bytes.withUnsafeBytes { unsafe send(output, $0.baseAddress, $0.count, flags) }
    }
}
