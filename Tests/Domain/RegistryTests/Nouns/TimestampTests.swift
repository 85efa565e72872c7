import Registry
import Testing

@Suite struct Timestamps {
    // The numbers are those of GNU date: date -u -d TIME +%s
    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0, "1970-01-01T00:00:00.000Z"),
            ("2000-02-29T12:00:00Z", 951_825_600_000, "2000-02-29T12:00:00.000Z"),
            ("2024-02-29T23:59:59.999Z", 1_709_251_199_999, "2024-02-29T23:59:59.999Z"),
            ("2038-01-19T03:14:08Z", 2_147_483_648_000, "2038-01-19T03:14:08.000Z"),
            ("2100-03-01T00:00:00Z", 4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
            ("9999-12-31T23:59:59.999Z", 253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
            // Offsets, over midnight and over the end of a year.
            ("2026-11-21T09:30:00+09:00", 1_795_221_000_000, "2026-11-21T00:30:00.000Z"),
            ("2026-11-20T16:00:00-0830", 1_795_221_000_000, "2026-11-21T00:30:00.000Z"),
            ("2027-01-01T05:45:00+05:45", 1_798_761_600_000, "2027-01-01T00:00:00.000Z"),
            ("1970-01-01T09:00:00+09:00", 0, "1970-01-01T00:00:00.000Z"),
            // Fractions: dropped after the third digit, never rounded up.
            ("2026-11-21T00:30:00.5Z", 1_795_221_000_500, "2026-11-21T00:30:00.500Z"),
            ("2026-11-21T00:30:00.0019999Z", 1_795_221_000_001, "2026-11-21T00:30:00.001Z"),
            ("2026-11-21T00:30:00.999999999Z", 1_795_221_000_999, "2026-11-21T00:30:00.999Z"),
            // Other spellings of the separators, and a leap second.
            ("2026-11-21t00:30:00z", 1_795_221_000_000, "2026-11-21T00:30:00.000Z"),
            ("2026-11-21 00:30:00Z", 1_795_221_000_000, "2026-11-21T00:30:00.000Z"),
            ("2016-12-31T23:59:60Z", 1_483_228_800_000, "2017-01-01T00:00:00.000Z"),
        ] as [(String, Int64, String)])
    func `are read from ISO 8601 and written in UTC`(text: String, milliseconds: Int64, written: String) throws {
        let time = try #require(Timestamp(iso8601: text))
        #expect(time.milliseconds == milliseconds)
        #expect(time.iso8601 == written)
        #expect(Timestamp(iso8601: written) == time)
    }

    @Test(
        arguments: [
            // No offset: no moment.
            "2026-11-21T09:30:00", "2026-11-21", "", "now",
            // Days that no calendar has.
            "2026-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "1900-02-28T00:00:00Z", "2026-04-31T00:00:00Z",
            "2026-00-01T00:00:00Z", "2026-13-01T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-32T00:00:00Z",
            // Times that no clock shows.
            "2026-11-21T24:00:00Z", "2026-11-21T09:60:00Z", "2026-11-21T09:30:61Z",
            "2026-11-21T09:30:00+24:00", "2026-11-21T09:30:00+09:60", "2026-11-21T09:30:00+9",
            // Too few, too many, or other characters.
            "2026-11-21T9:30:00Z", "226-11-21T09:30:00Z", "2026-11-21T09:30Z", "2026-11-21T09:30:00.Z",
            "2026-11-21T09:30:00.1234567890Z", "2026-11-21T09:30:00Z ", " 2026-11-21T09:30:00Z",
            "2026-11-21_09:30:00Z", "２０２６-11-21T09:30:00Z", "2026-11-21T09:30:00 +09:00", "+2026-11-21T09:30:00Z",
            // In UTC before 1970 or after 9999: it could not be read again.
            "1970-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "9999-12-31T23:59:60Z", "1969-12-31T23:59:59Z",
        ])
    func `are refused without an offset, outside the calendar or the years`(text: String) {
        #expect(Timestamp(iso8601: text) == nil)
    }

    @Test func `follow the calendar on every day of 135 years`() throws {
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        var days: Int64 = 0
        for year in 1970...2104 {
            let isLeap = year.isMultiple(of: 4) && year != 2100
            for month in 1...12 {
                for day in 1...(lengths[month - 1] + (month == 2 && isLeap ? 1 : 0)) {
                    let time = Timestamp(milliseconds: days * 86_400_000 + 43_200_000)
                    let text = "\(year)-\(two(month))-\(two(day))T12:00:00.000Z"
                    if time.iso8601 != text || Timestamp(iso8601: text) != time {
                        Issue.record("\(text) is \(time)")
                    }
                    days += 1
                }
            }
        }
        #expect(days == 49_308)
    }

    @Test(arguments: [Int64.min, -1, 0, Int64.max])
    func `can be written whatever the clock says`(milliseconds: Int64) {
        #expect(Timestamp(milliseconds: milliseconds).iso8601.hasSuffix("Z"))
    }

    @Test func `are ordered by time and are strings in JSON`() throws {
        let earlier = try #require(Timestamp(iso8601: "2026-11-21T09:30:00+09:00"))
        let later = try #require(Timestamp(iso8601: "2026-11-21T00:30:00.001Z"))
        #expect(earlier < later)
        #expect(try JSON.text([earlier]) == #"["2026-11-21T00:30:00.000Z"]"#)
        #expect(try JSON.value(#"["2026-11-21T00:30:00.001Z"]"#, as: [Timestamp].self) == [later])
        #expect(throws: DecodingError.self) { try JSON.value(#"["2026-11-21"]"#, as: [Timestamp].self) }
    }

    private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
