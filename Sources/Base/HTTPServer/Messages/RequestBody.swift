import Synchronization

/// A request's body on its way in, piece by piece. The client waits while more is kept here than ``highWater``.
///
/// One task reads it.
package final class RequestBody: Sendable {
    /// Above this many waiting bytes nothing more is read from the client.
    static let highWater = 1 << 20

    /// The client went away, or was cut off, before the end.
    package struct CutShort: Error {}

    private enum Ending {
        case whole
        case cutShort
        /// The rest is discarded.
        case unwanted
    }

    private struct State {
        var bytes: [UInt8] = []
        var ending: Ending?
        var waiting: CheckedContinuation<Void, Never>?
        var sender: SuspendedConnection?

        mutating func wake() {
            waiting?.resume()
            waiting = nil
        }

        mutating func letSenderGoOn() {
            sender?.resume()
            sender = nil
        }
    }

    private let state = Mutex(State())

    init() {}

    /// A body that is there already.
    package init(_ bytes: [UInt8]) {
        state.withLock { state in
            state.bytes = bytes
            state.ending = .whole
        }
    }

    /// What has come since the last call, after waiting for it; nil at the end. Throws ``CutShort`` when the end
    /// will not come.
    package func next() async throws -> [UInt8]? {
        while true {
            let found: [UInt8]? = try state.withLock { state in
                if state.ending == .cutShort { throw CutShort() }
                guard state.bytes.isEmpty else {
                    defer { state.letSenderGoOn() }
                    defer { state.bytes = [] }
                    return state.bytes
                }
                return state.ending == nil ? nil : []
            }
            if let found { return found.isEmpty ? nil : found }
            await withCheckedContinuation { continuation in
                state.withLock { state in
                    state.waiting = continuation
                    if state.ending != nil || !state.bytes.isEmpty { state.wake() }
                }
            }
        }
    }

    // MARK: The server's side, on the daemon's thread

    /// Keeps a piece. When there is enough, `suspend` is called, and the connection resumed by the reader.
    func add(_ piece: UnsafeRawBufferPointer, suspend: () -> SuspendedConnection) {
        state.withLock { state in
            guard state.ending == nil else { return }
            unsafe state.bytes.append(contentsOf: piece)
            state.wake()
            if state.bytes.count > Self.highWater { state.sender = suspend() }
        }
    }

    func finish() { end(.whole) }
    func cut() { end(.cutShort) }
    func discardRest() { end(.unwanted) }

    private func end(_ ending: Ending) {
        state.withLock { state in
            state.ending = state.ending ?? ending
            state.letSenderGoOn()
            state.wake()
        }
    }
}
