import Synchronization
import UnixSystem

/// A body on its way in, for a handler that gets it whole: in memory while it is short, else in a file without a name.
///
/// The server's thread adds to it; the handler's task reads it once.
final class ReceivedBody: Sendable {
    /// A longer body goes to the disk.
    static let largestInMemory = 4 << 20

    private struct State {
        var bytes: [UInt8] = []
        var file: UnnamedFile?
        var count = 0
    }

    private let spool: BodySpool
    private let state = Mutex(State())

    init(spool: BodySpool) {
        self.spool = spool
    }

    deinit { discard() }

    /// Keeps a part. Throws ``Problem/busy`` when bodies take all the space they may, else the system's error.
    func append(_ part: UnsafeRawBufferPointer) throws {
        try state.withLock { state in
            if state.file == nil {
                if state.count + part.count <= Self.largestInMemory, spool.memory.take(part.count) {
                    unsafe state.bytes.append(contentsOf: part)
                    state.count += part.count
                    return
                }
                try moveToDisk(&state)
            }
            guard spool.disk.take(part.count) else { throw Problem.busy }
            state.count += part.count
            unsafe try state.file?.append(part)
        }
    }

    private func moveToDisk(_ state: inout State) throws {
        let file = try UnnamedFile(in: spool.folder)
        guard spool.disk.take(state.count) else { throw Problem.busy }
        state.file = file
        spool.memory.giveBack(state.count)
        unsafe try state.bytes.withUnsafeBytes { unsafe try file.append($0) }
        state.bytes = []
    }

    /// Hands the body over, and keeps none of it. A long body waits for its turn before it is in memory again.
    func withBytes<Value: Sendable>(
        _ work: @Sendable ([UInt8]) async throws -> Value
    ) async throws -> Value {
        let (file, count) = state.withLock { ($0.file, $0.count) }
        guard let file else { return try await work(takeBytes()) }
        return try await spool.turns.withTurn(count) {
            let bytes = try file.read(count)
            discard()
            return try await work(bytes)
        }
    }

    private func takeBytes() -> [UInt8] {
        state.withLock { state in
            defer { state.bytes = [] }
            return state.bytes
        }
    }

    /// Drops what is kept and gives back the space that it took.
    func discard() {
        state.withLock { state in
            (state.file == nil ? spool.memory : spool.disk).giveBack(state.count)
            state = State()
        }
    }
}
