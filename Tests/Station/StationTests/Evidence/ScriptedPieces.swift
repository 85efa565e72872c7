import Synchronization

@testable import StationService

/// A body whose pieces a test gives. With `waits` it has no end until ``goOn(with:)``.
final class ScriptedPieces: BodyPieces {
    private struct State {
        var pieces: ArraySlice<[UInt8]>
        var isOpen: Bool
        var reader: CheckedContinuation<[UInt8]?, Never>?
        var watcher: CheckedContinuation<Void, Never>?
    }

    private let state: Mutex<State>

    init(_ pieces: [[UInt8]], waits: Bool = false) {
        state = Mutex(State(pieces: pieces[...], isOpen: waits))
    }

    func next() async -> [UInt8]? {
        await withCheckedContinuation { reader in
            let (piece, watcher): ([UInt8]??, CheckedContinuation<Void, Never>?) = state.withLock { state in
                if let first = state.pieces.popFirst() { return (.some(first), nil) }
                guard state.isOpen else { return (.some(nil), nil) }
                state.reader = reader
                defer { state.watcher = nil }
                return (nil, state.watcher)
            }
            watcher?.resume()
            if let piece { reader.resume(returning: piece) }
        }
    }

    /// Returns when all pieces were read, and another is asked for.
    func isWaiting() async {
        await withCheckedContinuation { watcher in
            let isThere = state.withLock { state in
                if state.reader == nil { state.watcher = watcher }
                return state.reader != nil
            }
            if isThere { watcher.resume() }
        }
    }

    /// Gives the last piece.
    func goOn(with piece: [UInt8]) {
        let reader = state.withLock { state in
            state.isOpen = false
            return state.reader.take()
        }
        reader?.resume(returning: piece)
    }
}
