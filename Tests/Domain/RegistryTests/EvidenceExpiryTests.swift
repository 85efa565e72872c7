import Registry
import Testing

@Suite struct EvidenceExpiryTests {
    private static let day: Int64 = 86_400_000
    private static let now = Timestamp(milliseconds: 1_795_221_000_000)

    /// Days before now that the oldest row is of, and of which the rest is erased; nil: nothing is.
    @Test(
        arguments: [
            (400, 398.5, false, nil), (400, 399.5, false, 398), (400, 399.5, true, nil), (400, 400.5, true, 398),
            (1, 0.85, false, nil), (1, 0.95, false, 0.8), (1, 0.95, true, nil), (1, 1.05, true, 0.8),
        ] as [(Int, Double, Bool, Double?)])
    func `evidence goes before it is too old, and at once when it is`(
        days: Int, oldest: Double, isInUse: Bool, limit: Double?
    ) {
        func moment(_ age: Double) -> Int64 { Self.now.milliseconds - Int64((age * Double(Self.day)).rounded()) }
        let found = EvidenceExpiry(days: days).limit(oldest: moment(oldest) / 1_000, isInUse: isInUse, at: Self.now)
        #expect(found?.milliseconds == limit.map(moment))
    }

    /// Rows come every hour, and are looked at every six.
    @Test func `rows that come all the time are erased at most once a day, and none is kept longer than the days`() {
        let expiry = EvidenceExpiry(days: 30)
        var rows: [Int64] = []
        var erasures = 0
        for hour in 0..<Int64(24 * 90) {
            let now = Timestamp(milliseconds: Self.now.milliseconds + hour * 3_600_000)
            rows.append(now.milliseconds / 1_000)
            guard hour % 6 == 0, let limit = expiry.limit(oldest: rows[0], isInUse: false, at: now) else { continue }
            erasures += 1
            rows.removeAll { $0 * 1_000 < limit.milliseconds }
            #expect(rows[0] * 1_000 >= now.milliseconds - 30 * Self.day)
        }
        #expect((45...60).contains(erasures))
    }
}
