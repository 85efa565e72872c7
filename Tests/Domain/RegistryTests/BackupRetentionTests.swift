import Registry
import Testing

@Suite struct `A row of backups` {
    private static func name(_ time: String) throws -> BackupName {
        BackupName(try #require(Timestamp(iso8601: time)))
    }

    @Test func `are named by their time, and only such names are theirs`() throws {
        let name = try Self.name("2026-11-22T02:30:00.250Z")
        #expect(name.fileName == "waymark-20261122T023000Z.sqlite")
        #expect(BackupName(fileName: name.fileName) == name)
        for other in [
            "waymark-monday.sqlite", "registry.sqlite", "waymark-20261122T023000Z.sqlite-wal",
            "waymark-20261322T023000Z.sqlite", "waymark-20261122t023000Z.sqlite", "waymark-20261122T023060Z.sqlite",
            ".waymark-20261122T023000Z.sqlite", "waymark-20261122T0230+1Z.sqlite", "waymark-.sqlite",
        ] {
            #expect(BackupName(fileName: other) == nil, "\(other)")
        }
    }

    /// 400 nights: what is left is what somebody would count on a calendar.
    @Test func `keeps the newest of each day, week and month`() throws {
        let first = try #require(Timestamp(iso8601: "2025-10-19T02:30:00Z"))
        let nights = (0..<400).map { BackupName(Timestamp(milliseconds: first.milliseconds + $0 * 86_400_000)) }
        let gone = Set(BackupRetention(daily: 7, weekly: 5, monthly: 12).expired(nights))
        let left = nights.filter { !gone.contains($0) }.map { String($0.time.iso8601.prefix(10)) }
        #expect(
            left
                == [
                    // The last night of each month,
                    "2025-12-31", "2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31", "2026-06-30",
                    "2026-07-31", "2026-08-31", "2026-09-30", "2026-10-31",
                    // of each week (Sundays),
                    "2026-10-25", "2026-11-01", "2026-11-08", "2026-11-15",
                    // and the last seven.
                    "2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20", "2026-11-21", "2026-11-22",
                ].sorted())
    }

    @Test func `of one day loses all but the newest, and the newest never goes`() throws {
        let day = try ["01:00:00", "12:00:00", "23:59:59"].map { try Self.name("2026-11-22T\($0)Z") }
        #expect(BackupRetention(daily: 1, weekly: 0, monthly: 0).expired(day) == Array(day.prefix(2)))
        #expect(BackupRetention(daily: 0, weekly: 0, monthly: 0).expired(day) == [])
        #expect(BackupRetention(daily: 9, weekly: 9, monthly: 9).expired(day.suffix(1)) == [])
    }
}
