import Foundation
import Storage
import Synchronization
import Testing

@Suite struct BlockingExecutorTests {
    private actor Worker {
        private let executor = BlockingExecutor(label: "test")
        private var order: [String] = []

        nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

        func inTwoParts() async -> [String] {
            order.append("first part")
            Task { order.append("another") }
            await executor.letOthersRun()
            order.append("second part")
            return order
        }

        /// Both are called on the executor; between them others are let run.
        func work(_ before: @Sendable () -> Void, _ after: @Sendable () -> Void) async {
            before()
            await executor.letOthersRun()
            after()
        }
    }

    private final class Pool: Sendable {
        let busy = Atomic(0)
        let isOver = Atomic(false)
        let waitedInVain = Atomic(0)
    }

    @Test func `what waits comes between two parts of a long task`() async {
        #expect(await Worker().inTwoParts() == ["first part", "another", "second part"])
    }

    /// Audits and files that are read take every thread of the shared pool, for as long as they compute.
    @Test func `a long task goes on while the shared pool is busy`() async {
        let pool = Pool()
        let all = ProcessInfo.processInfo.activeProcessorCount
        await withTaskGroup { group in
            group.addTask {
                await Worker().work(
                    {
                        while pool.busy.load(ordering: .acquiring) < all {}
                    }, { pool.isOver.store(true, ordering: .releasing) })
            }
            for _ in 0..<all {
                group.addTask {
                    pool.busy.add(1, ordering: .acquiringAndReleasing)
                    let end = ContinuousClock.now + .seconds(60)
                    while !pool.isOver.load(ordering: .acquiring) {
                        guard ContinuousClock.now > end else { continue }
                        pool.waitedInVain.add(1, ordering: .relaxed)
                        return
                    }
                }
            }
        }
        #expect(pool.waitedInVain.load(ordering: .relaxed) == 0)
    }
}
