import Synchronization

/// A request to stop, made once, and what is to happen then.
final class GracefulShutdown: Sendable {
    /// The request that the current task listens for: its service's.
    @TaskLocal static var current: GracefulShutdown?

    private struct State {
        var isRequested = false
        var lastHandler = 0
        var handlers: [Int: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    var isRequested: Bool { state.withLock(\.isRequested) }

    /// Asks to stop. Handlers run here, once, in the order in which they came; asking again does nothing.
    func request() {
        let handlers = state.withLock { state in
            state.isRequested = true
            defer { state.handlers = [:] }
            return state.handlers.sorted { $0.key < $1.key }.map(\.value)
        }
        for handler in handlers { handler() }
    }

    /// Keeps a handler until the request comes, or runs it now if it has come. Nil if it ran.
    func add(_ handler: @escaping @Sendable () -> Void) -> Int? {
        let number: Int? = state.withLock { state in
            guard !state.isRequested else { return nil }
            state.lastHandler += 1
            state.handlers[state.lastHandler] = handler
            return state.lastHandler
        }
        if number == nil { handler() }
        return number
    }

    func remove(_ number: Int) {
        state.withLock { state in _ = state.handlers.removeValue(forKey: number) }
    }
}
