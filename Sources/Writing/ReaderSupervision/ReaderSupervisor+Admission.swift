internal import Faults
internal import Logging
internal import ReaderProtocol
internal import Synchronization

extension ReaderSupervisor {
    /// More workers than any station has USB ports for are not kept waiting.
    private static let longestQueue = 64

    /// Decides whether a worker that has said hello may serve, or wait. Blocks while the service manager is asked who it is.
    func admit(_ visit: WorkerSession, _ hello: Hello) -> Bool {
        let metadata = [
            "reader": hello.name.isEmpty ? hello.connection : hello.name, "pid": String(visit.process),
        ]
        guard hello.version == Hello.currentVersion else {
            refusals.warning("a worker speaks version \(hello.version) of the protocol", metadata: metadata)
            return false
        }
        let slot = state.withLock { Self.wanted(hello, in: $0) }
        // Before the service manager is asked: what cannot be let in costs nothing.
        guard slot?.servingProcess == nil else {
            refusals.warning("a second worker wants to serve a reader", metadata: metadata)
            return false
        }
        do {
            if let slot, !hello.name.isEmpty {
                try identity.check(visit, named: slot)
            } else if hello.name.isEmpty {
                try identity.check(visit, at: hello.connection, named: slot?.name ?? hello.connection)
            }
        } catch {
            refuse(visit, because: error, at: slot, metadata)
            return false
        }
        return place(visit, hello, noting: metadata)
    }

    /// Lets a worker serve its reader, or wait for it to be added.
    private func place(_ visit: WorkerSession, _ hello: Hello, noting metadata: [String: String]) -> Bool {
        state.withLock { state in
            if let wanted = Self.wanted(hello, in: state) {
                if visit.serve(wanted) { return true }
                refusals.warning("a second worker wants to serve a reader", metadata: metadata)
                return false
            }
            guard hello.name.isEmpty else {
                refusals.warning("a worker serves a reader that was not added", metadata: metadata)
                return false
            }
            guard !state.waiting.contains(where: { $0.connectionName == hello.connection }) else {
                refusals.warning("a second worker waits for a reader to be added", metadata: metadata)
                return false
            }
            // The one that waited longest gives way. A worker of a reader that is there is started again.
            if state.waiting.count >= Self.longestQueue {
                refusals.warning("a worker that waits for its reader gives way to another", metadata: metadata)
                state.waiting.removeFirst().shut()
            }
            logger.info("a worker waits for its reader to be added", metadata: metadata)
            visit.wait(at: hello.connection)
            state.waiting.append(visit)
            unclaimedContinuation.yield(hello.connection)
            return true
        }
    }

    private static func wanted(_ hello: Hello, in state: State) -> ReaderSlot? {
        state.supervised.values.map(\.slot).first {
            hello.name.isEmpty ? $0.snapshot.connection == hello.connection : $0.name == hello.name
        }
    }

    /// Says why a worker is not let in: in the log, and in the condition of a reader that has none. One that has ended is no
    /// matter of the reader's any more.
    private func refuse(
        _ visit: WorkerSession, because failure: ReaderFailure, at slot: ReaderSlot?, _ metadata: [String: String]
    ) {
        let more = ["why": failure.reason, "code": failure.code.rawValue]
        refusals.warning(failure.message, metadata: metadata.merging(more) { $1 })
        guard let slot, slot.servingProcess == nil, visit.isRunning else { return }
        slot.change { snapshot in
            guard snapshot.state != .ready else { return }
            snapshot.state = .failed
            snapshot.failure = failure
        }
    }
}
