/// The name of a backup that is one of a row: `waymark-20261122T023000Z.sqlite`, by the time at which it was begun.
public struct BackupName: Hashable, Sendable, Comparable {
    public let time: Timestamp

    public init(_ time: Timestamp) {
        // Its text has no fraction of a second.
        self.time = Timestamp(milliseconds: time.milliseconds / 1_000 * 1_000)
    }

    /// Nil for the name of anything else, which is never removed.
    public init?(fileName: String) {
        guard fileName.hasPrefix(Self.prefix), fileName.hasSuffix(Self.suffix) else { return nil }
        let stamp = Array(fileName.dropFirst(Self.prefix.count).dropLast(Self.suffix.count))
        guard stamp.count == 16 else { return nil }
        func part(_ range: Range<Int>) -> String { String(stamp[range]) }
        let text =
            "\(part(0..<4))-\(part(4..<6))-\(part(6..<11)):\(part(11..<13)):\(part(13..<16))"
        guard let time = Timestamp(iso8601: text) else { return nil }
        self.init(time)
        // Only what would be written so is read.
        guard self.fileName == fileName else { return nil }
    }

    public var fileName: String {
        Self.prefix + time.iso8601.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z" + Self.suffix
    }

    public static func < (left: Self, right: Self) -> Bool { left.time < right.time }

    private static let prefix = "waymark-"
    private static let suffix = ".sqlite"
}

/// Which backups of a row are kept: the newest of each of the last days, weeks and months that have one (UTC; weeks begin
/// on Monday, ISO 8601).
public struct BackupRetention: Hashable, Sendable {
    public let daily: Int
    public let weekly: Int
    public let monthly: Int

    /// Counts of 0 and more.
    public init(daily: Int, weekly: Int, monthly: Int) {
        self.daily = daily
        self.weekly = weekly
        self.monthly = monthly
    }

    /// Those that go, the oldest first. Never the newest, and none at all when nothing is said about what is kept.
    public func expired(_ backups: some Collection<BackupName>) -> [BackupName] {
        guard daily + weekly + monthly > 0 else { return [] }
        let newestFirst = Set(backups).sorted(by: >)
        var kept = Set(newestFirst.prefix(1))
        keep(daily, of: newestFirst, { String($0.time.iso8601.prefix(10)) }, &kept)
        keep(weekly, of: newestFirst, { Self.week(of: $0.time) }, &kept)
        keep(monthly, of: newestFirst, { String($0.time.iso8601.prefix(7)) }, &kept)
        return newestFirst.filter { !kept.contains($0) }.reversed()
    }

    private func keep<Period: Hashable>(
        _ count: Int, of newestFirst: [BackupName], _ period: (BackupName) -> Period, _ kept: inout Set<BackupName>
    ) {
        var periods: Set<Period> = []
        for name in newestFirst where periods.count < count && periods.insert(period(name)).inserted {
            kept.insert(name)
        }
    }

    /// Weeks since the one of 1970-01-01, which was a Thursday.
    private static func week(of time: Timestamp) -> Int64 { (time.milliseconds / 86_400_000 + 3) / 7 }
}
