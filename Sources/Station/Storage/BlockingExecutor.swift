internal import Dispatch

/// A thread of its own for calls that block, so that the cooperative pool never does.
package final class BlockingExecutor: SerialExecutor {
    private let queue: DispatchQueue
    /// Nil for the one of a turn itself.
    private let turn: Turn?

    package init(label: String) {
        queue = DispatchQueue(label: label)
        turn = Turn(in: queue)
    }

    private init(_ queue: DispatchQueue) {
        self.queue = queue
        turn = nil
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    package func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }

    /// What waits for the executor comes first; for an actor that runs on it, between two parts of a long task.
    ///
    /// `Task.yield()` and continuations come back by way of the shared pool, and wait there for a thread as long as audits and
    /// files that are read have them all. A call of another actor does not.
    package func letOthersRun(isolation: isolated (any Actor)? = #isolation) async { await turn?.take() }

    /// A caller waits in the queue to get here, and again to come back.
    private actor Turn {
        private let executor: BlockingExecutor

        nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

        init(in queue: DispatchQueue) { executor = BlockingExecutor(queue) }

        /// Does something that the optimiser has to leave where it is: without it a release build leaves out the call, too.
        func take() { executor.checkIsolated() }
    }
}
