/// Moments in UTC by the Gregorian calendar, without leap seconds (days counted as in H. Hinnant, "chrono-Compatible
/// Low-Level Date Algorithms").
package enum CalendarTime {
    /// Seconds since 1970 as ISO 8601 without an offset: `2026-11-21T09:30:00`.
    package static func iso8601(_ seconds: Int64) -> String {
        String(decoding: characters(ofSeconds: seconds), as: UTF8.self)
    }

    /// Milliseconds since 1970, in UTC: `2026-11-21T09:30:00.000Z`.
    package static func iso8601(milliseconds: Int64) -> String {
        let (seconds, fraction) = split(milliseconds, by: 1_000)
        var characters = characters(ofSeconds: seconds)
        append(".", Int(fraction), 3, to: &characters)
        characters.append(UInt8(ascii: "Z"))
        return String(decoding: characters, as: UTF8.self)
    }

    /// Of bytes: a journal has a time in each entry.
    private static func characters(ofSeconds seconds: Int64) -> [UInt8] {
        let (days, second) = split(seconds, by: 86_400)
        let (year, month, day) = date(daysSinceEpoch: Int(days))
        var characters: [UInt8] = []
        characters.reserveCapacity(24)
        characters += year.padded(to: 4).utf8
        append("-", month, 2, to: &characters)
        append("-", day, 2, to: &characters)
        append("T", Int(second) / 3_600, 2, to: &characters)
        append(":", Int(second) / 60 % 60, 2, to: &characters)
        append(":", Int(second) % 60, 2, to: &characters)
        return characters
    }

    /// A separator, and a number of at most three digits.
    private static func append(
        _ separator: Unicode.Scalar, _ number: Int, _ width: Int, to characters: inout [UInt8]
    ) {
        characters.append(UInt8(ascii: separator))
        if width > 2 { characters.append(0x30 + UInt8(number / 100)) }
        characters.append(0x30 + UInt8(number / 10 % 10))
        characters.append(0x30 + UInt8(number % 10))
    }

    /// Quotient and remainder, rounded towards the past.
    package static func split(_ value: Int64, by unit: Int64) -> (Int64, Int64) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: unit)
        return remainder < 0 ? (quotient - 1, remainder + unit) : (quotient, remainder)
    }

    /// Whole days since 1970-01-01; nil for a day that the calendar does not have.
    package static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int? {
        guard (1...12).contains(month), (1...days(inMonth: month, of: year)).contains(day) else { return nil }
        // Years are counted from March, so that the leap day is the last of its year.
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private static func days(inMonth month: Int, of year: Int) -> Int {
        if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
        return [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    private static func date(daysSinceEpoch days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}
