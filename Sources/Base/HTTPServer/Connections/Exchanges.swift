import Synchronization

/// The requests being answered, from the call of the handler to the last byte sent.
final class Exchanges: Sendable {
    private struct State {
        var all: [UInt64: HTTPExchange] = [:]
        var last: UInt64 = 0
        var isClosed = false
    }

    private let state = Mutex(State())
    /// Ends when no request is left after `close()`.
    let emptied: AsyncStream<Void>
    private let emptying: AsyncStream<Void>.Continuation

    init() { (emptied, emptying) = AsyncStream.makeStream() }

    /// A number for the request, or nil when no more are taken.
    func add(_ exchange: HTTPExchange) -> UInt64? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            state.last += 1
            state.all[state.last] = exchange
            return state.last
        }
    }

    func remove(_ number: UInt64) {
        let isDone = state.withLock { state in
            state.all[number] = nil
            return state.isClosed && state.all.isEmpty
        }
        if isDone { emptying.finish() }
    }

    subscript(number: UInt64) -> HTTPExchange? { state.withLock { $0.all[number] } }

    /// Those at this moment.
    var current: [HTTPExchange] { state.withLock { Array($0.all.values) } }

    /// Takes no more requests.
    func close() {
        let isDone = state.withLock { state in
            state.isClosed = true
            return state.all.isEmpty
        }
        if isDone { emptying.finish() }
    }
}
