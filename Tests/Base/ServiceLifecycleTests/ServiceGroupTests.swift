import Faults
import Logging
import ServiceLifecycle
import TestBench
import Testing

@Suite(.timeLimit(.minutes(10))) struct `A group of services` {
    private let diary = Diary()
    private let log = CollectingLogHandler()
    private let clock: ManualClock

    init() {
        clock = ManualClock(diary: diary)
    }

    @Test func `stops in reverse order when asked`() async throws {
        let group = group(["store", "readers", "http"].map { TestService(name: $0, diary: diary) })
        async let end: Void = group.run()
        await started("store", "readers", "http")
        group.triggerGracefulShutdown()
        group.triggerGracefulShutdown()
        try await end
        #expect(ends == ["http stopped", "readers stopped", "store stopped"])
        #expect(log.lines.filter { !$0.hasPrefix("debug") } == ["info test: stopping"])
    }

    @Test func `that was asked to stop before it ran starts nothing`() async throws {
        let group = group([TestService(name: "store", diary: diary)])
        group.triggerGracefulShutdown()
        try await group.run()
        #expect(diary.entries == [])
    }

    @Test func `without services ends at once`() async {
        await #expect(throws: Never.self) { try await group([]).run() }
    }

    @Test func `comes down in order when one fails, with the first error`() async {
        let group = group([
            TestService(name: "store", diary: diary) {
                try await gracefulShutdown()
                throw TestError(description: "cannot close")
            },
            TestService(name: "readers", diary: diary) { [diary] in
                await diary.wait(for: "store started")
                await diary.wait(for: "http started")
                throw TestError(description: "cable gone")
            },
            TestService(name: "http", diary: diary),
        ])
        await #expect(throws: TestError(description: "cable gone")) { try await group.run() }
        #expect(ends == ["readers threw cable gone", "http stopped", "store threw cannot close"])
        #expect(
            log.lines.filter { !$0.hasPrefix("debug") } == [
                "error test: service failed error=\"cable gone\" service=readers",
                "error test: service failed error=\"cannot close\" service=store",
            ])
    }

    @Test func `comes down when one ends unasked`() async {
        let group = group([
            TestService(name: "store", diary: diary),
            TestService(name: "http", diary: diary) { [diary] in await diary.wait(for: "store started") },
        ])
        let error = await #expect(throws: ServiceLifecycleError.self) { try await group.run() }
        #expect(error?.code == .endedUnasked)
        #expect(error?.description == "service http ended: nothing had asked it to")
        #expect(ends == ["http stopped", "store stopped"])
    }

    @Test func `cancels a service that does not stop in time, and names it`() async throws {
        let group = group([
            TestService(name: "store", diary: diary),
            TestService(name: "http", diary: diary) {
                for await _ in AsyncStream<Never>.makeStream().stream {}
            },
        ])
        async let end: Void = group.run()
        await started("store", "http")
        group.triggerGracefulShutdown()
        await diary.wait(for: "sleep 1 for 5.0 seconds")
        #expect(ends == [])
        clock.wakeAll()
        try await end
        #expect(ends == ["http stopped", "store stopped"])
        #expect(
            log.lines.filter { !$0.hasPrefix("debug") } == [
                "info test: stopping",
                "warning test: service does not stop; cancelling it deadline=\"5.0 seconds\" service=http",
            ])
    }

    @Test func `leaves a service behind that ignores even that`() async throws {
        let (release, releasing) = AsyncStream.makeStream(of: Never.self)
        let group = group([
            TestService(name: "store", diary: diary),
            TestService(name: "http", diary: diary) { await Task { for await _ in release {} }.value },
        ])
        async let end: Void = group.run()
        await started("store", "http")
        group.triggerGracefulShutdown()
        await diary.wait(for: "sleep 1 for 5.0 seconds")
        clock.wakeAll()
        await diary.wait(for: "sleep 2 for 5.0 seconds")
        clock.wakeAll()
        try await end
        #expect(ends == ["store stopped"])
        #expect(
            log.lines.last { $0.hasPrefix("error") }
                == "error test: service does not stop though cancelled; leaving it behind "
                + "deadline=\"5.0 seconds\" service=http")
        releasing.finish()
    }

    @Test func `is cancelled with all its services`() async {
        let group = group(["store", "http"].map { TestService(name: $0, diary: diary) })
        let task = Task { try await group.run() }
        await started("store", "http")
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(ends.count == 2)
        #expect(!log.lines.contains { $0.hasPrefix("error") })
    }

    @Test func `is a service of another group`() async throws {
        let inner = group(["readers", "http"].map { TestService(name: $0, diary: diary) })
        let outer = group([TestService(name: "store", diary: diary), inner])
        async let end: Void = outer.run()
        await started("store", "readers", "http")
        outer.triggerGracefulShutdown()
        try await end
        #expect(ends == ["http stopped", "readers stopped", "store stopped"])
    }

    private func group(_ services: [any Service]) -> ServiceGroup {
        ServiceGroup(
            services: services, logger: Logger(label: "test", level: .debug, handler: log),
            deadline: .seconds(5),
            clock: clock)
    }

    private func started(_ names: String...) async {
        for name in names { await diary.wait(for: "\(name) started") }
    }

    private var ends: [String] {
        diary.entries.filter { $0.contains("stopped") || $0.contains("threw") }
    }
}
