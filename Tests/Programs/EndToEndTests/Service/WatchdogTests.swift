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

    /// Another program holds the registry's lock, and SQLite waits five seconds for it: the writer gives no answer
    /// meanwhile, which is endured for three.
    @Test(.needs(.sqlite3)) func `goes on while the writer is busy, is silent when it is stuck, and speaks again`()
        async throws
    {
        try await Self.run { station, manager in
            let store = try station.folder.write("store,name,latitude,longitude,radius\nc,C,,,\n", to: "stores.csv")
            let hold = Hold()
            let silence = Task {
                var last = ContinuousClock.now
                var longest = Duration.zero
                var before = 0
                for await state in manager.states where state == "WATCHDOG=1" {
                    if hold.hasBegun.load(ordering: .relaxed) {
                        longest = max(longest, .now - last)
                        if longest > .seconds(1) { break }
                        before += 1
                    }
                    last = .now
                }
                return (longest: longest, before: before)
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
            let found = await silence.value
            #expect(found.longest > .seconds(1))
            // Three of these are due before the first answer is missing.
            #expect(found.before >= 10)
            try FileDescriptor.open(station.folder["release"], flags: O_WRONLY).close()
            _ = await holder.wait()
        }
    }
}
