import Glibc
import Synchronization
import TestBench
import Testing
import UnixSystem

/// A daemon whose manager wants to hear from it.
@Suite(.timeLimit(.minutes(10))) struct WatchdogTests {
    /// Runs a daemon that is to say every 300 ms that it is alive, with the test as its manager.
    private static func run(
        _ body: (TestStation, NotificationSocket) async throws -> Void
    ) async throws {
        try await TestStation.run(environment: ["WATCHDOG_USEC": "300000"]) { station in
            try await body(station, try #require(station.notifications))
        }
    }

    @Test func `says so as long as it works`() async throws {
        try await Self.run { _, manager in
            var pings = 0
            for await state in manager.states where state == "WATCHDOG=1" {
                pings += 1
                if pings == 5 { break }
            }
            #expect(pings == 5)
        }
    }

    /// Whether the registry's lock is held, and the request on its way that waits for it.
    private final class Hold: Sendable {
        let hasBegun = Atomic(false)
    }

    /// Some thirty are due before the first answer is missing; a busy machine leaves a few.
    private static let signs = 3

    /// Another program holds the registry's lock, and SQLite waits five seconds for it: the writer gives no answer
    /// meanwhile, which is endured for three.
    @Test(.needs(.sqlite3)) func `goes on while the writer is busy, is silent when it is stuck, and speaks again`()
        async throws
    {
        try await Self.run { station, manager in
            let store = try station.folder.write("store,name,latitude,longitude,radius\nc,C,,,\n", to: "stores.csv")
            let hold = Hold()
            let silence = Task { () async -> Duration? in
                var last = ContinuousClock.now
                var before = 0
                for await state in manager.states where state == "WATCHDOG=1" {
                    if hold.hasBegun.load(ordering: .relaxed) {
                        let gap = ContinuousClock.now - last
                        // A gap before these is the machine's, which does other things.
                        if gap > .seconds(1), before >= Self.signs { return gap }
                        before += 1
                    }
                    last = .now
                }
                return nil
            }
            try #require(mkfifo(station.folder["release"], 0o600) == 0)
            let holder = try RunningProgram(
                path: "sh",
                [
                    "-c", "(echo 'BEGIN IMMEDIATE;'; echo '.shell echo held'; cat \"$1\") | sqlite3 \"$0\"",
                    station.registry, station.folder["release"],
                ])
            for await line in holder.output.lines where line == "held" { break }
            let importing = Task { try await station.waymark("store", "import", store, expecting: 1) }
            hold.hasBegun.store(true, ordering: .relaxed)
            let ending = try await importing.value
            #expect(ending.errors.contains("SQLite says: database is locked"))
            // The word after the silence has come: it speaks again.
            #expect(try #require(await silence.value) > .seconds(1))
            try FileDescriptor.open(station.folder["release"], flags: O_WRONLY).close()
            _ = await holder.wait()
        }
    }
}
