import Glibc
import Synchronization
import Testing

@testable import ReaderEmulator

/// Sits on the line between libnfc and an emulated PN532: notes the commands, and may put other answers in place of the
/// chip's.
final class SerialTap: Sendable {
    /// Gives what the host gets: the payloads of a command and of its answer, without D4 and D5, each with its code.
    typealias Rewriting = @Sendable (_ command: [UInt8], _ answer: [UInt8]) -> [UInt8]

    private let hostSide: PseudoTerminal
    private let chipSide: Int32
    private let wakeUp: WakeUpCall
    private let thread = Mutex<WorkerThread?>(nil)
    private let state = Mutex(State())

    private struct State {
        var commands: [[UInt8]] = []
        var isStopped = false
    }

    init(on reader: EmulatedReader, rewriting: @escaping Rewriting = { $1 }) throws {
        hostSide = try PseudoTerminal()
        chipSide = open(try #require(reader.path), O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        wakeUp = try WakeUpCall()
        try #require(chipSide >= 0)
        let worker = try WorkerThread { [self] in relay(rewriting) }
        thread.withLock { $0 = worker }
    }

    deinit { close(chipSide) }

    /// What libnfc opens.
    var connectionString: String { "pn532_uart:\(hostSide.path)" }

    /// What libnfc has sent since it was last asked for.
    func takeCommands() -> [[UInt8]] {
        state.withLock { state in
            defer { state.commands = [] }
            return state.commands
        }
    }

    /// The same; field, selections and what puts tags to sleep only.
    func takeFieldCommands() -> [[UInt8]] {
        takeCommands().filter { [0x32, 0x44, 0x4A].contains($0.first) }
    }

    func stop() {
        state.withLock { $0.isStopped = true }
        wakeUp.signal()
        thread.withLock { $0.take() }?.join()
    }

    private func relay(_ rewriting: Rewriting) {
        var (fromHost, fromChip) = (FrameDecoder(), FrameDecoder())
        var lastCommand: [UInt8] = []
        while !state.withLock(\.isStopped) {
            waitForInput(on: [wakeUp.readEnd, hostSide.descriptor, chipSide])
            wakeUp.drain()
            let sent = hostSide.receive()
            for case .information(let data) in fromHost.receive(sent) {
                lastCommand = Array(data.dropFirst())
                state.withLock { $0.commands.append(lastCommand) }
            }
            writeAvailable(sent, to: chipSide)
            for frame in fromChip.receive(readAvailable(from: chipSide) ?? []) {
                guard case .information(let data) = frame, data.first == HostFrame.toHost else {
                    hostSide.send(frame.bytes)
                    continue
                }
                let answer = rewriting(lastCommand, Array(data.dropFirst()))
                hostSide.send(HostFrame.information([HostFrame.toHost] + answer).bytes)
            }
        }
    }
}
