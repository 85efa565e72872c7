import CMicroHTTPD
import Synchronization

/// The body of one response that is sent piece by piece.
///
/// Between an `AsyncStream`, read by a task, and the daemon's thread, which asks for bytes. When there are none it
/// suspends the connection, so that an idle stream costs neither a thread nor a turn of the daemon's loop.
final class ResponseStream: Sendable {
    /// Above this many waiting bytes the producer waits until the client has read some.
    static let highWater = 256 << 10

    enum Ending {
        /// The rest is sent, then the response ends as it should.
        case complete
        /// The connection is cut at once, so that the client sees that something is missing.
        case aborted
    }

    private struct State {
        var bytes: ArraySlice<UInt8> = []
        var ending: Ending?
        var idle: SuspendedConnection?
        var producer: CheckedContinuation<Void, Never>?
        var task: Task<Void, Never>?

        mutating func wakeConnection() {
            idle?.resume()
            idle = nil
        }

        mutating func wakeProducer() {
            producer?.resume()
            producer = nil
        }
    }

    private let state = Mutex(State())
    private let connection: DaemonConnection
    /// In bytes, where that is known: such a body is sent whole or cut.
    private let length: Int64?

    /// The connection's pointer, for the reader.
    ///
    /// `@unchecked Sendable`: used only in the reader, which runs on the daemon's thread while the connection lives.
    @safe
    private struct DaemonConnection: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    init(_ stream: AsyncStream<[UInt8]>, length: Int64? = nil, on connection: HTTPConnection) {
        self.length = length
        self.connection = unsafe DaemonConnection(pointer: connection.pointer)
        let task = Task { [self] in
            for await piece in stream {
                guard await push(piece) else { return }
            }
            settle(.complete)
        }
        state.withLock { $0.task = task }
    }

    /// Ends the body in this way. Harmless when it has ended already.
    ///
    /// `complete` is nothing to a body of known length: it ends by itself. Else no more is taken from the producer, but
    /// what it has handed over already is sent: a cancelled `AsyncStream` still delivers what it holds before it ends.
    func end(_ ending: Ending) {
        if ending == .aborted {
            settle(.aborted)
        } else if length == nil {
            state.withLock { $0.task }?.cancel()
        }
    }

    private func settle(_ ending: Ending) {
        let task = state.withLock { state in
            if state.ending != .aborted { state.ending = ending }
            state.wakeConnection()
            state.wakeProducer()
            return state.task
        }
        task?.cancel()
    }

    /// Keeps a piece for the daemon's thread, and waits while too much is kept. False when the stream has ended.
    private func push(_ piece: [UInt8]) async -> Bool {
        let isFull = state.withLock { state in
            guard state.ending == nil, !piece.isEmpty else { return false }
            state.bytes += piece
            state.wakeConnection()
            return state.bytes.count > Self.highWater
        }
        if isFull {
            await withCheckedContinuation { continuation in
                state.withLock { state in
                    state.producer = continuation
                    if state.ending != nil || state.bytes.count <= Self.highWater { state.wakeProducer() }
                }
            }
        }
        return state.withLock { $0.ending == nil }
    }

    /// What the daemon's thread asks for: a number of bytes, 0 for "suspended, there are none yet", or the end.
    private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        state.withLock { state in
            if state.ending == .aborted { return Int(waymark_end_with_error) }
            if state.bytes.isEmpty {
                if state.ending == .complete { return Int(waymark_end_of_stream) }
                // Under the lock: a piece that comes now finds the connection suspended and resumes it.
                state.idle = unsafe SuspendedConnection(connection.pointer)
                return 0
            }
            let count = min(buffer.count, state.bytes.count)
            unsafe buffer.copyBytes(from: state.bytes.prefix(count))
            state.bytes = state.bytes.dropFirst(count)
            if state.bytes.isEmpty { state.bytes = [] }
            if state.bytes.count <= Self.highWater { state.wakeProducer() }
            return count
        }
    }

    /// A response that reads from here and lets go of this object when libmicrohttpd frees it.
    ///
    /// MHD_create_response_from_callback
    func makeResponse() -> OpaquePointer? {
        let owner = unsafe Unmanaged.passRetained(self)
        let size = length.map { UInt64($0) } ?? UInt64.max  // MHD_SIZE_UNKNOWN
        let response = unsafe MHD_create_response_from_callback(
            size, 16 << 10,
            { context, _, buffer, limit in
                guard let context = unsafe context, let buffer = unsafe buffer else {
                    return Int(waymark_end_with_error)
                }
                let stream = unsafe Unmanaged<ResponseStream>.fromOpaque(context).takeUnretainedValue()
                return unsafe stream.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: limit))
            }, owner.toOpaque(),
            { context in
                guard let context = unsafe context else { return }
                let stream = unsafe Unmanaged<ResponseStream>.fromOpaque(context).takeRetainedValue()
                // Sent whole, or the client is gone.
                stream.end(.aborted)
            })
        if unsafe response == nil { unsafe owner.release() }
        return unsafe response
    }
}
