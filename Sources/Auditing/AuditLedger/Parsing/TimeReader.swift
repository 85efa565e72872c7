internal import Registry

/// Reads times, the usual form `2026-11-21T09:30:00Z` without making a text of it.
struct TimeReader: Sendable {
    private struct Day {
        /// The ten bytes of the date; at first such as no date has.
        var first = UInt64.max
        var last: UInt16 = 0
        var seconds: UInt32 = 0
    }

    /// Days that were read before, by day and month.
    private var days = Array(repeating: Day(), count: 512)

    /// Seconds since 1970, the largest number for all beyond the year 2106; nil when it is not an ISO 8601 time with an
    /// offset.
    mutating func seconds(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt32? {
        guard range.count == 20, let seconds = usual(bytes, range.lowerBound) else {
            guard range.count <= 64, let time = Timestamp(iso8601: RowFields.text(bytes, range)) else { return nil }
            return SightingRow.seconds(time)
        }
        return seconds
    }

    /// Seconds since 1970 of a time in the usual form with a delimiter behind it; nil when it is written otherwise.
    @unsafe @inline(__always)
    func fastSeconds(_ bytes: RawSpan, _ start: Int) -> UInt32? {
        // "00:00:00" leaves the digits' values and nothing of the colons.
        let clock = unsafe bytes.word(start + 11) ^ 0x3030_3A30_303A_3030
        guard (clock | (clock &+ 0x0606_0606_0606_0606)) & 0xF0F0_F0F0_F0F0_F0F0 == 0,
            clock & 0x0000_FF00_00FF_0000 == 0, unsafe bytes.byte(start + 10) == 0x54,
            unsafe bytes.byte(start + 19) == 0x5A
        else { return nil }
        let hour = UInt32(truncatingIfNeeded: (clock & 15) &* 10 &+ clock >> 8 & 15)
        let minute = UInt32(truncatingIfNeeded: (clock >> 24 & 15) &* 10 &+ clock >> 32 & 15)
        let second = UInt32(truncatingIfNeeded: (clock >> 48 & 15) &* 10 &+ clock >> 56)
        let first = unsafe bytes.word(start)
        let last = unsafe UInt16(truncatingIfNeeded: bytes.word(start + 8))
        let day = days[Self.place(first, last)]
        guard hour < 24, minute < 60, second < 60, day.first == first, day.last == last else { return nil }
        return day.seconds &+ hour &* 3_600 &+ minute &* 60 &+ second
    }

    /// Month's last digit and day: neighbouring days fall into different places.
    @inline(__always)
    private static func place(_ first: UInt64, _ last: UInt16) -> Int {
        Int(truncatingIfNeeded: (first >> 48 & 15) << 5 ^ UInt64(last & 3) << 4 ^ UInt64(last >> 8 & 15)) & 511
    }

    private mutating func usual(_ bytes: Span<UInt8>, _ start: Int) -> UInt32? {
        guard bytes[start + 10] == 0x54, bytes[start + 13] == 0x3A, bytes[start + 16] == 0x3A,
            bytes[start + 19] == 0x5A, let hour = pair(bytes, start + 11), hour < 24,
            let minute = pair(bytes, start + 14), minute < 60, let second = pair(bytes, start + 17), second < 60,
            let midnight = midnight(bytes, start)
        else { return nil }
        return midnight + hour * 3_600 + minute * 60 + second
    }

    private mutating func midnight(_ bytes: Span<UInt8>, _ start: Int) -> UInt32? {
        // `usual` has seen that twenty bytes are there.
        let raw = unsafe bytes.bytes
        let first = unsafe raw.word(at: start)
        let last = unsafe UInt16(littleEndian: raw.unsafeLoadUnaligned(fromByteOffset: start + 8, as: UInt16.self))
        let place = Self.place(first, last)
        if days[place].first == first, days[place].last == last { return days[place].seconds }
        let text = RowFields.text(bytes, start..<(start + 10)) + "T00:00:00Z"
        guard let time = Timestamp(iso8601: text), let seconds = UInt32(exactly: time.milliseconds / 1_000),
            seconds <= UInt32.max - 86_400
        else { return nil }
        days[place] = Day(first: first, last: last, seconds: seconds)
        return seconds
    }

    private func pair(_ bytes: Span<UInt8>, _ start: Int) -> UInt32? {
        let tens = bytes[start] &- 0x30
        let ones = bytes[start + 1] &- 0x30
        return tens < 10 && ones < 10 ? UInt32(tens) * 10 + UInt32(ones) : nil
    }
}
