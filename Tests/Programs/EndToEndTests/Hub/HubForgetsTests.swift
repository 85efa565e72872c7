import TestBench
import Testing
import UnixSystem

/// The real daemon on a server whose files are put back as they were.
@Suite(
    .timeLimit(.minutes(10)),
    .enabled(if: PrivatePostgreSQL.canRun, "\(PrivatePostgreSQL.obstacle ?? "")"))
struct `A hub's daemon` {
    @Test func `ends when its database has forgotten something, begins an era, and has its stations again`()
        async throws
    {
        let server = try await FailingServer()
        try await TestHub.run(on: server.host) { hub in
            try await hub.createBatch("spring", tags: 6)
            try await server.stop()
            try await server.copyFiles()
            try await server.start()
            try await TestStation.run { berlin in
                try await hub.enrol(berlin, as: "berlin")
                try await berlin.waymark("station", "take", "spring", "2")
                // The daemon has to find in the new run of the server what it knows; it looks within a second.
                var sent = try await berlin.sync(expecting: nil)
                while sent.errors.contains("this daemon has not found yet what it knows") {
                    sent = try await berlin.sync(expecting: nil)
                }
                #expect(sent.status == .exited(0), "\(sent)")
                #expect(try await berlin.ownTags(of: "spring") == ["spring1", "spring2"])
                try await server.kill()
                try await server.putBackFiles()
                try await server.start()
                // By itself, within a second or two.
                let former = try await hub.restart()
                #expect(former.status != .exited(0))
                #expect(former.errors.contains("the database has forgotten something"), "\(former)")
                #expect(hub.daemon.errors.text.contains("an era has begun"))
                try berlin.call(at: hub.url, insteadOf: former.errors.firstURL)
                let list = try await hub.waymark("hub", "stations")
                #expect(list.output.contains("not heard in this era"), "\(list)")
                // The station has no new secret: it goes on with what it has.
                try await berlin.sync()
                try await TestStation.run { paris in
                    try await hub.enrol(paris, as: "paris")
                    try await paris.waymark("station", "take", "spring", "10")
                    try await paris.sync()
                    #expect(
                        try await paris.ownTags(of: "spring") == ["spring3", "spring4", "spring5", "spring6"])
                }
                #expect(try await hub.waymark("hub", "conflicts").output == "No conflicts.\n")
            }
        }
    }

    @Test
    func
        `is named where the others wait for it after their server was killed, and waited for no longer when it is back`()
        async throws
    {
        let server = try await FailingServer()
        try await TestHub.run(on: server.host) { hub in
            try await hub.withAnotherDaemon { other in
                other.daemon.process.kill()
                _ = await other.daemon.wait()
                try await server.kill()
                try await server.start()
                var list = try await hub.waymark("hub", "stations", expecting: nil)
                // The daemon that runs looks within a second.
                while !list.errors.contains("nothing is granted until the daemon hub-2")
                    || list.errors.contains("the daemon hub (")
                {
                    list = try await hub.waymark("hub", "stations", expecting: nil)
                }
                #expect(list.output == "No stations.\n")
                try await other.restart()
                #expect(try await hub.waymark("hub", "stations").errors == "")
            }
        }
    }
}

extension String {
    /// Where a daemon listened.
    fileprivate var firstURL: String { firstMatch(of: #/http:\/\/127\.0\.0\.1:\d+/#).map { String($0.output) } ?? "" }
}
